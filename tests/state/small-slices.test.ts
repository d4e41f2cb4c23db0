import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { limits } from '#config/limits.ts';
import { logoutRequested } from '#state/session/auth.ts';
import {
  followRequested,
  followsLearned,
  selectFollowedIds,
  selectIsFollowed,
  unfollowRequested,
} from '#state/session/follow.ts';
import { selectSettings, settingsRequested } from '#state/session/settings.ts';
import { selectSubscriptionModal, subscriptionModalUpdated } from '#state/session/subscription-modal.ts';
import { selectUi, uiUpdated } from '#state/session/ui.ts';
import { onItsWay, problem } from './setup/fake-api.ts';
import { settle, startLoggedIn, startStore } from './setup/fake-deps.ts';
import { aUser } from '../setup/factories/accounts.ts';
import { someSettings } from '../setup/factories/site.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const followed = (id: string) => ({ performerId: id, isFollowed: true, followers: 1 });

const now = (creators: { _id: string; isFollowed: boolean }[]) => ({ sentAt: Date.now(), creators });

describe('following', () => {
  it('shows at once, and stays if the server agrees', async () => {
    const answer = onItsWay<ReturnType<typeof followed>>();
    const { dispatch, state } = await startLoggedIn(aUser(), {
      answers: { 'POST /follows/:id': () => answer.promise },
    });
    dispatch(followRequested('lena'));
    expect(selectIsFollowed(state(), 'lena')).toBe(true);
    answer.resolve(followed('lena'));
    await settle();
    expect(selectFollowedIds(state())).toEqual(['lena']);
  });

  it('never lists a creator twice', async () => {
    const { dispatch, state } = await startLoggedIn(aUser(), {
      answers: { 'POST /follows/:id': ({ params }) => followed(params.id) },
    });
    dispatch(followRequested('lena'));
    dispatch(followRequested('lena'));
    expect(selectFollowedIds(state())).toEqual(['lena']);
    dispatch(
      followsLearned(
        now([
          { _id: 'lena', isFollowed: true },
          { _id: 'nico', isFollowed: true },
        ]),
      ),
    );
    dispatch(followsLearned(now([{ _id: 'nico', isFollowed: true }])));
    await settle();
    expect(selectFollowedIds(state()).toSorted()).toEqual(['lena', 'nico']);
  });

  it('unfollowing removes the id, even from an older record', async () => {
    const { dispatch, state } = await startLoggedIn(aUser(), {
      answers: { 'DELETE /follows/:id': () => ({ performerId: 'lena', isFollowed: false, followers: 0 }) },
    });
    dispatch(followsLearned(now([{ _id: 'lena', isFollowed: true }])));
    dispatch(unfollowRequested('lena'));
    await settle();
    expect([selectFollowedIds(state()), selectIsFollowed(state(), 'lena', true)]).toEqual([[], false]);
    dispatch(followsLearned(now([{ _id: 'lena', isFollowed: true }])));
    expect(selectIsFollowed(state(), 'lena')).toBe(true);
  });

  it.each([
    { what: 'followed', route: 'POST /follows/:id', act: followRequested, before: false },
    { what: 'unfollowed', route: 'DELETE /follows/:id', act: unfollowRequested, before: true },
  ])('a failed $what is reverted, with a message', async ({ route, act, before }) => {
    const { dispatch, state, deps } = await startLoggedIn(aUser(), {
      answers: {
        [route]: () => {
          throw problem(404, { message: 'We couldn’t find that.' });
        },
      },
    });
    dispatch(followsLearned(now([{ _id: 'lena', isFollowed: before }])));
    dispatch(act('lena'));
    await settle();
    expect([selectIsFollowed(state(), 'lena'), deps.said]).toEqual([
      before,
      [['error', 'We couldn’t find that.']],
    ]);
  });

  it("a reply from before the click doesn't revert it", async () => {
    const answer = onItsWay<ReturnType<typeof followed>>();
    const { dispatch, state } = await startLoggedIn(aUser(), {
      answers: { 'POST /follows/:id': () => answer.promise },
    });
    dispatch(followRequested('lena'));
    dispatch(followsLearned(now([{ _id: 'lena', isFollowed: false }])));
    expect(selectIsFollowed(state(), 'lena')).toBe(true);
    answer.resolve(followed('lena'));
    await settle();
    expect(selectIsFollowed(state(), 'lena')).toBe(true);
  });

  it('a reply to what was asked before the server followed is older', async () => {
    const { dispatch, state } = await startLoggedIn(aUser(), {
      answers: { 'POST /follows/:id': ({ params }) => followed(params.id) },
    });
    const before = Date.now() - 1;
    dispatch(followRequested('lena'));
    await settle();
    dispatch(followsLearned({ sentAt: before, creators: [{ _id: 'lena', isFollowed: false }] }));
    expect(selectIsFollowed(state(), 'lena')).toBe(true);
    dispatch(followsLearned(now([{ _id: 'lena', isFollowed: false }])));
    expect(selectIsFollowed(state(), 'lena')).toBe(false);
  });

  it('takes a visitor to the login page, without showing the creator as followed', async () => {
    const { dispatch, state, deps } = await startStore({
      path: '/lena',
      answers: {
        'POST /follows/:id': () => {
          throw problem(401);
        },
      },
    });
    dispatch(followRequested('lena'));
    await settle();
    expect([deps.visited, deps.said, selectIsFollowed(state(), 'lena')]).toEqual([
      ['/auth/login'],
      [['error', 'Please login!']],
      false,
    ]);
  });
});

