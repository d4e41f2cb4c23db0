import { asc } from 'drizzle-orm';
import { emailOutbox } from '#backend/db/schema/site.ts';
import type { Log } from '#backend/ports/ports.ts';
import { type BrowserDatabase, openDatabase } from './database.ts';
import { type MockAction, perform } from './mock-actions.ts';
import { createBrowserMedia } from './media.ts';
import { createBrowserObjects } from './objects.ts';
import { findSnapshot } from './snapshot.ts';
import type { LinkServer } from './socket.ts';
import { openMemoryStore, openStore } from './store.ts';
import {
  type Channel,
  type SentMail,
  type SentRequest,
  type SentResponse,
  type ToPage,
  type ToWorker,
  createChannel,
  agentHeader,
  placeHeader,
} from './wire.ts';
import { type MockBackend, createMockBackend } from './mock-backend.ts';

/* The whole server side inside the browser. As a shared worker it serves every tab of the browser profile, so
   that two tabs can be two people. Without shared workers, each tab gets its own, and only the first stores
   its data. */

/* oxlint-disable no-console -- the browser's console is this host's log */
const log: Log = {
  info: () => {},
  warn: (message, facts) => console.warn(message, facts ?? ''),
  error: (message, facts) => console.error(message, facts ?? ''),
};
/* oxlint-enable no-console */

const JOBS_EVERY_MS = 2_000;
/** After a reload, this worker may start while the previous one is still shutting down. */
const LOCK_WITHIN_MS = 5_000;

interface Host extends MockBackend {
  readonly database: BrowserDatabase;
}

const pages = new Set<Channel<ToPage, ToWorker>>();
const workers = new BroadcastChannel('limelight-mock-workers');

/**
 * Locks the stored database for as long as this worker runs; false when another worker has it and serves
 * pages. A worker of an earlier build that no page uses gives way.
 */
function lockSavedDatabase(): Promise<boolean> {
  return new Promise((resolve) => {
    const held = () => {
      resolve(true);
      workers.onmessage = () => {
        if (pages.size === 0) void host.then(({ database }) => database.flush()).finally(() => close());
      };
      return new Promise<never>(() => {});
    };
    navigator.locks
      .request('limelight-mock', { signal: AbortSignal.timeout(LOCK_WITHIN_MS) }, held)
      .catch(() => resolve(false));
    workers.postMessage('make way');
  });
}

async function start(): Promise<Host> {
  const [snapshot, isOurs] = await Promise.all([findSnapshot(), lockSavedDatabase()]);
  if (!isOurs)
    log.warn(
      'Another tab with an older build keeps the mock’s world: this one forgets everything when it closes.',
    );
  const store = isOurs ? await openStore() : openMemoryStore();
  const database = await openDatabase(store, snapshot);
  const keys = new Set(snapshot?.keys ?? []);
  const objects = createBrowserObjects(store, {
    has: (key) => keys.has(key),
    addressOf: (key) => `${snapshot?.objects}/${key}`,
  });
  const mock = createMockBackend({
    db: database.db,
    objects,
    media: createBrowserMedia(),
    publicUrl: location.origin,
    log,
  });
  const runJobs = async () => {
    if ((await mock.backend.runJobs()) > 0) await database.flush();
  };
  setInterval(
    () => void runJobs().catch((error: unknown) => log.error('jobs failed', { error })),
    JOBS_EVERY_MS,
  );
  setInterval(() => mock.checkLive(), 1_000);
  return { ...mock, database };
}

async function answer(host: Host, sent: SentRequest): Promise<SentResponse> {
  const request = new Request(sent.url, {
    method: sent.method,
    headers: sent.headers.map(([name, value]) => [name, value]),
    body: sent.body,
  });
  const placePass = request.headers.get(placeHeader);
  const response = await host.backend.fetch(request, {
    ip: '127.0.0.1',
    ...(placePass === null ? {} : { placePass }),
    userAgent: request.headers.get(agentHeader) ?? '',
  });
  const body = response.body ? await response.arrayBuffer() : null;
  // Flush, so that whatever was acknowledged survives a reload.
  if (sent.method !== 'GET' && sent.method !== 'HEAD') await host.database.flush();
  return { status: response.status, headers: [...response.headers], body };
}

async function listMails(host: Host): Promise<SentMail[]> {
  return host.database.db
    .select({ to: emailOutbox.to, subject: emailOutbox.subject, text: emailOutbox.text })
    .from(emailOutbox)
    .orderBy(asc(emailOutbox.id));
}

/** Serves one page: its requests and its sockets. */
function serve(channel: Channel<ToPage, ToWorker>, host: Host): void {
  const sockets = new Map<string, LinkServer>();
  const open = (socket: string, address: string) => {
    const close = () => {
      sockets.delete(socket);
      channel.post({ kind: 'socket-closed', socket });
    };
    sockets.set(
      socket,
      host.serveLink(
        { send: (frame) => channel.post({ kind: 'socket-frame', socket, frame }), close },
        new URL(address),
      ),
    );
  };
  const close = (socket: string) => {
    sockets.get(socket)?.closed();
    sockets.delete(socket);
  };
  const leave = () => {
    pages.delete(channel);
    [...sockets.keys()].forEach(close);
  };
  const respond = async (id: number, request: SentRequest) => {
    const response = await answer(host, request);
    channel.post({ kind: 'response', id, response }, response.body ? [response.body] : []);
  };
  const operate = async (id: number, action: MockAction) => {
    const problem = await perform(host, action);
    await host.database.flush();
    channel.post({ kind: 'done', id, problem });
  };
  channel.listen((message) => {
    if (message.kind === 'request') void respond(message.id, message.request);
    else if (message.kind === 'socket-open') open(message.socket, message.address);
    else if (message.kind === 'socket-frame') sockets.get(message.socket)?.receive(message.frame);
    else if (message.kind === 'socket-closed') close(message.socket);
    else if (message.kind === 'mails')
      void listMails(host).then((mails) => channel.post({ kind: 'mails', id: message.id, mails }));
    else if (message.kind === 'action') void operate(message.id, message.action);
    else leave();
  });
  pages.add(channel);
  channel.post({ kind: 'ready' });
}

interface SharedScope {
  onconnect: ((event: MessageEvent) => void) | null;
}
const isShared = 'onconnect' in globalThis;
const host = start();
const welcome = (channel: Channel<ToPage, ToWorker>) =>
  void host.then(
    (ready) => serve(channel, ready),
    (error: unknown) =>
      channel.post({ kind: 'failed', reason: error instanceof Error ? error.message : String(error) }),
  );

if (isShared) {
  (globalThis as unknown as SharedScope).onconnect = (event) => {
    const [port] = event.ports;
    if (port) welcome(createChannel(port));
  };
} else {
  welcome(createChannel(globalThis as unknown as Worker));
}
