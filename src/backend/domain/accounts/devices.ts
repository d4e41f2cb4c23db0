import type { Ctx } from '../../kernel/context.ts';

export interface Device {
  /** Identifies the browser's own count of failed logins. */
  readonly nonce: string;
}

const separator = '.';
const signed = (ctx: Ctx, secret: string, { accountId, nonce }: { accountId: string; nonce: string }) =>
  ctx.ports.crypto.hmac(secret, `device\n${accountId}\n${nonce}`);

/**
 * Issues the token a browser stores after a login, a registration, or a password reset. The server doesn't
 * store it, and it grants no access by itself.
 */
export function issueDevice(ctx: Ctx, accountId: string): string {
  const nonce = ctx.ports.crypto.randomToken(16);
  return [accountId, nonce, signed(ctx, ctx.config.secret, { accountId, nonce })].join(separator);
}

/** Verifies a device token; null unless it was issued for this account. */
export function knownDevice(
  ctx: Ctx,
  device: string | undefined,
  accountId: string | undefined,
): Device | null {
  const [owner, nonce, signature, ...more] = (device ?? '').split(separator);
  if (!owner || !nonce || !signature || more.length > 0 || owner !== accountId) return null;
  const isOurs = [ctx.config.secret, ...(ctx.config.previousSecrets ?? [])].some((secret) =>
    ctx.ports.crypto.equal(signature, signed(ctx, secret, { accountId: owner, nonce })),
  );
  return isOurs ? { nonce } : null;
}
