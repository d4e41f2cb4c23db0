import { type SQL, sql } from 'drizzle-orm';
import type { AudienceCount, BroadcastAudience, FanGroup } from '#contract/trade/broadcasts/broadcasts.ts';
import { type Db, fetchRows } from '../../../db/db.ts';
import { idList } from '../../../db/prepared.ts';
import { unblocked } from '../../base/access/block-rules.ts';

const DAY_MS = 86_400_000;

/** The sender of a mass message, and the parts of it that decide who receives it. */
export interface Outgoing {
  readonly performerId: string;
  readonly audience: BroadcastAudience;
  readonly fileIds: readonly string[];
}

const stamp = (time: Date): SQL => sql`${time.toISOString()}::timestamptz`;
export const live = (time: Date): SQL =>
  sql`state IN ('active', 'past_due', 'cancelled') AND period_end > ${stamp(time)}`;

/**
 * SQL condition: the account has followed, subscribed to, bought from, or written to the creator. Creators
 * can message only such accounts, even through a list.
 */
export const turnedTo = (performerId: string, account: SQL): SQL => sql`(
  EXISTS (SELECT 1 FROM follows f WHERE f.follower_id = ${account} AND f.performer_id = ${performerId})
  OR EXISTS (SELECT 1 FROM subscriptions s WHERE s.user_id = ${account} AND s.performer_id = ${performerId} AND s.state <> 'incomplete')
  OR EXISTS (SELECT 1 FROM purchases p WHERE p.account_id = ${account} AND p.performer_id = ${performerId} AND p.reversed_at IS NULL)
  OR EXISTS (SELECT 1 FROM conversation_members m WHERE m.account_id = ${account} AND m.other_id = ${performerId} AND m.wrote_at IS NOT NULL))`;

/** Fans who spent at least `tokens` with the creator since then. Charges that were reversed don't count. */
const spenders = (performerId: string, tokens: number, since: Date): SQL => sql`
  SELECT t.actor_id AS id FROM ledger_transactions t
    JOIN ledger_postings p ON p.transaction_id = t.id AND p.unit = 'token' AND p.amount < 0
    JOIN ledger_accounts a ON a.id = p.account_id AND a.kind IN ('wallet', 'wallet_held') AND a.owner_id = t.actor_id
  WHERE t.performer_id = ${performerId} AND t.kind = 'charge' AND t.created_at >= ${stamp(since)}
    AND NOT EXISTS (SELECT 1 FROM ledger_transactions r WHERE r.reverses_id = t.id)
  GROUP BY t.actor_id HAVING sum(-p.amount) >= ${tokens}`;

const matchPlans = (plans: readonly string[]): SQL =>
  plans.length === 0
    ? sql``
    : sql`AND type IN (${sql.join(
        plans.map((plan) => sql`${plan}`),
        sql`, `,
      )})`;

/** SELECT of the account ids in a group. */
function selectMembers(performerId: string, group: FanGroup, time: Date): SQL {
  switch (group.kind) {
    case 'followers':
      return sql`SELECT follower_id AS id FROM follows WHERE performer_id = ${performerId}`;
    case 'subscribers':
      return sql`SELECT user_id AS id FROM subscriptions WHERE performer_id = ${performerId} AND ${live(time)} ${matchPlans(group.plans)}`;
    case 'expired':
      return sql`SELECT s.user_id AS id FROM subscriptions s WHERE s.performer_id = ${performerId} AND s.state <> 'incomplete' AND NOT EXISTS (
        SELECT 1 FROM subscriptions l WHERE l.user_id = s.user_id AND l.performer_id = s.performer_id AND ${live(time)})`;
    case 'list':
      return sql`SELECT lm.account_id AS id FROM fan_list_members lm JOIN fan_lists l ON l.id = lm.list_id
        WHERE l.id = ${group.listId} AND l.performer_id = ${performerId} AND ${turnedTo(performerId, sql`lm.account_id`)}`;
    case 'spenders':
      return spenders(performerId, group.tokens, new Date(time.getTime() - group.days * DAY_MS));
    case 'buyers':
      return sql`SELECT account_id AS id FROM purchases
        WHERE kind = ${group.item.kind} AND item_id = ${group.item._id} AND performer_id = ${performerId} AND reversed_at IS NULL`;
  }
}

