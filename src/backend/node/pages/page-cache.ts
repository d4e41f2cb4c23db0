import { createHash } from 'node:crypto';
import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Captured } from './captured-response.ts';
import { bestCoding } from './content-coding.ts';

const brotli = promisify(brotliCompress);
const gz = promisify(gzip);

/**
 * How long, in milliseconds, a page counts as fresh, and how much longer it may be served while a new one is
 * rendered.
 */
const freshMs = 1_000;
const staleMs = 4_000;
/**
 * Maximum size of all cached pages before compression. Pages too old to serve are dropped when another page
 * is cached.
 */
const mostBytesAtOnce = 16 * 2 ** 20;
const remembered: ReadonlySet<number> = new Set([200, 404, 451]);

/**
 * A page rendered for all visitors alike. Its nonce lives as long as the page; see
 * docs/decisions/0010-visitor-page-cache.md.
 */
interface Page {
  readonly captured: Captured;
  readonly policy: string;
  readonly etag: string;
  readonly at: number;
  readonly coded: { br?: Promise<Buffer>; gzip?: Promise<Buffer> };
}
export interface Rendered {
  readonly captured: Captured;
  /** The policy that allows the page's `nonce`. */
  readonly policy: string;
  readonly nonce: string;
}
/** A cache key, and how to render its page without a visitor. */
export interface Wanted {
  readonly key: string;
  render(): Promise<Rendered>;
}
export interface PageCache {
  serve(request: IncomingMessage, response: ServerResponse, wanted: Wanted): Promise<void>;
}

interface Options {
  readonly now?: () => number;
  readonly mostBytes?: number;
}

/** A short-lived cache for pages that look the same to many visitors. */
export function createPageCache({ now = Date.now, mostBytes = mostBytesAtOnce }: Options = {}): PageCache {
  /** Oldest first. */
  const pages = new Map<string, Page>();
  let held = 0;
  const pending = new Map<string, Promise<Page>>();

  const drop = (key: string): void => {
    held -= pages.get(key)?.captured.body.length ?? 0;
    pages.delete(key);
  };
  const make = async ({ key, render }: Wanted): Promise<Page> => {
    const page = toPage(await render(), now());
    drop(key);
    // Redirects and failures are passed on but not cached.
    if (!remembered.has(page.captured.status)) return page;
    pages.set(key, page);
    held += page.captured.body.length;
    for (const [old, { at }] of pages) {
      if (held <= mostBytes && now() - at <= freshMs + staleMs) break;
      drop(old);
    }
    return page;
  };
  const refresh = (wanted: Wanted): Promise<Page> => {
    const running = pending.get(wanted.key) ?? make(wanted).finally(() => pending.delete(wanted.key));
    pending.set(wanted.key, running);
    return running;
  };
  return {
    async serve(request, response, wanted) {
      const cached = pages.get(wanted.key);
      const age = cached ? now() - cached.at : Number.POSITIVE_INFINITY;
      if (!cached || age > freshMs + staleMs) return send(request, response, await refresh(wanted));
      // Serve the cached page. If rendering a new one keeps failing, that shows once this one has expired.
      if (age > freshMs) refresh(wanted).catch(() => {});
      return send(request, response, cached);
    },
  };
}

function toPage({ captured, policy, nonce }: Rendered, at: number): Page {
  // The ETag ignores the nonce, so that unchanged content isn't sent again.
  const content = captured.body.toString('utf8').replaceAll(nonce, '');
  const etag = `W/"${createHash('sha256').update(content).digest('base64url').slice(0, 20)}"`;
  return { captured, policy, etag, at, coded: {} };
}

const ownHeaders = new Set([
  'content-security-policy',
  'cache-control',
  'etag',
  'vary',
  'content-length',
  'content-encoding',
  'transfer-encoding',
  'connection',
  'keep-alive',
  'date',
  'set-cookie',
]);
const passedOn = (headers: OutgoingHttpHeaders) =>
  Object.entries(headers).filter(([name]) => !ownHeaders.has(name.toLowerCase()));

async function send(request: IncomingMessage, response: ServerResponse, page: Page): Promise<void> {
  response.setHeader('Cache-Control', 'private, no-cache');
  response.setHeader('Vary', 'Accept-Encoding, Cookie');
  response.setHeader('ETag', page.etag);
  // A 304 without a policy makes the browser keep the one it stored with the page, which fits.
  if (page.captured.status === 200 && request.headers['if-none-match'] === page.etag)
    return void response.writeHead(304).end();
  for (const [name, value] of passedOn(page.captured.headers))
    if (value !== undefined) response.setHeader(name, value);
  response.setHeader('Content-Security-Policy', page.policy);
  const coding = bestCoding(request.headers['accept-encoding'], ['br', 'gzip']);
  const body = coding ? await codedBody(page, coding) : page.captured.body;
  if (coding) response.setHeader('Content-Encoding', coding);
  response
    .writeHead(page.captured.status, { 'Content-Length': body.length })
    .end(request.method === 'HEAD' ? undefined : body);
}

function codedBody(page: Page, coding: 'br' | 'gzip'): Promise<Buffer> {
  const { body } = page.captured;
  page.coded[coding] ??=
    coding === 'br' ? brotli(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }) : gz(body);
  return page.coded[coding];
}
