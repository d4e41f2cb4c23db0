import { setTimeout as sleep } from 'node:timers/promises';
import autocannon from 'autocannon';
import { io } from 'socket.io-client';
import type { Socket } from 'socket.io-client';
import { cpuMs } from './process-cost.ts';
import { heapOf, residentOf } from './resident.ts';
import type { Heap, Resident } from './resident.ts';
import { atMost } from './table.ts';
import type { Row, Section } from './table.ts';

const seconds = 120;
const socketsEach = 20;
const messageEveryMs = 700;

interface Person {
  readonly token: string;
  readonly id: string;
}
interface Request {
  readonly method: 'GET';
  readonly path: string;
  readonly headers: Record<string, string>;
}
interface Loaded {
  readonly answered: number;
  readonly failed: number;
  readonly written: number;
  readonly heard: number;
}

async function call<Data>(
  url: string,
  path: string,
  { token, body }: { token?: string; body?: unknown } = {},
): Promise<Data> {
  const headers = { 'content-type': 'application/json', ...(token ? { authorization: token } : {}) };
  const answer = await fetch(
    `${url}/api/v1${path}`,
    body === undefined ? { headers } : { method: 'POST', headers, body: JSON.stringify(body) },
  );
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
  return ((await answer.json()) as { data: Data }).data;
}

async function logIn(url: string, credentials: string): Promise<Person> {
  const { token } = await call<{ token: string }>(url, '/auth/login', {
    body: { credentials, password: 'limelight', remember: false },
  });
  return { token, id: (await call<{ _id: string }>(url, '/users/me', { token }))._id };
}

/** Typical pages and calls, of visitors and of a logged-in fan. */
async function requestsOf(url: string, { token }: Person): Promise<Request[]> {
  const creators = await call<{ data: { username: string }[] }>(url, '/performers/user/search?limit=24');
  const posts = await call<{ data: { _id: string }[] }>(url, '/user/feeds?limit=12', { token });
  const get = (path: string, headers: Record<string, string> = {}): Request => ({
    method: 'GET',
    path,
    headers: { 'accept-encoding': 'br', ...headers },
  });
  const loggedIn = { authorization: token, cookie: `token=${token}` };
  const calls = [
    '/user/feeds?limit=25',
    '/performers/user/search?limit=12',
    '/users/me',
    '/conversations',
    '/performers/search/random',
  ];
  return [
    ...calls.map((path) => get(`/api/v1${path}`, loggedIn)),
    get('/home', loggedIn),
    get('/'),
    get('/search'),
    ...posts.data.map(({ _id }) => get(`/feeds/${_id}`)),
    ...creators.data.flatMap(({ username }) =>
      ['light', 'dark'].map((theme) => get(`/${username}`, { cookie: `theme=${theme}` })),
    ),
  ];
}

/** Opens a connection of its own for the owner of a token. */
export async function connect(url: string, token: string): Promise<Socket> {
  const socket = io(url, {
    transports: ['websocket'],
    forceNew: true,
    reconnection: false,
    query: { token },
  });
  await new Promise<void>((resolve, reject) =>
    socket.once('connect', () => resolve()).once('connect_error', reject),
  );
  await socket.emitWithAck('auth/login', { token });
  return socket;
}

/** Two people exchange messages until aborted, each with many open connections. */
async function talk(
  url: string,
  [fan, creator]: readonly [Person, Person],
  stop: AbortSignal,
): Promise<{ written: number; heard: number }> {
  const sockets: Socket[] = [];
  let [written, heard] = [0, 0];
  try {
    for (const { token } of [fan, creator])
      for (let n = 0; n < socketsEach; n++) sockets.push(await connect(url, token));
    for (const socket of sockets) socket.onAny(() => (heard += 1));
    const { _id: conversationId } = await call<{ _id: string }>(url, '/conversations', {
      token: fan.token,
      body: { source: 'performer', sourceId: creator.id },
    });
    while (!stop.aborted) {
      await call(url, `/messages/conversations/${conversationId}`, {
        token: fan.token,
        body: { conversationId, data: { text: `The ${written}th.` } },
      });
      written += 1;
      await sleep(messageEveryMs);
    }
    return { written, heard };
  } finally {
    for (const socket of sockets) socket.disconnect();
  }
}

/** Ten connections request everything in turn while two people exchange messages. */
async function mixedLoad(url: string): Promise<Loaded> {
  const [fan, creator] = [await logIn(url, 'demo-fan'), await logIn(url, 'demo-creator')];
  const requests = await requestsOf(url, fan);
  const stop = new AbortController();
  const ask = async () => autocannon({ url, connections: 10, duration: seconds, headers: {}, requests });
  const [result, talked] = await Promise.all([
    ask().finally(() => stop.abort()),
    talk(url, [fan, creator], stop.signal),
  ]);
  return { answered: result['2xx'], failed: result.non2xx + result.errors + result.timeouts, ...talked };
}

/** Returns a function that stops watching and resolves with the peak. */
function watchOver(pid: number): () => Promise<number> {
  const enough = new AbortController();
  const watched = (async () => {
    let most = 0;
    while (!enough.signal.aborted) {
      most = Math.max(most, residentOf(pid)?.all ?? Number.NaN);
      await sleep(250);
    }
    return most;
  })();
  return () => {
    enough.abort();
    return watched;
  };
}

const parts = (found: Resident | null): string =>
  found
    ? `${found.all.toFixed(0)}; ${found.own.toFixed(0)}; ${found.mapped.toFixed(0)} MB`
    : 'not measured here';
const heaps = (found: Heap | null): string =>
  found
    ? `${found.used.toFixed(0)}; ${found.kept.toFixed(0)}; ${found.beside.toFixed(0)} MB`
    : 'not measured here';

/**
 * Measures the server's memory after two minutes of mixed load. `reports` is the folder for its diagnostic
 * reports.
 */
export async function memory({ url, pid }: { url: string; pid: number }, reports: string): Promise<Section> {
  const before = residentOf(pid);
  const mostUntilNow = watchOver(pid);
  const cpuBefore = cpuMs(pid) ?? Number.NaN;
  const { answered, failed, written, heard } = await mixedLoad(url);
  const cpu = ((cpuMs(pid) ?? Number.NaN) - cpuBefore) / answered;
  const [most, after] = [await mostUntilNow(), residentOf(pid)];
  const heap = await heapOf(pid, reports);
  const rows: Row[] = [
    { what: 'Resident before; of it its own; files mapped', measured: parts(before), budget: '', met: null },
    atMost('Resident after two minutes', after?.all ?? Number.NaN, { most: 300, unit: ' MB' }),
    { what: 'Resident after; of it its own; files mapped', measured: parts(after), budget: '', met: null },
    { what: 'Objects in use; kept for them; beside them', measured: heaps(heap), budget: '', met: null },
    {
      what: 'Most at any moment; processor time of an answer',
      measured: `${most.toFixed(0)} MB; ${cpu.toFixed(2)} ms`,
      budget: '',
      met: null,
    },
    {
      what: 'Answers; messages written; events heard',
      measured: `${answered}; ${written}; ${heard}`,
      budget: '',
      met: null,
    },
    atMost('Answers that failed', failed, { most: 0 }),
  ];
  const how = `The demo data, created by the same process just before; ten connections for ${seconds} seconds: feed, search and other calls logged in, \`/home\`, and as visitors \`/\`, \`/search\`, posts, and profiles in both themes; ${2 * socketsEach} sockets and a message every 0.7 seconds. Of the server’s process alone; the database has its own.`;
  return { title: 'Memory', how, rows };
}
