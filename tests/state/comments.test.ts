import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Comment } from '#contract/content/comments.ts';
import type { Post } from '#contract/content/posts/posts.ts';
import type { Reacted } from '#contract/content/reactions.ts';
import { listComments } from '#services/content/comments.ts';
import { listPosts } from '#services/content/posts/posts.ts';
import { sendComment, sendDeletion, sendEdit } from '#state/community/comments.ts';
import { live } from '#state/live/live-events.ts';
import { reactTo, spreadReaction } from '#state/community/react.ts';
import { hearTabs } from '#state/community/reactions-between-tabs.ts';
import { vote } from '#state/community/vote.ts';
import { asList } from './setup/queries.ts';
import { onItsWay, problem } from './setup/fake-api.ts';
import type { Replies } from './setup/fake-api.ts';
import { settle, startLoggedIn } from './setup/fake-deps.ts';
import { aUser } from '../setup/factories/accounts.ts';
import { aCard } from '../setup/factories/creators.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const aComment = (id: string, changes: Partial<Comment> = {}): Comment => ({
  _id: id,
  objectType: 'feed',
  objectId: 'p1',
  parentId: null,
  author: aCard({ _id: 'bo' }),
  text: id,
  pinned: false,
  replies: 0,
  isDeleted: false,
  heldBy: null,
  isBanned: false,
  editedAt: null,
  createdAt: '2026-03-02T09:00:00.000Z',
  ...changes,
});
const pageOf = (comments: Comment[], nextCursor: string | null = null) => ({
  data: comments,
  total: comments.length,
  nextCursor,
  closed: null,
});
const thread = { objectType: 'feed', objectId: 'p1' } as const;
const comments = asList(listComments);
const asked = { query: thread };
const told = live['notification/created']({
  kind: 'comment',
  text: 'Bo commented on your post.',
  href: '/feeds/p1#comments',
});

async function start(answers: Replies) {
  const started = await startLoggedIn(aUser({ _id: 'me' }), {
    answers: {
      'GET /users/me': () => aUser({ _id: 'me' }),
      'GET /messages/counting-not-read-messages': () => ({ total: 0 }),
      ...answers,
    },
  });
  void started.dispatch(comments.initiate(asked));
  await settle();
  const shown = () => (comments.select(asked)(started.state()).data?.pages ?? []).flatMap(({ data }) => data);
  return {
    ...started,
    shown,
    texts: () => shown().map(({ text, isDeleted }) => (isDeleted ? 'deleted' : text)),
  };
}

/** Comments whose later responses the test releases. */
function slowly(first: Comment[], nextCursor: string | null = null) {
  const later = onItsWay<ReturnType<typeof pageOf>>();
  let asked = 0;
  return { later, answer: () => (asked++ === 0 ? pageOf(first, nextCursor) : later.promise) };
}

