import { eq } from 'drizzle-orm';
import type { PasskeyAnswer } from '#contract/people/auth/passkeys.ts';
import { type Ctx, type UserCtx, transaction } from '../../../../kernel/context.ts';
import { accounts } from '../../../../db/schema/accounts.ts';
import { toNetwork } from '../../../../kernel/networks.ts';
import { clearRate, forgiveHit, limitRate } from '../../../../kernel/rate-limit.ts';
import { challengedBy, endChallenge, loginExpired } from '../challenges.ts';
import { openOrAsk } from '../closing/deactivation.ts';
import { knownDevice } from '../devices.ts';
import { loginLimit, perNetwork, refuseClosed } from '../login.ts';
import type { OpenedSession } from '../new-devices.ts';
import { acceptAnswer, findPasskey, loadPasskeys, unknownPasskey } from './answers.ts';
import type { Use } from './challenges.ts';
import { requestOptions } from './verifying.ts';

const loginPurpose = (ctx: Ctx, challenge: string | undefined): Use =>
  challenge === undefined
    ? { purpose: 'log-in', subject: '' }
    : { purpose: 'second-factor', subject: ctx.ports.crypto.sha256(challenge) };

/**
 * What the browser needs: for a new login any passkey of the site, after the password one of the account's.
 * @throws AppError 422 `login_expired`, 429
 */
export async function beginPasskeyLogin(ctx: Ctx, challenge: string | undefined) {
  await limitRate(ctx, `passkey-options:net:${toNetwork(ctx.request)}`, { max: 120, seconds: 900 });
  if (challenge === undefined) return requestOptions(ctx, loginPurpose(ctx, challenge));
  const challenged = await challengedBy(ctx, challenge, 'code');
  if (!challenged) throw loginExpired();
  return requestOptions(ctx, loginPurpose(ctx, challenge), await loadPasskeys(ctx, challenged.accountId));
}

interface Given {
  readonly credential: PasskeyAnswer;
  readonly challenge?: string | undefined;
  readonly remember: boolean;
  readonly device?: string | undefined;
}

/** The login that was challenged after the password, which a passkey finishes instead of a code. */
async function challengedIn(ctx: Ctx, { challenge, remember }: Given) {
  if (challenge === undefined) return { accountId: null, remember };
  const challenged = await challengedBy(ctx, challenge, 'code');
  if (!challenged) throw loginExpired();
  return challenged;
}

/**
 * Opens a session with a passkey. It stands for two factors, because the device has verified who uses it: no code
 * is asked for. Wrong answers are counted like wrong codes.
 * @throws AppError 403; 422 `passkey_unknown`, `passkey_expired`, `passkey_refused`, `login_expired`; 429
 */
export async function loginWithPasskey(ctx: Ctx, given: Given): Promise<OpenedSession> {
  const { credential: answer, challenge, device: token } = given;
  const networkLimit = `passkey:net:${toNetwork(ctx.request)}`;
  await limitRate(ctx, networkLimit, perNetwork);
  const { accountId, remember } = await challengedIn(ctx, given);
  const stored = await findPasskey(ctx, answer.id);
  if (!stored || (accountId !== null && stored.accountId !== accountId)) throw unknownPasskey();
  const [account] = await ctx.db.select().from(accounts).where(eq(accounts.id, stored.accountId));
  const device = knownDevice(ctx, token, account);
  const ownLimit = device ? `passkey:device:${device.nonce}` : `passkey:account:${stored.accountId}`;
  await limitRate(ctx, ownLimit, loginLimit);
  const owner = await transaction(ctx, async (tx) => {
    await acceptAnswer(tx, stored, { answer, use: loginPurpose(tx, challenge) });
    const [person] = await tx.db.select().from(accounts).where(eq(accounts.id, stored.accountId));
    if (!person) throw unknownPasskey();
    await refuseClosed(tx, person);
    if (challenge !== undefined && !(await endChallenge(tx, challenge, 'code'))) throw loginExpired();
    await clearRate(tx, ownLimit);
    await forgiveHit(tx, networkLimit);
    return person;
  });
  return openOrAsk(ctx, owner, { remember, device: token, factor: true });
}

export async function beginPasskeyProof(ctx: UserCtx) {
  const use = { purpose: 'step-up', subject: ctx.viewer.sessionId } as const;
  return requestOptions(ctx, use, await loadPasskeys(ctx, ctx.viewer.id));
}
