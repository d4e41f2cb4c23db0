import { createHash } from 'node:crypto';
import { get } from 'node:http';
import { join } from 'node:path';
import { runningPostgres } from '#backend/node/database/embedded-postgres.ts';
import { child } from './child.ts';
import { cpuMs, databaseCpuMs, load, median, percentile } from './process-cost.ts';
import type { Load } from './process-cost.ts';
import { atLeast, atMost } from './table.ts';
import type { Row, Section } from './table.ts';
import { connectTo, creators, makeCreators, makePosts } from './bench-data.ts';

export interface Running {
  readonly url: string;
  readonly dataDir: string;
  readonly pid: number;
}
const json = { 'content-type': 'application/json' };

/** Registers a fan and logs them in. */
export async function fan(server: Running, name: string): Promise<{ token: string; id: string }> {
  const registered = await post(server, '/auth/users/register', {
    name,
    username: name,
    email: `${name}@example.com`,
    password: 'correct horse battery',
  });
  if (!registered.ok) throw new Error(`${name} could not register: ${await registered.text()}`);
  const token = await logIn(server, name, 'correct horse battery');
  const me = (await (
    await fetch(`${server.url}/api/v1/users/me`, { headers: { authorization: token } })
  ).json()) as { data: { _id: string } };
  return { token, id: me.data._id };
}

/** Returns the token of the session. */
async function logIn(server: Running, name: string, password: string): Promise<string> {
  const answer = await post(server, '/auth/login', { credentials: name, password, remember: false });
  if (!answer.ok) throw new Error(`${name} could not log in: ${await answer.text()}`);
  return ((await answer.json()) as { data: { token: string } }).data.token;
}

const post = (server: Running, path: string, body: Readonly<Record<string, unknown>>) =>
  fetch(`${server.url}/api/v1${path}`, {
    method: 'POST',
    headers: {
      ...json,
      'x-forwarded-for': addressFor(String(body['username'] ?? body['credentials'])),
    },
    body: JSON.stringify(body),
  });
/** A distinct address per person, because registrations are rate-limited by address. */
const addressFor = (name: string) =>
  `10.${[...createHash('sha256').update(name).digest().subarray(0, 3)].join('.')}`;

export async function databaseOf(server: Running) {
  const connection = await runningPostgres(join(server.dataDir, 'postgres'));
  if (!connection) throw new Error('The server’s database can’t be reached.');
  return connectTo(connection('limelight'));
}

/** Latencies of sequential requests, in milliseconds. */
async function latencies(url: string, headers: Record<string, string>, times: number): Promise<number[]> {
  const found: number[] = [];
  for (let n = 0; n < times; n++) {
    const started = performance.now();
    const answer = await fetch(url, { headers });
    await answer.arrayBuffer();
    if (!answer.ok) throw new Error(`${url} answered ${answer.status}`);
    found.push(performance.now() - started);
  }
  return found;
}

/**
 * Processor time of pages that aren't cached, requested one after another: every creator's page once without
 * a theme and once in light, to warm up, then in dark.
 */
async function missCost(server: Running): Promise<number> {
  const visit = (n: number, theme: string) =>
    fetch(`${server.url}/bench-${n}`, { headers: theme ? { cookie: `theme=${theme}` } : {} }).then((answer) =>
      answer.arrayBuffer(),
    );
  const visitAll = async (theme: string) => {
    for (let n = 1; n <= creators; n++) await visit(n, theme);
  };
  await visitAll('');
  await visitAll('light');
  const before = cpuMs(server.pid);
  await visitAll('dark');
  const after = cpuMs(server.pid);
  return before === null || after === null ? Number.NaN : (after - before) / creators;
}

/** Processor time of requests that each open a connection, ten at a time. */
async function freshCost(
  { pid, dataDir }: Running,
  url: string,
  headers: Record<string, string>,
): Promise<Pick<Load, 'cpu' | 'database'>> {
  const ask = () =>
    new Promise<void>((resolve, reject) =>
      get(url, { agent: false, headers }, (answer) => {
        if (answer.statusCode !== 200) reject(new Error(`${url} answered ${answer.statusCode}`));
        answer.once('end', resolve).resume();
      }).once('error', reject),
    );
  const askTen = () => Promise.all(Array.from({ length: 10 }, ask));
  for (let n = 0; n < 30; n++) await askTen();
  const used = () => [cpuMs(pid) ?? Number.NaN, databaseCpuMs(dataDir) ?? Number.NaN] as const;
  const before = used();
  for (let n = 0; n < 100; n++) await askTen();
  const after = used();
  return { cpu: (after[0] - before[0]) / 1_000, database: (after[1] - before[1]) / 1_000 };
}

/** Processor time of a bare server for a response as long as that of `url`. */
async function bareCost(url: string, headers: Record<string, string>): Promise<number> {
  const answer = await fetch(url, { headers });
  const bare = child('./bare-server.ts', [String((await answer.arrayBuffer()).byteLength)]);
  try {
    return (await load({ url: `http://localhost:${await bare.number('port')}/`, pid: bare.pid, headers }))
      .cpu;
  } finally {
    await bare.stop();
  }
}