describe('your own comment', () => {
  it('stays if the list was being refreshed with an earlier reply', async () => {
    const { later, answer } = slowly([aComment('old')]);
    const { dispatch, texts, store } = await start({
      'GET /comments': answer,
      'POST /comments': () => aComment('new', { text: 'mine' }),
    });
    dispatch(told);
    void sendComment(store, { ...thread, text: 'mine' });
    await settle();
    expect(texts()).toEqual(['mine', 'old']);
    later.resolve(pageOf([aComment('old')]));
    await settle();
    expect(texts()).toEqual(['mine', 'old']);
  });

  it('appears once if that reply already includes it', async () => {
    const { later, answer } = slowly([aComment('old')]);
    const saved = onItsWay<Comment>();
    const { dispatch, texts, store } = await start({
      'GET /comments': answer,
      'POST /comments': () => saved.promise,
    });
    dispatch(told);
    void sendComment(store, { ...thread, text: 'mine' });
    await settle();
    later.resolve(pageOf([aComment('new', { text: 'mine' }), aComment('old')]));
    await settle();
    saved.resolve(aComment('new', { text: 'mine' }));
    await settle();
    expect(texts()).toEqual(['mine', 'old']);
  });

  it('stays if a further page was in flight', async () => {
    const { later, answer } = slowly([aComment('old')], 'next');
    const { dispatch, texts, store } = await start({
      'GET /comments': answer,
      'POST /comments': () => aComment('new', { text: 'mine' }),
    });
    void dispatch(comments.initiate(asked, { direction: 'forward' }));
    await settle();
    void sendComment(store, { ...thread, text: 'mine' });
    await settle();
    later.resolve(pageOf([aComment('older')]));
    await settle();
    expect(texts()).toEqual(['mine', 'old', 'older']);
  });

  it('that is rejected disappears, even from a later reply', async () => {
    const { later, answer } = slowly([aComment('old')], 'next');
    const { dispatch, texts, store } = await start({
      'GET /comments': answer,
      'POST /comments': () => {
        throw problem(403);
      },
    });
    void dispatch(comments.initiate(asked, { direction: 'forward' }));
    void sendComment(store, { ...thread, text: 'mine' });
    await settle();
    later.resolve(pageOf([aComment('older')]));
    await settle();
    expect(texts()).toEqual(['old', 'older']);
  });

  it('changed or deleted, stays so when an earlier reply arrives', async () => {
    const { later, answer } = slowly([aComment('a'), aComment('b')]);
    const { dispatch, texts, store } = await start({
      'GET /comments': answer,
      'PUT /comments/:id': () => aComment('a', { text: 'better' }),
      'DELETE /comments/:id': () => ({ success: true }),
    });
    dispatch(told);
    void sendEdit(store, { id: 'a', text: 'better', wasHeld: false, thread });
    void sendDeletion(store, { id: 'b', isHeld: false, thread });
    await settle();
    later.resolve(pageOf([aComment('a'), aComment('b')]));
    await settle();
    expect(texts()).toEqual(['better']);
  });

  it('whose change is rejected is restored, with what happened to it meanwhile', async () => {
    const refusal = onItsWay<Comment>();
    let answers = 0;
    const { shown, store } = await start({
      'GET /comments': ({ query }) => (query.parentId ? pageOf([]) : pageOf([aComment('a')])),
      'PUT /comments/:id': () => refusal.promise,
      'POST /comments': () => aComment(`r${answers++}`, { parentId: 'a' }),
    });
    void sendEdit(store, { id: 'a', text: 'better', wasHeld: false, thread });
    void sendComment(store, { ...thread, parentId: 'a', text: 'An answer' });
    await settle();
    refusal.reject(problem(403));
    await settle();
    expect(shown()).toMatchObject([{ text: 'a', editedAt: null, replies: 1 }]);
  });
});

it('comments announced during a disconnect are fetched after it', async () => {
  let said = [aComment('a')];
  const { socket, texts } = await start({ 'GET /comments': () => pageOf(said) });
  said = [aComment('b'), ...said];
  socket().cutAndReconnect();
  await settle();
  expect(texts()).toEqual(['b', 'a']);
});

