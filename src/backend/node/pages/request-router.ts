import { createServer } from 'node:http';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import type { HttpBindings } from '@hono/node-server';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import type { Peer } from '../../kernel/context.ts';
import type { Backend } from '../../create-backend.ts';
import type { Log } from '../../ports/ports.ts';
import type { Answered } from '../metrics/open-metrics.ts';
import { findRequestId, inRequest } from '../process/request-id.ts';
import type { Readiness } from '../process/readiness.ts';
import { sendCompressed } from './compressed-reply.ts';
import { allowOrigin } from './cross-origin.ts';
import type { Pages } from './pages.ts';
import type { ServeStatic } from './static-files.ts';

interface Options {
  readonly publicUrl: string;
  /** Set on every response. */
  readonly headers: Readonly<Record<string, string>>;
  readonly log: Log;
  readonly findPeer: (request: IncomingMessage) => Peer;
  /** Absent in a process that serves only pages. */
  readonly api?: Pick<Backend, 'fetch'> | undefined;
  /** Absent in a process that serves only the API. */
  readonly pages?: Pages | undefined;
  readonly readiness: Pick<Readiness, 'isReady' | 'report'>;
  /**
   * Whether this process goes on answering only until the proxy in front has noticed that it will stop: no
   * connection is kept, so that none is used again when it closes.
   */
  readonly isLeaving?: () => boolean;
  /** Whether requests come through a proxy of ours, which names them. */
  readonly trustsProxy?: boolean;
  /** Told about each request once it has been answered. */
  readonly onAnswered?: ((answered: Answered) => void) | undefined;
  /** Static folders by path prefix. */
  readonly folders: Readonly<Record<string, ServeStatic>>;
}

export const belongsToApi = (path: string) =>
  path.startsWith('/api/v1/') || path.startsWith('/media/') || path === '/monitoring';

/** For answers that are data, should a browser show one as a page. Media says so itself. */
const nothingRuns = "default-src 'none'; base-uri 'none'; object-src 'none'; frame-ancestors 'none'; sandbox";

/** Without the query, which can sign an address or carry a token. */
const requestPath = ({ url = '/' }: IncomingMessage): string => url.split('?', 1)[0] ?? '/';

/** Routes requests on the one port to the API, static files, and pages. */
export function createRequestRouter({
  publicUrl,
  headers,
  log,
  findPeer,
  api,
  pages,
  folders,
  readiness,
  isLeaving = () => false,
  trustsProxy = false,
  onAnswered,
}: Options): Server {
  const listener =
    api &&
    getRequestListener(async (request, env) => {
      const { incoming, outgoing } = env as HttpBindings;
      const reply = await api.fetch(request, findPeer(incoming));
      // A client that was too slow has already received its reply.
      const isSent = outgoing.headersSent || (await sendCompressed(incoming, outgoing, reply));
      return isSent ? RESPONSE_ALREADY_SENT : reply;
    });
  const findFolder = (path: string) =>
    Object.entries(folders).find(([prefix]) => path.startsWith(prefix))?.[1];

  const answer: Answer = async (request, response) => {
    const path = requestPath(request);
    if (belongsToApi(path)) {
      if (!path.startsWith('/media/')) response.setHeader('Content-Security-Policy', nothingRuns);
      if (!listener) return notFound(response);
      if (allowOrigin(request, response, publicUrl)) return void response.writeHead(204).end();
      return listener(request, response);
    }
    const folder = findFolder(path);
    if (folder) return (await folder(request, response, path)) ? undefined : notFound(response);
    return pages ? pages.handle(request, response, findPeer(request)) : notFound(response);
  };
  const server = createServer(
    {
      keepAliveTimeout: 65_000,
      headersTimeout: 20_000,
      requestTimeout: 30 * 60_000,
      connectionsCheckingInterval: 5_000,
    },
    received({ headers, log, readiness, isLeaving, trustsProxy, onAnswered }, answer),
  );
  server.on('upgrade', (request, socket, head) => {
    if (hasTwoHosts(request)) return void socket.end('HTTP/1.1 400 Bad Request\r\nConnection: close\r\n\r\n');
    if (request.url?.startsWith('/socket.io/')) return;
    if (pages) pages.upgrade(request, socket, head);
    else socket.destroy();
  });
  return server;
}

