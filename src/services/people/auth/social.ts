import type { SocialLoginEnd, SocialLoginStart, SocialProvider } from '#contract/people/auth/social.ts';
import type { Api } from '../../http/api.ts';
import type { BodyOf } from '../../http/call.ts';
import { read, write } from '../../http/endpoints.ts';
import { proven, withProof } from '../../http/proof.ts';

type Start = BodyOf<'POST /auth/twitter/login'>;
type Finish = BodyOf<'POST /auth/twitter/callback'>;

/** Both steps of Google's. */
const loginByGoogle = write('POST /auth/google/login');
const startX = write('POST /auth/twitter/login');
const finishX = write('POST /auth/twitter/callback');

/** Asks where to send the browser. Connecting a provider to one's account takes a proof first. */
export const startSocialLogin = (
  api: Api,
  provider: SocialProvider,
  body: Start,
): Promise<SocialLoginStart> =>
  withProof(
    () => (provider === 'twitter' ? startX : loginByGoogle)(api, { body }) as Promise<SocialLoginStart>,
  );
/** Logs in, or connects the provider, with what it gave the browser. */
export const finishSocialLogin = (
  api: Api,
  provider: SocialProvider,
  body: Finish,
): Promise<SocialLoginEnd> =>
  (provider === 'twitter' ? finishX : loginByGoogle)(api, { body }) as Promise<SocialLoginEnd>;
export const listConnections = read('GET /auth/social', { tags: ['Connections'], keepSeconds: 0 });
export const disconnectProvider = proven(
  write('DELETE /auth/social/:provider', { invalidates: ['Connections'] }),
);
