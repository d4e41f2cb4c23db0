import type { ReferralRow } from '#contract/money/referrals.ts';
import type { ParsedInput, ReplySource } from '#contract/core/registry.ts';
import { type UserCtx, now } from '../../../kernel/context.ts';
import { cutPage, encodeCursor } from '../../../kernel/keyset.ts';
import { bondLabels } from './bonds.ts';
import { calculateShare } from './paying.ts';
import { type FoundReferral, countReferrals, pageOfReferrals } from './people-query.ts';

const masked = (username: string | null): string | null =>
  username === null ? null : `${username.slice(0, 2)}···`;
const iso = (time: Date | string): string => new Date(time).toISOString();

function toReferralRow(row: FoundReferral, isPerformer: boolean): ReferralRow {
  const [amount, tokens] = [Number(row.paid), Number(row.tokens)];
  const due = row.state === 'voided' ? 0 : calculateShare(Number(row.commission), row.bps);
  return {
    _id: row.id,
    name: row.name,
    username: masked(row.username),
    isPerformer: row.is_performer,
    state: row.state,
    reason: row.void_reason && bondLabels[row.void_reason],
    joinedAt: iso(row.starts_at),
    endsAt: iso(row.ends_at),
    amount,
    tokens,
    pending: isPerformer ? 0 : Math.max(0, due - amount),
  };
}

/**
 * People who joined with the viewer's code, newest first. Searches only the part of the name that is shown.
 */
export async function searchReferrals(
  ctx: UserCtx,
  query: ParsedInput<'GET /referrals/user/search'>['query'],
): Promise<ReplySource<'GET /referrals/user/search'>> {
  const asked = { ...query, referrerId: ctx.viewer.id, time: now(ctx) };
  const rows = await pageOfReferrals(ctx.db, asked);
  const page = cutPage(rows, query.limit, (last) =>
    encodeCursor({ createdAt: new Date(last.created_at), id: last.id }),
  );
  const total = await countReferrals(ctx.db, asked);
  return {
    data: page.rows.map((row) => toReferralRow(row, ctx.viewer.isPerformer)),
    total,
    nextCursor: page.nextCursor,
  };
}
