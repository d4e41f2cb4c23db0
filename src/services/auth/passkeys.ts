import type { Api } from '../http/api.ts';
import type { BodyOf } from '../http/call.ts';
import { ApiProblem } from '../http/problem.ts';
import { withProof } from '../http/proof.ts';

/** Loaded with the first passkey. */
const browser = () => import('@simplewebauthn/browser');

/** Whether this browser has passkeys; only secure addresses with a host name do. */
export const hasPasskeys = (): boolean => typeof window !== 'undefined' && 'PublicKeyCredential' in window;

/** What the browser threw, as something to tell a person. Closing its dialog looks like running out of time. */
function explained(caught: unknown): unknown {
  if (!(caught instanceof Error) || caught instanceof ApiProblem) return caught;
  const message =
    caught.name === 'InvalidStateError'
      ? 'This device already has a passkey for your account.'
      : 'No passkey was used. Try again.';
  return new ApiProblem({ status: 0, code: 'passkey_unused', message });
}
const atBrowser = <T>(work: Promise<T>): Promise<T> =>
  work.catch((caught: unknown) => {
    throw explained(caught);
  });

/** Asks the browser for a signature; everything that the server doesn't look at stays here. */
async function answerTo(optionsJSON: Awaited<ReturnType<typeof loginOptions>>) {
  const { startAuthentication } = await browser();
  const { id, response } = await atBrowser(startAuthentication({ optionsJSON }));
  const { clientDataJSON, authenticatorData, signature, userHandle = null } = response;
  return { id, clientDataJSON, authenticatorData, signature, userHandle };
}

const loginOptions = (api: Api, challenge: string | undefined) =>
  api.call('POST /auth/login/passkey/options', { body: { challenge } });

/** Logs in with a passkey, by itself or after the password (`challenge`). */
export async function loginWithPasskey(
  api: Api,
  body: Omit<BodyOf<'POST /auth/login/passkey'>, 'credential'>,
) {
  const credential = await answerTo(await loginOptions(api, body.challenge));
  return api.call('POST /auth/login/passkey', { body: { ...body, credential } });
}

export async function stepUpWithPasskey(api: Api) {
  const passkey = await answerTo(await api.call('POST /auth/step-up/options'));
  return api.call('POST /auth/step-up', { body: { passkey } });
}

export const listPasskeys = (api: Api, signal?: AbortSignal) => api.call('GET /auth/passkeys', { signal });

type Transports = BodyOf<'POST /auth/passkeys'>['credential']['transports'];

/** Has the browser make a passkey and adds it to the account. */
export async function addPasskey(api: Api, name: string) {
  const optionsJSON = await withProof(() => api.call('POST /auth/passkeys/options'));
  const { startRegistration } = await browser();
  const { id, response } = await atBrowser(startRegistration({ optionsJSON }));
  const { clientDataJSON, attestationObject } = response;
  const transports = (response.transports ?? []) as Transports;
  const credential = { id, clientDataJSON, attestationObject, transports };
  return withProof(() => api.call('POST /auth/passkeys', { body: { name, credential } }));
}
export const renamePasskey = (api: Api, { id, name }: { readonly id: string; readonly name: string }) =>
  api.call('PUT /auth/passkeys/:id', { params: { id }, body: { name } });
export const removePasskey = (api: Api, id: string) =>
  withProof(() => api.call('DELETE /auth/passkeys/:id', { params: { id } }));
export const undoPasskey = (api: Api, token: string) =>
  api.call('POST /auth/passkeys/undo', { body: { token } });
