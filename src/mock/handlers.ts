import { type RequestHandler, http, ws } from 'msw';
import type { WebSocketHandler } from 'msw/ws';
import type { Link, LinkServer } from './socket.ts';

/** What stands behind the handlers: the backend in this process or in a worker. */
export interface Behind {
  fetch(request: Request): Promise<Response>;
  connect(link: Link, address: URL): LinkServer;
}
export interface Place {
  /** Of the pages. */
  readonly origin: string;
  /** Of the API: `/api/v1` on the pages' origin, or an absolute address. */
  readonly apiBase: string;
}

/** The absolute address of the API. */
export const apiAddress = ({ origin, apiBase }: Place): string =>
  new URL(apiBase, origin).href.replace(/\/+$/, '');

/**
 * Everything that the real server would answer, with nothing said per route. The pages themselves come from
 * Next.
 */
export function handlersFor(behind: Behind, place: Place): (RequestHandler | WebSocketHandler)[] {
  const api = apiAddress(place);
  const forward = ({ request }: { request: Request }) => behind.fetch(request);
  // On the server this is a page of Next that hands the call on.
  const sign = async ({ request }: { request: Request }) =>
    behind.fetch(
      new Request(`${api}/uploads/sign`, {
        method: 'POST',
        headers: request.headers,
        body: await request.arrayBuffer(),
      }),
    );
  // msw takes the /socket.io/ of an address away before it compares: what is left is the bare origin.
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
