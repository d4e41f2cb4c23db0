import { type Ctx, now } from '../../../../kernel/context.ts';
import { fromBase64Url, toBase64Url } from '../../../../kernel/base64-url.ts';
import { AppError } from '../../../../kernel/errors.ts';
import { takeOnce } from '../../../../kernel/rate-limit.ts';

/** How long answering with an authenticator may take. */
export const patienceMs = 5 * 60_000;

/** What a challenge is good for, and for whom: a session or a login under way; empty for a new login. */
export interface Use {
  readonly purpose: 'add' | 'log-in' | 'second-factor' | 'step-up';
  readonly subject: string;
}

const separator = '.';
const signed = (ctx: Ctx, secret: string, parts: readonly string[]) =>
  ctx.ports.crypto.hmac(secret, ['passkey', ...parts].join('\n'));
/**
 * A challenge for an authenticator to sign. It carries its own expiry and signature, so nothing is stored until
 * it is answered.
 */
export function newChallenge(ctx: Ctx, { purpose, subject }: Use): string {
  const expires = String(now(ctx).getTime() + patienceMs);
  const nonce = ctx.ports.crypto.randomToken(24);
  const signature = signed(ctx, ctx.config.secret, [purpose, subject, expires, nonce]);
  return toBase64Url([expires, nonce, signature].join(separator));
}

/** Whether a challenge was issued for this use and hasn't expired. It may have been answered already. */
export function isOurs(ctx: Ctx, challenge: string, { purpose, subject }: Use): boolean {
  const [expires, nonce, signature, ...more] = fromBase64Url(challenge).split(separator);
  if (!expires || !nonce || !signature || more.length > 0) return false;
  const isRight = [ctx.config.secret, ...(ctx.config.previousSecrets ?? [])].some((secret) =>
    ctx.ports.crypto.equal(signature, signed(ctx, secret, [purpose, subject, expires, nonce])),
  );
  return isRight && Number(expires) > now(ctx).getTime();
}

/**
 * Uses a challenge up; of two answers to one, also at once, the second is refused.
 * @throws AppError 422 `passkey_expired`
 */
export async function takeChallenge(ctx: Ctx, challenge: string): Promise<void> {
  const [expires = ''] = fromBase64Url(challenge).split(separator);
  const key = `passkey:${ctx.ports.crypto.sha256(challenge)}`;
  if (!(await takeOnce(ctx, key, new Date(Number(expires))))) throw expired();
}

export const expired = () => new AppError(422, 'passkey_expired', 'That took too long. Try again.');
