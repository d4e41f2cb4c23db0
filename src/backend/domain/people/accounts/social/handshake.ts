import { z } from 'zod';
import { type SocialProvider, socialProviders } from '#contract/people/auth/social.ts';
import { type Ctx, now } from '../../../../kernel/context.ts';
import { AppError } from '../../../../kernel/errors.ts';
import { takeOnce } from '../../../../kernel/rate-limit.ts';
import { open, seal, siteSeal } from '../../../../kernel/sealing.ts';
import type { Handshake } from '../../../../ports/identity-provider.ts';

/** How long a login can stay at the provider: as long as the browser keeps its part. */
const patienceMs = 86_400_000;

const Pending = z.object({
  provider: z.enum(socialProviders),
  state: z.string(),
  nonce: z.string(),
  codeVerifier: z.string(),
  role: z.enum(['user', 'performer']),
  /** The account to connect the provider to; null for a login. */
  accountId: z.string().nullable(),
  /** The versions of terms and privacy that a new account accepts. */
  accepted: z.object({ terms: z.string().optional(), privacy: z.string().optional() }).default({}),
  expiresAt: z.int(),
});
export type Pending = z.infer<typeof Pending>;

export const redirectUri = ({ config }: Pick<Ctx, 'config'>, provider: SocialProvider): string =>
  `${config.publicUrl}/auth/callback/${provider}`;

const handshakeSeal = (ctx: Ctx, state: string) => siteSeal(ctx, { purpose: 'social-logins', about: state });

/** What both sides of a new login agree on, and the same sealed for the browser to keep. */
export async function beginHandshake(
  ctx: Ctx,
  wish: Pick<Pending, 'provider' | 'role' | 'accountId' | 'accepted'>,
): Promise<{ handshake: Handshake; sealed: string }> {
  const { randomToken } = ctx.ports.crypto;
  const agreed = { state: randomToken(24), nonce: randomToken(24), codeVerifier: randomToken(48) };
  const pending: Pending = { ...wish, ...agreed, expiresAt: now(ctx).getTime() + patienceMs };
  return {
    handshake: { ...agreed, redirectUri: redirectUri(ctx, wish.provider) },
    sealed: await seal(handshakeSeal(ctx, agreed.state), JSON.stringify(pending)),
  };
}

const expired = () =>
  new AppError(422, 'login_expired', 'This login took too long or began in another browser. Start again.');

/**
 * Opens what the browser kept, once. The browser that comes back is the one that left: nobody else has it.
 * @throws AppError 422 `login_expired`
 */
export async function takeHandshake(
  ctx: Ctx,
  provider: SocialProvider,
  given: { oauthToken: string; oauthTokenSecret: string },
): Promise<Pending> {
  const opened = await open(handshakeSeal(ctx, given.oauthToken), given.oauthTokenSecret).catch(() => null);
  if (!opened) throw expired();
  const pending = Pending.parse(JSON.parse(opened.plain));
  const isLate = pending.expiresAt <= now(ctx).getTime();
  if (isLate || pending.provider !== provider) throw expired();
  const key = `social:${pending.state}`;
  if (!(await takeOnce(ctx, key, new Date(pending.expiresAt)))) throw expired();
  return pending;
}
