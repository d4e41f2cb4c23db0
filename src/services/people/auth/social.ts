import type { SocialLoginEnd, SocialLoginStart, SocialProvider } from '#contract/people/auth/social.ts';
import type { Api } from '../../http/api.ts';
import type { BodyOf } from '../../http/call.ts';
import { withProof } from '../../http/proof.ts';

type Start = BodyOf<'POST /auth/twitter/login'>;
type Finish = BodyOf<'POST /auth/twitter/callback'>;

const startGoogle = (api: Api, body: Start) => api.call('POST /auth/google/login', { body });
const startX = (api: Api, body: Start) => api.call('POST /auth/twitter/login', { body });
const finishGoogle = (api: Api, body: Finish) => api.call('POST /auth/google/login', { body });
const finishX = (api: Api, body: Finish) => api.call('POST /auth/twitter/callback', { body });

/** Asks where to send the browser. Connecting a provider to one's account takes a proof first. */
export const startSocialLogin = (
  api: Api,
  provider: SocialProvider,
  body: Start,
): Promise<SocialLoginStart> =>
  withProof(() => (provider === 'twitter' ? startX : startGoogle)(api, body) as Promise<SocialLoginStart>);
/** Logs in, or connects the provider, with what it gave the browser. */
export const finishSocialLogin = (
  api: Api,
  provider: SocialProvider,
  body: Finish,
): Promise<SocialLoginEnd> =>
  (provider === 'twitter' ? finishX : finishGoogle)(api, body) as Promise<SocialLoginEnd>;
export const listConnections = (api: Api, signal?: AbortSignal) => api.call('GET /auth/social', { signal });
export const disconnectProvider = (api: Api, provider: SocialProvider) =>
  withProof(() => api.call('DELETE /auth/social/:provider', { params: { provider } }));
