import type { Client } from 'pg';
import { databaseOf, fan } from './calls.ts';
import type { Running } from './calls.ts';
import { percentile } from './process-cost.ts';
import { atLeast, atMost } from './table.ts';
import type { Row, Section } from './table.ts';

const agent = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
const connections = 50;
const seconds = 10;
const perCall = 10;
/** Of the creator whose figures are read: half a year, with four sources for each item and day. */
const items = 2_000;
const days = 180;
const others = 1_500_000;
const requests = 40;

/** A creator with posts that everybody can read. */
async function creatorWithPosts(
  server: Running,
  db: Client,
  { name, count }: { name: string; count: number },
): Promise<{ id: string; token: string; posts: string[] }> {
  const { token, id } = await fan(server, name);
  await db.query('UPDATE accounts SET is_performer = true WHERE id = $1', [id]);
  await db.query(
    "INSERT INTO performers (account_id, verified, monthly_price, yearly_price, created_at, updated_at) VALUES ($1, 'approved', 999, 9900, now(), now())",
    [id],
  );
  const { rows } = await db.query<{ id: string }>(
    `INSERT INTO feeds (id, performer_id, type, text, audience, state, published_at, created_at, updated_at)
     SELECT gen_random_uuid(), $1, 'text', 'Post ' || n, 'public', 'published', now(), now(), now() FROM generate_series(1, $2::int) n RETURNING id`,
    [id, count],
  );
  return { id, token, posts: rows.map((row) => row.id) };
}

const addressOf = (n: number): string => `10.${(n >> 16) & 255}.${(n >> 8) & 255}.${n & 255}`;

/** Every call is another visitor who has seen ten posts. */
async function viewAll(server: Running, posts: readonly string[]): Promise<{ sent: number; failed: number }> {
  const until = performance.now() + seconds * 1000;
  let [sent, failed, visitor] = [0, 0, 0];
  const one = async () => {
    while (performance.now() < until) {
      const at = (visitor += 1);
      const views = Array.from({ length: perCall }, (_, n) => ({
        kind: 'feed',
        itemId: posts[(at * perCall + n) % posts.length],
        source: n % 2 === 0 ? 'home' : 'profile',
      }));
      const answer = await fetch(`${server.url}/api/v1/views`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'user-agent': agent,
          'x-forwarded-for': addressOf(at),
        },
        body: JSON.stringify({ views }),
      });
      await answer.arrayBuffer();
      if (answer.ok) sent += perCall;
      else failed += 1;
    }
  };
  await Promise.all(Array.from({ length: connections }, one));
  return { sent, failed };
}

const countedOf = async (db: Client): Promise<number> => {
  const { rows } = await db.query<{ views: string | null }>('SELECT sum(views) AS views FROM item_view_days');
  return Number(rows[0]?.views ?? 0);
};

/** Waits until the last views are written. */
async function settled(db: Client, sent: number): Promise<number> {
  for (
    const until = Date.now() + 15_000;
    Date.now() < until;
    await new Promise((done) => setTimeout(done, 500))
  )
    if ((await countedOf(db)) >= sent) break;
  return countedOf(db);
}

/** Rows of a creator's half year, and of a few hundred others beside them. */
async function makeRows(db: Client, id: string): Promise<number> {
  const sources = "(VALUES ('home'), ('profile'), ('search'), ('link')) AS s (source)";
  await db.query(
    `INSERT INTO item_view_days (performer_id, day, kind, item_id, source, views, locked)
     SELECT $1, current_date - d, 'feed', f.id, s.source, 5, 2 FROM generate_series(1, ${days}) d, ${sources}, feeds f WHERE f.performer_id = $1 ORDER BY 2, 4, 5`,
    [id],
  );
  await db.query(
    `INSERT INTO item_view_days (performer_id, day, kind, item_id, source, views, locked)
     SELECT md5((n % 300)::text)::uuid, current_date - (n / 300 % ${days})::int, 'feed', gen_random_uuid(), 'home', 5, 2 FROM generate_series(1, ${others}) n`,
  );
  await db.query(
    `INSERT INTO source_view_days (performer_id, day, source, ref, views)
     SELECT $1, current_date - d, 'link', 'word-' || w, 5 FROM generate_series(1, ${days}) d, generate_series(1, 50) w`,
    [id],
  );
  await db.query(
    `INSERT INTO view_hours (performer_id, day, hour, views, viewers)
     SELECT $1, current_date - d, h, 50, 20 FROM generate_series(1, ${days}) d, generate_series(0, 23) h`,
    [id],
  );
  await db.query(
    `INSERT INTO view_days (performer_id, day, views, viewers) SELECT $1, current_date - d, 1200, 480 FROM generate_series(1, ${days}) d`,
    [id],
  );
  for (const table of ['item_view_days', 'source_view_days', 'view_days', 'view_hours'])
    await db.query(`VACUUM ANALYZE ${table}`);
  const { rows } = await db.query<{ count: number }>('SELECT count(*)::int AS count FROM item_view_days');
  return rows[0]?.count ?? 0;
}

async function times(server: Running, path: string, token: string): Promise<number[]> {
  const found: number[] = [];
  for (let n = 0; n < requests; n += 1) {
    const started = performance.now();
    const answer = await fetch(`${server.url}/api/v1/performer/statistics${path}`, {
      headers: { authorization: token },
    });
    await answer.arrayBuffer();
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}`);
    found.push(performance.now() - started);
  }
  return found;
}

const day = (ago: number) => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10);

/** Views are sent by visitors over fifty connections, then a busy creator's figures are read. */
export async function views(server: Running): Promise<Section> {
  const db = await databaseOf(server);
  try {
    const seen = await creatorWithPosts(server, db, { name: 'bench-seen', count: 200 });
    await db.query('VACUUM ANALYZE feeds');
    const started = performance.now();
    const { sent, failed } = await viewAll(server, seen.posts);
    const took = (performance.now() - started) / 1000;
    const counted = await settled(db, sent);
    const rows: Row[] = [
      atLeast(
        `Views counted a second, ${perCall} a call, ${connections} connections (${sent} sent, ${counted} counted, ${failed} calls failed)`,
        counted / took,
        { least: 1_000 },
      ),
    ];
    const busy = await creatorWithPosts(server, db, { name: 'bench-figures', count: items });
    const stored = await makeRows(db, busy.id);
    const thirty = `from=${day(29)}&to=${day(0)}`;
    const half = `from=${day(179)}&to=${day(0)}`;
    for (const [what, path] of [
      ['Overview of 30 days', `?${thirty}`],
      ['Overview of half a year', `?${half}`],
      ['First page of 2,000 items in 30 days', `/items?${thirty}`],
      ['First page of 2,000 items in half a year', `/items?${half}`],
      ['Sources of half a year', `/sources?${half}`],
      ['Audience of half a year', `/audience?${half}`],
    ] as const)
      rows.push(
        atMost(
          `${what}, of ${(stored / 1e6).toFixed(1)} million rows: p95`,
          percentile(await times(server, path, busy.token), 0.95),
          { most: path.includes('/items') && path.includes(half) ? 2_000 : 500, unit: ' ms' },
        ),
      );
    return {
      title: 'Views and statistics',
      how: `Visitors with addresses of their own send what they saw, ${seconds} s long; then a creator with ${items} items, each viewed daily from four sources for half a year, reads their figures.`,
      rows,
    };
  } finally {
    await db.end();
  }
}
