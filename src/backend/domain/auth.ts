import { and, eq, or } from 'drizzle-orm';
import type { auth } from '#contract/auth';
import { type Ctx, now, transaction } from '../context.ts';
import { accounts } from '../db/schema.ts';
import { AppError, notFound } from '../errors.ts';
import type { HandlersOf } from '../http/handlers.ts';
import { deadLink, requestLink, useLink } from './auth-links.ts';
import { changePassword, resetPassword } from './passwords.ts';
import { clearRate, forgiveHit, limitRate } from './rate-limit.ts';
import { registerCreator, registerFan } from './registration.ts';
import { endSession, listSessions, openSession } from './sessions.ts';

const done = { success: true } as const;

/** Failures from one address against one name, and from one address at all (people share addresses), in a quarter of an hour. */
const perName = { max: 5, seconds: 900 };
const perAddress = { max: 30, seconds: 900 };

/** Not 401: that would send the login page to the login page. The same for an unknown name and a wrong password. */
const wrongCredentials = () => new AppError(422, 'wrong_credentials', 'Incorrect credentials!');

type Account = typeof accounts.$inferSelect;

/** Refuses whom the right password alone doesn't let in; only they ever read this. */
async function refuseClosed(ctx: Ctx, account: Account): Promise<void> {
  if (account.suspendedAt)
    throw new AppError(
      403,
      'account_suspended',
      'This account is suspended. Write to us if you think that is a mistake.',
    );
  const { requireEmailVerification } = await ctx.settings.all();
  if (requireEmailVerification && account.email && !account.emailVerifiedAt) {
    throw new AppError(
      403,
      'email_not_verified',
      'Confirm your e-mail address first: open the link we sent you, or have it sent again.',
      { details: { email: account.email } },
    );
  }
}

/** Opens a session by username or e-mail. Each try is counted before the password is looked at, so that many at once don't slip through. */
async function login(ctx: Ctx, input: { credentials: string; password: string; remember: boolean }) {
  const name = input.credentials.toLowerCase();
  const nameLimit = `login:${ctx.ports.crypto.sha256(name)}:${ctx.request.ip}`;
  const addressLimit = `login:ip:${ctx.request.ip}`;
  await limitRate(ctx, nameLimit, perName);
  await limitRate(ctx, addressLimit, perAddress);
  // No username holds an @, so one word can't mean two accounts.
  const [account] = await ctx.db
    .select()
    .from(accounts)
    .where(or(eq(accounts.username, name), eq(accounts.email, name)));
  const isRight = await ctx.ports.passwords.verify(input.password, account?.passwordHash ?? null);
  if (!account || !isRight) throw wrongCredentials();
  await clearRate(ctx, nameLimit);
  await forgiveHit(ctx, addressLimit);
  await refuseClosed(ctx, account);
  return openSession(ctx, account.id, input.remember);
}

/** Confirms an address by the token of the mail that went there. */
async function verifyEmail(ctx: Ctx, token: string): Promise<void> {
  await limitRate(ctx, `verify:ip:${ctx.request.ip}`, { max: 60, seconds: 3600 });
  await transaction(ctx, async (tx) => {
    const { accountId, email } = await useLink(tx, token, 'verify-email');
    // The address may have changed since: then the link proves nothing any more.
    const same = and(eq(accounts.id, accountId), eq(accounts.email, email ?? ''));
    const confirmed = await tx.db
      .update(accounts)
      .set({ emailVerifiedAt: now(tx) })
      .where(same)
      .returning({ id: accounts.id });
    if (confirmed.length === 0) throw deadLink();
  });
}

export const authHandlers: HandlersOf<typeof auth> = {
  'POST /auth/login': (ctx, { body }) => login(ctx, body),
  'POST /auth/logout': (ctx) => endSession(ctx, ctx.viewer.sessionId).then(() => done),
  'POST /auth/email-verification': async (ctx, { body }) => {
    if ('token' in body) await verifyEmail(ctx, body.token);
    else await requestLink(ctx, { ...body, purpose: 'verify-email' });
    return { verified: 'token' in body };
  },
  'PUT /auth/users/me/password': (ctx, { body }) => changePassword(ctx, body).then(() => done),
  'POST /auth/users/forgot': (ctx, { body }) =>
    requestLink(ctx, { ...body, purpose: 'reset-password' }).then(() => done),
  'POST /auth/users/reset': (ctx, { body }) => resetPassword(ctx, body).then(() => done),
  'POST /auth/users/register': (ctx, { body }) => registerFan(ctx, body),
  'POST /auth/performers/register': (ctx, { body, files }) => registerCreator(ctx, body, files),
  'GET /auth/sessions': (ctx) => listSessions(ctx),
  'DELETE /auth/sessions/:id': async (ctx, { params }) => {
    if (!(await endSession(ctx, params.id))) throw notFound();
    return done;
  },
};
