import type { IncomingMessage } from 'node:http';
import { makeApi } from '#services/http/api.ts';
import type { Api } from '#services/http/api.ts';
import { apiBase } from '#services/http/endpoint.ts';

/**
 * A request that came through our own server brings the API with it: no connection, no port, the same answer.
 */
export type PageRequest = Pick<IncomingMessage, 'headers' | 'url'> & {
  readonly apiFetch?: (request: Request) => Promise<Response>;
  readonly siteClosed?: true;
};

/** What the API has to know of the visitor behind the page: where from, in which browser, which language. */
const passedOn = [
  'x-forwarded-for',
  'x-forwarded-proto',
  'x-forwarded-host',
  'x-real-ip',
  'cf-ipcountry',
  'user-agent',
  'accept-language',
];

const headersOf = ({ headers }: PageRequest): Record<string, string> =>
  Object.fromEntries(
    [...passedOn, (process.env.COUNTRY_HEADER ?? '').toLowerCase()].flatMap((name) =>
      typeof headers[name] === 'string' ? [[name, headers[name]]] : [],
    ),
  );

/** The session's token from the request's cookies, or null. */
export function tokenOf(req: PageRequest): string | null {
  const match = /(?:^|;\s*)token=([^;]*)/.exec(req.headers.cookie ?? '');
  try {
    return match?.[1] ? decodeURIComponent(match[1]) : null;
  } catch {
    return null;
  }
}

/** The API as the visitor behind a page request sees it. */
export function serverApi(req: PageRequest): Api {
  const base = apiBase();
  const origin = `http://${req.headers.host ?? 'localhost'}`;
  const send: typeof fetch = (input, init) => {
    const request = new Request(typeof input === 'string' ? new URL(input, origin) : input, init);
    // Another origin's API is always asked over the network.
    return req.apiFetch && base.startsWith('/') ? req.apiFetch(request) : fetch(request);
  };
  return makeApi({ base, readToken: () => tokenOf(req), headers: headersOf(req), fetch: send });
}
