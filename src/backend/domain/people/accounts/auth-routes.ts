import { and, eq } from 'drizzle-orm';
import type { auth } from '#contract/people/auth/auth.ts';
import { type Ctx, now, transaction } from '../../../kernel/context.ts';
import { accounts } from '../../../db/schema/accounts.ts';
import { notFound } from '../../../kernel/errors.ts';
import type { HandlersOf } from '../../../kernel/handlers.ts';
import { deadLink, requestLink, useLink } from './auth-links.ts';
import { issueDevice } from './devices.ts';
import { answerChange, confirmNewAddress } from './email-changes.ts';
import { toNetwork } from '../../../kernel/networks.ts';
import { login } from './login.ts';
import { changePassword, resetPassword } from './passwords.ts';
import { limitRate } from '../../../kernel/rate-limit.ts';
import { registerCreator, registerFan } from '../../across/joining/registration.ts';
import { disownLogin } from './new-devices.ts';
import { welcomeByMail } from './first-steps/welcome.ts';
import { endSession, endSessions, listSessions } from './sessions.ts';
import { endEncoderKey } from '../../talk/streams/public/encoder.ts';

const done = { success: true } as const;

async function verifyEmail(ctx: Ctx, token: string): Promise<{ verified: true; waiting: boolean }> {
  await limitRate(ctx, `verify:net:${toNetwork(ctx.request)}`, { max: 60, seconds: 3600 });
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
    await welcomeByMail(tx, accountId);
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
  'PUT /auth/users/me/password': (ctx, { body }) => changePassword(ctx, body, endEncoderKey).then(() => done),
  'POST /auth/users/forgot': (ctx, { body }) =>
    requestLink(ctx, { ...body, purpose: 'reset-password' }).then(() => done),
  'POST /auth/users/reset': (ctx, { body }) =>
    resetPassword(ctx, body, endEncoderKey).then((account) => ({
      ...done,
      device: issueDevice(ctx, account),
    })),
  'POST /auth/users/register': (ctx, { body }) => registerFan(ctx, body),
  'POST /auth/performers/register': (ctx, { body, files }) => registerCreator(ctx, body, files),
  'GET /auth/sessions': (ctx) => listSessions(ctx),
  'DELETE /auth/sessions': (ctx) => endSessions(ctx, ctx.viewer.id, ctx.viewer.sessionId).then(() => done),
  'POST /auth/logins/disown': (ctx, { body }) => disownLogin(ctx, body.token, endEncoderKey).then(() => done),
  'DELETE /auth/sessions/:id': async (ctx, { params }) => {
    if (!(await endSession(ctx, params.id))) throw notFound();
    return done;
  },
};
