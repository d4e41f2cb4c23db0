import type { IncomingMessage, ServerResponse } from 'node:http';
import type { RelayLive } from './relay-live.ts';

const mostBytes = 64 * 1_024;
const bodyMs = 5_000;

/** The body, or null when it is too long or doesn't end. */
function readBody(request: IncomingMessage): Promise<string | null> {
  return new Promise((resolve) => {
    let [text, bytes] = ['', 0];
    const end = (body: string | null) => {
      clearTimeout(timer);
      resolve(body);
    };
    const timer = setTimeout(() => end(null), bodyMs);
    request.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes > mostBytes) end(null);
      else text += chunk.toString('latin1');
    });
    request.on('end', () => end(text)).on('error', () => end(null));
  });
}
// oxlint-disable-next-line max-params -- a response, in the order one writes it
function say(
  response: ServerResponse,
  status: number,
  text: string,
  headers: Record<string, string> = {},
): void {
  response
    .writeHead(status, {
      'Content-Type': 'text/plain; charset=utf-8',
      'Cache-Control': 'no-store',
      ...headers,
    })
    .end(text);
}

/** Serves WHIP (RFC 9725) and WHEP under `/live/`. Candidates and ICE restarts by PATCH aren't offered. */
export function createRelayHandler(live: RelayLive) {
  async function post(request: IncomingMessage, response: ServerResponse, path: Parsed): Promise<void> {
    if (!/^application\/sdp\b/i.test(request.headers['content-type'] ?? ''))
      return say(response, 415, 'Send an offer as application/sdp.');
    const sdp = await readBody(request);
    if (sdp === null)
      return say(response, 413, 'The offer is too long or took too long.', { Connection: 'close' });
    const role = path.way === 'whip' ? 'host' : 'viewer';
    const answer = await live.connect({ role, streamId: path.streamId, token: path.token, sdp });
    if (!('sdp' in answer)) return say(response, answer.status, answer.why);
    response
      .writeHead(201, {
        'Content-Type': 'application/sdp',
        'Cache-Control': 'no-store',
        Location: `/live/${path.way}/${answer.streamId}/${answer.id}`,
        'Access-Control-Expose-Headers': 'Location',
      })
      .end(answer.sdp);
  }
  return async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const path = parse(request);
    if (!path) return say(response, 404, 'Page not found.');
    if (!path.token) return say(response, 401, 'A bearer token is needed.', { 'WWW-Authenticate': 'Bearer' });
    if (!path.session) {
      if (request.method === 'POST') return post(request, response, path);
      return say(response, 405, 'Post an offer.', { Allow: 'POST' });
    }
    if (!live.holds(path.session, path.token)) return say(response, 404, 'Page not found.');
    if (request.method === 'HEAD') return void response.writeHead(204, { 'Cache-Control': 'no-store' }).end();
    if (request.method !== 'DELETE')
      return say(response, 405, 'Not offered here.', { Allow: 'DELETE, HEAD' });
    live.disconnect(path.session);
    return say(response, 200, 'Ended.');
  };
}
interface Parsed {
  readonly way: string;
  readonly streamId: string | null;
  readonly session: string | null;
  readonly token: string;
}
// oxlint-disable-next-line complexity -- what is absent in an address is null
function parse(request: IncomingMessage): Parsed | null {
  const found = /^\/live\/(whip|whep)(?:\/([\da-f-]{36})(?:\/([\da-f]{32}))?)?$/.exec(
    (request.url ?? '').split('?', 1)[0] ?? '',
  );
  if (!found || (found[1] === 'whep' && !found[2])) return null;
  const token = /^Bearer (\S{1,200})$/i.exec(request.headers.authorization ?? '')?.[1] ?? '';
  return { way: found[1] ?? '', streamId: found[2] ?? null, session: found[3] ?? null, token };
}
