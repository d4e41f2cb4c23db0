import type { BasisPoints } from '#lib/units.ts';
import { type SQL, sql } from 'drizzle-orm';
import type { ReferralRow, ReferralState } from '#contract/money/referrals.ts';
import type { ParsedInput, ReplySource } from '#contract/core/registry.ts';
import { matchesText } from '../../../db/matches-text.ts';
import { type UserCtx, now } from '../../../kernel/context.ts';
import { fetchRows } from '../../../db/db.ts';
import { cutPage, encodeCursor, readCursor } from '../../../kernel/keyset.ts';
import { type Bond, bondLabels } from './bonds.ts';
import { calculateShare } from './paying.ts';

/** First names only, which a friend would know anyway. */
export const givenName = sql`split_part(btrim(a.name), ' ', 1)`;

/** The state of referral `r` at a given time. */
export const referralState = (time: Date): SQL =>
  sql`CASE WHEN r.voided_at IS NOT NULL THEN 'voided' WHEN r.ends_at <= ${time.toISOString()}::timestamptz THEN 'ended' ELSE 'active' END`;

interface Row {
  id: string;
  name: string;
  username: string | null;
  is_performer: boolean;
  state: ReferralState;
  void_reason: Bond | null;
  starts_at: Date | string;
  ends_at: Date | string;
  created_at: Date | string;
  commission: string;
  bps: BasisPoints;
  paid: string;
  tokens: string;
}

const masked = (username: string | null): string | null =>
  username === null ? null : `${username.slice(0, 2)}···`;
const iso = (time: Date | string): string => new Date(time).toISOString();

function toReferralRow(row: Row, isPerformer: boolean): ReferralRow {
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
  const state = referralState(now(ctx));
  const named = query.q ? sql`AND ${matchesText(query.q, givenName)}` : sql``;
  const inState = query.state ? sql`AND ${state} = ${query.state}` : sql``;
  const mine = sql`FROM referrals r JOIN accounts a ON a.id = r.referred_id WHERE r.referrer_id = ${ctx.viewer.id} ${named} ${inState}`;
  const after = query.cursor === undefined ? null : readCursor(query.cursor);
  const afterCursor = after
    ? sql`AND (r.created_at, r.id) < (${after.createdAt.toISOString()}::timestamptz, ${after.id}::uuid)`
    : sql``;
  const rows = await fetchRows<Row>(
    ctx.db.execute(sql`
    SELECT r.id, ${givenName} AS name, a.username, a.is_performer, ${state} AS state, r.void_reason, r.starts_at, r.ends_at, r.created_at, r.commission, r.bps, r.paid, r.tokens
    ${mine} ${afterCursor} ORDER BY r.created_at DESC, r.id DESC LIMIT ${query.limit + 1} OFFSET ${after ? 0 : query.offset}`),
  );
  const page = cutPage(rows, query.limit, (last) =>
    encodeCursor({ createdAt: new Date(last.created_at), id: last.id }),
  );
  const [counted] = await fetchRows<{ total: number }>(
    ctx.db.execute(sql`SELECT count(*)::int AS total ${mine}`),
  );
  return {
    data: page.rows.map((row) => toReferralRow(row, ctx.viewer.isPerformer)),
    total: counted?.total ?? 0,
    nextCursor: page.nextCursor,
  };
}
