import { createHash, createSign, generateKeyPairSync, randomUUID } from 'node:crypto';
import { type IncomingMessage, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

const base64url = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');

interface Grant {
  readonly nonce: string | null;
  readonly challenge: string;
  readonly redirectUri: string;
}
interface Person {
  readonly sub: string;
  readonly name: string;
  readonly email?: string;
  readonly email_verified?: boolean;
}
/** What a hostile provider does differently. */
export interface Mischief {
  readonly claims?: Record<string, unknown>;
  /** `none` leaves the ID token unsigned, `other` signs it with a key that isn't published. */
  readonly signature?: 'none' | 'other';
  /** The status of every answer of the token endpoint. */
  readonly status?: number;
  /** Leaves the ID token out. */
  readonly withoutIdToken?: boolean;
}

/** A provider of OpenID Connect on this machine, which also answers like X. */
export async function startProvider(clientId: string) {
  const keys = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const others = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const grants = new Map<string, Grant>();
  const state = { person: { sub: 'person-1', name: 'Ann Example' } as Person, mischief: {} as Mischief };
  let origin = '';

  function idToken(nonce: string | null): string {
    const { signature, claims } = state.mischief;
    const seconds = Math.floor(Date.now() / 1000);
    const header = base64url({ alg: signature === 'none' ? 'none' : 'RS256', kid: 'key-1' });
    const payload = base64url({
      iss: origin,
      aud: clientId,
      iat: seconds,
      exp: seconds + 300,
      ...state.person,
      ...(nonce && { nonce }),
      ...claims,
    });
    const { privateKey } = signature === 'other' ? others : keys;
    const signed = createSign('RSA-SHA256').update(`${header}.${payload}`).sign(privateKey);
    return `${header}.${payload}.${signature === 'none' ? '' : signed.toString('base64url')}`;
  }

  async function exchange(request: IncomingMessage): Promise<[number, object]> {
    if (state.mischief.status) return [state.mischief.status, { error: 'server_error' }];
    const form = new URLSearchParams(await text(request));
    const grant = grants.get(form.get('code') ?? '');
    grants.delete(form.get('code') ?? '');
    const proof = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url');
    if (grant?.challenge !== proof || grant.redirectUri !== form.get('redirect_uri'))
      return [400, { error: 'invalid_grant' }];
    return [
      200,
      {
        access_token: 'access-1',
        token_type: 'bearer',
        expires_in: 300,
        ...(state.mischief.withoutIdToken ? {} : { id_token: idToken(grant.nonce) }),
      },
    ];
  }

  async function answer(request: IncomingMessage): Promise<[number, object]> {
    switch (request.url) {
      case '/.well-known/openid-configuration':
        return [
          200,
          {
            issuer: origin,
            authorization_endpoint: `${origin}/authorize`,
            token_endpoint: `${origin}/2/oauth2/token`,
            jwks_uri: `${origin}/keys`,
          },
        ];
      case '/keys':
        return [200, { keys: [{ ...keys.publicKey.export({ format: 'jwk' }), kid: 'key-1', alg: 'RS256' }] }];
      case '/2/oauth2/token':
        return exchange(request);
      case '/2/users/me':
        return [200, { data: { id: state.person.sub, name: state.person.name, username: 'ann' } }];
      default:
        return [404, {}];
    }
  }
  const server = createServer((request, response) => {
    void answer(request).then(([status, body]) => {
      response.writeHead(status, { 'content-type': 'application/json' });
      response.end(JSON.stringify(body));
    });
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  return {
    origin,
    state,
    /** Agrees to a login, as its person would in the browser; returns the code and the state. */
    agree(url: string): { code: string; state: string } {
      const asked = new URL(url).searchParams;
      const code = randomUUID();
      grants.set(code, {
        nonce: asked.get('nonce'),
        challenge: asked.get('code_challenge') ?? '',
        redirectUri: asked.get('redirect_uri') ?? '',
      });
      return { code, state: asked.get('state') ?? '' };
    },
    close: () => new Promise<void>((resolve) => void server.close(() => resolve())),
  };
}
