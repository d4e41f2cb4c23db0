import { request as send } from 'node:http';
import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { connect } from 'node:net';
import type { Duplex } from 'node:stream';
import type { Backend } from '../../create-backend.ts';
import type { Peer } from '../../kernel/context.ts';
import type { ApiProcess } from './api-process.ts';

interface Target {
  readonly port: number;
  readonly api: Pick<ApiProcess, 'isReady'>;
}
const host = '127.0.0.1';
const stopped =
  'The API has stopped: its reason is in the terminal. It starts again when a source changes.\n';

/** The request's headers with the visitor's address appended, as a proxy does it. */
function forwardedHeaders({ headers, socket }: IncomingMessage): OutgoingHttpHeaders {
  const before = headers['x-forwarded-for'];
  const chain = [...(before === undefined ? [] : [String(before)]), socket.remoteAddress ?? ''];
  return { ...headers, 'x-forwarded-for': chain.join(', ') };
}

/** Hands requests on to the API's process. While it restarts, they wait. */
export const createForward = ({ port, api }: Target) => ({
  async request(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (!(await api.isReady())) return void response.writeHead(503, { 'Retry-After': '3' }).end(stopped);
    const { method, url } = request;
    const onward = send({ host, port, method, path: url, headers: forwardedHeaders(request) });
    onward.once('response', (reply) => {
      response.writeHead(reply.statusCode ?? 502, reply.headers);
      reply.pipe(response);
      reply.once('error', () => response.destroy());
    });
    onward.once('error', () =>
      response.headersSent ? response.destroy() : response.writeHead(502).end(stopped),
    );
    response.once('close', () => onward.destroy());
    request.pipe(onward);
  },

  /** Joins the two connections, after sending the request that opened the first one. */
  async upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): Promise<void> {
    if (!(await api.isReady())) return void socket.destroy();
    const onward = connect({ host, port }, () => {
      const lines = Object.entries(forwardedHeaders(request)).map(
        ([name, value]) => `${name}: ${String(value)}`,
      );
      onward.write(`${request.method} ${request.url} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`);
      onward.write(head);
      socket.pipe(onward).pipe(socket);
    });
    for (const each of [socket, onward])
      each.once('error', () => {
        socket.destroy();
        onward.destroy();
      });
    socket.once('close', () => onward.destroy());
    onward.once('close', () => socket.destroy());
  },
});

/** What pages need of the backend, from the API's process. */
export function distantBackend({ port, api }: Target): Pick<Backend, 'fetch' | 'isClosedTo' | 'findPlaces'> {
  const call = async (request: Request, { ip, placePass }: Peer): Promise<Response> => {
    await api.isReady();
    const { pathname, search } = new URL(request.url);
    const onward = new Request(`http://${host}:${port}${pathname}${search}`, request);
    onward.headers.set('x-forwarded-for', ip);
    if (placePass !== undefined) onward.headers.set('cookie', `place=${placePass}`);
    return fetch(onward);
  };
  return {
    fetch: call,
    isClosedTo: async (peer) =>
      (await call(new Request(`http://${host}/api/v1/settings/public`), peer)).status === 451,
    // Asked for only by the cache of visitors' pages, which development doesn't have.
    findPlaces: () => Promise.resolve(null),
  };
}
