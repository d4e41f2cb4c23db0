import { and, eq, or } from 'drizzle-orm';
import type { auth } from '#contract/auth.ts';
import { type Ctx, now, transaction } from '../../kernel/context.ts';
import { accounts } from '../../db/schema/accounts.ts';
import { AppError, notFound } from '../../kernel/errors.ts';
import type { HandlersOf } from '../../kernel/handlers.ts';
import { deadLink, requestLink, useLink } from './auth-links.ts';
import { issueDevice, knownDevice } from './devices.ts';
import { answerChange, confirmNewAddress } from './email-changes.ts';
import { networkOf } from '../../kernel/networks.ts';
import { verifyPassword } from './password-forms.ts';
import { changePassword, resetPassword } from './passwords.ts';
import { clearRate, forgiveHit, limitRate } from '../../kernel/rate-limit.ts';
import { registerCreator, registerFan } from '../joining/registration.ts';
import { endSession, listSessions, openSession } from './sessions.ts';

const done = { success: true } as const;

/**
 * Failed logins allowed in 15 minutes: per name, or per known browser; and per network, which many people may
 * share.
 */
const perName = { max: 5, seconds: 900 };
const perNetwork = { max: 30, seconds: 900 };

/**
 * Not 401, which would make the client redirect to the login page. The same for an unknown name and a wrong
 * password.
 */
const wrongCredentials = () => new AppError(422, 'wrong_credentials', 'Incorrect credentials!');

type Account = typeof accounts.$inferSelect;

/**
 * Refuses accounts that can't log in even with the right password. Only someone who knows it sees the reason.
 * @throws AppError 403
 */
async function refuseClosed(ctx: Ctx, account: Account): Promise<void> {
  if (account.suspendedAt)
    throw new AppError(
      403,
      'account_suspended',
      'This account is suspended. Contact us if you think this is a mistake.',
    );
  const { requireEmailVerification } = await ctx.settings.all();
  if (requireEmailVerification && account.email && !account.emailVerifiedAt) {
    throw new AppError(
      403,
      'email_not_verified',
      'Confirm your email address first. Open the link we sent you or request a new one.',
      { details: { email: account.email } },
    );
  }
}

/**
 * Opens a session by username or email. Attempts are counted before the password is checked, so that
 * concurrent ones don't slip through. A browser that has logged in to the account before has its own limit,
 * so that strangers' guesses can't lock the owner out.
 */
async function login(
  ctx: Ctx,
  input: { credentials: string; password: string; remember: boolean; device?: string | undefined },
) {
  const name = input.credentials.toLowerCase();
  // Usernames can't contain @, so a name never matches two accounts.
  const [account] = await ctx.db
    .select()
    .from(accounts)
    .where(or(eq(accounts.username, name), eq(accounts.email, name)));
  const device = knownDevice(ctx, input.device, account?.id);
  // The limit is per name as typed: a shared one for both names of an account would reveal which email
  // belongs to which username.
  const nameLimit = device ? `login:device:${device.nonce}` : `login:name:${ctx.ports.crypto.sha256(name)}`;
  const networkLimit = `login:net:${networkOf(ctx.request)}`;
  await limitRate(ctx, nameLimit, perName);
  await limitRate(ctx, networkLimit, perNetwork);
  const isRight = await verifyPassword(ctx, input.password, account);
  if (!account || !isRight) throw wrongCredentials();
  await clearRate(ctx, nameLimit);
  await forgiveHit(ctx, networkLimit);
  await refuseClosed(ctx, account);
  return {
    ...(await openSession(ctx, account.id, input.remember)),
    device: device && input.device ? input.device : issueDevice(ctx, account.id),
  };
}

async function verifyEmail(ctx: Ctx, token: string): Promise<{ verified: true; waiting: boolean }> {
  await limitRate(ctx, `verify:net:${networkOf(ctx.request)}`, { max: 60, seconds: 3600 });
  return transaction(ctx, async (tx) => {
    const change = await confirmNewAddress(tx, token);
    if (change) return { verified: true, waiting: !change.isDone };
    const { accountId, email } = await useLink(tx, token, 'verify-email');
    // If the address has changed since, the link no longer proves anything.
    const same = and(eq(accounts.id, accountId), eq(accounts.email, email ?? ''));
    const confirmed = await tx.db
      .update(accounts)
      .set({ emailVerifiedAt: now(tx) })
      .where(same)
      .returning({ id: accounts.id });
    if (confirmed.length === 0) throw deadLink();
    return { verified: true, waiting: false };
  });
}

export const authHandlers: HandlersOf<typeof auth> = {
  'POST /auth/login': (ctx, { body }) => login(ctx, body),
  'POST /auth/logout': (ctx) => endSession(ctx, ctx.viewer.sessionId).then(() => done),
  'POST /auth/email-verification': async (ctx, { body }) => {
    if ('token' in body) return verifyEmail(ctx, body.token);
    await requestLink(ctx, { ...body, purpose: 'verify-email' });
    return { verified: false, waiting: false };
  },
  'POST /auth/email-change': (ctx, { body }) => answerChange(ctx, body),
  'PUT /auth/users/me/password': (ctx, { body }) => changePassword(ctx, body).then(() => done),
  'POST /auth/users/forgot': (ctx, { body }) =>
    requestLink(ctx, { ...body, purpose: 'reset-password' }).then(() => done),
  'POST /auth/users/reset': (ctx, { body }) =>
    resetPassword(ctx, body).then((accountId) => ({ ...done, device: issueDevice(ctx, accountId) })),
  'POST /auth/users/register': (ctx, { body }) => registerFan(ctx, body),
  'POST /auth/performers/register': (ctx, { body, files }) => registerCreator(ctx, body, files),
  'GET /auth/sessions': (ctx) => listSessions(ctx),
  'DELETE /auth/sessions/:id': async (ctx, { params }) => {
    if (!(await endSession(ctx, params.id))) throw notFound();
    return done;
  },
};
