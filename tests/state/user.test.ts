import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { logoutRequested } from '#state/session/auth.ts';
import { live } from '#state/live/live-events.ts';
import {
  currentUserChanged,
  currentUserStale,
  passwordUpdateRequested,
  profileUpdateRequested,
  selectBalance,
  selectCurrentUser,
  selectPasswordUpdate,
  selectProfileUpdate,
} from '#state/session/user.ts';
import type { ReplyOf } from '#contract/core/registry.ts';
import { onItsWay, problem } from './setup/fake-api.ts';
import type { Replies } from './setup/fake-api.ts';
import { settle, startLoggedIn } from './setup/fake-deps.ts';
import { aUser } from '../setup/factories/accounts.ts';
import { someSettings } from '../setup/factories/site.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const done = { success: true } as const;
const refuse = (status: number, message: string) => () => {
  throw problem(status, { message });
};

describe('the profile', () => {
  it(`a fan's uses the call for the own account: updating, then "Changes saved"`, async () => {
    const answer = onItsWay<ReplyOf<'PUT /users'>>();
    const { dispatch, state, deps } = await startLoggedIn(aUser(), {
      answers: { 'PUT /users': () => answer.promise },
    });
    dispatch(profileUpdateRequested({ name: 'Mia B' }));
    await settle();
    expect(selectProfileUpdate(state())).toMatchObject({ updating: true, success: false, error: null });
    answer.resolve(aUser({ name: 'Mia B' }));
    await settle();
    expect(selectProfileUpdate(state())).toMatchObject({ updating: false, success: true, error: null });
    expect(selectCurrentUser(state())?.name).toBe('Mia B');
    expect(deps.said).toEqual([['success', 'Changes saved']]);
    expect(deps.api.calls).toEqual([['PUT /users', { body: { name: 'Mia B' } }]]);
  });

  it("a creator's uses the per-id call", async () => {
    const reply = {
      ...aUser({ isPerformer: true }),
      name: 'Lena L',
      monthlyPrice: 999,
    } as unknown as ReplyOf<'PUT /performers/:id'>;
    const { dispatch, state, deps } = await startLoggedIn(aUser({ isPerformer: true, balance: 7 }), {
      answers: { 'PUT /performers/:id': () => reply },
    });
    dispatch(profileUpdateRequested({ name: 'Lena L', monthlyPrice: 999 }));
    await settle();
    expect(deps.api.calls).toEqual([
      ['PUT /performers/:id', { params: { id: 'me' }, body: { name: 'Lena L', monthlyPrice: 999 } }],
    ]);
    expect(selectCurrentUser(state())).toMatchObject({ name: 'Lena L', balance: 7 });
    expect(selectCurrentUser(state())).not.toHaveProperty('monthlyPrice');
  });

  it.each([
    ['That username is taken.', 'That username is taken.'],
    ['', 'Error occurred, please try again later'],
  ])('rejected with "%s" says "%s"', async (message, said) => {
    const { dispatch, state, deps } = await startLoggedIn(aUser(), {
      answers: { 'PUT /users': refuse(422, message) },
    });
    dispatch(profileUpdateRequested({ username: 'lena' }));
    await settle();
    expect(selectProfileUpdate(state())).toMatchObject({
      updating: false,
      success: false,
      error: { status: 422 },
    });
    expect(deps.said).toEqual([['error', said]]);
  });
});

describe('the password', () => {
  const update = { password: 'new-password', source: 'old-password' };

  it('updated: the result is stored, "Changes saved", the flag cleared', async () => {
    const answer = onItsWay<typeof done>();
    const { dispatch, state, deps } = await startLoggedIn(aUser(), {
      answers: { 'PUT /auth/users/me/password': () => answer.promise },
    });
    dispatch(passwordUpdateRequested(update));
    await settle();
    expect(selectPasswordUpdate(state()).updating).toBe(true);
    answer.resolve(done);
    await settle();
    expect(selectPasswordUpdate(state())).toEqual({ updating: false, success: true, error: null });
    expect(deps.said).toEqual([['success', 'Changes saved']]);
    expect(deps.api.calls).toEqual([['PUT /auth/users/me/password', { body: update }]]);
  });

  it.each([
    ['Your present password is another.', 'Your present password is another.'],
    ['', 'Error occurred, please try again later'],
  ])('rejected with "%s" says "%s" and clears the flag', async (message, said) => {
    const { dispatch, state, deps } = await startLoggedIn(aUser(), {
      answers: { 'PUT /auth/users/me/password': refuse(422, message) },
    });
    dispatch(passwordUpdateRequested(update));
    await settle();
    expect(selectPasswordUpdate(state())).toMatchObject({
      updating: false,
      success: false,
      error: { status: 422 },
    });
    expect(deps.said).toEqual([['error', said]]);
  });

  it('the flag is cleared even if the session ends meanwhile', async () => {
    const { dispatch, state } = await startLoggedIn(aUser(), {
      answers: {
        'PUT /auth/users/me/password': () => new Promise<never>(() => {}),
        'POST /auth/logout': () => done,
      },
    });
    dispatch(passwordUpdateRequested(update));
    await settle();
    dispatch(logoutRequested());
    await settle();
    expect(selectPasswordUpdate(state())).toEqual({ updating: false, success: false, error: null });
  });

  it('both are hashed if the setting says so', async () => {
    const { dispatch, deps } = await startLoggedIn(aUser(), {
      answers: { 'PUT /auth/users/me/password': () => done },
      preloaded: { settings: someSettings({ passwordHashing: 'true' }) },
    });
    dispatch(passwordUpdateRequested(update));
    await vi.waitFor(() => expect(deps.api.calls).toHaveLength(1));
    const { body } = deps.api.calls[0]![1] as { body: Record<string, string> };
    expect([body['password'], body['source']].map((each) => each?.length)).toEqual([64, 64]);
    expect(body['password']).not.toBe(body['source']);
  });
});

describe('the balance', () => {
  it("grows by the event's amount", async () => {
    const { dispatch, state } = await startLoggedIn(aUser({ balance: 100 }));
    dispatch(live['balance/updated']({ added: 50, balance: 150 }));
    expect(selectBalance(state())).toBe(150);
  });
  it("doesn't count an amount twice that a reply has already included", async () => {
    const { dispatch, state } = await startLoggedIn(aUser({ balance: 100 }));
    dispatch(currentUserChanged({ balance: 60 }));
    dispatch(live['balance/updated']({ added: -40, balance: 60 }));
    expect(selectBalance(state())).toBe(60);
  });
  it('is empty while nobody is logged in', async () => {
    const { store } = await startLoggedIn(aUser(), { answers: { 'POST /auth/logout': () => done } });
    store.dispatch(logoutRequested());
    await settle();
    store.dispatch(live['balance/updated']({ added: 50, balance: 150 }));
    store.dispatch(currentUserChanged({ balance: 1 }));
    expect(selectBalance(store.getState())).toBe(0);
  });
});

it('is fetched again silently when invalidated', async () => {
  const answers: Replies = { 'GET /users/me': () => aUser({ name: 'Mia C' }) };
  const { dispatch, state, deps } = await startLoggedIn(aUser(), { answers });
  dispatch(currentUserStale());
  await settle();
  expect(selectCurrentUser(state())?.name).toBe('Mia C');
  deps.api.answer({ 'GET /users/me': refuse(500, 'no') });
  dispatch(currentUserStale());
  await settle();
  expect([selectCurrentUser(state())?.name, deps.said]).toEqual(['Mia C', []]);
});