describe('new data about a post', () => {
  const aPost = (id: string, changes: Partial<Post> = {}): Post =>
    ({
      _id: id,
      performer: aCard({ _id: 'lena' }),
      counts: { likes: 0, comments: 0, bookmarks: 0 },
      isLiked: false,
      isBookmarked: false,
      ...changes,
    }) as Post;
  const timeline = asList(listPosts);
  const liked = {
    objectType: 'feed',
    objectId: 'a',
    isLiked: true,
    isBookmarked: false,
    counts: { likes: 1, comments: 0, bookmarks: 0 },
  } as const;

  it.each([
    ['a further page was on its way', { direction: 'forward' } as const, [aPost('b')]],
    ['the list was looked at anew', { forceRefetch: true } as never, [aPost('a')]],
  ])('stays if %s', async (_, more, late) => {
    const later = onItsWay<{ data: Post[]; total: number; nextCursor: null }>();
    let asked = 0;
    const { dispatch, state, store } = await start({
      'GET /comments': () => pageOf([]),
      'POST /reactions': () => liked,
      'POST /user/feeds/vote/:id': () => ({ ownVotes: ['o1'] }) as never,
      'GET /user/feeds': () =>
        asked++ === 0 ? { data: [aPost('a')], total: 2, nextCursor: 'a' } : later.promise,
    });
    void dispatch(timeline.initiate({}));
    await settle();
    void dispatch(timeline.initiate({}, more));
    const reacted = await reactTo(store, { objectType: 'feed', objectId: 'a', action: 'like' }, true);
    await spreadReaction(store, 'like', reacted as Reacted);
    await vote(store, 'a', ['o1']);
    await settle();
    later.resolve({ data: late, total: 2, nextCursor: null });
    await settle();
    const [first] = timeline
      .select({})(state())
      .data!.pages.flatMap(({ data }) => data);
    expect(first).toMatchObject({
      _id: 'a',
      isLiked: true,
      counts: { likes: 1 },
      poll: { ownVotes: ['o1'] },
    });
  });

  it('made in another tab is shown in this one', async () => {
    const list = { 'GET /user/feeds': () => ({ data: [aPost('a')], total: 1, nextCursor: null }) } as const;
    const here = await start({ 'GET /comments': () => pageOf([]), ...list });
    const there = await start({
      'GET /comments': () => pageOf([]),
      'POST /reactions': () => liked,
    });
    void here.dispatch(timeline.initiate({}));
    await settle();
    const stop = hearTabs(here.store);
    await reactTo(there.store, { objectType: 'feed', objectId: 'a', action: 'like' }, true);
    const isLiked = () => timeline.select({})(here.state()).data?.pages[0]?.data[0]?.isLiked;
    vi.useRealTimers();
    await vi.waitFor(() => expect(isLiked()).toBe(true));
    stop();
  });

  it('a comment is counted even if the record was in flight, requested before it was written', async () => {
    const later = onItsWay<{ data: Post[]; total: number; nextCursor: null }>();
    const counting = (comments: number) => ({
      data: [aPost('a', { counts: { likes: 0, comments, bookmarks: 0 } })],
      total: 1,
      nextCursor: null,
    });
    let asked = 0;
    const { dispatch, state, store } = await start({
      'GET /comments': () => pageOf([]),
      'POST /comments': () => aComment('new', { text: 'mine' }),
      'GET /user/feeds': () => [counting(0), later.promise, counting(1)][asked++]!,
    });
    void dispatch(timeline.initiate({}));
    await settle();
    void dispatch(timeline.initiate({}, { forceRefetch: true }));
    void sendComment(store, { objectType: 'feed', objectId: 'a', text: 'mine' });
    await settle();
    later.resolve(counting(0));
    await settle();
    const [first] = timeline
      .select({})(state())
      .data!.pages.flatMap(({ data }) => data);
    expect([asked, first?.counts.comments]).toEqual([3, 1]);
  });

  it('from one action says nothing of another that was answered before it', async () => {
    const { dispatch, state, store } = await start({
      'GET /comments': () => pageOf([]),
      'GET /user/feeds': () => ({ data: [aPost('a')], total: 1, nextCursor: null }),
    });
    void dispatch(timeline.initiate({}));
    await settle();
    await spreadReaction(store, 'bookmark', {
      ...liked,
      isLiked: false,
      isBookmarked: true,
      counts: { likes: 0, comments: 0, bookmarks: 1 },
    });
    await spreadReaction(store, 'like', liked);
    expect(timeline.select({})(state()).data!.pages[0]!.data[0]).toMatchObject({
      isLiked: true,
      isBookmarked: true,
      counts: { likes: 1, bookmarks: 1 },
    });
  });
});
