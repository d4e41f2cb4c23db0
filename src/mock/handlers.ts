import { type RequestHandler, http, ws } from 'msw';
import type { WebSocketHandler } from 'msw/ws';
import type { Link, LinkServer } from './socket.ts';

/** The backend behind the handlers, in this process or in a worker. */
export interface Behind {
  fetch(request: Request): Promise<Response>;
  connect(link: Link, address: URL): LinkServer;
}
export interface Place {
  /** The origin of the pages. */
  readonly origin: string;
  /** The API's base: `/api/v1` on the pages' origin, or an absolute URL. */
  readonly apiBase: string;
}

/** The absolute URL of the API. */
export const apiAddress = ({ origin, apiBase }: Place): string =>
  new URL(apiBase, origin).href.replace(/\/+$/, '');

/** Handlers for everything the real server would answer, without listing routes. Pages come from Next. */
export function handlersFor(behind: Behind, place: Place): (RequestHandler | WebSocketHandler)[] {
  const api = apiAddress(place);
  const forward = ({ request }: { request: Request }) => behind.fetch(request);
  // On the server, a Next API route forwards this call.
  const sign = async ({ request }: { request: Request }) =>
    behind.fetch(
      new Request(`${api}/uploads/sign`, {
        method: 'POST',
        headers: request.headers,
        body: await request.arrayBuffer(),
      }),
    );
  // msw removes `/socket.io/` from URLs before comparing, which leaves the bare origin.
  const sockets = ws.link(`${new URL(api).origin.replace(/^http/, 'ws')}/`);
  return [
    ...[`${api}/*`, `${place.origin}/media/*`, `${place.origin}/monitoring`].map((address) =>
      http.all(address, forward),
    ),
    http.post(`${place.origin}/api/getsignedUrl`, sign),
    sockets.addEventListener('connection', ({ client }) => {
      const server = behind.connect(
        { send: (frame) => client.send(frame), close: () => client.close() },
        new URL(client.url),
      );
      client.addEventListener('message', (event) => server.receive(event.data));
      client.addEventListener('close', () => server.closed());
    }),
  ];
}
