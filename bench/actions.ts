import { randomUUID } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Client } from 'pg';
import type { Socket } from 'socket.io-client';
import { creators, makeCreators, makePosts } from './bench-data.ts';
import { type Running, databaseOf, fan } from './calls.ts';
import { connect } from './memory.ts';
import { cpuMs, databaseCpuMs } from './process-cost.ts';
import { residentOf } from './resident.ts';
import type { ActionCost, ActionCosts } from './scale-model.ts';
import type { Section } from './table.ts';

/*
 * What one action of a person costs: processor time of the server and of its database, rows and bytes written, and
 * the bytes of the answer. `bench/scale-model.ts` multiplies these by a large site.
 */

const fans = 40;
const sockets = 1_000;
/** How many of an action are in flight at once. */
const atOnce = 8;

interface Person {
  readonly token: string;
  readonly id: string;
}
interface Asked {
  readonly token?: string;
  readonly body?: unknown;
  readonly method?: string;
}
async function ask(server: Running, path: string, { token, body, method }: Asked = {}): Promise<Response> {
  const answer = await fetch(`${server.url}${path}`, {
    method: method ?? (body === undefined ? 'GET' : 'POST'),
    headers: {
      'accept-encoding': 'br',
      ...(token && { authorization: token }),
      ...(body !== undefined && { 'content-type': 'application/json', 'idempotency-key': randomUUID() }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
  return answer;
}

interface Action {
  readonly name: string;
  readonly times: number;
  /** How many of `times` only warm up. */
  readonly warmUp: number;
  readonly act: (n: number) => Promise<Response>;
}

const writtenRows = async (db: Client): Promise<number> => {
  // Processes report what they wrote once a second at most, and idle ones only after ten.
  await sleep(11_000);
  const { rows } = await db.query<{ rows: string }>(
    'SELECT sum(n_tup_ins + n_tup_upd + n_tup_del) AS rows FROM pg_stat_user_tables',
  );
  return Number(rows[0]?.rows);
};
const walBytes = async (db: Client): Promise<number> => {
  const { rows } = await db.query<{ bytes: string }>(
    "SELECT pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0') AS bytes",
  );
  return Number(rows[0]?.bytes);
};

/** Does an action with numbers from `from` up to `to`, eight at a time. Returns the bytes of all answers. */
async function run({ act }: Action, from: number, to: number): Promise<number> {
  let [next, bytes] = [from, 0];
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      while (next < to) {
        const answer = await act(next++);
        bytes += (await answer.arrayBuffer()).byteLength;
      }
    }),
  );
  return bytes;
}

async function costOf(server: Running, db: Client, action: Action): Promise<ActionCost> {
  await run(action, 0, action.warmUp);
  const rowsBefore = await writtenRows(db);
  const [walBefore, cpuBefore, databaseBefore] = [
    await walBytes(db),
    cpuMs(server.pid),
    databaseCpuMs(server.dataDir),
  ];
  const bytes = await run(action, action.warmUp, action.times);
  const [cpuAfter, databaseAfter, walAfter] = [
    cpuMs(server.pid),
    databaseCpuMs(server.dataDir),
    await walBytes(db),
  ];
  const rowsAfter = await writtenRows(db);
  const count = action.times - action.warmUp;
  if (cpuBefore === null || cpuAfter === null || databaseBefore === null || databaseAfter === null)
    throw new Error('Processor time can’t be measured here.');
  return {
    serverMs: (cpuAfter - cpuBefore) / count,
    databaseMs: (databaseAfter - databaseBefore) / count,
    rows: (rowsAfter - rowsBefore) / count,
    walBytes: (walAfter - walBefore) / count,
    replyBytes: bytes / count,
  };
}

/** Fans with money, and the creators and posts they meet. */
async function makeWorld(server: Running, db: Client) {
  const people: Person[] = [];
  for (let n = 0; n < fans; n++) people.push(await fan(server, `bench-actor-${n}`));
  await makeCreators(db, people[0]?.id ?? '');
  await makePosts(db, 0, 20_000);
  await db.query(
    "UPDATE accounts SET created_at = now() - interval '60 days', email_verified_at = now() - interval '60 days' WHERE username LIKE 'bench-actor-%'",
  );
  await db.query(
    `INSERT INTO follows (follower_id, performer_id, created_at)
     SELECT a.id, p.account_id, now() FROM accounts a CROSS JOIN LATERAL (SELECT account_id FROM performers ORDER BY account_id LIMIT 40) p
     WHERE a.username LIKE 'bench-actor-%' ON CONFLICT DO NOTHING`,
  );
  for (const { token } of people) {
    const card = (await (
      await ask(server, '/api/v1/sandbox/cards', { token, body: { token: '4242424242424242|12/40|123' } })
    ).json()) as { data: { _id: string } };
    await ask(server, '/api/v1/payment/wallet/top-up', {
      token,
      body: { amount: 30_000, cardId: card.data._id },
    });
  }
  const ids = async (text: string) => (await db.query<{ id: string }>(text)).rows.map(({ id }) => id);
  const priced = await ids(
    "UPDATE feeds SET price = 5 WHERE id IN (SELECT id FROM feeds WHERE type = 'text' ORDER BY id LIMIT 60) RETURNING id",
  );
  const posts = await ids('SELECT id FROM feeds WHERE price = 0 ORDER BY id DESC LIMIT 400');
  const performers = await ids('SELECT account_id AS id FROM performers ORDER BY account_id');
  const conversations: string[] = [];
  for (const { token } of people) {
    const opened = (await (
      await ask(server, '/api/v1/conversations', {
        token,
        body: { source: 'performer', sourceId: performers[0] },
      })
    ).json()) as { data: { _id: string } };
    conversations.push(opened.data._id);
  }
  return { people, priced, posts, performers, conversations };
}
type World = Awaited<ReturnType<typeof makeWorld>>;

const at = <T>(list: readonly T[], n: number): T => {
  const found = list[n % list.length];
  if (found === undefined) throw new Error('an empty list');
  return found;
};

function actionsIn(server: Running, world: World): readonly Action[] {
  const { people, priced, posts, performers, conversations } = world;
  const api = (path: string, asked?: Asked) => ask(server, `/api/v1${path}`, asked);
  const person = (n: number) => at(people, n);
  /** The n-th pair of a fan and one of a list, each pair once. */
  const pair = (n: number, list: readonly string[]) =>
    [person(n).token, at(list, Math.floor(n / people.length))] as const;
  const read = { times: 2_400, warmUp: 800 };
  const written = { times: 1_200, warmUp: 200 };
  return [
    { name: 'page', ...read, act: (n) => ask(server, `/bench-${1 + (n % creators)}`) },
    { name: 'feed', ...read, act: (n) => api('/user/feeds?limit=25', person(n)) },
    { name: 'post', ...read, act: (n) => api(`/user/feeds/${at(posts, n)}`, person(n)) },
    { name: 'profile', ...read, act: (n) => api(`/performers/${at(performers, n)}`, person(n)) },
    { name: 'search', ...read, act: (n) => api('/performers/user/search?limit=12&q=creator', person(n)) },
    { name: 'inbox', ...read, act: (n) => api('/conversations', person(n)) },
    {
      name: 'login',
      times: 60,
      warmUp: 10,
      act: (n) =>
        api('/auth/login', {
          body: {
            credentials: `bench-actor-${n % people.length}`,
            password: 'correct horse battery',
            remember: false,
          },
        }),
    },
    {
      name: 'like',
      ...written,
      act: (n) => {
        const [token, objectId] = pair(n, posts);
        return api('/reactions', { token, body: { objectType: 'feed', objectId, action: 'like' } });
      },
    },
    {
      name: 'follow',
      ...written,
      act: (n) => {
        const [token, id] = pair(n, performers.slice(100));
        return api(`/follows/${id}`, { token, body: {} });
      },
    },
    {
      name: 'message',
      ...written,
      act: (n) => {
        const conversationId = at(conversations, n);
        return api(`/messages/conversations/${conversationId}`, {
          token: person(n).token,
          body: { conversationId, data: { text: 'A message of ordinary length, as people write them.' } },
        });
      },
    },
    {
      name: 'tip',
      ...written,
      act: (n) => api(`/wallet/charges/tip/${at(performers, n)}`, { ...person(n), body: { amount: 10 } }),
    },
    {
      name: 'unlock',
      ...written,
      act: (n) => {
        const [token, id] = pair(n, priced);
        return api(`/wallet/charges/feed/${id}`, { token, body: { expectedPrice: 5 } });
      },
    },
  ];
}

/** What an open connection keeps in the server's memory, in bytes, and its processor time for a minute of silence. */
async function socketCost(server: Running, { people }: World): Promise<ActionCosts['socket']> {
  const open = (n: number) => connect(server.url, at(people, n).token);
  const all: Socket[] = [];
  const openUpTo = async (count: number) => {
    while (all.length < count) all.push(await open(all.length));
    await sleep(3_000);
    return residentOf(server.pid)?.own ?? Number.NaN;
  };
  try {
    const before = await openUpTo(100);
    const after = await openUpTo(100 + sockets);
    const cpu = cpuMs(server.pid) ?? Number.NaN;
    await sleep(30_000);
    const idle = (cpuMs(server.pid) ?? Number.NaN) - cpu;
    return {
      bytes: Math.max(0, ((after - before) * 2 ** 20) / sockets),
      serverMsPerMinute: (idle * 2) / all.length,
    };
  } finally {
    for (const socket of all) socket.close();
  }
}

const round = (value: number): number => Number(value.toPrecision(3));

/** Measures every action and keeps the results for the model of a large site. */
export async function actions(server: Running): Promise<Section> {
  const db = await databaseOf(server);
  try {
    const world = await makeWorld(server, db);
    // First, while the heap is small: later, connections would fill what other actions have left free in it.
    const { bytes, serverMsPerMinute } = await socketCost(server, world);
    const found: Record<string, ActionCost> = {};
    for (const action of actionsIn(server, world)) {
      const cost = await costOf(server, db, action);
      found[action.name] = {
        serverMs: round(cost.serverMs),
        databaseMs: round(cost.databaseMs),
        rows: round(cost.rows),
        walBytes: round(cost.walBytes),
        replyBytes: round(cost.replyBytes),
      };
    }
    const costs = {
      measuredOn: new Date().toISOString().slice(0, 10),
      actions: found,
      socket: { bytes: round(bytes), serverMsPerMinute: round(serverMsPerMinute) },
    } as ActionCosts;
    writeFileSync(
      fileURLToPath(new URL('./action-costs.json', import.meta.url)),
      `${JSON.stringify(costs, null, 2)}\n`,
    );
    return {
      title: 'What actions cost',
      how: `${fans} fans, ${creators} creators and 20,000 posts; ${atOnce} at once, each action some thousand times after a warm-up, over HTTP to the server with its built-in PostgreSQL, fsync on. Processor time is all threads’ and all processes’; bytes written are those of the write-ahead log, so they include full pages after checkpoints. Kept in \`bench/action-costs.json\`.`,
      rows: [
        ...Object.entries(found).map(([name, cost]) => ({
          what: name,
          measured: `server ${cost.serverMs} ms, database ${cost.databaseMs} ms; ${cost.rows} rows, ${(cost.walBytes / 1000).toFixed(1)} kB written; ${(cost.replyBytes / 1000).toFixed(1)} kB answered`,
          budget: '',
          met: null,
        })),
        {
          what: 'open connection',
          measured: `${(costs.socket.bytes / 1000).toFixed(0)} kB, ${costs.socket.serverMsPerMinute} ms a minute`,
          budget: '',
          met: null,
        },
      ],
    };
  } finally {
    await db.end();
  }
}