const aboutToStop = { isReady: () => false, report: () => 'This process is about to stop.\n' };

/** Two servers in a row may each believe another one of several `Host` headers. */
const hasTwoHosts = ({ rawHeaders }: IncomingMessage): boolean =>
  rawHeaders.filter((name, at) => at % 2 === 0 && name.toLowerCase() === 'host').length > 1;

type Answer = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

/** What every request gets: its id, the headers of all answers, and an answer even when one fails. */
function received(
  {
    headers,
    log,
    readiness,
    isLeaving,
    trustsProxy,
    onAnswered,
  }: Pick<Options, 'headers' | 'log' | 'readiness' | 'onAnswered'> &
    Required<Pick<Options, 'isLeaving' | 'trustsProxy'>>,
  answer: Answer,
): (request: IncomingMessage, response: ServerResponse) => void {
  const always = Object.entries(headers);
  return (request, response) => {
    for (const [name, value] of always) response.setHeader(name, value);
    const id = findRequestId(request, trustsProxy);
    response.setHeader('X-Request-Id', id);
    if (hasTwoHosts(request)) return void response.writeHead(400, { Connection: 'close' }).end();
    if (request.method === 'TRACE') return void response.writeHead(405).end();
    if (onAnswered) observe(request, response, onAnswered);
    const isLast = isLeaving();
    if (isLast) response.setHeader('Connection', 'close');
    if (answerHealth(request, response, isLast ? aboutToStop : readiness)) return;
    const failed = (error: unknown) => {
      log.error('A request could not be answered.', {
        method: request.method,
        path: requestPath(request),
        error,
      });
      fail(response, id);
    };
    void inRequest(id, () => answer(request, response).catch(failed));
  };
}

/** Measures until the last byte was handed over, or the client was gone. */
function observe(
  request: IncomingMessage,
  response: ServerResponse,
  onAnswered: (answered: Answered) => void,
): void {
  const began = performance.now();
  const [{ method = 'GET' }, path] = [request, requestPath(request)];
  response.once('close', () =>
    onAnswered({ method, path, status: response.statusCode, seconds: (performance.now() - began) / 1_000 }),
  );
}

function fail(response: ServerResponse, id: string): void {
  if (response.headersSent) response.destroy();
  else
    response
      .writeHead(500, { 'Content-Type': 'text/plain; charset=utf-8' })
      .end(`Something went wrong, please try again later (reference ${id})`);
}

function notFound(response: ServerResponse): void {
  response
    .writeHead(404, { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'no-store' })
    .end('Page not found.');
}

export const isHealthCheck = (path: string): boolean => path === '/healthz' || path === '/readyz';

/**
 * Answers health checks: `/healthz` when the process runs, `/readyz` when it can answer calls now, with a line
 * each on database, storage and jobs. Returns whether the request was one.
 */
function answerHealth(
  request: IncomingMessage,
  response: ServerResponse,
  readiness: Pick<Readiness, 'isReady' | 'report'>,
): boolean {
  const path = requestPath(request);
  if (!isHealthCheck(path)) return false;
  const isFine = path === '/healthz' || readiness.isReady();
  const again = isFine ? {} : { 'Retry-After': '3' };
  response
    .writeHead(isFine ? 200 : 503, {
      'Content-Type': 'text/plain; charset=utf-8',
      'Cache-Control': 'no-store',
      ...again,
    })
    .end(path === '/healthz' ? 'ok' : readiness.report());
  return true;
}