const selectAnyMember = (performerId: string, groups: readonly FanGroup[], time: Date): SQL =>
  sql.join(
    groups.map((group) => sql`(${selectMembers(performerId, group, time)})`),
    sql` UNION `,
  );

/** SELECT of these accounts. */
export const theseFans = (ids: readonly string[]): SQL => sql`SELECT unnest(${idList(ids)}::text::uuid[])`;

/** SELECT of the account ids that are in at least one included group and in no excluded group. */
export function peopleIn({ performerId, audience }: Outgoing, time: Date): SQL {
  const included = selectAnyMember(performerId, audience.include, time);
  return audience.exclude.length === 0
    ? included
    : sql`(${included}) EXCEPT (${selectAnyMember(performerId, audience.exclude, time)})`;
}

/** SQL condition: the account has bought every one of these files, in any item. */
const owns = (fileIds: readonly string[]): SQL =>
  fileIds.length === 0
    ? sql`false`
    : sql`(SELECT count(DISTINCT pf.file_id) FROM purchase_files pf JOIN purchases p ON p.id = pf.purchase_id
        WHERE pf.account_id = a.id AND pf.file_id = ANY (${idList(fileIds)}::text::uuid[]) AND p.reversed_at IS NULL) = ${fileIds.length}`;

/** SQL condition: the account muted the creator's mass messages. */
export const mutes = (performerId: string, account: SQL): SQL =>
  sql`EXISTS (SELECT 1 FROM mass_message_mutes mm WHERE mm.account_id = ${account} AND mm.performer_id = ${performerId})`;

/** What people are asked to be spared, and where the creator isn't seen. */
export interface Bounds {
  readonly time: Date;
  /** Mass messages a week of those who chose no number. */
  readonly cap: number;
  /** Fans last seen in a place the creator blocks. */
  readonly outside: readonly string[];
}

/**
 * SQL condition: the account muted the creator's mass messages, or has reached its cap for the last 7 days.
 */
function declines(performerId: string, { time, cap }: Bounds): SQL {
  const since = stamp(new Date(time.getTime() - 7 * DAY_MS));
  return sql`(${mutes(performerId, sql`a.id`)}
    OR (SELECT count(*) FROM broadcast_recipients r WHERE r.account_id = a.id AND r.delivered_at > ${since})
      >= coalesce((SELECT weekly FROM mass_message_caps c WHERE c.account_id = a.id), ${cap}))`;
}

/**
 * SELECT of the fans among `people` (a SELECT of ids) whom the creator can reach now, with the columns `id`,
 * `owns`, and `declines`. Excludes creators, suspended accounts, blocks on either side, and blocked
 * places.
 */
export function fansAmong({ performerId, fileIds }: Outgoing, people: SQL, bounds: Bounds): SQL {
  const outside =
    bounds.outside.length === 0 ? sql`true` : sql`a.id <> ALL (${idList(bounds.outside)}::text::uuid[])`;
  return sql`
    SELECT a.id, ${owns(fileIds)} AS owns, ${declines(performerId, bounds)} AS declines
    FROM accounts a WHERE a.id IN (${people}) AND a.id <> ${performerId} AND NOT a.is_performer AND a.suspended_at IS NULL
      AND ${unblocked(sql`${performerId}::uuid`, sql`a.id`)} AND ${outside}`;
}

/** SQL condition on the rows of `fansAmong`: this fan receives the message. */
export const receives = ({ audience, fileIds }: Outgoing): SQL =>
  audience.excludeOwners && fileIds.length > 0 ? sql`NOT declines AND NOT owns` : sql`NOT declines`;

/** Counts those fans by whether they receive the message. */
export async function countFans(db: Db, outgoing: Outgoing, fans: SQL): Promise<AudienceCount> {
  const [row] = await fetchRows<AudienceCount>(
    db.execute(sql`
    SELECT people, owners, muted, (SELECT name FROM accounts WHERE accounts.id = counted.first::uuid) AS sample FROM (
      SELECT count(*) FILTER (WHERE ${receives(outgoing)})::int AS people, count(*) FILTER (WHERE owns)::int AS owners,
        count(*) FILTER (WHERE declines)::int AS muted, min(fans.id::text) FILTER (WHERE ${receives(outgoing)}) AS first
      FROM (${fans}) AS fans) AS counted`),
  );
  return row ?? { people: 0, owners: 0, muted: 0, sample: null };
}
