import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { PerformerCard } from '#contract/core/schemas.ts';
import type { Post } from '#contract/content/posts/posts.ts';
import type { PerformerRow } from '#contract/people/creators.ts';
import { latestTotal, uniqueItems } from '#state/query/pages.ts';
import { getPost, listPosts } from '#services/content/posts/posts.ts';
import { tipPerformer, unlocks } from '#services/money/payments.ts';
import { listCharges } from '#services/money/wallet.ts';
import { searchPerformers, topPerformers } from '#services/people/creators.ts';
import { askRead, sendWrite } from '#state/query/ask.ts';
import { type Listed, watchList } from '#state/query/watch.ts';
import { loginRequested, logoutRequested } from '#state/session/auth.ts';
import { followRequested, selectIsFollowed } from '#state/session/follow.ts';
import { live } from '#state/live/live-events.ts';
import { makeStore } from '#state/store.ts';
import { selectBalance } from '#state/session/user.ts';
import { problem } from './setup/fake-api.ts';
import { asList, asRead } from './setup/queries.ts';
import type { Replies } from './setup/fake-api.ts';
import { settle, startLoggedIn, startStore } from './setup/fake-deps.ts';
import { aUser } from '../setup/factories/accounts.ts';
import { aCard } from '../setup/factories/creators.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const lena = aCard({ _id: 'lena' });
const aPost = (id: string, performer: PerformerCard = lena): Post =>
  ({ _id: id, performer, text: `Post ${id}` }) as Post;
const aRow = (id: string, isFollowed: boolean): PerformerRow =>
  ({ ...aCard({ _id: id }), isFollowed }) as PerformerRow;

/** A list of posts in pages of two. */
const posts = (ids: string[]): Replies => ({
  'GET /user/feeds': ({ query }) => {
    const from = query?.cursor ? ids.indexOf(query.cursor) + 1 : 0;
    const data = ids.slice(from, from + 2);
    return {
      data: data.map((id) => aPost(id)),
      total: ids.length,
      nextCursor: from + 2 < ids.length ? data.at(-1)! : null,
    };
  },
});
const timeline = asList(listPosts);
const post = asRead(getPost);
const calls = (deps: { api: { routes: () => string[] } }, route: string) =>
  deps.api.routes().filter((each) => each === route).length;

async function start(answers: Replies = {}) {
  return startLoggedIn(aUser(), {
    answers: {
      'GET /users/me': () => aUser(),
      'GET /messages/counting-not-read-messages': () => ({ total: 0 }),
      ...answers,
    },
  });
}

describe('infinite lists', () => {
  it('page by key until there are no more, each item once', async () => {
    const { dispatch, state, deps } = await start(posts(['a', 'b', 'c', 'd', 'e']));
    void dispatch(timeline.initiate({ query: { type: 'photo' } }));
    await settle();
    for (let page = 0; page < 4; page++) {
      void dispatch(timeline.initiate({ query: { type: 'photo' } }, { direction: 'forward' }));
      await settle();
    }
    const { data, hasNextPage } = timeline.select({ query: { type: 'photo' } })(state());
    expect([uniqueItems(data).map((each) => each._id), latestTotal(data), hasNextPage]).toEqual([
      ['a', 'b', 'c', 'd', 'e'],
      5,
      false,
    ]);
    expect(deps.api.calls.map(([, input]) => input)).toMatchObject([
      { query: { type: 'photo' } },
      { query: { cursor: 'b' } },
      { query: { cursor: 'd' } },
    ]);
  });

  it('page by offset', async () => {
    const { store, deps } = await start({
      'GET /performers/user/search': ({ query }) => ({
        data: [`p${query?.offset}`].map((id) => aRow(id, false)),
        total: 2,
      }),
    });
    let list: Listed<{ data: PerformerRow[]; total: number }> | undefined;
    const stop = watchList(
      store,
      { endpoint: searchPerformers, input: { query: { q: 'le', limit: 1 } } },
      (now) => (list = now),
    );
    await settle();
    for (let page = 0; page < 2; page++) {
      void list?.fetchNextPage();
      await settle();
    }
    stop();
    expect(list?.currentData?.pages.flatMap(({ data }) => data.map(({ _id }) => _id))).toEqual(['p0', 'p1']);
    expect(calls(deps, 'GET /performers/user/search')).toBe(2);
  });

  it('contain an item once if a newer one pushed it onto the next page', () =>
    expect(
      uniqueItems({
        pages: [
          { data: [{ _id: 'a' }, { _id: 'b' }], total: 3 },
          { data: [{ _id: 'b' }, { _id: 'c' }], total: 3 },
        ],
      }),
    ).toHaveLength(3));
});

it('return a rejection as data', async () => {
  const { dispatch } = await start({
    'GET /user/feeds/:id': () => {
      throw problem(404, { message: 'We couldn’t find that.' });
    },
  });
  const query = dispatch(post.initiate({ params: { id: 'x' } }));
  await settle();
  expect((await query).error).toMatchObject({ status: 404, message: 'We couldn’t find that.' });
});

