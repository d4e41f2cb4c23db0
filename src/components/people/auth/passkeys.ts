import type { BodyOf } from '#services/http/call.ts';
import type { ReplyOf } from '#contract/core/registry.ts';
import { ApiProblem } from '#services/http/problem.ts';

/** Loaded with the first passkey. */
const browser = () => import('@simplewebauthn/browser');

/** Whether this browser has passkeys; it has them on secure addresses only. */
export const hasPasskeys = (): boolean => typeof window !== 'undefined' && 'PublicKeyCredential' in window;

/** What the browser threw, as something to tell a person. Closing its dialog looks like running out of time. */
const explained = (caught: unknown): ApiProblem =>
  new ApiProblem({
    status: 0,
    code: 'passkey_unused',
    message:
      caught instanceof Error && caught.name === 'InvalidStateError'
        ? 'This device already has a passkey for your account.'
        : 'No passkey was used. Try again.',
  });
const explaining = (caught: unknown): never => {
  throw explained(caught);
};

type Credential = BodyOf<'POST /auth/passkeys'>['credential'];

/** Has the browser make a passkey; everything that the server doesn't look at stays here. */
export async function makePasskey(optionsJSON: ReplyOf<'POST /auth/passkeys/options'>): Promise<Credential> {
  const { startRegistration } = await browser();
  const { id, response } = await startRegistration({ optionsJSON }).catch(explaining);
  const { clientDataJSON, attestationObject } = response;
  const transports = (response.transports ?? []) as Credential['transports'];
  return { id, clientDataJSON, attestationObject, transports };
}

/** Has a passkey sign the challenge of a login or a proof. */
export async function signChallenge(
  optionsJSON: ReplyOf<'POST /auth/step-up/options'>,
): Promise<BodyOf<'POST /auth/login/passkey'>['credential']> {
  const { startAuthentication } = await browser();
  const { id, response } = await startAuthentication({ optionsJSON }).catch(explaining);
  const { clientDataJSON, authenticatorData, signature, userHandle = null } = response;
  return { id, clientDataJSON, authenticatorData, signature, userHandle };
}