export async function calls(server: Running): Promise<Section[]> {
  const { token, id } = await fan(server, 'bench-reader');
  const headers = { authorization: token };
  const feed = `${server.url}/api/v1/user/feeds?limit=25`;
  const db = await databaseOf(server);
  try {
    await makeCreators(db, id);
    await makePosts(db, 0, 10_000);
    const rows = await requestRows({ server, headers, feed });
    const growth = await growthRows({ db, feed, headers });
    return [
      {
        title: 'Calls',
        how: 'Ten connections for five seconds each, logged in where it says so; processor time is the server’s, all threads, and where it says so the database’s, all its processes. “Bare” is a `node:http` server with a constant answer as long as ours, in the same run; both keep connections alive and are warm. The load isn’t counted.',
        rows,
      },
      {
        title: 'The feed as it grows',
        how: '200 creators, 50 followed; 300 requests for the newest 25 posts, one after the other.',
        rows: growth,
      },
    ];
  } finally {
    await db.end();
  }
}

/** Formats the processor time of a request: the total, and the shares of server and database. */
const shares = ({ cpu, database }: Pick<Load, 'cpu' | 'database'>): string =>
  `${(cpu + database).toFixed(3)} ms (server ${cpu.toFixed(3)}, database ${database.toFixed(3)})`;

async function requestRows({
  server,
  headers,
  feed,
}: {
  server: Running;
  headers: Record<string, string>;
  feed: string;
}): Promise<Row[]> {
  const { pid, url, dataDir } = server;
  const me = `${url}/api/v1/users/me`;
  const bare = { lookup: await bareCost(me, headers), feed: await bareCost(feed, headers) };
  const lookup = await load({ url: me, pid, dataDir, headers });
  const profile = await load({ url: `${url}/api/v1/performers/bench-1`, pid, dataDir });
  const page = await load({ url: feed, pid, dataDir, headers });
  const demo = { authorization: await logIn(server, 'demo-fan', 'limelight') };
  const mixed = await load({ url: feed, pid, dataDir, headers: demo });
  const fresh = await freshCost(server, feed, demo);
  const search = await load({ url: `${url}/api/v1/performers/user/search?limit=12`, pid, dataDir, headers });
  const missed = await missCost(server);
  const landing = await load({ url: `${url}/bench-1`, pid, headers: { 'accept-encoding': 'br' } });
  return [
    {
      what: 'Bare server: processor time of an answer like the lookup’s; like the feed’s',
      measured: `${bare.lookup.toFixed(4)}; ${bare.feed.toFixed(4)} ms`,
      budget: '',
      met: null,
    },
    atLeast('Lookup, logged in (`/users/me`): bare to ours', bare.lookup / lookup.cpu, { least: 0.14 }),
    {
      what: 'Lookup: processor time; a second; p99',
      measured: `${shares(lookup)}; ${lookup.perSecond.toFixed(0)}; ${lookup.p99} ms`,
      budget: '',
      met: null,
    },
    {
      what: 'Profile (`/performers/:id`): a second; processor time; p99',
      measured: `${profile.perSecond.toFixed(0)}; ${shares(profile)}; ${profile.p99} ms`,
      budget: '',
      met: null,
    },
    atMost(
      `Feed of 25 posts, logged in: processor time, server ${page.cpu.toFixed(2)} and database ${page.database.toFixed(2)} ms`,
      page.cpu + page.database,
      { most: 3, unit: ' ms' },
    ),
    {
      what: 'The demo fan’s feed of 25 posts, with pictures, recordings, series and locked posts: on kept connections; on a new one each',
      measured: `${shares(mixed)}; ${shares(fresh)}`,
      budget: '',
      met: null,
    },
    atMost(
      `Search of 12 creators, logged in: processor time, server ${search.cpu.toFixed(2)} and database ${search.database.toFixed(2)} ms`,
      search.cpu + search.database,
      { most: 1.5, unit: ' ms' },
    ),
    atLeast('Feed: a second and core', 1000 / page.cpu, { least: 500 }),
    atMost('Feed: p99 at ten connections', page.p99, { most: 35, unit: ' ms' }),
    atLeast('Feed: bare to ours', bare.feed / page.cpu, { least: 0.08 }),
    atMost('Public page for visitors, kept: processor time', landing.cpu, { most: 0.05, unit: ' ms' }),
    atMost('Public page for visitors, made anew: processor time', missed, { most: 2, unit: ' ms' }),
    atMost(
      'Answers that failed, of all the above',
      [lookup, profile, page, mixed, search, landing].reduce((sum, { failed }) => sum + failed, 0),
      { most: 0 },
    ),
  ];
}

async function growthRows({
  db,
  feed,
  headers,
}: {
  db: Awaited<ReturnType<typeof databaseOf>>;
  feed: string;
  headers: Record<string, string>;
}): Promise<Row[]> {
  const rows: Row[] = [];
  const medians: number[] = [];
  let made = 10_000;
  for (const posts of [10_000, 100_000, 1_000_000]) {
    if (posts > made) await makePosts(db, made, posts);
    made = posts;
    await latencies(feed, headers, 30);
    const times = await latencies(feed, headers, 300);
    medians.push(median(times));
    rows.push({
      what: `${posts.toLocaleString('en')} posts: median; p99`,
      measured: `${median(times).toFixed(2)}; ${percentile(times, 0.99).toFixed(2)} ms`,
      budget: '',
      met: null,
    });
  }
  return [
    ...rows,
    atMost('A million posts to ten thousand', (medians[2] ?? Number.NaN) / (medians[0] ?? Number.NaN), {
      most: 1.5,
      unit: ' times',
    }),
  ];
}
