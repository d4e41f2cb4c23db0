import { createHash } from 'node:crypto';
import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Captured } from './captured-response.ts';
import { bestCoding } from './static-files.ts';

const brotli = promisify(brotliCompress);
const gz = promisify(gzip);

/** Milliseconds that a page is as good as new; as many more it may be shown while a newer one is made. */
const freshMs = 1_000;
const staleMs = 4_000;
/**
 * Of all pages at hand, before compression. What is older than they may be shown goes as soon as another page
 * comes.
 */
const mostBytesAtOnce = 16 * 2 ** 20;
const remembered: ReadonlySet<number> = new Set([200, 404, 451]);

/**
 * A page as rendered for all visitors alike. Its nonce lives as long as the page does: see
 * docs/decisions/visitor-page-cache.md.
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
  /** The policy that allows `nonce`, which stands in the page. */
  readonly policy: string;
  readonly nonce: string;
}
/** A page under its key, and how to make it for nobody in particular. */
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

/** Short memory of pages that many visitors see alike. */
export function createPageCache({ now = Date.now, mostBytes = mostBytesAtOnce }: Options = {}): PageCache {
  /** The oldest first. */
  const pages = new Map<string, Page>();
  let held = 0;
  const underWay = new Map<string, Promise<Page>>();

  const drop = (key: string): void => {
    held -= pages.get(key)?.captured.body.length ?? 0;
    pages.delete(key);
  };
  const make = async ({ key, render }: Wanted): Promise<Page> => {
    const page = pageOf(await render(), now());
    drop(key);
    // A redirect or a failure is passed on but not remembered.
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
    const running = underWay.get(wanted.key) ?? make(wanted).finally(() => underWay.delete(wanted.key));
    underWay.set(wanted.key, running);
    return running;
  };
  return {
    async serve(request, response, wanted) {
      const kept = pages.get(wanted.key);
      const age = kept ? now() - kept.at : Number.POSITIVE_INFINITY;
      if (!kept || age > freshMs + staleMs) return send(request, response, await refresh(wanted));
      // The page at hand will do; a failure to make a newer one shows when this one is too old.
      if (age > freshMs) refresh(wanted).catch(() => {});
      return send(request, response, kept);
    },
  };
}

function pageOf({ captured, policy, nonce }: Rendered, at: number): Page {
  // The same content has the same tag, whatever its nonce: browsers keep what they have.
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
  // Without a policy of its own a 304 leaves the browser the one it kept, which fits the page it kept.
  if (page.captured.status === 200 && request.headers['if-none-match'] === page.etag)
    return void response.writeHead(304).end();
  for (const [name, value] of passedOn(page.captured.headers))
    if (value !== undefined) response.setHeader(name, value);
  response.setHeader('Content-Security-Policy', page.policy);
  const coding = bestCoding(request.headers['accept-encoding'], { br: true, gzip: true });
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
