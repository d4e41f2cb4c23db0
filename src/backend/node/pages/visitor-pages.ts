import type { IncomingMessage } from 'node:http';
import { reservedUsernames } from '#config/routes.ts';

/** A request for a page that is the same for all visitors. */
export interface Visit {
  /** Everything the page may depend on: path, place, and theme. */
  readonly key: string;
  readonly path: string;
  /** The only cookie the page may depend on. */
  readonly theme: string | undefined;
}

export const readTheme = ({ headers }: IncomingMessage): string | undefined =>
  /(?:^|;\s*)theme=(light|dark)(?:;|$)/.exec(headers.cookie ?? '')?.[1];

/**
 * Null when the page is or may be personal: a logged-in user, a query string, or a page that isn't public.
 */
export function findVisit(request: IncomingMessage, places: readonly string[] | null): Visit | null {
  const path = request.url ?? '';
  const cookies = request.headers.cookie ?? '';
  if (!isRead(request) || !isPublic(path) || /(?:^|;\s*)token=[^;]/.test(cookies)) return null;
  const theme = readTheme(request);
  return { key: [path, (places ?? []).join(' '), theme ?? ''].join('\n'), path, theme };
}

/** Whether this requests the page itself, not the data for a client-side navigation. */
const isRead = (request: IncomingMessage): boolean =>
  (request.method === 'GET' || request.method === 'HEAD') && !request.headers['x-nextjs-data'];

/** The landing page, profiles (any first segment that isn't reserved), and single posts. */
function isPublic(path: string): boolean {
  if (path === '/') return true;
  const single = /^\/([A-Za-z0-9._-]{1,60})$/.exec(path)?.[1];
  return single === undefined
    ? /^\/feeds\/[0-9a-f-]{36}$/.test(path)
    : !reservedUsernames.has(single.toLowerCase());
}
