import { setupWorker } from 'msw/browser';
import type { MockAction } from './mock-actions.ts';
import { apiAddress, handlersFor } from './handlers.ts';
import type { Link } from './socket.ts';
import { watchUploads } from './upload-progress.ts';
import { type SentMail, type SentRequest, agentHeader, placeHeader } from './wire.ts';
import { openWorkerClient } from './worker-client.ts';

declare global {
  interface Window {
    /** Only in mock builds: what an operator would do on the command line. */
    limelightMock?: { mails(): Promise<readonly SentMail[]>; operate(action: MockAction): Promise<void> };
  }
}

function tokenCookie(): string | null {
  const value = /(?:^|;\s*)token=([^;]*)/.exec(document.cookie)?.[1];
  return value ? decodeURIComponent(value) : null;
}

const placeCookie = (): string | undefined => /(?:^|;\s*)place=([^;]*)/.exec(document.cookie)?.[1];

async function sent(request: Request): Promise<SentRequest> {
  const headers = new Headers(request.headers);
  // The browser loads images itself, with the cookie. Scripts can't set that header, so the token is passed
  // as `authorization`.
  const token = tokenCookie();
  if (token && !headers.has('authorization') && new URL(request.url).pathname.startsWith('/media/'))
    headers.set('authorization', token);
  // Nor can it set `cookie`.
  const pass = placeCookie();
  if (pass) headers.set(placeHeader, pass);
  headers.set(agentHeader, navigator.userAgent);
  const hasBody = request.method !== 'GET' && request.method !== 'HEAD';
  return {
    method: request.method,
    url: request.url,
    headers: [...headers],
    body: hasBody ? await request.arrayBuffer() : null,
  };
}

/**
 * Runs the whole server inside this browser. Resolves once it answers every call. Await it before the first
 * call and before loading socket.io-client. Import it only in mock builds (`NEXT_PUBLIC_MOCK=1`).
 */
export async function startMock(): Promise<void> {
  const { origin } = location;
  const place = { origin, apiBase: process.env.NEXT_PUBLIC_API_ENDPOINT?.trim() || '/api/v1' };
  const client = await openWorkerClient();
  const behind = {
    fetch: async (request: Request) => client.fetch(await sent(request)),
    connect: (link: Link, address: URL) => {
      address.searchParams.set(placeHeader, placeCookie() ?? '');
      return client.connect(link, address);
    },
  };
  await setupWorker(...handlersFor(behind, place)).start({ onUnhandledFrame: 'bypass', quiet: true });
  watchUploads({
    isOurs: (url) => url.startsWith(`${apiAddress(place)}/`) || url.startsWith(`${origin}/media/`),
    send: behind.fetch,
  });
  window.limelightMock = { mails: client.mails, operate: client.operate };
}
