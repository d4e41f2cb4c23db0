import { type SQL, and, eq, inArray } from 'drizzle-orm';
import type { AudienceCount, BroadcastAudience } from '#contract/trade/broadcasts/broadcasts.ts';
import { type Ctx, type UserCtx, now } from '../../../kernel/context.ts';
import { fanLists } from '../../../db/schema/broadcasts.ts';
import { invalid } from '../../../kernel/errors.ts';
import { placesClosedBy } from '../../base/access/block-rules.ts';
import { lastSeenWithin } from '../../base/access/last-seen.ts';
import { type Outgoing, countFans, fansAmong, peopleIn } from './audience-query.ts';

/** The fans among `people` whom the creator can reach now, as `fansAmong` selects them. */
export async function reachable(ctx: Ctx, outgoing: Outgoing, people: SQL): Promise<SQL> {
  const { massMessageWeeklyCap: cap } = await ctx.settings.all();
  const closed = await placesClosedBy(ctx, outgoing.performerId);
  const outside = closed.size === 0 ? [] : await lastSeenWithin(ctx, people, closed);
  return fansAmong(outgoing, people, { time: now(ctx), cap, outside });
}

/**
 * Counts the fans who would receive the message now (`people`), those who already own its files (`owners`),
 * and those who muted the creator or reached their weekly cap (`muted`).
 */
export async function countAudience(ctx: Ctx, outgoing: Outgoing): Promise<AudienceCount> {
  const fans = await reachable(ctx, outgoing, peopleIn(outgoing, now(ctx)));
  return countFans(ctx.db, outgoing, fans);
}

/** @throws AppError 422 for a list that doesn't exist or isn't the viewer's. */
export async function assertOwnLists(ctx: UserCtx, { include, exclude }: BroadcastAudience): Promise<void> {
  const listIds = [
    ...new Set([...include, ...exclude].flatMap((group) => (group.kind === 'list' ? [group.listId] : []))),
  ];
  if (listIds.length === 0) return;
  const own = await ctx.db.$count(
    fanLists,
    and(eq(fanLists.performerId, ctx.viewer.id), inArray(fanLists.id, listIds)),
  );
  if (own !== listIds.length)
    throw invalid('audience', 'One of these lists doesn’t exist anymore. Choose the audience again.');
}
