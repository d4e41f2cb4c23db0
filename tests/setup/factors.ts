import { URI } from 'otpauth';
import type { TestBackend } from './backend.ts';
import type { Person } from './test-app.ts';

/** The code that an authenticator app shows, now or some steps of half a minute away. */
export const codeNow = ({ ports }: Pick<TestBackend, 'ports'>, uri: string, steps = 0): string => {
  const app = URI.parse(uri);
  if (!('period' in app)) throw new Error('not an address of time-based codes');
  return app.generate({ timestamp: ports.clock.now().getTime() + steps * 30_000 });
};

/** Logs in as far as the password goes; returns the challenge for the code. */
export async function challengeFor(
  { call }: Pick<TestBackend, 'call'>,
  { username, password }: Person,
  more: { remember?: boolean; device?: string } = {},
): Promise<string> {
  const answer = await call('POST /auth/login', { body: { credentials: username, password, ...more } });
  if (answer.problem.code !== 'second_factor_required') throw new Error(answer.text);
  return answer.problem['challenge'] as string;
}

/** Turns on two-factor authentication through the API, as the account page does. */
export async function turnOn(app: TestBackend, { token }: Pick<Person, 'token'>) {
  const { uri, secret } = await app.ok('POST /auth/second-factor', { token });
  const { recoveryCodes } = await app.ok('POST /auth/second-factor/confirm', {
    token,
    body: { code: codeNow(app, uri) },
  });
  return { uri, secret, recoveryCodes };
}