describe('events from elsewhere', () => {
  it.each([
    ['access bought in another tab', live['access/changed']({ performerId: 'lena' })],
    ['a subscription there', live['access/changed']({ performerId: 'lena' })],
  ])('%s unlocks the posts on the screen', async (_, event) => {
    const { dispatch, deps } = await start({
      'GET /user/feeds/:id': ({ params }) =>
        aPost(params.id, params.id === 'other' ? aCard({ _id: 'nico' }) : lena),
    });
    void dispatch(post.initiate({ params: { id: 'mine' } }));
    void dispatch(post.initiate({ params: { id: 'other' } }));
    await settle();
    dispatch(event);
    await settle();
    expect(
      deps.api.calls
        .filter(([route]) => route === 'GET /user/feeds/:id')
        .map(([, input]) => (input as { params: { id: string } }).params.id),
    ).toEqual(['mine', 'other', 'mine']);
  });

  it('received tokens show in the wallet', async () => {
    const { store, dispatch, deps } = await start({
      'GET /wallet/charges/search': () => ({ data: [], total: 0, nextCursor: null }),
    });
    const stop = watchList(store, { endpoint: listCharges, input: {} }, () => {});
    await settle();
    dispatch(live['balance/updated']({ added: 5, balance: 105 }));
    await settle();
    expect(calls(deps, 'GET /wallet/charges/search')).toBe(2);
    stop();
  });

  it('a disconnect is caught up on; the first connection needs no catch-up', async () => {
    const { dispatch, socket, deps } = await startStore({
      token: 'tok-1',
      preloaded: { user: aUser() },
      answers: {
        'GET /users/me': () => aUser(),
        'GET /messages/counting-not-read-messages': () => ({ total: 0 }),
        ...posts(['a']),
      },
    });
    void dispatch(timeline.initiate({}));
    await settle();
    socket().fire('connect');
    await settle();
    expect(calls(deps, 'GET /user/feeds')).toBe(1);
    socket().cutAndReconnect();
    await settle();
    expect(calls(deps, 'GET /user/feeds')).toBe(2);
  });
});

describe('paying', () => {
  const charged = { _id: 'ch', kind: 'feed', itemId: 'f1', tokens: 40, balance: 60, createdAt: '' } as const;

  it('updates the balance, unlocks the post, and keeps one key across a retry', async () => {
    let tries = 0;
    const { dispatch, state, deps } = await start({
      'POST /wallet/charges/feed/:id': () => {
        if (++tries === 1) throw problem(0);
        return charged;
      },
      'GET /user/feeds/:id': ({ params }) => aPost(params.id),
    });
    void dispatch(post.initiate({ params: { id: 'f1' } }));
    await settle();
    const unlock = () =>
      void sendWrite({ dispatch }, unlocks.post, {
        params: { id: 'f1' },
        key: 'intent-1',
        body: { expectedPrice: 40 },
      });
    unlock();
    await settle();
    expect([selectBalance(state()), calls(deps, 'GET /user/feeds/:id')]).toEqual([100, 1]);
    unlock();
    await settle();
    expect([selectBalance(state()), calls(deps, 'GET /user/feeds/:id')]).toEqual([60, 2]);
    expect(
      deps.api.calls
        .filter(([route]) => route === 'POST /wallet/charges/feed/:id')
        .map(([, input]) => (input as { key: string }).key),
    ).toEqual(['intent-1', 'intent-1']);
  });

  it('too little: the reply says how much is missing', async () => {
    const { dispatch } = await start({
      'POST /wallet/charges/tip/:id': () => {
        throw problem(402, { code: 'insufficient_balance', missing: 25 });
      },
    });
    const tip = sendWrite({ dispatch }, tipPerformer, {
      params: { id: 'lena' },
      body: { amount: 125 },
      key: 'intent-2',
    });
    await settle();
    expect((await tip).error).toMatchObject({ status: 402, code: 'insufficient_balance', missing: 25 });
  });
});

describe('follows', () => {
  it("are learned from the server's lists", async () => {
    const { dispatch, state } = await start({
      'GET /performers/top': () => ({ data: [aRow('lena', true), aRow('nico', false)], total: 2 }),
    });
    void askRead({ dispatch }, topPerformers, { input: { query: { limit: 6 } } });
    await settle();
    expect([selectIsFollowed(state(), 'lena'), selectIsFollowed(state(), 'nico')]).toEqual([true, false]);
  });

  it('invalidate the creator and the timeline', async () => {
    const { dispatch, deps } = await start({
      ...posts(['a']),
      'POST /follows/:id': () => ({ performerId: 'lena', isFollowed: true, followers: 1 }),
    });
    void dispatch(timeline.initiate({}));
    await settle();
    dispatch(followRequested('lena'));
    await settle();
    expect(calls(deps, 'GET /user/feeds')).toBe(2);
  });
});

describe('after another person logs in', () => {
  it('nothing fetched for the previous one is visible', async () => {
    const { dispatch, state } = await start({
      ...posts(['a']),
      'POST /auth/logout': () => ({ success: true }),
      'POST /auth/login': () => ({ token: 'tok-2', expiresAt: '', device: 'a.device.kept' }),
    });
    const fetched = () => timeline.select({})(state()).data;
    dispatch(timeline.initiate({})).unsubscribe();
    await settle();
    expect(fetched()).toBeDefined();
    dispatch(logoutRequested());
    await settle();
    expect(fetched()).toBeUndefined();
    dispatch(timeline.initiate({})).unsubscribe();
    await settle();
    dispatch(loginRequested({ credentials: 'nico', password: 'limelight' }));
    await settle();
    expect(fetched()).toBeUndefined();
  });
});

it("every store has its own records: a page rendered for one visitor shows nothing of another's", async () => {
  const { deps, dispatch } = await start(posts(['a']));
  void dispatch(timeline.initiate({}));
  await settle();
  expect(timeline.select({})(makeStore(deps).getState()).data).toBeUndefined();
});
