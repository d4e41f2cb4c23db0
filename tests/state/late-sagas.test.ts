import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { loginRequested, selectAuth } from '#state/session/auth.ts';
import { makeStore } from '#state/store.ts';
import { settle, startStore } from './setup/fake-deps.ts';
import { aUser } from '../setup/factories/accounts.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('keeps actions dispatched before the sagas were loaded', async () => {
  const { deps } = await startStore({
    answers: {
      'POST /auth/login': () => ({
        token: 'tok-new',
        expiresAt: '2027-11-20T10:00:00.000Z',
        device: 'a.device.kept',
      }),
      'GET /users/me': () => aUser(),
    },
  });
  const store = makeStore(deps);
  store.dispatch(loginRequested({ credentials: 'mia', password: 'limelight' }));
  await settle();
  expect(selectAuth(store.getState()).loggedIn).toBe(false);
  await store.start();
  await settle();
  expect(selectAuth(store.getState()).loggedIn).toBe(true);
});

it('for a visitor they load with the first action', async () => {
  const answers = {
    'POST /auth/login': () => ({
      token: 'tok-new',
      expiresAt: '2027-11-20T10:00:00.000Z',
      device: 'a.device.kept',
    }),
    'GET /users/me': () => aUser(),
  };
  const { deps } = await startStore({ answers });
  const store = makeStore(deps, { user: null });
  store.startWhenNeeded();
  // No saga handles RTK Query's internal actions.
  store.dispatch({ type: 'api/executeQuery/pending' });
  await settle();
  expect(deps.api.calls.length).toBe(0);
  store.dispatch(loginRequested({ credentials: 'mia', password: 'limelight' }));
  await vi.waitFor(async () => {
    await settle();
    expect(selectAuth(store.getState()).loggedIn).toBe(true);
  });
});

it("a visitor's actions before that aren't lost", async () => {
  const { deps } = await startStore({
    answers: {
      'GET /settings/public': () => {
        throw new Error('asked');
      },
    },
  });
  const store = makeStore(deps, { user: null });
  store.dispatch({ type: 'settings/settingsRequested' });
  store.startWhenNeeded();
  await vi.waitFor(async () => {
    await settle();
    expect(deps.api.routes()).toContain('GET /settings/public');
  });
});
