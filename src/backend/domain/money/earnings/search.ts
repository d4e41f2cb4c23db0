import type { Cents } from '#lib/units.ts';
import type { ParsedInput, ReplySource } from '#contract/core/registry.ts';
import type { Ctx, UserCtx } from '../../../kernel/context.ts';
import { invalid } from '../../../kernel/errors.ts';
import { performerCards } from '../../people/accounts/profile-cards.ts';
import { type EarningFilter, type EarningSource, type SavedSource, isIn } from './rows.ts';
import { pageOfRows, sumMatching } from './rows-query.ts';
import { type Figures, addUp, sumsBySource, toFigures } from './sums.ts';
import { sumsOfItem } from './top-earners.ts';
import { cutPage, encodeCursor } from '../../../kernel/keyset.ts';
import { addDays } from '../../../kernel/subscription-dates.ts';

type Found = ReplySource<'GET /performer/earning/search'>;
type Query = ParsedInput<'GET /performer/earning/search'>['query'];

/** Whether a filter selects whole sources. */
const isBySource = ({ userId, itemId, subscribers }: EarningFilter) =>
  !userId && !itemId && subscribers !== 'lost';

/** Payments by new and by returning subscribers. */
const moves: Record<string, readonly SavedSource[]> = { new: ['subscription'], renewed: ['renewal'] };

function keeps({ source, part, subscribers }: EarningFilter, kept: SavedSource): boolean {
  const isSubscription = kept === 'subscription' || kept === 'renewal';
  if (subscribers && !moves[subscribers]?.includes(kept)) return false;
  if (source && source !== (isSubscription ? 'subscription' : kept)) return false;
  return isIn(part ?? (source ? 'all' : 'earned'), kept);
}

/**
 * The key of the one item a filter selects, if it selects nothing else. A single fan's rows are few enough to
 * read from the ledger.
 */
function filterKey({ userId, itemKind, itemId, source, part, subscribers }: EarningFilter): string | null {
  if (userId || source || subscribers || (part && part !== 'earned')) return null;
  return itemKind && itemId ? `${itemKind}:${itemId}` : null;
}

/** The totals of a filter: from daily totals where possible, else from each row. */
async function loadTotals(ctx: Ctx, performerId: string, filter: EarningFilter): Promise<Figures> {
  if (isBySource(filter))
    return addUp(
      (await sumsBySource(ctx, performerId, filter)).filter(({ source }) => keeps(filter, source)),
    );
  const key = filterKey(filter);
  if (key) return sumsOfItem(ctx, performerId, { from: filter.from, to: filter.to, key });
  return toFigures(await sumMatching(ctx.db, performerId, filter));
}

/** Only positive amounts (sales and referral income) are held; deductions apply immediately. */
const neverHeld: readonly EarningSource[] = ['refund', 'payout', 'adjustment'];
const isHeld = (source: EarningSource, net: Cents) => !neverHeld.includes(source) && net > 0;

/** The ledger rows behind a figure, and their totals. */
export async function searchEarnings(ctx: UserCtx, query: Query): Promise<Found> {
  if ((query.itemKind === undefined) !== (query.itemId === undefined))
    throw invalid(query.itemKind ? 'itemId' : 'itemKind', 'Pass both the type and the id of an item.');
  const { cursor: _cursor, offset: _offset, limit, ...filter } = query;
  const rows = await pageOfRows(ctx.db, ctx.viewer.id, query);
  const page = cutPage(rows, limit, (last) =>
    encodeCursor({ createdAt: new Date(last.created_at), id: last.id }),
  );
  const { count, ...sums } = await loadTotals(ctx, ctx.viewer.id, filter);
  const { payoutHoldDays } = await ctx.settings.all();
  const cards = await performerCards(
    ctx,
    page.rows.flatMap((row) => row.actor_id ?? []),
  );
  const data = page.rows.map((row) => {
    const createdAt = new Date(row.created_at);
    const [net, commission] = [Number(row.net), Number(row.commission)];
    return {
      _id: row.id,
      source: row.source,
      description: row.description,
      user: cards.get(row.actor_id ?? '') ?? null,
      item: row.item_kind && row.item_id ? { kind: row.item_kind, _id: row.item_id } : null,
      gross: net + commission,
      commission,
      net,
      // No date is known while the order has an open problem.
      availableAt: row.in_problem
        ? null
        : (isHeld(row.source, net) ? addDays(createdAt, payoutHoldDays) : createdAt).toISOString(),
      createdAt: createdAt.toISOString(),
    };
  });
  return { data, total: count, sums, nextCursor: page.nextCursor };
}
