import type { IncomingMessage } from 'node:http';
import { reservedUsernames } from '#config/routes.ts';

/** A request that any visitor could have made, and all get the same page for. */
export interface Visit {
  /** What the page may differ by: path, country, theme. */
  readonly key: string;
  readonly path: string;
  /** Of the cookies it may know this one. */
  readonly theme: string | undefined;
}

/** What their cookie says of it. */
export const themeOf = ({ headers }: IncomingMessage): string | undefined =>
  /(?:^|;\s*)theme=(light|dark)(?:;|$)/.exec(headers.cookie ?? '')?.[1];

/**
 * Null when the page is somebody's own, or could be: a logged-in person, a query, a page that isn't public.
 */
export function visitOf(request: IncomingMessage, country: string | null): Visit | null {
  const path = request.url ?? '';
  const cookies = request.headers.cookie ?? '';
  if (!isRead(request) || !isPublic(path) || /(?:^|;\s*)token=[^;]/.test(cookies)) return null;
  const theme = themeOf(request);
  return { key: [path, country ?? '', theme ?? ''].join('\n'), path, theme };
}

/** Asks for the page itself, not for the data of a page that is already open. */
const isRead = (request: IncomingMessage): boolean =>
  (request.method === 'GET' || request.method === 'HEAD') && !request.headers['x-nextjs-data'];

/** The landing page, profiles (any first segment that isn't a page of ours) and single posts. */
function isPublic(path: string): boolean {
  if (path === '/') return true;
  const single = /^\/([A-Za-z0-9._-]{1,60})$/.exec(path)?.[1];
  return single === undefined
    ? /^\/feeds\/[0-9a-f-]{36}$/.test(path)
    : !reservedUsernames.has(single.toLowerCase());
}
