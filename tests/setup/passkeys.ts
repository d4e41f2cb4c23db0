import { type Authenticator, makeAuthenticator } from './authenticator.ts';
import type { TestBackend } from './backend.ts';
import type { Person } from './test-app.ts';

/** Adds a passkey through the API, as the account page does. */
export async function addPasskey(
  { ok }: Pick<TestBackend, 'ok'>,
  { token }: Pick<Person, 'token'>,
  { authenticator = makeAuthenticator(), name = 'My phone' } = {},
): Promise<{ authenticator: Authenticator; id: string }> {
  const credential = authenticator.create(await ok('POST /auth/passkeys/options', { token }));
  const { _id } = await ok('POST /auth/passkeys', { token, body: { name, credential } });
  return { authenticator, id: _id };
}
