import type { IncomingMessage } from 'node:http';
import { makeApi } from '#services/http/api.ts';
import type { Api } from '#services/http/api.ts';
import { apiBase } from '#services/http/base-url.ts';
import { sendPlain } from '#services/http/http.ts';

/** A page request. Our own server attaches the API to it, so that pages call it in-process. */
export type PageRequest = Pick<IncomingMessage, 'headers' | 'url'> & {
  readonly apiFetch?: (request: Request) => Promise<Response>;
  readonly siteClosed?: true;
  readonly publicUrl?: string;
};

/** Headers passed on to the API, so that it knows the visitor's address, country, browser and language. */
const passedOn = [
  'x-forwarded-for',
  'x-forwarded-proto',
  'x-forwarded-host',
  'x-real-ip',
  'cf-ipcountry',
  'user-agent',
  'accept-language',
];

const placeHeaders = (): string[] =>
  ['COUNTRY_HEADER', 'REGION_HEADER', 'VPN_HEADER'].map((name) => (process.env[name] ?? '').toLowerCase());

/** What visitors stated about where they are, the only cookie the API reads. */
const placeCookie = ({ headers }: PageRequest): string | undefined =>
  /(?:^|;\s*)(place=[\w.-]+)/.exec(headers.cookie ?? '')?.[1];

function forwardedHeaders(request: PageRequest): Record<string, string> {
  const { headers } = request;
  const cookie = placeCookie(request);
  return Object.fromEntries([
    ...[...passedOn, ...placeHeaders()].flatMap((name) =>
      typeof headers[name] === 'string' ? [[name, headers[name]]] : [],
    ),
    ...(cookie === undefined ? [] : [['cookie', cookie]]),
  ]) as Record<string, string>;
}

/** The session token from the request's cookies, or null. */
export function readCookieToken(req: PageRequest): string | null {
  const match = /(?:^|;\s*)token=([^;]*)/.exec(req.headers.cookie ?? '');
  try {
    return match?.[1] ? decodeURIComponent(match[1]) : null;
  } catch {
    return null;
  }
}

/**
 * The API as the visitor of a page request. Without the `session`, for what is the same for everyone, so that the
 * API doesn't look it up.
 */
export function serverApi(req: PageRequest, { session = true } = {}): Api {
  const base = apiBase();
  const origin = `http://${req.headers.host ?? 'localhost'}`;
  const send: typeof fetch = (input, init) => {
    const request = new Request(typeof input === 'string' ? new URL(input, origin) : input, init);
    // An API on another origin is always called over the network.
    return req.apiFetch && base.startsWith('/') ? req.apiFetch(request) : sendPlain(request);
  };
  return makeApi({
    base,
    readToken: () => (session ? readCookieToken(req) : null),
    headers: forwardedHeaders(req),
    fetch: send,
  });
}
