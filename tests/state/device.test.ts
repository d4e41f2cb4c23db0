import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { deviceReceived, loginRequested, logoutRequested, tokenReceived } from '#state/session/auth.ts';
import { settle, startStore } from './setup/fake-deps.ts';
import { aUser } from '../setup/factories/accounts.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const session = { token: 'tok-new', expiresAt: '2027-11-20T10:00:00.000Z', device: 'me.nonce.signature' };
const form = { credentials: 'mia', password: 'limelight' };

test('keeps the device token across a logout, and sends it the next time', async () => {
  const { dispatch, deps } = await startStore({
    answers: {
      'POST /auth/login': () => session,
      'GET /users/me': () => aUser(),
      'POST /auth/logout': () => ({ success: true }),
    },
  });
  dispatch(loginRequested(form));
  await settle();
  dispatch(logoutRequested());
  await settle();
  dispatch(loginRequested(form));
  await settle();
  expect(deps.api.calls.filter(([route]) => route === 'POST /auth/login').map(([, input]) => input)).toEqual([
    { body: { ...form, remember: true } },
    { body: { ...form, remember: true, device: session.device } },
  ]);
  dispatch(deviceReceived('me.newer.signature'));
  expect(deps.storage.local.read('device')).toBe('me.newer.signature');
  dispatch(tokenReceived({ token: 'tok-reg', device: 'you.nonce.signature' }));
  await settle();
  expect(deps.storage.local.read('device')).toBe('you.nonce.signature');
});
