import { eq, sql } from 'drizzle-orm';
import type { Viewer } from '../kernel/context.ts';
import type { Db } from '../db/db.ts';
import { accounts, sessions } from '../db/schema/accounts.ts';
import { accountsSeen, sessionSeen } from '../domain/people/accounts/signs-of-life.ts';
import type { Ports } from '../ports/ports.ts';

/** The token in an `Authorization` header, with or without `Bearer `; null if there is none. */
export function parseToken(header: string | null): string | null {
  const token = header?.replace(/^Bearer\s+/i, '').trim();
  return token && token !== 'null' && token !== 'undefined' ? token : null;
}

/** The session token from a `Cookie` header: browsers load images without an `Authorization` header. */
function cookieToken(header: string | null): string | null {
  const value = /(?:^|;\s*)token=([^;]*)/.exec(header ?? '')?.[1];
  try {
    return value ? parseToken(decodeURIComponent(value)) : null;
  } catch {
    return null;
  }
}

/** The session token of a request for media, from its header or its cookie. */
export const readSessionToken = ({ headers }: Request): string | null =>
  parseToken(headers.get('authorization')) ?? cookieToken(headers.get('cookie'));

export type ResolveViewer = (token: string | null) => Promise<Viewer | null>;

const TOUCH_MS = 60_000;

/**
 * Looks up a session by its hashed token; null when it is unknown or expired. Updates `lastSeenAt` at most
 * once a minute.
 */
export function createViewerResolver(db: Db, ports: Ports): ResolveViewer {
  const find = db
    .select({
      sessionId: sessions.id,
      expiresAt: sessions.expiresAt,
      lastSeenAt: sessions.lastSeenAt,
      id: accounts.id,
      username: accounts.username,
      name: accounts.name,
      isPerformer: accounts.isPerformer,
      hasSpendCaps: accounts.hasSpendCaps,
      timeZone: accounts.timeZone,
      suspendedAt: accounts.suspendedAt,
    })
    .from(sessions)
    .innerJoin(accounts, eq(accounts.id, sessions.accountId))
    .where(eq(sessions.tokenHash, sql.placeholder('hash')))
    .prepare('viewer_by_token');
  return async (token) => {
    if (!token || token.length > 200) return null;
    const [row] = await find.execute({ hash: ports.crypto.sha256(token) });
    const time = ports.clock.now();
    if (!row || row.suspendedAt || row.expiresAt <= time) return null;
    if (time.getTime() - row.lastSeenAt.getTime() > TOUCH_MS) {
      await sessionSeen(db, row.sessionId, time);
      await accountsSeen(db, [row.id], time);
    }
    return {
      id: row.id,
      username: row.username,
      name: row.name,
      isPerformer: row.isPerformer,
      hasSpendCaps: row.hasSpendCaps,
      timeZone: row.timeZone,
      sessionId: row.sessionId,
    };
  };
}