describe('the subscription dialog', () => {
  const lena = {
    _id: 'lena',
    username: 'lena',
    name: 'Lena',
    avatar: '',
    isVerified: true,
    monthlyPrice: 999,
    yearlyPrice: 9_900,
    bundles: [],
    isFreeSubscription: false,
  };

  it('is closed initially, with monthly selected', async () => {
    const { state } = await startStore();
    expect(selectSubscriptionModal(state())).toEqual({
      showModal: false,
      performer: null,
      subscriptionType: 'monthly',
    });
  });
  it('merges an update', async () => {
    const { dispatch, state } = await startStore();
    dispatch(subscriptionModalUpdated({ showModal: true, performer: lena }));
    dispatch(subscriptionModalUpdated({ subscriptionType: 'yearly' }));
    expect(selectSubscriptionModal(state())).toEqual({
      showModal: true,
      performer: lena,
      subscriptionType: 'yearly',
    });
  });
  it('is reset with the session', async () => {
    const { dispatch, state } = await startLoggedIn(aUser(), {
      answers: { 'POST /auth/logout': () => ({ success: true }) },
    });
    dispatch(subscriptionModalUpdated({ showModal: true, performer: lena }));
    dispatch(logoutRequested());
    await settle();
    expect(selectSubscriptionModal(state()).showModal).toBe(false);
  });
});

describe('settings', () => {
  it('have the specification’s defaults', async () => {
    const { state } = await startStore();
    expect(selectSettings(state())).toMatchObject({
      paymentGateway: 'stripe',
      freeSubscriptionEnabled: true,
      freeSubscriptionDuration: 1,
      minimumSubscriptionPrice: 2.95,
      maximumSubscriptionPrice: 300,
      minimumWalletPrice: 2.95,
      maximumWalletPrice: 300,
      minimumTipPrice: 10,
      maximumTipPrice: 10_000,
      minimumPayoutAmount: 50,
    });
    expect(limits.pageSize).toBe(25);
  });
  it("come from the server, and keep their values if it can't be reached", async () => {
    const { dispatch, state, deps } = await startStore({
      answers: { 'GET /settings/public': () => someSettings({ tokenRate: 10 }) },
    });
    dispatch(settingsRequested());
    await settle();
    expect([selectSettings(state()).tokenRate, selectUi(state()).siteName]).toEqual([10, 'Stage']);
    deps.api.answer({
      'GET /settings/public': () => {
        throw problem(0);
      },
    });
    dispatch(settingsRequested());
    await settle();
    expect([selectSettings(state()).tokenRate, deps.said]).toEqual([10, []]);
  });
});

describe('UI settings', () => {
  it('start with the default favicon', async () => {
    const { state } = await startStore();
    expect(selectUi(state())).toEqual({
      siteName: 'Limelight',
      logo: null,
      menus: [],
      favicon: '/favicon.ico',
    });
  });
  it('are stored in the browser and restored on the next visit', async () => {
    const first = await startStore();
    first.dispatch(uiUpdated({ siteName: 'Encore', logo: '/logo.svg' }));
    await settle();
    const kept = first.deps.storage.local.read('ui')!;
    const next = await startStore({ before: (deps) => deps.storage.local.write('ui', kept) });
    expect(selectUi(next.state())).toMatchObject({
      siteName: 'Encore',
      logo: '/logo.svg',
      favicon: '/favicon.ico',
    });
  });
  it("in the page's own settings take precedence over the stored ones, and replace them", async () => {
    const { state, deps } = await startStore({
      preloaded: { settings: someSettings() },
      before: (each) => each.storage.local.write('ui', '{"siteName":"Old","menus":[]}'),
    });
    expect(selectUi(state()).siteName).toBe('Stage');
    expect(deps.storage.local.read('ui')).toContain('Stage');
  });
  it.each(['', 'null', '{', '7', '{"siteName":3}', '{"siteName":"x","menus":"y"}'])(
    'ignore unknown values: %s',
    async (kept) => {
      const { state } = await startStore({ before: (deps) => deps.storage.local.write('ui', kept) });
      expect(selectUi(state()).siteName).toBe('Limelight');
    },
  );
});
