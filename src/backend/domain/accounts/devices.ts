import type { Ctx } from '../../kernel/context.ts';

/** A browser that an account has logged in with before, by what it shows for it. */
export interface Device {
  /** Its own count of failures goes by this. */
  readonly nonce: string;
}

const separator = '.';
const signed = (ctx: Ctx, secret: string, { accountId, nonce }: { accountId: string; nonce: string }) =>
  ctx.ports.crypto.hmac(secret, `device\n${accountId}\n${nonce}`);

/**
 * What a browser keeps after a login, a registration or a new password; the server keeps nothing of it. It
 * opens nothing by itself.
 */
export function issueDevice(ctx: Ctx, accountId: string): string {
  const nonce = ctx.ports.crypto.randomToken(16);
  return [accountId, nonce, signed(ctx, ctx.config.secret, { accountId, nonce })].join(separator);
}

/** The device, if it was issued for this account; null for any other word. */
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
