import { type SQL, and, asc, desc, eq, isNull, sql } from 'drizzle-orm';
import type { PerformerRow } from '#contract/people/creators.ts';
import { type Ctx, type UserCtx, now } from '../../../kernel/context.ts';
import { accounts } from '../../../db/schema/accounts.ts';
import { follows } from '../../../db/schema/community.ts';
import { performers } from '../../../db/schema/creators.ts';
import { trendingCreators } from '../../../db/schema/search/trending.ts';
import { notFound } from '../../../kernel/errors.ts';
import { followedBy, loadAccessFacts, isOpenTo } from '../../base/access/access.ts';
import { canMeet } from '../../base/access/block-rules.ts';
import { unmutedBy } from '../../base/access/mute-rules.ts';
import { rowColumns } from './queries.ts';
import { rowViews } from './suggestions.ts';

/** SQL condition: the creator can be suggested to the viewer. */
export const isOpen = (ctx: Ctx): SQL | undefined =>
  and(
    eq(performers.verified, 'approved'),
    isNull(accounts.suspendedAt),
    canMeet(ctx, performers.accountId),
    unmutedBy(ctx.viewer, performers.accountId),
  );

/** SQL condition: there is something to see. */
export const hasPublished = sql`${performers.feeds} + ${performers.videos} + ${performers.galleries} + ${performers.products} + ${performers.photos} > 0`;

/** SQL condition: neither the viewer nor a creator they follow or subscribe to. */
export const isUnknown = (ctx: Ctx): SQL | undefined =>
  ctx.viewer
    ? sql`${performers.accountId} <> ${ctx.viewer.id} AND ${performers.accountId} NOT IN (${followedBy(ctx.viewer.id, now(ctx))})`
    : undefined;

const select = (ctx: Ctx) =>
  ctx.db.select(rowColumns).from(performers).innerJoin(accounts, eq(accounts.id, performers.accountId));

/** The creators with the highest score of the last job. */
export async function trendingPerformers(ctx: Ctx, limit: number): Promise<PerformerRow[]> {
  const rows = await select(ctx)
    .innerJoin(trendingCreators, eq(trendingCreators.performerId, performers.accountId))
    .where(isOpen(ctx))
    .orderBy(desc(trendingCreators.score), desc(performers.accountId))
    .limit(limit);
  return rowViews(ctx, rows);
}

/** The creators who joined last and have published something. */
export async function newestPerformers(ctx: Ctx, limit: number): Promise<PerformerRow[]> {
  const rows = await select(ctx)
    .where(and(isOpen(ctx), hasPublished))
    .orderBy(desc(performers.createdAt), desc(performers.accountId))
    .limit(limit);
  return rowViews(ctx, rows);
}

/** The most followed creators with a free subscription; none where the site doesn't offer them. */
export async function freePerformers(ctx: Ctx, limit: number): Promise<PerformerRow[]> {
  const { freeSubscriptionEnabled } = await ctx.settings.all();
  if (!freeSubscriptionEnabled) return [];
  const rows = await select(ctx)
    .where(and(isOpen(ctx), sql`${performers.isFreeSubscription} = true`))
    .orderBy(desc(performers.followers), desc(performers.accountId))
    .limit(limit);
  return rowViews(ctx, rows);
}

/** How many of a creator's followers, and of whom each follows, are looked at: enough to tell, and never more work. */
const [mostFollowers, mostFollowed] = [sql.raw('500'), sql.raw('200')];
/** One shared follower would tell whom somebody follows. */
const fewestShared = sql.raw('2');
/** How many creators of the same categories are compared. */
const mostAlike = sql.raw('60');
/** What having all categories in common is worth, where sharing all followers is worth 1. */
const categoryWeight = sql.raw('0.2');

