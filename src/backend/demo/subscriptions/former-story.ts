import { addMonths } from '../../kernel/subscription-dates.ts';
import { cancelSubscription } from '../../domain/trade/subscriptions/cancel.ts';
import { endIfOver } from '../../domain/trade/subscriptions/effects.ts';
import { lockSlot } from '../../domain/trade/subscriptions/slots.ts';
import { type Creator, type Fan, creatorNamed, demoFan, fans, joinedAgo } from '../cast.ts';
import { type Happening, as, before, days, minutes } from '../past.ts';
import { createRandom } from '../random.ts';

/** Creates a monthly subscription that is paid for so many months. */
type Subscribing = (
  fan: Fan,
  creator: Creator,
  terms: { at: Date; today: Date; type: 'monthly'; cancelled: false; months: number },
) => Happening[];

interface Left {
  /** Days since they subscribed. */
  readonly ago: number;
  readonly months: number;
  readonly reason?: string;
}
const left: readonly Left[] = [
  { ago: 154, months: 1, reason: 'I only wanted the book.' },
  { ago: 141, months: 4 },
  { ago: 128, months: 2, reason: 'Too many subscriptions. Yours was the last to go.' },
  { ago: 106, months: 2 },
  { ago: 82, months: 2, reason: 'Sold my camera. I will be back when I regret it.' },
  { ago: 69, months: 1 },
];

/** Fans who aren't subscribed to the demo creator now, beginning with those whose accounts are oldest. */
const former = (): Fan[] =>
  fans
    .filter((fan) => fan !== demoFan && !createRandom(`money ${fan.username}`).chance(0.5))
    .toSorted((one, other) => joinedAgo(other) - joinedAgo(one))
    .slice(0, left.length);

/** Subscribers of the demo creator who canceled in earlier months, so that churn has something to count. */
export function formerStory(today: Date, subscribing: Subscribing): Happening[] {
  const creator = creatorNamed('demo-creator');
  const people = former();
  return left.flatMap(({ ago, months, reason }, index) => {
    const fan = people[index];
    if (!fan) return [];
    const at = before(today, days(ago));
    const over = addMonths(at, months);
    const pair = { userId: fan.id, performerId: creator.id };
    return [
      ...subscribing(fan, creator, { at, today, type: 'monthly', cancelled: false, months }),
      {
        at: before(over, days(6)),
        async perform(ctx) {
          const { id } = await lockSlot(ctx, pair);
          await cancelSubscription(as(ctx, fan), {
            provider: ctx.ports.payments.name,
            id,
            ...(reason ? { reason } : {}),
          });
        },
      },
      {
        at: new Date(over.getTime() + minutes(1)),
        perform: async (ctx) => void (await endIfOver(ctx, await lockSlot(ctx, pair))),
      },
    ];
  });
}
