import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from 'pg';
import { databaseOf, fan } from './calls.ts';
import type { Running } from './calls.ts';
import { atMost } from './table.ts';
import type { Row, Section } from './table.ts';

const fans = 10_000;
const probeEveryMs = 25;

/** A creator with many followers, inserted directly into the database. */
async function creatorWithFollowers(server: Running, db: Client): Promise<{ token: string; id: string }> {
  const creator = await fan(server, 'bench-broadcaster');
  await db.query('UPDATE accounts SET is_performer = true WHERE id = $1', [creator.id]);
  await db.query(
    "INSERT INTO performers (account_id, verified, monthly_price, yearly_price, created_at, updated_at) VALUES ($1, 'approved', 999, 9900, now(), now())",
    [creator.id],
  );
  const id = "('0195bb00-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid";
  await db.query(
    `INSERT INTO accounts (id, name, created_at, updated_at) SELECT ${id}, 'Follower ' || n, now(), now() FROM generate_series(1, ${fans}) n`,
  );
  await db.query(
    `INSERT INTO follows (follower_id, performer_id, created_at) SELECT ${id}, $1, now() FROM generate_series(1, ${fans}) n`,
    [creator.id],
  );
  await db.query('ANALYZE');
  return creator;
}

/** How long single requests of the site take until told to stop; the 99th percentile in milliseconds. */
function probing(server: Running): { stop: () => Promise<number> } {
  const times: number[] = [];
  let running = true;
  const done = (async () => {
    while (running) {
      const start = performance.now();
      await (await fetch(`${server.url}/api/v1/settings/public`)).arrayBuffer();
      times.push(performance.now() - start);
      await sleep(probeEveryMs);
    }
  })();
  return {
    async stop() {
      running = false;
      await done;
      return times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.99)] ?? Number.NaN;
    },
  };
}

async function call<Data>(
  server: Running,
  route: string,
  { token, body }: { token: string; body?: object },
): Promise<Data> {
  const [method = 'GET', path = ''] = route.split(' ');
  const answer = await fetch(`${server.url}/api/v1${path}`, {
    method,
    headers: { 'content-type': 'application/json', authorization: token },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  const reply = (await answer.json()) as { data: Data; message?: string };
  if (!answer.ok) throw new Error(`${route}: ${answer.status} ${reply.message ?? ''}`);
  return reply.data;
}

/** Repeats a call every 100 ms until its broadcast is in a state; returns the seconds it took. */
async function until(server: Running, { token, id, state }: { token: string; id: string; state: string }) {
  const start = performance.now();
  for (;;) {
    const now = await call<{ state: string }>(server, `GET /broadcasts/${id}`, { token });
    if (now.state === state) return (performance.now() - start) / 1000;
    if (performance.now() - start > 300_000) throw new Error(`the broadcast is ${now.state}, not ${state}`);
    await sleep(100);
  }
}

/** A message to 10,000 followers is counted, delivered and unsent, while the site answers other requests. */
export async function broadcast(server: Running): Promise<Section> {
  const db = await databaseOf(server);
  try {
    const { token, id: performerId } = await creatorWithFollowers(server, db);
    const audience = { include: [{ kind: 'followers' }] };
    const quiet = probing(server);
    await sleep(5_000);
    const before = await quiet.stop();
    const start = performance.now();
    await call(server, 'POST /broadcasts/count', { token, body: { audience } });
    const counted = performance.now() - start;
    const busy = probing(server);
    const body = { text: 'Hello, everybody', audience };
    const sent = await call<{ _id: string }>(server, 'POST /messages/broadcast-message', { token, body });
    const delivery = await until(server, { token, id: sent._id, state: 'sent' });
    const during = await busy.stop();
    const { rows } = await db.query<{ fans: number; most: number }>(
      `SELECT count(*)::int AS fans, max(copies)::int AS most FROM (
        SELECT count(*) AS copies FROM messages WHERE sender_id = $1 GROUP BY conversation_id) AS each`,
      [performerId],
    );
    if (rows[0]?.fans !== fans || rows[0]?.most !== 1)
      throw new Error(`${rows[0]?.fans} fans have the message, up to ${rows[0]?.most} times`);
    await call(server, `POST /broadcasts/${sent._id}/unsend`, { token });
    const unsent = await until(server, { token, id: sent._id, state: 'unsent' });
    const measured: Row[] = [
      atMost('Counting the audience', counted, { most: 1_000, unit: ' ms' }),
      atMost('Delivering to everyone', delivery, { most: 60, unit: ' s' }),
      atMost('p99 of other requests before', before, { unit: ' ms' }),
      atMost('p99 of other requests during delivery', during, { unit: ' ms' }),
      atMost('p99 during to p99 before', during / before, { most: 2, unit: ' times' }),
      atMost('Unsending every copy', unsent, { most: 60, unit: ' s' }),
    ];
    return {
      title: `A mass message to ${fans.toLocaleString('en-US')} followers`,
      how: 'One creator messages all followers at once, while single requests measure the rest of the site. Each follower has the message exactly once afterwards.',
      rows: measured,
    };
  } finally {
    await db.end();
  }
}
