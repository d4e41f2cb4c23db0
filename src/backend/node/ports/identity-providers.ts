import * as client from 'openid-client';
import { z } from 'zod';
import type { Env } from '#config/env.ts';
import type { SocialProvider } from '#contract/people/auth/social.ts';
import { AppError } from '../../kernel/errors.ts';
import type { Log } from '../../ports/ports.ts';
import { type GuardedFetch, createGuardedFetch } from '../outgoing/guarded-fetch.ts';
import type { Handshake, Identity, IdentityProvider } from '../../ports/identity-provider.ts';

/** Until a provider has answered a call. */
const patienceSeconds = 10;

interface Keys {
  readonly clientId: string;
  readonly clientSecret: string;
}
interface Parts extends Keys {
  readonly log: Pick<Log, 'warn'>;
}

const unreachable = (name: string) =>
  new AppError(503, 'provider_unavailable', `We can’t reach ${name} right now. Try again in a minute.`);
const untrusted = (name: string) =>
  new AppError(422, 'social_login_failed', `We couldn’t confirm your login with ${name}. Try again.`);

/** What `fetch` throws without an answer, and answers of a server that is in trouble. */
const isAway = (error: unknown): boolean =>
  error instanceof TypeError ||
  (error instanceof Error && error.name === 'TimeoutError') ||
  (error instanceof client.ClientError && error.cause instanceof Response && error.cause.status >= 500);

/** A provider's configuration, key set or token reply has a few kB. */
const mostBytes = 256 * 1024;

/**
 * How the library calls a provider: a configuration names further addresses, so all of them are checked. A
 * provider of a test runs on this machine.
 */
function createFetch(origin: string): client.CustomFetch {
  const exceptOrigin = origin.startsWith('http:') ? origin : null;
  const guardedFetch: GuardedFetch = createGuardedFetch({
    exceptOrigin,
    patienceMs: patienceSeconds * 1_000,
  });
  return (url, { method, headers, body, signal }) => {
    const form = body instanceof URLSearchParams ? body.toString() : null;
    return guardedFetch(new URL(url), { method, headers, body: form, signal, mostBytes });
  };
}

function logAndThrow(name: string, log: Parts['log']) {
  return (error: unknown): never => {
    log.warn('a login with a provider failed', { provider: name, reason: String(error) });
    throw isAway(error) ? unreachable(name) : untrusted(name);
  };
}

async function addressFor(
  config: client.Configuration,
  { state, nonce, codeVerifier, redirectUri }: Handshake,
  more: Record<string, string>,
): Promise<string> {
  return client.buildAuthorizationUrl(config, {
    redirect_uri: redirectUri,
    state,
    code_challenge: await client.calculatePKCECodeChallenge(codeVerifier),
    code_challenge_method: 'S256',
    ...(more['scope']?.startsWith('openid') ? { nonce } : {}),
    ...more,
  }).href;
}

/** The address the browser came back to, as far as it is checked. */
function returnAddress(
  { code, iss }: { code: string; iss?: string | undefined },
  { state, redirectUri }: Handshake,
): URL {
  const address = new URL(redirectUri);
  for (const [name, value] of Object.entries({ code, state, iss }))
    if (value !== undefined) address.searchParams.set(name, value);
  return address;
}

const Claims = z.object({
  sub: z.string().min(1).max(255),
  name: z.string().optional(),
  email: z.string().optional(),
  email_verified: z.boolean().optional(),
});

/**
 * A provider of OpenID Connect, such as Google. The ID token's signature, issuer, audience, nonce and times are
 * checked. Its configuration is read on first use and kept; a failed read is tried again.
 */
