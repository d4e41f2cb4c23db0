import { Secret, TOTP } from 'otpauth';
import { type Ctx, now } from '../../../../kernel/context.ts';
import { open, seal, siteSeal } from '../../../../kernel/sealing.ts';

/** Clocks of phones are off by seconds: a code is accepted half a minute early and late. */
const window = 1;
const periodMs = 30_000;

const secondFactorSeal = (ctx: Ctx, accountId: string) =>
  siteSeal(ctx, { purpose: 'second-factors', about: accountId });
/** The parameters that every authenticator app supports. */
const createTotp = (secret: Secret, more: { issuer?: string; label?: string } = {}) =>
  new TOTP({ ...more, secret, algorithm: 'SHA1', digits: 6, period: periodMs / 1000 });

/** A new secret of 160 bits: encrypted for storage, as text, and as the address that apps read from a QR code. */
export async function newAuthenticator(
  ctx: Ctx,
  accountId: string,
  label: string,
): Promise<{ sealed: string; secret: string; uri: string }> {
  const secret = new Secret({ size: 20 });
  const { siteName } = await ctx.settings.all();
  return {
    sealed: await seal(secondFactorSeal(ctx, accountId), secret.base32),
    secret: secret.base32,
    uri: createTotp(secret, { issuer: siteName, label }).toString(),
  };
}

/** The step a code belongs to; null if it is wrong. */
export async function findStep(
  ctx: Ctx,
  { accountId, sealed }: { accountId: string; sealed: string },
  code: string,
): Promise<number | null> {
  const found = await open(secondFactorSeal(ctx, accountId), sealed).catch(() => null);
  if (!found) {
    ctx.ports.log.warn('an authenticator’s secret can’t be decrypted', { accountId });
    return null;
  }
  const timestamp = now(ctx).getTime();
  const delta = createTotp(Secret.fromBase32(found.plain)).validate({ token: code, timestamp, window });
  return delta === null ? null : Math.floor(timestamp / periodMs) + delta;
}

/** The secret encrypted with the site's current secret; null if it already is or can't be decrypted. */
export async function resealed(
  ctx: Ctx,
  { accountId, sealed }: { accountId: string; sealed: string },
): Promise<string | null> {
  const found = await open(secondFactorSeal(ctx, accountId), sealed).catch(() => null);
  return !found || found.isCurrent ? null : seal(secondFactorSeal(ctx, accountId), found.plain);
}
