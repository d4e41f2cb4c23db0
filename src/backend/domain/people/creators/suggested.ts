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
import { candidates } from './suggested-query.ts';
import { rowViews } from './suggestions.ts';

const shown = 12;

/** Creators to follow: those of the viewer's interests first, each with the interest; then trending and popular ones. */
export async function suggestedPerformers(ctx: UserCtx): Promise<ReplySource<'GET /explore/suggestions'>> {
  const { interests } = await viewInterests(ctx);
  const chosen = sql`${textList(interests)}::text[]`;
  const interest = sql<
    string | null
  >`(SELECT word FROM unnest(${chosen}) WITH ORDINALITY AS given (word, place) WHERE word = ANY (${performers.categories}) ORDER BY place LIMIT 1)`;
  const rows = await ctx.db
    .select({ ...rowColumns, interest })
    .from(performers)
    .innerJoin(accounts, eq(accounts.id, performers.accountId))
    .leftJoin(trendingCreators, eq(trendingCreators.performerId, performers.accountId))
    .where(
      and(sql`${performers.accountId} IN ${candidates(chosen)}`, isOpen(ctx), isUnknown(ctx), hasPublished),
    )
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