export function createOpenIdProvider({
  name,
  issuer,
  clientId,
  clientSecret,
  log,
}: Parts & { name: string; issuer: URL }): IdentityProvider {
  const scope = 'openid email profile';
  // Providers of tests run on this machine without TLS.
  const execute = [
    client.enableNonRepudiationChecks,
    ...(issuer.protocol === 'http:' ? [client.allowInsecureRequests] : []),
  ];
  let found: Promise<client.Configuration> | null = null;
  const configured = () => {
    found ??= client
      .discovery(issuer, clientId, clientSecret, undefined, {
        execute,
        timeout: patienceSeconds,
        [client.customFetch]: createFetch(issuer.origin),
      })
      .catch((error: unknown) => {
        found = null;
        log.warn('a provider’s configuration can’t be read', { provider: name, reason: String(error) });
        throw unreachable(name);
      });
    return found;
  };
  return {
    authorize: async (handshake) =>
      addressFor(await configured(), handshake, { scope, prompt: 'select_account' }),
    async exchange(answer, handshake): Promise<Identity> {
      const config = await configured();
      const tokens = await client
        .authorizationCodeGrant(config, returnAddress(answer, handshake), {
          pkceCodeVerifier: handshake.codeVerifier,
          expectedNonce: handshake.nonce,
          expectedState: handshake.state,
        })
        .catch(logAndThrow(name, log));
      const claims = Claims.safeParse(tokens.claims()).data;
      if (!claims) throw untrusted(name);
      const email = claims.email_verified ? (claims.email?.toLowerCase() ?? null) : null;
      return {
        subject: claims.sub,
        name: claims.name ?? '',
        email,
        label: claims.email ?? claims.name ?? name,
      };
    },
  };
}

const XUser = z.object({ data: z.object({ id: z.string().min(1), name: z.string(), username: z.string() }) });

/** X speaks OAuth 2 without OpenID Connect: who it is, is asked with the access token. It tells no address. */
export function createXProvider(
  { clientId, clientSecret, log }: Parts,
  { pages, api }: { pages: string; api: string } = { pages: 'https://x.com', api: 'https://api.x.com' },
): IdentityProvider {
  const name = 'X';
  const config = new client.Configuration(
    {
      issuer: pages,
      authorization_endpoint: `${pages}/i/oauth2/authorize`,
      token_endpoint: `${api}/2/oauth2/token`,
    },
    clientId,
    clientSecret,
    client.ClientSecretBasic(clientSecret),
  );
  config.timeout = patienceSeconds;
  config[client.customFetch] = createFetch(api);
  if (api.startsWith('http:')) client.allowInsecureRequests(config);
  return {
    authorize: (handshake) => addressFor(config, handshake, { scope: 'users.read tweet.read' }),
    async exchange(answer, handshake): Promise<Identity> {
      const ask = async () => {
        const tokens = await client.authorizationCodeGrant(config, returnAddress(answer, handshake), {
          pkceCodeVerifier: handshake.codeVerifier,
          expectedState: handshake.state,
        });
        const me = new URL(`${api}/2/users/me`);
        const reply = await client.fetchProtectedResource(config, tokens.access_token, me, 'GET');
        return XUser.parse(await reply.json());
      };
      const { data } = await ask().catch(logAndThrow(name, log));
      return { subject: data.id, name: data.name, email: null, label: `@${data.username}` };
    },
  };
}

/** The providers whose keys are set. */
export function identityProviders(env: Env, log: Log): Partial<Record<SocialProvider, IdentityProvider>> {
  const pickKeys = (clientId: string | undefined, clientSecret: string | undefined): Parts | null =>
    clientId && clientSecret ? { clientId, clientSecret, log } : null;
  const google = pickKeys(env.GOOGLE_CLIENT_ID, env.GOOGLE_CLIENT_SECRET);
  const twitter = pickKeys(env.TWITTER_CLIENT_ID, env.TWITTER_CLIENT_SECRET);
  return {
    ...(google && {
      google: createOpenIdProvider({
        ...google,
        name: 'Google',
        issuer: new URL('https://accounts.google.com'),
      }),
    }),
    ...(twitter && { twitter: createXProvider(twitter) }),
  };
}
