import { sql } from 'drizzle-orm';
import type { Db } from '../../../db/db.ts';

const dayMs = 24 * 60 * 60_000;

/**
 * The formula of docs/areas/across/search.md. What somebody did counts half after `halfLifeDays`, and nothing
 * after `days`.
 */
const rule = {
  days: 14,
  halfLifeDays: 3,
  weights: { follow: 3, like: 1, unlock: 2 },
  /** Readers added to those of every creator, so that one unlock among three readers isn't a rate. */
  readersAdded: 20,
  /** With `power`: ten times as many followers need about twice the activity. */
  followersAdded: 50,
  power: 0.3,
  /** What accounts did that are younger doesn't count yet, unless they paid. */
  minimumAgeMs: dayMs,
  /** How many creators are kept. */
  most: 1_000,
} as const;

const number = (value: number) => sql.raw(String(value));

/** The owner of whatever can be liked. */
const items = sql`(
  SELECT id, performer_id FROM feeds UNION ALL SELECT id, performer_id FROM videos UNION ALL SELECT id, performer_id FROM galleries
  UNION ALL SELECT id, performer_id FROM photos UNION ALL SELECT id, performer_id FROM products UNION ALL SELECT id, performer_id FROM auctions)`;

/** Writes the score that every creator with recent activity has at a time. */
export async function writeScores(db: Db, time: Date): Promise<void> {
  const at = sql`${time.toISOString()}::timestamptz`;
  const since = sql`${new Date(time.getTime() - rule.days * dayMs).toISOString()}::timestamptz`;
  const oldEnough = sql`${new Date(time.getTime() - rule.minimumAgeMs).toISOString()}::timestamptz`;
  const { follow, like, unlock } = rule.weights;
  const decayed = (then: ReturnType<typeof sql>) =>
    sql`exp(-ln(2) * greatest(0, extract(epoch FROM ${at} - ${then})) / ${number((rule.halfLifeDays * dayMs) / 1000)})`;
  await db.execute(sql`
    INSERT INTO trending_creators (performer_id, score, updated_at)
    WITH acts AS (
      SELECT f.performer_id, f.follower_id AS account_id, ${number(follow)} AS weight, f.created_at AS at, false AS paid
        FROM follows f WHERE f.created_at > ${since}
      UNION ALL SELECT o.performer_id, r.account_id, ${number(like)}, max(r.created_at), false
        FROM reactions r JOIN ${items} AS o ON o.id = r.object_id
        WHERE r.action = 'like' AND r.created_at > ${since} GROUP BY o.performer_id, r.account_id, r.created_at::date
      UNION ALL SELECT p.performer_id, p.account_id, ${number(unlock)}, max(p.created_at), true
        FROM purchases p WHERE p.reversed_at IS NULL AND p.created_at > ${since} GROUP BY p.performer_id, p.account_id, p.created_at::date),
    points AS (
      SELECT acts.performer_id, sum(acts.weight * ${decayed(sql`acts.at`)}) AS points, coalesce(sum(${decayed(sql`acts.at`)}) FILTER (WHERE acts.paid), 0) AS unlocks
      FROM acts JOIN accounts a ON a.id = acts.account_id
      WHERE acts.account_id <> acts.performer_id AND a.suspended_at IS NULL AND (acts.paid OR a.created_at <= ${oldEnough})
      GROUP BY acts.performer_id),
    readers AS (
      SELECT v.performer_id, sum(v.viewers * ${decayed(sql`(v.day + make_interval(hours => v.hour)) AT TIME ZONE 'UTC'`)}) AS readers
      FROM view_hours v WHERE v.performer_id IN (SELECT performer_id FROM points) AND v.day >= ${since}::date GROUP BY v.performer_id)
    SELECT points.performer_id,
      points.points * (1 + least(1, points.unlocks / (coalesce(readers.readers, 0) + ${number(rule.readersAdded)})))
        / power(c.followers + ${number(rule.followersAdded)}, ${number(rule.power)}) AS score, ${at}
    FROM points JOIN performers c ON c.account_id = points.performer_id JOIN accounts o ON o.id = points.performer_id
    LEFT JOIN readers ON readers.performer_id = points.performer_id
    WHERE c.verification_state = 'approved' AND o.suspended_at IS NULL
    ORDER BY score DESC, points.performer_id LIMIT ${number(rule.most)}`);
}
