import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { loginRequested, selectAuth } from '#state/auth';
import { makeStore } from '#state/store';
import { settle, startStore } from './setup/fake-world.ts';
import { aUser } from './setup/records.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('keeps what was dispatched before the sagas were there', async () => {
  const { world } = await startStore({
    answers: {
      'POST /auth/login': () => ({ token: 'tok-new', expiresAt: '2027-11-20T10:00:00.000Z' }),
      'GET /users/me': () => aUser(),
    },
  });
  const store = makeStore(world);
  store.dispatch(loginRequested({ credentials: 'mia', password: 'limelight' }));
  await settle();
  expect(selectAuth(store.getState()).loggedIn).toBe(false);
  await store.start();
  await settle();
  expect(selectAuth(store.getState()).loggedIn).toBe(true);
});
