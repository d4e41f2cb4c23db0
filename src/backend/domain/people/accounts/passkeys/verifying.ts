import type { NewCredential, PasskeyAnswer } from '#contract/people/auth/passkeys.ts';
import type { passkeys } from '../../../../db/schema/factors.ts';
import {
  bytesFromBase64Url,
  bytesToBase64Url,
  fromBase64Url,
  toBase64Url,
} from '../../../../kernel/base64-url.ts';
import type { Ctx } from '../../../../kernel/context.ts';
import { type Use, expired, isOurs, newChallenge, patienceMs, takeChallenge } from './challenges.ts';

type Stored = typeof passkeys.$inferSelect;

/** Loaded with the first passkey: it brings parsers for the certificates of every kind of authenticator. */
const library = () => import('@simplewebauthn/server');

/** Ed25519, ES256 and RS256: what authenticators make, the first the browser likes best. */
const algorithms = [-8, -7, -257];

/** Passkeys belong to the site's host, wherever it is in a path or on which port. */
const relyingParty = ({ config }: Pick<Ctx, 'config'>) => {
  const { hostname, origin } = new URL(config.publicUrl);
  return { expectedRPID: hostname, expectedOrigin: origin };
};

/** As base64url, as authenticators give it back with an answer. */
const toUserHandle = (accountId: string): string => toBase64Url(accountId);

const describe = ({ credentialId, transports }: Pick<Stored, 'credentialId' | 'transports'>) => ({
  id: credentialId,
  type: 'public-key' as const,
  transports,
});

export async function creationOptions(
  ctx: Ctx,
  account: { id: string; name: string; username: string | null },
  { use, present }: { use: Use; present: readonly Stored[] },
) {
  const { siteName } = await ctx.settings.all();
  return {
    challenge: newChallenge(ctx, use),
    rp: { id: relyingParty(ctx).expectedRPID, name: siteName },
    user: {
      id: toUserHandle(account.id),
      name: account.username ?? account.name,
      displayName: account.name,
    },
    pubKeyCredParams: algorithms.map((alg) => ({ type: 'public-key' as const, alg })),
    timeout: patienceMs,
    excludeCredentials: present.map(describe),
    authenticatorSelection: {
      residentKey: 'required' as const,
      requireResidentKey: true as const,
      userVerification: 'required' as const,
    },
    attestation: 'none' as const,
  };
}

/** Without `allowed`, any passkey of the site answers. */
export const requestOptions = (ctx: Ctx, use: Use, allowed: readonly Stored[] = []) => ({
  challenge: newChallenge(ctx, use),
  rpId: relyingParty(ctx).expectedRPID,
  timeout: patienceMs,
  allowCredentials: allowed.map(describe),
  userVerification: 'required' as const,
});

/** The challenge that was signed; checked by the library against what was signed. */
function challengeIn(clientDataJSON: string): string {
  try {
    const { challenge } = JSON.parse(fromBase64Url(clientDataJSON)) as { challenge?: unknown };
    return typeof challenge === 'string' ? challenge : '';
  } catch {
    return '';
  }
}

/** @throws AppError 422 `passkey_expired` unless the answered challenge is one for this use, in time */
function checkChallenge(ctx: Ctx, clientDataJSON: string, use: Use): string {
  const challenge = challengeIn(clientDataJSON);
  if (!isOurs(ctx, challenge, use)) throw expired();
  return challenge;
}

/** The library throws for whatever it refuses: a foreign origin, a bad signature, no user verification. */
async function refusedAsNull<T>(ctx: Ctx, checked: Promise<T>): Promise<T | null> {
  try {
    return await checked;
  } catch (error) {
    ctx.ports.log.info('a passkey was refused', { error: String(error) });
    return null;
  }
}

/**
 * What to store of a passkey that an authenticator made for this challenge, which is used up; null if it is
 * refused.
 * @throws AppError 422 `passkey_expired`
 */
export async function verifyNew(ctx: Ctx, { id, transports, ...response }: NewCredential, use: Use) {
  const challenge = checkChallenge(ctx, response.clientDataJSON, use);
  const { verifyRegistrationResponse } = await library();
  const result = await refusedAsNull(
    ctx,
    verifyRegistrationResponse({
      response: { id, rawId: id, type: 'public-key', clientExtensionResults: {}, response },
      expectedChallenge: challenge,
      ...relyingParty(ctx),
      supportedAlgorithmIDs: algorithms,
      requireUserVerification: true,
    }),
  );
  if (!result?.verified || result.registrationInfo.credential.id !== id) return null;
  await takeChallenge(ctx, challenge);
  const { credential, credentialBackedUp: isBackedUp } = result.registrationInfo;
  const { counter, publicKey } = credential;
  return { credentialId: id, publicKey: bytesToBase64Url(publicKey), counter, isBackedUp, transports };
}

/**
 * Checks the answer of a stored passkey to a challenge, which is used up; null if it is refused. A counter that
 * went back means that somebody copied the passkey.
 * @throws AppError 422 `passkey_expired`
 */
export async function verifyAnswer(
  ctx: Ctx,
  stored: Stored,
  { answer: { id, userHandle, ...response }, use }: { answer: PasskeyAnswer; use: Use },
): Promise<{ counter: number; isBackedUp: boolean } | null> {
  const challenge = checkChallenge(ctx, response.clientDataJSON, use);
  const { verifyAuthenticationResponse } = await library();
  const isOwners = userHandle === null || userHandle === toUserHandle(stored.accountId);
  const result = await refusedAsNull(
    ctx,
    verifyAuthenticationResponse({
      response: { id, rawId: id, type: 'public-key', clientExtensionResults: {}, response },
      expectedChallenge: challenge,
      ...relyingParty(ctx),
      credential: { id, publicKey: bytesFromBase64Url(stored.publicKey), counter: stored.counter },
      requireUserVerification: true,
    }),
  );
  if (!result?.verified || !isOwners) return null;
  await takeChallenge(ctx, challenge);
  const { newCounter: counter, credentialBackedUp: isBackedUp } = result.authenticationInfo;
  return { counter, isBackedUp };
}
