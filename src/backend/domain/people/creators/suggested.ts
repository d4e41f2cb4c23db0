import { and, desc, eq, sql } from 'drizzle-orm';
import type { ReplySource } from '#contract/core/registry.ts';
import { accounts } from '../../../db/schema/accounts.ts';
import { performers } from '../../../db/schema/creators.ts';
import { trendingCreators } from '../../../db/schema/search/trending.ts';
import type { UserCtx } from '../../../kernel/context.ts';
import { viewInterests } from '../accounts/first-steps/interests.ts';
import { hasPublished, isOpen, isUnknown } from './discovery.ts';
import { rowColumns } from './queries.ts';
import { textList } from './search-terms.ts';
import { rowViews } from './suggestions.ts';

const shown = 12;
/** How many of each kind are compared, so that a request never sorts all creators. */
const compared = sql.raw('60');

/** Creators to follow: those of the viewer's interests first, each with the interest; then trending and popular ones. */
export async function suggestedPerformers(ctx: UserCtx): Promise<ReplySource<'GET /explore/suggestions'>> {
  const { interests } = await viewInterests(ctx);
  const chosen = sql`${textList(interests)}::text[]`;
  const open = sql`SELECT c.account_id FROM performers c WHERE c.verification_state = 'approved'`;
  const found = sql`(
    (${open} AND c.categories && ${chosen} ORDER BY c.followers DESC, c.account_id DESC LIMIT ${compared})
    UNION (SELECT t.performer_id FROM trending_creators t ORDER BY t.score DESC, t.performer_id DESC LIMIT ${compared})
    UNION (${open} ORDER BY c.followers DESC, c.account_id DESC LIMIT ${compared}))`;
  const interest = sql<
    string | null
  >`(SELECT word FROM unnest(${chosen}) WITH ORDINALITY AS given (word, place) WHERE word = ANY (${performers.categories}) ORDER BY place LIMIT 1)`;
  const rows = await ctx.db
    .select({ ...rowColumns, interest })
    .from(performers)
    .innerJoin(accounts, eq(accounts.id, performers.accountId))
    .leftJoin(trendingCreators, eq(trendingCreators.performerId, performers.accountId))
    .where(and(sql`${performers.accountId} IN ${found}`, isOpen(ctx), isUnknown(ctx), hasPublished))
    .orderBy(
      sql`${interest} IS NOT NULL DESC`,
      sql`${trendingCreators.score} DESC NULLS LAST`,
      desc(performers.followers),
      desc(performers.accountId),
    )
    .limit(shown);
  const views = await rowViews(ctx, rows);
  const data = views.map((performer, at) => ({ performer, interest: rows[at]?.interest ?? null }));
  return { data, total: data.length };
}
