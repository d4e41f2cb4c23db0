import { eq, sql } from 'drizzle-orm';
import type { Ctx } from '../kernel/context.ts';
import { spend } from '../domain/money/wallet/spend.ts';
import { creditReferrers } from '../domain/money/referrals/credits.ts';
import { addDays } from '../kernel/subscription-dates.ts';
import { accounts } from '../db/schema/accounts.ts';
import { referralCodes, referrals } from '../db/schema/referrals.ts';
import { creatorNamed, demoFan, fans } from './cast.ts';
import { type Happening, as, before, days, minutes } from './past.ts';
import { demoId } from './random.ts';

interface Invited {
  readonly by: { readonly id: string };
  readonly who: { readonly id: string };
  /** How many days ago they joined. */
  readonly ago: number;
}

const fanNamed = (name: string) => fans.find((fan) => fan.name === name) ?? demoFan;
/** A fan who pays with the demo fan's card, so their referral doesn't count. */
export const cardSharer = 'Gus Pereira';

const demoCreator = creatorNamed('demo-creator');
const invited: readonly Invited[] = [
  { by: demoFan, who: fanNamed('Amelia Stone'), ago: 84 },
  { by: demoFan, who: fanNamed('Dana Levin'), ago: 81 },
  { by: demoFan, who: fanNamed('Freya Holm'), ago: 88 },
  { by: demoFan, who: creatorNamed('tiny.islands'), ago: 96 },
  { by: demoFan, who: fanNamed(cardSharer), ago: 86 },
  { by: demoCreator, who: creatorNamed('blue.hour.trio'), ago: 92 },
  { by: demoCreator, who: fanNamed('Ella Novak'), ago: 83 },
  { by: demoCreator, who: fanNamed('Felix Braun'), ago: 82 },
  // More than a year ago, so this referral has ended.
  { by: demoCreator, who: creatorNamed('saltandsorrel'), ago: 394 },
];

async function join(ctx: Ctx, { by, who, ago }: Invited, today: Date): Promise<void> {
  const { referralBps, referralDays } = await ctx.settings.all();
  const joinedAt = before(today, days(ago));
  await ctx.db.update(accounts).set({ createdAt: joinedAt }).where(eq(accounts.id, who.id));
  await ctx.db.insert(referrals).values({
    id: demoId(`referral ${who.id}`),
    referrerId: by.id,
    referredId: who.id,
    startsAt: joinedAt,
    endsAt: addDays(joinedAt, referralDays),
    bps: referralBps,
    seenUntil: joinedAt,
    createdAt: joinedAt,
  });
}

/** Spends the referral tokens on a tip, so that the demo fan keeps the documented balance. */
async function passOn(ctx: Ctx): Promise<void> {
  const [row] = await ctx.db
    .select({ tokens: sql<string>`coalesce(sum(${referrals.tokens}), 0)` })
    .from(referrals)
    .where(eq(referrals.referrerId, demoFan.id));
  const [tokens, band] = [Number(row?.tokens ?? 0), creatorNamed('blue.hour.trio')];
  if (tokens > 0)
    await spend(as(ctx, demoFan), {
      kind: 'tip',
      itemId: band.id,
      performerId: band.id,
      tokens,
      description: `Tip to ${band.name}`,
      did: 'tipped you',
      href: null,
    });
}

/** The referrals of both demo accounts, with shares paid over two months. */
export function referralStory(today: Date): Happening[] {
  const begin = before(today, days(70));
  const code = (accountId: string, text: string) => ({ accountId, code: text, createdAt: begin });
  const joined: Happening = {
    at: begin,
    async perform(ctx) {
      await ctx.db
        .insert(referralCodes)
        .values([code(demoFan.id, 'nora2718'), code(demoCreator.id, 'demo3141')]);
      for (const each of invited) await join(ctx, each, today);
    },
  };
  const credited = Array.from({ length: 12 }, (_, at): Happening => ({
    at: before(today, days(at * 5) + minutes(5)),
    perform: creditReferrers,
  }));
  return [joined, ...credited, { at: before(today, minutes(3)), perform: passOn }];
}
