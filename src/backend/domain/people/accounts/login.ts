import { eq, or } from 'drizzle-orm';
import { type Ctx, transaction } from '../../../kernel/context.ts';
import { accounts } from '../../../db/schema/accounts.ts';
import { AppError } from '../../../kernel/errors.ts';
import { toNetwork } from '../../../kernel/networks.ts';
import { limitOrAsk } from '../../base/site/captcha.ts';
import { clearRate, forgiveHit, limitRate } from '../../../kernel/rate-limit.ts';
import { challengedBy, endChallenge, issueChallenge, loginExpired } from './challenges.ts';
import { openOrAsk, refuseSuspended } from './closing/deactivation.ts';
import { knownDevice } from './devices.ts';
import { activeFactor, takeCode } from './factors/codes.ts';
import { wrongCode } from './factors/proof.ts';
import { verifyPassword } from './password-forms.ts';
import type { OpenedSession } from './new-devices.ts';
import { loadPasskeys } from './passkeys/answers.ts';

/**
 * Failed logins allowed in 15 minutes: per name, or per known browser; and per network, which many people may
 * share. After the `free` ones, a password is only looked at with a solved captcha.
 */
export const loginLimit = { max: 5, seconds: 900, free: 2 };
export const perNetwork = { max: 30, seconds: 900, free: 15 };

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
export async function refuseClosed(ctx: Ctx, account: Account): Promise<void> {
  refuseSuspended(ctx, account);
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
 * @throws AppError 403 `second_factor_required` with a challenge, where the account asks for a code; 428; 429
 */
export async function login(
  ctx: Ctx,
  input: { credentials: string; password: string; remember: boolean; device?: string | undefined },
): Promise<OpenedSession> {
  const name = input.credentials.toLowerCase();
  // Usernames can't contain @, so a name never matches two accounts.
  const [account] = await ctx.db
    .select()
    .from(accounts)
    .where(or(eq(accounts.username, name), eq(accounts.email, name)));
  const device = knownDevice(ctx, input.device, account);
  // The limit is per name as typed: a shared one for both names of an account would reveal which email
  // belongs to which username.
  const nameLimit = device ? `login:device:${device.nonce}` : `login:name:${ctx.ports.crypto.sha256(name)}`;
  const networkLimit = `login:net:${toNetwork(ctx.request)}`;
  await limitOrAsk(ctx, [
    { key: nameLimit, ...loginLimit },
    { key: networkLimit, ...perNetwork },
  ]);
  const isRight = await verifyPassword(ctx, input.password, account);
  if (!account || !isRight) throw wrongCredentials();
  await clearRate(ctx, nameLimit);
  await forgiveHit(ctx, networkLimit);
  return openOrChallenge(ctx, account.id, input);
}

/**
 * Opens a session for an account whose owner has proved who they are, unless the account is closed or asks for a code too.
 * @throws AppError 403
 */
export async function openOrChallenge(
  ctx: Ctx,
  accountId: string,
  input: { remember: boolean; device?: string | undefined },
): Promise<OpenedSession> {
  const [account] = await ctx.db.select().from(accounts).where(eq(accounts.id, accountId));
  if (!account) throw wrongCredentials();
  await refuseClosed(ctx, account);
  if (await activeFactor(ctx, accountId)) return askCode(ctx, accountId, input.remember);
  return openOrAsk(ctx, account, input);
}

/** Nothing is open yet: the challenge only stands for the password, which was right. */
async function askCode(ctx: Ctx, accountId: string, remember: boolean): Promise<never> {
  const challenge = await issueChallenge(ctx, accountId, { purpose: 'code', remember });
  const hasPasskey = (await loadPasskeys(ctx, accountId)).length > 0;
  throw new AppError(403, 'second_factor_required', 'Enter the code from your authenticator app.', {
    details: { ...challenge, ways: ['code', ...(hasPasskey ? ['passkey'] : [])] },
  });
}

/**
 * Opens the session of a login that was challenged. Wrong codes are counted by account, so that new
 * challenges don't bring new tries, or by known browser, like passwords.
 * @throws AppError 403, 422 `login_expired` or on `code`, 429
 */
export async function loginWithCode(
  ctx: Ctx,
  input: { challenge: string; code: string; device?: string | undefined },
): Promise<OpenedSession> {
  const networkLimit = `code:net:${toNetwork(ctx.request)}`;
  await limitRate(ctx, networkLimit, perNetwork);
  const challenged = await challengedBy(ctx, input.challenge, 'code');
  if (!challenged) throw loginExpired();
  const { accountId, remember } = challenged;
  const [person] = await ctx.db.select().from(accounts).where(eq(accounts.id, accountId));
  const device = knownDevice(ctx, input.device, person);
  const codeLimit = device ? `code:device:${device.nonce}` : `code:account:${accountId}`;
  await limitRate(ctx, codeLimit, loginLimit);
  const account = await transaction(ctx, async (tx) => {
    const [owner] = await tx.db.select().from(accounts).where(eq(accounts.id, accountId));
    if (!owner || !(await takeCode(tx, accountId, input.code))) throw wrongCode(tx);
    await refuseClosed(tx, owner);
    if (!(await endChallenge(tx, input.challenge, 'code'))) throw loginExpired();
    await clearRate(tx, codeLimit);
    await forgiveHit(tx, networkLimit);
    return owner;
  });
  return openOrAsk(ctx, account, { remember, device: input.device, factor: true });
}
