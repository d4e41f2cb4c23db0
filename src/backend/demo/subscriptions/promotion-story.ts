import { and, asc, eq, inArray, notInArray } from 'drizzle-orm';
import type { Ctx } from '../../kernel/context.ts';
import { takeTrial } from '../../domain/trade/subscriptions/promotion-trials.ts';
import { promotions } from '../../db/schema/promotions.ts';
import { subscriberNotes, subscriptions } from '../../db/schema/subscriptions.ts';
import { creatorNamed, demoFan, fans } from '../cast.ts';
import { type Past, as, before, days } from '../past.ts';
import { demoId } from '../random.ts';

const code = 'firstlight';
const notes = [
  'Asked for a print of the harbour. Send the list when it is ready.',
  'Here since the first week. Likes the darkroom posts best.',
];

async function makeOffers({ db }: Ctx, performerId: string, today: Date): Promise<void> {
  const made = (ago: number) => ({
    performerId,
    startsAt: before(today, days(ago)),
    createdAt: before(today, days(ago)),
    updatedAt: before(today, days(ago)),
    endsAt: new Date(today.getTime() + days(24)),
  });
  await db.insert(promotions).values([
    {
      id: demoId('offer'),
      kind: 'percent',
      percent: 30,
      plan: 'monthly',
      audience: 'all',
      message: 'For the long evenings: a month of prints in the making.',
      maxUses: 12,
      ...made(4),
    },
    {
      id: demoId('trial link'),
      kind: 'trial',
      days: 14,
      code,
      message: 'Come in and look around the darkroom.',
      maxUses: 25,
      ...made(6),
    },
  ]);
}

/** A current offer of the demo creator, a trial link used by two fans, and notes on two subscribers. */
export async function promotionStory(ctx: Ctx, past: Past): Promise<void> {
  const { today } = past;
  const { id: performerId } = creatorNamed('demo-creator');
  await makeOffers(ctx, performerId, today);
  const ofDemo = eq(subscriptions.performerId, performerId);
  const known = await ctx.db
    .select({ id: subscriptions.userId })
    .from(subscriptions)
    .where(
      and(
        ofDemo,
        inArray(subscriptions.state, ['active', 'cancelled']),
        notInArray(subscriptions.userId, [demoFan.id]),
      ),
    )
    .orderBy(asc(subscriptions.startedAt), asc(subscriptions.id));
  for (const [at, { id: userId }] of known.slice(0, notes.length).entries())
    await ctx.db
      .insert(subscriberNotes)
      .values({ performerId, userId, text: notes[at] ?? '', updatedAt: today });
  const ever = new Set(
    (await ctx.db.select({ id: subscriptions.userId }).from(subscriptions).where(ofDemo)).map(
      (row) => row.id,
    ),
  );
  const curious = fans.filter((fan) => fan !== demoFan && !ever.has(fan.id)).slice(0, 2);
  for (const [at, fan] of curious.entries()) {
    past.set(before(today, days(5 - at * 2)));
    await takeTrial(as(ctx, fan), code);
  }
  past.set(today);
}
