import type { Api } from '../../http/api.ts';
import type { BodyOf } from '../../http/call.ts';
import { withProof } from '../../http/proof.ts';

export const listPasskeys = (api: Api, signal?: AbortSignal) => api.call('GET /auth/passkeys', { signal });
/** What the browser needs to make one; `addPasskey` takes what it made. */
export const beginPasskey = (api: Api) => withProof(() => api.call('POST /auth/passkeys/options'));
export const addPasskey = (api: Api, body: BodyOf<'POST /auth/passkeys'>) =>
  withProof(() => api.call('POST /auth/passkeys', { body }));
export const renamePasskey = (api: Api, { id, name }: { readonly id: string; readonly name: string }) =>
  api.call('PUT /auth/passkeys/:id', { params: { id }, body: { name } });
export const removePasskey = (api: Api, id: string) =>
  withProof(() => api.call('DELETE /auth/passkeys/:id', { params: { id } }));
export const undoPasskey = (api: Api, token: string) =>
  api.call('POST /auth/passkeys/undo', { body: { token } });
/** What the browser needs to log in with one: by itself, or after the password (`challenge`). */
export const beginPasskeyLogin = (api: Api, body: BodyOf<'POST /auth/login/passkey/options'>) =>
  api.call('POST /auth/login/passkey/options', { body });
export const loginWithPasskey = (api: Api, body: BodyOf<'POST /auth/login/passkey'>) =>
  api.call('POST /auth/login/passkey', { body });
export const beginPasskeyProof = (api: Api) => api.call('POST /auth/step-up/options');
