import { eq } from 'drizzle-orm';
import type { Ctx } from '../../kernel/context.ts';
import { gifts } from '../../db/schema/promotions.ts';
import type { PaymentIntent } from '../../db/schema/ledger.ts';
import { redeemGift } from '../../domain/trade/subscriptions/gifts/redeeming.ts';
import { type Fan, creatorNamed, demoFan, fans } from '../cast.ts';
import { type Happening, as, before, days } from '../past.ts';
import { demoId } from '../random.ts';

/** Pays by card; `amount` in cents. */
type Pay = (ctx: Ctx, fan: Fan, terms: { amount: number; intent: PaymentIntent }) => Promise<void>;

interface Given {
  readonly to: string;
  readonly message: string;
  /** How many days ago it was bought, and redeemed by whom. */
  readonly ago: number;
  readonly redeemed?: { readonly by: string; readonly ago: number };
}
const given: readonly Given[] = [
  {
    to: 'saltandsorrel',
    message: 'You said you wanted to cook more. Now you have no excuse!',
    ago: 24,
    redeemed: { by: 'Amelia Stone', ago: 22.6 },
  },
  { to: 'blue.hour.trio', message: 'For the drive home. Play it loud.', ago: 4.4 },
];

/** What the demo fan gave away: a month that a friend redeemed, and one whose link is still to be opened. */
export function giftStory(today: Date, pay: Pay): Happening[] {
  return given.flatMap(({ to, message, ago, redeemed }) => {
    const { id: performerId, monthly } = creatorNamed(to);
    const giftId = demoId(`gift ${to}`);
    const bought: Happening = {
      at: before(today, days(ago)),
      perform: (ctx) =>
        pay(ctx, demoFan, {
          amount: monthly,
          intent: { kind: 'gift', giftId, performerId, months: 1, message },
        }),
    };
    const friend = fans.find(({ name }) => name === redeemed?.by);
    if (!redeemed || !friend) return [bought];
    return [
      bought,
      {
        at: before(today, days(redeemed.ago)),
        async perform(ctx) {
          const [gift] = await ctx.db.select({ code: gifts.code }).from(gifts).where(eq(gifts.id, giftId));
          if (gift) await redeemGift(as(ctx, friend), gift.code);
        },
      },
    ];
  });
}