/** Creators by how much they have in common with another: followers, relative to how many both have, and categories. */
const alikeTo = (id: string): SQL => sql`(
  WITH given AS (SELECT categories, followers FROM performers WHERE account_id = ${id}),
  fans AS MATERIALIZED (SELECT follower_id FROM follows WHERE performer_id = ${id} ORDER BY created_at DESC LIMIT ${mostFollowers}),
  shared AS (
    SELECT theirs.performer_id, count(*) AS shared FROM fans
    CROSS JOIN LATERAL (SELECT f.performer_id FROM follows f WHERE f.follower_id = fans.follower_id LIMIT ${mostFollowed}) AS theirs
    WHERE theirs.performer_id <> ${id} GROUP BY theirs.performer_id HAVING count(*) >= ${fewestShared}),
  alike AS (
    SELECT account_id AS performer_id FROM performers
    WHERE categories && (SELECT categories FROM given) AND account_id <> ${id} ORDER BY followers DESC, account_id DESC LIMIT ${mostAlike})
  SELECT c.account_id AS performer_id,
    coalesce(shared.shared, 0) / sqrt(greatest(1, (SELECT count(*) FROM fans)) * greatest(1, c.followers, coalesce(shared.shared, 0))::float8)
      + ${categoryWeight} * cardinality(ARRAY(SELECT unnest(c.categories) INTERSECT SELECT unnest(given.categories)))::float8 / greatest(1, cardinality(given.categories)) AS score
  FROM (SELECT performer_id FROM shared UNION SELECT performer_id FROM alike) AS found
  JOIN performers c ON c.account_id = found.performer_id CROSS JOIN given LEFT JOIN shared ON shared.performer_id = c.account_id)`;

async function similarRows(ctx: Ctx, id: string, limit: number): Promise<PerformerRow[]> {
  const rows = await select(ctx)
    .innerJoin(
      sql`${alikeTo(id)} AS similar_creators`,
      sql`similar_creators.performer_id = ${performers.accountId}`,
    )
    .where(and(isOpen(ctx), isUnknown(ctx)))
    .orderBy(sql`similar_creators.score DESC`, desc(performers.followers), desc(performers.accountId))
    .limit(limit);
  return rowViews(ctx, rows);
}

/**
 * Creators who share followers or categories with one, without those the viewer knows.
 * @throws AppError 404 if the viewer can't see that creator.
 */
export async function similarPerformers(
  ctx: Ctx,
  id: string,
  limit: number,
): Promise<{ data: PerformerRow[]; total: number }> {
  const facts = await loadAccessFacts(ctx, { ownerIds: [id] });
  if (!isOpenTo(facts, id)) throw notFound();
  const data = await similarRows(ctx, id, limit);
  return { data, total: data.length };
}

/** The last creators that the viewer began to follow, as far as they may see them. */
async function followedLast(ctx: UserCtx, limit: number): Promise<PerformerRow[]> {
  const found = await ctx.db
    .select({ id: follows.performerId })
    .from(follows)
    .where(eq(follows.followerId, ctx.viewer.id))
    .orderBy(desc(follows.createdAt), asc(follows.performerId))
    .limit(20);
  if (found.length === 0) return [];
  const rows = await select(ctx).where(
    and(
      isOpen(ctx),
      sql`${performers.accountId} = ANY (${`{${found.map(({ id }) => id).join(',')}}`}::uuid[])`,
    ),
  );
  const byId = new Map(rows.map((row) => [row.id, row]));
  const ordered = found.flatMap(({ id }) => byId.get(id) ?? []).slice(0, limit);
  return rowViews(ctx, ordered);
}

/** For the creators that the viewer began to follow last: others whom their followers follow. Nobody appears twice. */
export async function becauseFollowed(
  ctx: Ctx,
  { sources, each }: { readonly sources: number; readonly each: number },
): Promise<{ performer: PerformerRow; performers: PerformerRow[] }[]> {
  if (!ctx.viewer) return [];
  const followed = await followedLast({ ...ctx, viewer: ctx.viewer }, sources);
  const found = await Promise.all(followed.map(({ _id }) => similarRows(ctx, _id, each * sources)));
  const shown = new Set<string>();
  return followed.flatMap((performer, at) => {
    const fresh = (found[at] ?? []).filter(({ _id }) => !shown.has(_id)).slice(0, each);
    for (const { _id } of fresh) shown.add(_id);
    return fresh.length > 0 ? [{ performer, performers: fresh }] : [];
  });
}
