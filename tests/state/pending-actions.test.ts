import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Reacted } from '#contract/content/reactions.ts';
import { getPerformer } from '#services/people/creators.ts';
import { listPosts } from '#services/content/posts/posts.ts';
import { askRead } from '#state/query/ask.ts';
import { reactTo } from '#state/community/react.ts';
import { vote } from '#state/community/vote.ts';
import { logoutRequested } from '#state/session/auth.ts';
import {
  followRequested,
  followsLearned,
  selectIsFollowed,
  unfollowRequested,
} from '#state/session/follow.ts';
import { networkProblem } from '#services/http/problem.ts';
import { aUser } from '../setup/factories/accounts.ts';
import { aPerformer } from '../setup/factories/creators.ts';
import { aPost } from '../setup/factories/posts.ts';
import { onItsWay, problem } from './setup/fake-api.ts';
import type { Replies } from './setup/fake-api.ts';
import { asList } from './setup/queries.ts';
import { settle, startLoggedIn } from './setup/fake-deps.ts';

// A browser loads these on demand, which takes real time.
beforeAll(async () => {
  await import('#state/pending-actions/deliver-pending.ts');
  await import('#state/query/cache-updates.ts');
});
beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const me = aUser();
const place = `pending-actions:${me._id}`;
const like = { objectType: 'feed', objectId: 'p1', action: 'like' } as const;
const reacted = (isLiked: boolean): Reacted => ({
  objectType: 'feed',
  objectId: 'p1',
  isLiked,
  isBookmarked: false,
  counts: { likes: Number(isLiked), comments: 0, bookmarks: 0 },
});

/** A server that can be cut off. */
async function start(answers: Replies = {}) {
  const server = { isCut: true };
  const whenReached =
    <T>(reply: T) =>
    () => {
      if (server.isCut) throw networkProblem();
      return reply;
    };
  const running = await startLoggedIn(me, {
    answers: {
      'POST /reactions': whenReached(reacted(true)),
      'DELETE /reactions': whenReached(reacted(false)),
      'POST /follows/:id': whenReached({ isFollowed: true }) as never,
      'DELETE /follows/:id': whenReached({ isFollowed: false }) as never,
      'GET /user/feeds': () => ({
        data: [aPost({ _id: 'p1', isLiked: false, counts: { likes: 0, comments: 0, bookmarks: 0 } })],
        total: 1,
        nextCursor: null,
      }),
      ...answers,
    },
  });
  const kept = () => running.deps.storage.local.read(place);
  const writes = () =>
    running.deps.api.calls.map(([name]) => name).filter((name) => !name.startsWith('GET '));
  return { ...running, server, kept, writes };
}

