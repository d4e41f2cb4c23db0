import type { Api } from '../../http/api.ts';
import type { BodyOf } from '../../http/call.ts';
import { withProof } from '../../http/proof.ts';

export const loginWithCode = (api: Api, body: BodyOf<'POST /auth/login/code'>) =>
  api.call('POST /auth/login/code', { body });
/** Finishes a login to a deactivated account, and reactivates it. */
export const reactivateAccount = (api: Api, body: BodyOf<'POST /auth/login/reactivate'>) =>
  api.call('POST /auth/login/reactivate', { body });
export const stepUp = (api: Api, body: BodyOf<'POST /auth/step-up'>) =>
  api.call('POST /auth/step-up', { body });
export const getSecondFactor = (api: Api, signal?: AbortSignal) =>
  api.call('GET /auth/second-factor', { signal });
/** Prepares an authenticator app; `confirmSecondFactor` turns it on. */
export const beginSecondFactor = (api: Api) => withProof(() => api.call('POST /auth/second-factor'));
export const confirmSecondFactor = (api: Api, code: string) =>
  withProof(() => api.call('POST /auth/second-factor/confirm', { body: { code } }));
export const removeSecondFactor = (api: Api) => withProof(() => api.call('DELETE /auth/second-factor'));
export const renewRecoveryCodes = (api: Api) =>
  withProof(() => api.call('POST /auth/second-factor/recovery-codes'));
export const undoSecondFactor = (api: Api, token: string) =>
  api.call('POST /auth/second-factor/undo', { body: { token } });
