import { and, desc, eq, gt, ne } from 'drizzle-orm';
import { limits } from '#config/limits.ts';
import { unknownCountry } from '#lib/country-names.ts';
import { type Seen, countrySeen } from '../../base/access/last-seen.ts';
import { isOperator } from '../../base/access/operators.ts';
import { type Ctx, type RequestFacts, type UserCtx, now, transaction } from '../../../kernel/context.ts';
import { sessions } from '../../../db/schema/accounts.ts';
import { loginChallenges } from '../../../db/schema/factors.ts';
import { rooms } from '../../../kernel/hub.ts';
import { requestPlaces } from '../../../kernel/whereabouts.ts';
import type { LoginInput } from './challenges.ts';

const DAY_MS = 86_400_000;

/**
 * Where a session is used from. All of it is stored because a proxy reports its part for that request only, and
 * because live events and jobs ask later.
 */
export const describePlace = (request: RequestFacts): Seen & { places: string[] | null } => {
  const places = requestPlaces(request);
  return { ip: request.ip, country: request.country, places: places && [...places] };
};

/** Opens a session. Its token (256 random bits) is returned once and stored only as a hash. */
export async function openSession(
  ctx: Ctx,
  accountId: string,
  { remember, factor = false }: LoginInput,
): Promise<{ token: string; expiresAt: string }> {
  const token = ctx.ports.crypto.randomToken(32);
  const time = now(ctx);
  const days = remember ? limits.cookieDays.remember : limits.cookieDays.session;
  const lastsMs = (await isOperator(ctx, accountId)) ? await operatorSessionMs(ctx) : Infinity;
  const expiresAt = new Date(time.getTime() + Math.min(days * DAY_MS, lastsMs));
  const id = ctx.ports.ids();
  await ctx.db.insert(sessions).values({
    id,
    accountId,
    tokenHash: ctx.ports.crypto.sha256(token),
    remember,
    userAgent: ctx.request.userAgent,
    ...describePlace(ctx.request),
    createdAt: time,
    provedAt: time,
    factorPassedAt: factor ? time : null,
    lastSeenAt: time,
    expiresAt,
  });
  ctx.afterCommit(() => ctx.ports.log.info('a session was opened', { account: accountId, session: id }));
  return { token, expiresAt: expiresAt.toISOString() };
}

/** The sessions of operators last hours, however long the login was asked to be remembered. */
const operatorSessionMs = async (ctx: Ctx): Promise<number> =>
  (await ctx.settings.all()).operatorSessionHours * 3_600_000;

/** Shortens the open sessions of an account that has become an operator's. */
export async function shortenSessions(ctx: Ctx, accountId: string): Promise<void> {
  const expiresAt = new Date(now(ctx).getTime() + (await operatorSessionMs(ctx)));
  await ctx.db
    .update(sessions)
    .set({ expiresAt })
    .where(and(eq(sessions.accountId, accountId), gt(sessions.expiresAt, expiresAt)));
}

/** The account's open sessions, most recently used first. */
export async function listSessions(ctx: UserCtx) {
  const rows = await ctx.db
    .select()
    .from(sessions)
    .where(and(eq(sessions.accountId, ctx.viewer.id), gt(sessions.expiresAt, now(ctx))))
    .orderBy(desc(sessions.lastSeenAt));
  const data = rows.map(({ id, createdAt, lastSeenAt, userAgent, ...place }) => {
    const country = countrySeen(ctx, place);
    return {
      _id: id,
      createdAt: createdAt.toISOString(),
      lastSeenAt: lastSeenAt.toISOString(),
      userAgent,
      country: country === unknownCountry ? null : country,
      current: id === ctx.viewer.sessionId,
    };
  });
  return { data, total: data.length };
}

/** Ends one of the viewer's sessions and drops its sockets; false when there is no such session. */
export async function endSession(ctx: UserCtx, id: string): Promise<boolean> {
  const ended = await ctx.db
    .delete(sessions)
    .where(and(eq(sessions.id, id), eq(sessions.accountId, ctx.viewer.id)))
    .returning({ id: sessions.id });
  if (ended.length > 0) ctx.drop(rooms.session(id));
  return ended.length > 0;
}

/** Ends all sessions of an account (except `but`) and drops their sockets after the commit. */
export async function endSessions(ctx: Ctx, accountId: string, but?: string): Promise<void> {
  await transaction(ctx, async (tx) => {
    const ended = await tx.db
      .delete(sessions)
      .where(and(eq(sessions.accountId, accountId), but === undefined ? undefined : ne(sessions.id, but)))
      .returning({ id: sessions.id });
    for (const { id } of ended) tx.drop(rooms.session(id));
    // Nor may a login that only lacks its code become a session.
    await tx.db.delete(loginChallenges).where(eq(loginChallenges.accountId, accountId));
  });
}
