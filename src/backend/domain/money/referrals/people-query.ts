import type { BasisPoints } from '#lib/units.ts';
import { type SQL, sql } from 'drizzle-orm';
import type { ReferralState } from '#contract/money/referrals.ts';
import type { ParsedInput } from '#contract/core/registry.ts';
import { type Db, fetchRows } from '../../../db/db.ts';
import { matchesText } from '../../../db/matches-text.ts';
import { readCursor } from '../../../kernel/keyset.ts';
import type { Bond } from './bonds.ts';

/** First names only, which a friend would know anyway. */
export const givenName = sql`split_part(btrim(a.name), ' ', 1)`;

/** The state of referral `r` at a given time. */
export const referralState = (time: Date): SQL =>
  sql`CASE WHEN r.voided_at IS NOT NULL THEN 'voided' WHEN r.ends_at <= ${time.toISOString()}::timestamptz THEN 'ended' ELSE 'active' END`;

export interface FoundReferral {
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

type Asked = ParsedInput<'GET /referrals/user/search'>['query'] & {
  readonly referrerId: string;
  readonly time: Date;
};

/** FROM the referrals of an account that match. */
function matching({ referrerId, time, q, state }: Asked): SQL {
  const named = q ? sql`AND ${matchesText(q, givenName)}` : sql``;
  const inState = state ? sql`AND ${referralState(time)} = ${state}` : sql``;
  return sql`FROM referrals r JOIN accounts a ON a.id = r.referred_id WHERE r.referrer_id = ${referrerId} ${named} ${inState}`;
}

/** A page of an account's referrals, newest first, and the first of the next one. */
export function pageOfReferrals(db: Db, asked: Asked): Promise<FoundReferral[]> {
  const after = asked.cursor === undefined ? null : readCursor(asked.cursor);
  const afterCursor = after
    ? sql`AND (r.created_at, r.id) < (${after.createdAt.toISOString()}::timestamptz, ${after.id}::uuid)`
    : sql``;
  return fetchRows(
    db.execute(sql`
    SELECT r.id, ${givenName} AS name, a.username, a.is_performer, ${referralState(asked.time)} AS state, r.void_reason, r.starts_at, r.ends_at, r.created_at, r.commission, r.bps, r.paid, r.tokens
    ${matching(asked)} ${afterCursor} ORDER BY r.created_at DESC, r.id DESC LIMIT ${asked.limit + 1} OFFSET ${after ? 0 : asked.offset}`),
  );
}

export async function countReferrals(db: Db, asked: Asked): Promise<number> {
  const [counted] = await fetchRows<{ total: number }>(
    db.execute(sql`SELECT count(*)::int AS total ${matching(asked)}`),
  );
  return counted?.total ?? 0;
}
