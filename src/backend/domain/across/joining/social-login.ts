import { and, eq } from 'drizzle-orm';
import { limits } from '#config/limits.ts';
import { cleanLine } from '#config/line-text.ts';
import type { SocialLoginEnd, SocialLoginStart, SocialProvider } from '#contract/people/auth/social.ts';
import { type Ctx, now, transaction } from '../../../kernel/context.ts';
import { accounts } from '../../../db/schema/accounts.ts';
import { socialLogins } from '../../../db/schema/factors.ts';
import { AppError, notFound, notLoggedIn } from '../../../kernel/errors.ts';
import { toNetwork } from '../../../kernel/networks.ts';
import { limitRate } from '../../../kernel/rate-limit.ts';
import type { Identity, IdentityProvider } from '../../../ports/identity-provider.ts';
import { addressHolder } from '../../people/accounts/email-changes.ts';
import { type Shown, agreeByJoining } from '../../people/accounts/approval/agreed-pages.ts';
import { requireProof } from '../../people/accounts/factors/proof.ts';
import { openOrChallenge } from '../../people/accounts/login.ts';
import {
  connect,
  insertConnection,
  isTaken,
  providerNames,
} from '../../people/accounts/social/connections.ts';
import { welcomeByMail } from '../../people/accounts/first-steps/welcome.ts';
import { insertPerformer } from './registration.ts';
import {
  type Pending,
  beginHandshake,
  redirectUri,
  takeHandshake,
} from '../../people/accounts/social/handshake.ts';

function findProvider({ ports }: Ctx, name: SocialProvider): IdentityProvider {
  const found = ports.identityProviders[name];
  if (!found) throw notFound();
  return found;
}

const perNetwork = { max: 60, seconds: 3600 };

/**
 * Starts a login, or connects a provider to the viewer's account, which takes a proof first.
 * @throws AppError 403 `step_up_required`, 404 when the provider isn't set up, 429, 503
 */
export async function startSocialLogin(
  ctx: Ctx,
  name: SocialProvider,
  { role, connect: isConnecting, terms, privacy }: { role: Pending['role']; connect: boolean } & Shown,
): Promise<SocialLoginStart> {
  const provider = findProvider(ctx, name);
  await limitRate(ctx, `social:net:${toNetwork(ctx.request)}`, perNetwork);
  const { viewer } = ctx;
  if (isConnecting && !viewer) throw notLoggedIn();
  if (isConnecting && viewer) await requireProof({ ...ctx, viewer });
  const accountId = isConnecting && viewer ? viewer.id : null;
  const { handshake, sealed } = await beginHandshake(ctx, {
    provider: name,
    role,
    accountId,
    accepted: { terms, privacy },
  });
  const url = await provider.authorize(handshake);
  return { url, oauthToken: handshake.state, oauthTokenSecret: sealed };
}

const addressKnown = (name: string) =>
  new AppError(
    409,
    'account_exists',
    `There is an account with your email address already. Log in with your password, then connect ${name} under “Connected accounts”.`,
  );

async function makeAccount(
  tx: Ctx,
  { provider, role, accepted }: Pending,
  { name, email, label, subject }: Identity,
): Promise<string> {
  const id = tx.ports.ids();
  const time = now(tx);
  await tx.db.insert(accounts).values({
    id,
    name: cleanLine(name).slice(0, limits.text.name).trim() || 'New member',
    email,
    emailVerifiedAt: email ? time : null,
    isPerformer: role === 'performer',
    createdAt: time,
    updatedAt: time,
  });
  if (role === 'performer') await insertPerformer(tx, id);
  await agreeByJoining(tx, id, accepted);
  await insertConnection(tx, { accountId: id, provider, subject, label });
  if (email) await welcomeByMail(tx, id);
  return id;
}

const findHolder = async (ctx: Ctx, provider: SocialProvider, subject: string) =>
  (
    await ctx.db
      .select({ accountId: socialLogins.accountId })
      .from(socialLogins)
      .where(and(eq(socialLogins.provider, provider), eq(socialLogins.subject, subject)))
  )[0]?.accountId ?? null;

/** The account of an identity, made if there is none. */
async function accountFor(
  ctx: Ctx,
  pending: Pending,
  identity: Identity,
): Promise<{ accountId: string; isNew: boolean }> {
  const { provider } = pending;
  const known = await findHolder(ctx, provider, identity.subject);
  if (known) return { accountId: known, isNew: false };
  if (identity.email && (await addressHolder(ctx, identity.email)))
    throw addressKnown(providerNames[provider]);
  try {
    const make = (tx: Ctx) => makeAccount(tx, pending, identity);
    return { accountId: await transaction(ctx, make), isNew: true };
  } catch (error) {
    if (!isTaken(error)) throw error;
    // Another tab was faster, or somebody took the address meanwhile.
    const other = await findHolder(ctx, provider, identity.subject);
    if (!other) throw addressKnown(providerNames[provider]);
    return { accountId: other, isNew: false };
  }
}

export interface Returned {
  readonly code: string;
  readonly iss?: string | undefined;
  readonly oauthToken: string;
  readonly oauthTokenSecret: string;
  readonly device?: string | undefined;
}

/**
 * Finishes what `startSocialLogin` began, with what the provider gave the browser: logs in, makes an account,
 * or connects the provider.
 * @throws AppError 401, 403 as for a login with a password, 409 `account_exists` or `conflict`, 422
 * `login_expired` or `social_login_failed`, 429, 503
 */
export async function finishSocialLogin(
  ctx: Ctx,
  name: SocialProvider,
  { code, iss, device, ...kept }: Returned,
): Promise<SocialLoginEnd> {
  const provider = findProvider(ctx, name);
  await limitRate(ctx, `social:net:${toNetwork(ctx.request)}`, perNetwork);
  const pending = await takeHandshake(ctx, name, kept);
  if (pending.accountId && ctx.viewer?.id !== pending.accountId) throw notLoggedIn();
  const identity = await provider.exchange(
    { code, iss },
    { ...pending, redirectUri: redirectUri(ctx, name) },
  );
  if (pending.accountId) {
    const { subject, label } = identity;
    await connect(ctx, { accountId: pending.accountId, provider: name, subject, label });
    return { session: null, isNew: false };
  }
  const { accountId, isNew } = await accountFor(ctx, pending, identity);
  return { session: await openOrChallenge(ctx, accountId, { remember: true, device }), isNew };
}
