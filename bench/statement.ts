import type { Client } from 'pg';
import { databaseOf, fan } from './calls.ts';
import type { Running } from './calls.ts';
import { median } from './process-cost.ts';
import { makeHistory } from './statement-rows.ts';
import { atMost } from './table.ts';
import type { Row, Section } from './table.ts';

/** The same volume in both: 250 sales per day, for 40 days and for eleven years. */
const small = { rows: 10_000, days: 40 };
const large = { rows: 1_000_000, days: 4_000 };
const requests = 60;
const dayMs = 86_400_000;

interface Creator {
  readonly id: string;
  readonly token: string;
}

/** An approved creator account. */
async function creator(server: Running, db: Client, name: string): Promise<Creator> {
  const { token, id } = await fan(server, name);
  await db.query('UPDATE accounts SET is_performer = true WHERE id = $1', [id]);
  await db.query(
    "INSERT INTO performers (account_id, verified, monthly_price, yearly_price, created_at, updated_at) VALUES ($1, 'approved', 999, 9900, now(), now())",
    [id],
  );
  return { id, token };
}

/**
 * Makes the job add up all past days now rather than within the hour, and waits until it has. The days are
 * reset first, because the job has already run and rows inserted without triggers don't mark their days as
 * changed.
 */
async function addUpDays(db: Client): Promise<void> {
  await db.query(
    "BEGIN; UPDATE earning_closing SET closed_until = DATE '1970-01-01'; DELETE FROM earning_quarter_hours; DELETE FROM earning_days; DELETE FROM earning_months; DELETE FROM earning_day_tops; COMMIT",
  );
  await db.query("UPDATE jobs SET run_at = now() WHERE kind = 'earning-days'");
  for (
    const until = Date.now() + 600_000;
    Date.now() < until;
    await new Promise((resolve) => setTimeout(resolve, 1_000))
  ) {
    const { rows } = await db.query(
      "SELECT 1 FROM earning_closing WHERE closed_until >= (now() AT TIME ZONE 'UTC' - interval '1 hour')::date",
    );
    if (rows.length > 0) return;
  }
  throw new Error('The past days were not added up within ten minutes.');
}

/** Alternates between both, so that other load on the machine affects both alike. */
async function ratio(
  server: Running,
  path: string,
  [first, second]: readonly [Creator, Creator],
): Promise<{ ratio: number; ms: readonly [number, number] }> {
  const times: [number[], number[]] = [[], []];
  for (let n = 0; n < requests; n += 1) {
    for (const [at, { token }] of [
      [0, first],
      [1, second],
    ] as const) {
      const started = performance.now();
      const answer = await fetch(`${server.url}/api/v1/performer/earning/${path}`, {
        headers: { authorization: token },
      });
      await answer.arrayBuffer();
      if (!answer.ok) throw new Error(`${path} answered ${answer.status}`);
      times[at].push(performance.now() - started);
    }
  }
  const ms = [median(times[0]), median(times[1])] as const;
  return { ratio: ms[1] / ms[0], ms };
}

/**
 * What a creator's pages request: last month's statement, totals and rows of 30 days, and the top earners.
 */
function paths(): readonly { what: string; path: string }[] {
  const tomorrow = Math.floor(Date.now() / dayMs) * dayMs + dayMs;
  const range = `from=${new Date(tomorrow - 30 * dayMs).toISOString()}&to=${new Date(tomorrow).toISOString()}`;
  const today = new Date();
  const month = new Date(Date.UTC(today.getUTCFullYear(), today.getUTCMonth() - 1, 1))
    .toISOString()
    .slice(0, 7);
  return [
    { what: 'Statement of last month', path: `statement?month=${month}` },
    { what: 'Figures of thirty days, with those before', path: `stats?${range}` },
    { what: 'First page of the rows of thirty days, with their sums', path: `search?${range}` },
    { what: 'First page of the refunds among them', path: `search?part=refunds&${range}` },
    { what: 'Who and what brought most in thirty days', path: `tops?${range}` },
  ];
}

export async function statement(server: Running): Promise<Section> {
  const db = await databaseOf(server);
  try {
    const pair = [
      await creator(server, db, 'bench-small'),
      await creator(server, db, 'bench-large'),
    ] as const;
    await makeHistory(db, { creatorId: pair[0].id, mark: 'a1', ...small });
    await makeHistory(db, { creatorId: pair[1].id, mark: 'a2', ...large });
    for (const table of ['ledger_transactions', 'ledger_postings']) await db.query(`VACUUM ANALYZE ${table}`);
    await addUpDays(db);
    for (const table of ['earning_quarter_hours', 'earning_days', 'earning_day_tops'])
      await db.query(`VACUUM ANALYZE ${table}`);
    const rows: Row[] = [];
    for (const { what, path } of paths()) {
      const measured = await ratio(server, path, pair);
      rows.push(
        atMost(
          `${what}: a million rows to ten thousand (${measured.ms.map((ms) => ms.toFixed(1)).join(' and ')} ms)`,
          measured.ratio,
          { most: 1.5 },
        ),
      );
    }
    return {
      title: 'A creator’s statement as the ledger grows',
      how: `Two creators with ${(small.rows / small.days).toFixed(0)} sales a day, one for ${small.days} days, one for ${large.days}; ${requests} requests each, in turn, the second after the first; ratio of the medians.`,
      rows,
    };
  } finally {
    await db.end();
  }
}
