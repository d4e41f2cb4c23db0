import { http, ws } from 'msw';
import { setupWorker } from 'msw/browser';
import type { SentMail, SentRequest } from './wire.ts';
import { type WorkerClient, openWorkerClient } from './worker-client.ts';
import { watchUploads } from './upload-progress.ts';

declare global {
  interface Window {
    /** Only in mock builds: what an operator would do at a command line. */
    limelightMock?: {
      mails(): Promise<readonly SentMail[]>;
    };
  }
}

const tokenCookie = (): string | null => {
  const value = /(?:^|;\s*)token=([^;]*)/.exec(document.cookie)?.[1];
  return value ? decodeURIComponent(value) : null;
};

async function sent(request: Request): Promise<SentRequest> {
  const headers = new Headers(request.headers);
  // Pictures are asked for by the browser itself, with the cookie; no script may set that header, so its token goes as what else says it.
  const token = tokenCookie();
  if (token && !headers.has('authorization') && new URL(request.url).pathname.startsWith('/media/')) headers.set('authorization', token);
  const hasBody = request.method !== 'GET' && request.method !== 'HEAD';
  return { method: request.method, url: request.url, headers: [...headers], body: hasBody ? await request.arrayBuffer() : null };
}

/** Everything that the real server would answer; the pages themselves come from Next. */
function handlersOf(client: WorkerClient, apiBase: string) {
  const forward = async ({ request }: { request: Request }) => client.fetch(await sent(request));
  const { origin } = new URL(apiBase);
  const socket = ws.link(`${origin.replace(/^http/, 'ws')}/`);
  return [
    http.all(`${apiBase}/*`, forward),
    http.all(`${location.origin}/media/*`, forward),
    http.all(`${location.origin}/monitoring`, forward),
    socket.addEventListener('connection', ({ client: browser }) => {
      const server = client.connect({ send: (frame) => browser.send(frame), close: () => browser.close() }, String(browser.url));
      browser.addEventListener('message', (event) => server.receive(event.data));
      browser.addEventListener('close', () => server.closed());
    }),
  ];
}

/**
 * Puts the whole server inside this browser: resolves when every call is answered from here. To be awaited before the first call,
 * and before socket.io-client is loaded. Only ever imported in a mock build (`NEXT_PUBLIC_MOCK=1`).
 */
export async function startMock(): Promise<void> {
  const apiBase = new URL((process.env.NEXT_PUBLIC_API_ENDPOINT?.trim() || '/api/v1').replace(/\/+$/, ''), location.origin).href;
  const client = await openWorkerClient();
  await setupWorker(...handlersOf(client, apiBase)).start({ onUnhandledFrame: 'bypass', quiet: true });
  watchUploads({ isOurs: (url) => url.startsWith(`${apiBase}/`) || url.startsWith(`${location.origin}/media/`), send: async (request) => client.fetch(await sent(request)) });
  window.limelightMock = { mails: () => client.mails() };
}