describe('what is pressed without a connection', () => {
  it('is kept, shown as done, and sent once when the connection is back', async () => {
    const { store, server, kept, writes, deps, state, dispatch } = await start();
    const timeline = asList(listPosts);
    void dispatch(timeline.initiate({}));
    await settle();
    expect(await reactTo(store, like, true)).toBe('waiting');
    await settle();
    const shown = () => timeline.select({})(state()).data!.pages[0]!.data[0];
    expect(shown()).toMatchObject({ isLiked: true, counts: { likes: 1 } });
    expect(deps.said).toEqual([['info', 'Not sent yet. We’ll try again when the connection is back.']]);
    server.isCut = false;
    await settle(6_000);
    expect(kept()).toBeNull();
    expect(shown()).toMatchObject({ isLiked: true, counts: { likes: 1 } });
    await settle(200_000);
    expect(writes().filter((name) => name === 'POST /reactions')).toHaveLength(2);
  });

  it('is sent by the next page of the same account', async () => {
    const first = await start();
    await reactTo(first.store, like, true);
    await first.store.stop();
    const second = await startLoggedIn(me, {
      answers: { 'POST /reactions': () => reacted(true) },
      before: ({ storage }) => storage.local.write(place, first.kept()!),
    });
    await settle();
    expect(second.deps.api.calls.filter(([name]) => name === 'POST /reactions')).toHaveLength(1);
    expect(second.deps.storage.local.read(place)).toBeNull();
  });

  it('is kept before it is sent, so that a page that closes meanwhile loses nothing', async () => {
    const answer = onItsWay<Reacted>();
    const { store, kept } = await start({ 'POST /reactions': () => answer.promise });
    const reply = reactTo(store, like, true);
    expect(JSON.parse(kept()!)).toEqual([{ do: 'react', reaction: like, on: true }]);
    answer.resolve(reacted(true));
    await reply;
    expect(kept()).toBeNull();
  });

  it('counts as pressed last: a like that was undone meanwhile is only removed', async () => {
    const { store, server, kept, writes } = await start();
    await reactTo(store, like, true);
    await reactTo(store, like, false);
    expect(JSON.parse(kept()!)).toHaveLength(1);
    const before = writes().length;
    server.isCut = false;
    await settle(6_000);
    expect(writes().slice(before)).toEqual(['DELETE /reactions']);
  });

  it('waits for a request about the same thing that is under way', async () => {
    const answer = onItsWay<Reacted>();
    const { store, server, writes } = await start({ 'POST /reactions': () => answer.promise });
    server.isCut = false;
    const on = reactTo(store, like, true);
    const off = reactTo(store, like, false);
    await settle();
    expect(writes()).toEqual(['POST /reactions']);
    answer.resolve(reacted(true));
    await Promise.all([on, off]);
    expect(writes()).toEqual(['POST /reactions', 'DELETE /reactions']);
  });

  it('is undone with the reason if the server refuses it later', async () => {
    const { store, server, kept, deps, state, dispatch } = await start({
      'POST /reactions': () => {
        throw server.isCut
          ? networkProblem()
          : problem(403, { code: 'blocked', message: 'You can’t do this.' });
      },
    });
    const timeline = asList(listPosts);
    void dispatch(timeline.initiate({}));
    await settle();
    await reactTo(store, like, true);
    server.isCut = false;
    await settle(6_000);
    expect(kept()).toBeNull();
    expect(deps.said.at(-1)).toEqual(['error', 'You can’t do this.']);
    expect(timeline.select({})(state()).data!.pages[0]!.data[0]).toMatchObject({
      isLiked: false,
      counts: { likes: 0 },
    });
  });

  it('follows and unfollows', async () => {
    const { dispatch, server, kept, writes, state } = await start();
    dispatch(followRequested('c1'));
    await settle();
    expect(selectIsFollowed(state(), 'c1')).toBe(true);
    expect(JSON.parse(kept()!)).toEqual([{ do: 'follow', creatorId: 'c1', on: true }]);
    dispatch(unfollowRequested('c1'));
    await settle();
    server.isCut = false;
    const before = writes().length;
    await settle(6_000);
    expect(writes().slice(before)).toEqual(['DELETE /follows/:id']);
    expect(selectIsFollowed(state(), 'c1', true)).toBe(false);
    expect(kept()).toBeNull();
  });

  it('a follow stays shown while it waits, whatever the server says, also on the next page', async () => {
    const route = 'GET /performers/:id';
    const answers = {
      'POST /follows/:id': () => {
        throw networkProblem();
      },
      [route]: () => aPerformer({ _id: 'c1', isFollowed: false }),
    };
    const first = await startLoggedIn(me, { answers });
    first.dispatch(followRequested('c1'));
    await settle();
    const isShown = async ({ dispatch, state, deps }: typeof first) => {
      void askRead({ dispatch }, getPerformer, { input: { params: { id: 'c1' } }, force: true });
      await settle();
      expect(deps.api.routes()).toContain(route);
      return selectIsFollowed(state(), 'c1');
    };
    expect(await isShown(first)).toBe(true);
    const kept = first.deps.storage.local.read(place)!;
    await first.store.stop();
    const next = await startLoggedIn(me, {
      answers,
      before: ({ storage }) => storage.local.write(place, kept),
    });
    expect(await isShown(next)).toBe(true);
  });

  it('a follow that another tab has sent is shown as the server says', async () => {
    const { dispatch, deps, state } = await start();
    dispatch(followRequested('c1'));
    await settle();
    deps.storage.local.remove(place);
    await settle(200_000);
    dispatch(followsLearned({ sentAt: Date.now(), creators: [{ _id: 'c1', isFollowed: false }] }));
    expect(selectIsFollowed(state(), 'c1')).toBe(false);
  });

  it('votes', async () => {
    const server = { isCut: true };
    const { store, kept, deps } = await start({
      'POST /user/feeds/vote/:id': () => {
        if (server.isCut) throw networkProblem();
        return { ownVotes: ['o1'] } as never;
      },
    });
    expect(await vote(store, 'p1', ['o1'])).toBe('waiting');
    server.isCut = false;
    await settle(6_000);
    expect(kept()).toBeNull();
    expect(deps.api.calls.filter(([name]) => name === 'POST /user/feeds/vote/:id')).toHaveLength(2);
  });

  it('is dropped by a logout', async () => {
    const { store, dispatch, kept } = await start({ 'POST /auth/logout': () => ({}) as never });
    await reactTo(store, like, true);
    dispatch(logoutRequested());
    await settle();
    expect(kept()).toBeNull();
  });

  it('fails with the reason where the browser stores nothing', async () => {
    const { store, deps } = await start();
    Object.assign(deps.storage.local, { write: () => undefined });
    expect(await reactTo(store, like, true)).toBeNull();
    expect(deps.said).toEqual([['error', networkProblem().message]]);
  });
});
