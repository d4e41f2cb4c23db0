import type { IncomingMessage, ServerResponse } from 'node:http';
import type { HlsBeside } from './hls-beside.ts';

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

function find(hls: HlsBeside, url: string): Reply {
  const [, token = '', name = ''] = page.exec(url.split('?', 1)[0] ?? '') ?? [];
  const stream = token ? hls.enter(token) : null;
  if (!stream) return missing;
  if (name !== 'index.m3u8') {
    const body = stream.segment(Number.parseInt(name, 10));
    return body ? { status: 200, type: 'video/mp2t', body } : missing;
  }
  const body = stream.playlist();
  if (body === null) return text(503, 'Nothing is sent yet.', { 'Retry-After': '1' });
  return { status: 200, type: 'application/vnd.apple.mpegurl', body };
}

/** Serves `/live/hls/<token>/index.m3u8` and the segments it names, while the token’s grant holds. */
export function createHlsHandler(hls: HlsBeside) {
  return async ({ method, url = '' }: IncomingMessage, response: ServerResponse): Promise<boolean> => {
    const isRead = method === 'GET' || method === 'HEAD';
    const { status, type, body, more } = isRead
      ? find(hls, url)
      : text(405, 'Not offered here.', { Allow: 'GET, HEAD' });
    const about = { 'Content-Type': type, 'Content-Length': Buffer.byteLength(body) };
    response.writeHead(status, { ...always, ...about, ...more }).end(body);
    return true;
  };
}
