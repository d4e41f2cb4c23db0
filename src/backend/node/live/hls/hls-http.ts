import { createHmac, randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { HlsBeside } from './hls-beside.ts';
import type { HlsStream } from './hls-stream.ts';

const always = { 'Cache-Control': 'no-store', 'Access-Control-Allow-Origin': '*' };
const page = /^\/live\/hls\/([\w-]{32})\/(index\.m3u8|\d{1,9}\.ts)$/;

interface Reply {
  readonly status: number;
  readonly type: string;
  readonly body: string | Buffer;
  readonly more?: Record<string, string>;
}
const text = (status: number, body: string, more: Record<string, string> = {}): Reply => ({
  status,
  type: 'text/plain; charset=utf-8',
  body,
  more,
});
const missing = text(404, 'Page not found.');

const busy = text(403, 'This stream is being watched on other devices.');

const key = randomBytes(32);
const known = /(?:^|;\s*)live_device=([\w-]{43})(?:;|$)/;

/**
 * The device that asks: as the cookie of its first answer says, which survives a change of address, or else by address
 * and browser, for those that keep no cookies, such as televisions that are sent a stream.
 */
const identifyDevice = ({ headers }: IncomingMessage, ip: string): string =>
  known.exec(headers.cookie ?? '')?.[1] ??
  createHmac('sha256', key)
    .update(`${ip} ${headers['user-agent'] ?? ''}`)
    .digest('base64url');

function served(stream: HlsStream, name: string): Reply {
  if (name !== 'index.m3u8') {
    const body = stream.segment(Number.parseInt(name, 10));
    return body ? { status: 200, type: 'video/mp2t', body } : missing;
  }
  const body = stream.playlist();
  if (body === null) return text(503, 'Nothing is sent yet.', { 'Retry-After': '1' });
  return { status: 200, type: 'application/vnd.apple.mpegurl', body };
}

function find(hls: HlsBeside, url: string, device: string): Reply {
  const [, token, name = ''] = page.exec(url.split('?', 1)[0] ?? '') ?? [];
  const stream = token ? hls.enter(token, device) : null;
  if (stream === null) return missing;
  return stream === 'busy' ? busy : served(stream, name);
}

interface HlsHostOptions {
  readonly getIp: (request: IncomingMessage) => string;
  readonly isSecure: boolean;
}

/** Serves `/live/hls/<token>/index.m3u8` and the segments it names, while the token’s grant holds. */
export function createHlsHandler(hls: HlsBeside, { getIp, isSecure }: HlsHostOptions) {
  const cookieAttributes = `Path=/live/hls/; HttpOnly; SameSite=Lax${isSecure ? '; Secure' : ''}`;
  return async (request: IncomingMessage, response: ServerResponse): Promise<boolean> => {
    const { method, url = '', headers } = request;
    const isRead = method === 'GET' || method === 'HEAD';
    const device = identifyDevice(request, getIp(request));
    const { status, type, body, more } = isRead
      ? find(hls, url, device)
      : text(405, 'Not offered here.', { Allow: 'GET, HEAD' });
    const about = { 'Content-Type': type, 'Content-Length': Buffer.byteLength(body) };
    const remember =
      status !== 404 && status !== 403 && !known.test(headers.cookie ?? '')
        ? { 'Set-Cookie': `live_device=${device}; ${cookieAttributes}` }
        : {};
    response.writeHead(status, { ...always, ...about, ...remember, ...more }).end(body);
    return true;
  };
}
