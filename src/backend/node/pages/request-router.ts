import { createServer } from 'node:http';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import type { HttpBindings } from '@hono/node-server';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import type { Peer } from '../../kernel/context.ts';
import type { Backend } from '../../create-backend.ts';
import type { Log } from '../../ports.ts';
import { allowOrigin } from './cross-origin.ts';
import type { Pages } from './pages.ts';
import type { ServeStatic } from './static-files.ts';

interface Options {
  readonly publicUrl: string;
  /** Set on every response. */
  readonly headers: Readonly<Record<string, string>>;
  readonly log: Log;
  readonly peerOf: (request: IncomingMessage) => Peer;
  /** Absent in a process that serves only pages. */
  readonly api?: Pick<Backend, 'fetch'> | undefined;
  /** Absent in a process that serves only the API. */
  readonly pages?: Pages | undefined;
  /** Whether calls can be answered right now. */
  readonly isReady: () => boolean;
  /** Static folders by path prefix. */
  readonly folders: Readonly<Record<string, ServeStatic>>;
}

const belongsToApi = (path: string) =>
  path.startsWith('/api/v1/') || path.startsWith('/media/') || path === '/monitoring';

/** Without the query, which can sign an address or carry a token. */
const pathOf = ({ url = '/' }: IncomingMessage): string => url.split('?', 1)[0] ?? '/';

/** Routes requests on the one port to the API, static files, and pages. */
export function createRequestRouter({
  publicUrl,
  headers,
  log,
  peerOf,
  api,
  pages,
  folders,
  isReady,
}: Options): Server {
  const always = Object.entries(headers);
  const listener =
    api &&
    getRequestListener(async (request, env) => {
      const { incoming, outgoing } = env as HttpBindings;
      const reply = await api.fetch(request, peerOf(incoming));
      // A client that was too slow has already received its reply.
      return outgoing.headersSent ? RESPONSE_ALREADY_SENT : reply;
    });
  const folderOf = (path: string) => Object.entries(folders).find(([prefix]) => path.startsWith(prefix))?.[1];

  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const path = pathOf(request);
    if (belongsToApi(path)) {
      if (!listener) return notFound(response);
      if (allowOrigin(request, response, publicUrl)) return void response.writeHead(204).end();
      return listener(request, response);
    }
    const folder = folderOf(path);
    if (folder) return (await folder(request, response, path)) ? undefined : notFound(response);
    return pages ? pages.handle(request, response, peerOf(request)) : notFound(response);
  };
  const server = createServer(
    {
      keepAliveTimeout: 65_000,
      headersTimeout: 20_000,
      requestTimeout: 30 * 60_000,
      connectionsCheckingInterval: 5_000,
    },
    (request, response) => {
      for (const [name, value] of always) response.setHeader(name, value);
      if (answerHealth(request, response, isReady)) return;
      answer(request, response).catch((error: unknown) => {
        log.error('A request could not be answered.', {
          method: request.method,
          path: pathOf(request),
          error,
        });
        fail(response);
      });
    },
  );
  server.on('upgrade', (request, socket, head) => {
    if (request.url?.startsWith('/socket.io/')) return;
    if (pages) pages.upgrade(request, socket, head);
    else socket.destroy();
  });
  return server;
}

function fail(response: ServerResponse): void {
  if (response.headersSent) response.destroy();
  else
    response
      .writeHead(500, { 'Content-Type': 'text/plain; charset=utf-8' })
      .end('Something went wrong, please try again later');
}

function notFound(response: ServerResponse): void {
  response
    .writeHead(404, { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'no-store' })
    .end('Page not found.');
}

/**
 * Answers health checks: `/healthz` when the process runs, `/readyz` when it can answer calls now. Returns
 * whether the request was one.
 */
function answerHealth(request: IncomingMessage, response: ServerResponse, isReady: () => boolean): boolean {
  const path = pathOf(request);
  if (path !== '/healthz' && path !== '/readyz') return false;
  const isFine = path === '/healthz' || isReady();
  const again = isFine ? {} : { 'Retry-After': '3' };
  response
    .writeHead(isFine ? 200 : 503, {
      'Content-Type': 'text/plain; charset=utf-8',
      'Cache-Control': 'no-store',
      ...again,
    })
    .end(isFine ? 'ok' : 'The database is unavailable.');
  return true;
}
