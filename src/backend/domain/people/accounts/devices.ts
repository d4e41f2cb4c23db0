import type { accounts } from '../../../db/schema/accounts.ts';
import type { Ctx } from '../../../kernel/context.ts';

export interface Device {
  /** Identifies the browser's own count of failed logins. */
  readonly nonce: string;
}
type Owner = Pick<typeof accounts.$inferSelect, 'id' | 'deviceEpoch'>;

const separator = '.';
/** The first epoch isn't named, as in the tokens issued before there were any. */
const signed = (ctx: Ctx, secret: string, { id, deviceEpoch, nonce }: Owner & Device) =>
  ctx.ports.crypto.hmac(secret, ['device', id, nonce, ...(deviceEpoch > 0 ? [deviceEpoch] : [])].join('\n'));

/**
 * Issues the token a browser stores after a login, a registration, or a password reset. The server doesn't
 * store it, and it grants no access by itself. It ends with the account's epoch.
 */
export function issueDevice(ctx: Ctx, { id, deviceEpoch }: Owner): string {
  const nonce = ctx.ports.crypto.randomToken(16);
  return [id, nonce, signed(ctx, ctx.config.secret, { id, deviceEpoch, nonce })].join(separator);
}

/** Verifies a device token; null unless it was issued for this account in its present epoch. */
export function knownDevice(ctx: Ctx, device: string | undefined, account: Owner | undefined): Device | null {
  const [owner, nonce, signature, ...more] = (device ?? '').split(separator);
  if (!account || !owner || !nonce || !signature || more.length > 0 || owner !== account.id) return null;
  const isOurs = [ctx.config.secret, ...(ctx.config.previousSecrets ?? [])].some((secret) =>
    ctx.ports.crypto.equal(signature, signed(ctx, secret, { ...account, nonce })),
  );
  return isOurs ? { nonce } : null;
}
