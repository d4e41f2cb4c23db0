import { screen, waitFor, within } from '@testing-library/react';
import Router from 'next/router';
import { useState } from 'react';
import { describe, expect, it, vi } from 'vitest';
import type { Post } from '#contract/content/posts/posts.ts';
import { PostCard } from '#components/content/posts/post-card.tsx';
import { taskStore } from '#components/money/wallet/purchase-tasks.ts';
import { toastStore } from '#ui/overlays/toast.ts';
import { onItsWay, problem } from '../../../state/setup/fake-api.ts';
import { type Drawn, draw } from '../../../components/setup/draw.tsx';
import { aLockedPost, aPost } from '../../../setup/factories/posts.ts';

const reacted = (changes: object = {}) => ({
  objectType: 'feed' as const,
  objectId: 'p1',
  isLiked: false,
  isBookmarked: false,
  counts: { likes: 0, comments: 0, bookmarks: 0 },
  ...changes,
});
const like = (name: RegExp | string = /^Like/) => screen.getByRole('button', { name });

describe('likes and bookmarks', () => {
  it('show at once and are reverted with the reason if the server rejects them', async () => {
    const answer = onItsWay<never>();
    const { hand, deps } = await draw(
      <PostCard post={aPost({ counts: { likes: 11, comments: 0, bookmarks: 0 } })} />,
      { answers: { 'POST /reactions': () => answer.promise } },
    );
    await hand.click(like());
    expect(screen.getByRole('button', { name: 'Like, 12 likes', pressed: true })).toBeTruthy();
    await waitFor(() => expect(deps.api.routes()).toContain('POST /reactions'));
    answer.reject(problem(403, { message: 'This post is locked. Unlock it to like it.' }));
    expect(await screen.findByRole('button', { name: 'Like, 11 likes', pressed: false })).toBeTruthy();
    expect(deps.said).toEqual([['error', 'This post is locked. Unlock it to like it.']]);
  });

  it("end up with the server's counts", async () => {
    const { hand } = await draw(<PostCard post={aPost()} />, {
      answers: {
        'POST /reactions': () =>
          reacted({ isBookmarked: true, counts: { likes: 3, comments: 0, bookmarks: 8 } }),
      },
    });
    await hand.click(screen.getByRole('button', { name: 'Bookmark' }));
    expect(await screen.findByRole('button', { name: 'Bookmark, 8 bookmarks', pressed: true })).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Like, 3 likes' })).toBeTruthy();
  });

  it('a new bookmark offers its collections, until it is removed again', async () => {
    const { hand } = await draw(<PostCard post={aPost()} />, {
      answers: {
        'POST /reactions': () => reacted({ isBookmarked: true }),
        'DELETE /reactions': () => reacted(),
      },
    });
    const offers = () => toastStore.read().flatMap(({ action }) => action ?? []);
    await hand.click(screen.getByRole('button', { name: /^Bookmark/ }));
    await waitFor(() => expect(offers().map(({ label }) => label)).toEqual(['Add to collection']));
    offers()[0]?.run();
    expect(taskStore.read()).toEqual({ kind: 'collect', item: { objectType: 'feed', objectId: 'p1' } });
    await hand.click(screen.getByRole('button', { name: /^Bookmark/ }));
    await waitFor(() => expect(offers()).toEqual([]));
  });

  it('pressed several times end as the last press', async () => {
    const first = onItsWay<ReturnType<typeof reacted>>();
    const { hand, deps } = await draw(<PostCard post={aPost()} />, {
      answers: { 'POST /reactions': () => first.promise, 'DELETE /reactions': () => reacted() },
    });
    await hand.click(like());
    await hand.click(like());
    await hand.click(like());
    await hand.click(like());
    await hand.click(like());
    await waitFor(() =>
      expect(deps.api.routes().filter((route) => route.endsWith('/reactions'))).toEqual(['POST /reactions']),
    );
    await hand.click(like());
    first.resolve(reacted({ isLiked: true, counts: { likes: 1, comments: 0, bookmarks: 0 } }));
    await waitFor(() =>
      expect(deps.api.routes().filter((route) => route.endsWith('/reactions'))).toEqual([
        'POST /reactions',
        'DELETE /reactions',
      ]),
    );
    expect(await screen.findByRole('button', { name: 'Like', pressed: false })).toBeTruthy();
  });

  it('pressed together each keep their state, whichever reply comes last', async () => {
    const answers = {
      like: onItsWay<ReturnType<typeof reacted>>(),
      bookmark: onItsWay<ReturnType<typeof reacted>>(),
    };
    const { hand } = await draw(<PostCard post={aPost()} />, {
      answers: { 'POST /reactions': ({ body }) => answers[body.action].promise },
    });
    await hand.click(like());
    await hand.click(screen.getByRole('button', { name: 'Bookmark' }));
    answers.bookmark.resolve(
      reacted({ isLiked: true, isBookmarked: true, counts: { likes: 6, comments: 0, bookmarks: 9 } }),
    );
    expect(await screen.findByRole('button', { name: 'Bookmark, 9 bookmarks', pressed: true })).toBeTruthy();
    answers.like.resolve(reacted({ isLiked: true, counts: { likes: 6, comments: 0, bookmarks: 8 } }));
    expect(await screen.findByRole('button', { name: 'Like, 6 likes', pressed: true })).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Bookmark, 9 bookmarks', pressed: true })).toBeTruthy();
  });

  it('are replaced by a newer record', async () => {
    function Renewed() {
      const [post, setPost] = useState(aPost());
      return (
        <>
          <button
            type="button"
            onClick={() => setPost(aPost({ counts: { likes: 9, comments: 0, bookmarks: 0 } }))}
          >
            Renew
          </button>
          <PostCard post={post} />
        </>
      );
    }
    const { hand } = await draw(<Renewed />, {
      answers: {
        'POST /reactions': () => reacted({ isLiked: true, counts: { likes: 1, comments: 0, bookmarks: 0 } }),
      },
    });
    await hand.click(like());
    expect(await screen.findByRole('button', { name: 'Like, 1 like', pressed: true })).toBeTruthy();
    await hand.click(screen.getByRole('button', { name: 'Renew' }));
    expect(screen.getByRole('button', { name: 'Like, 9 likes', pressed: false })).toBeTruthy();
  });

  it('of a locked post: its likes are only a number, its bookmark can be pressed', async () => {
    await draw(<PostCard post={aLockedPost({ counts: { likes: 4, comments: 0, bookmarks: 0 } })} />);
    expect(screen.queryByRole('button', { name: /^Like/ })).toBeNull();
    expect(screen.getByTitle('4 likes')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Bookmark' })).toBeTruthy();
  });

  it('send a visitor to the login and change nothing', async () => {
    const { hand, deps } = await draw(<PostCard post={aPost()} />, { user: null });
    const push = vi.fn(() => Promise.resolve(true));
    Object.assign(Router, { router: { asPath: '/feeds/p1', push } });
    await hand.click(like());
    expect(push).toHaveBeenCalledWith(
      expect.stringMatching(/^\/auth\/login\?from=%2Ffeeds%2Fp1%3Fthen%3D\d+$/),
    );
    expect(deps.api.routes()).not.toContain('POST /reactions');
    expect(screen.getByRole('button', { name: 'Like', pressed: false })).toBeTruthy();
  });
});

const aPoll = (changes: Partial<NonNullable<Post['poll']>> = {}): NonNullable<Post['poll']> => ({
  question: 'Which glaze?',
  multiple: false,
  expiresAt: null,
  resultsVisible: 'always',
  ownVotes: [],
  total: 4,
  options: [
    { _id: 'o1', text: 'Celadon', votes: 3 },
    { _id: 'o2', text: 'Tenmoku', votes: 1 },
  ],
  ...changes,
});
const poll = (changes: Parameters<typeof aPoll>[0], drawn?: Drawn, post: Partial<Post> = {}) =>
  draw(<PostCard post={aPost({ type: 'poll', files: [], poll: aPoll(changes), ...post })} />, drawn);
const box = () => screen.getByRole('region', { name: 'Poll: Which glaze?' });
const lines = () =>
  within(box())
    .getAllByRole('listitem')
    .map((item) => item.textContent);

describe('a poll', () => {
  it("can be answered with the keyboard, shows the vote at once and then the server's counts", async () => {
    const answer = onItsWay<ReturnType<typeof aPoll>>();
    const { hand, deps } = await poll({}, { answers: { 'POST /user/feeds/vote/:id': () => answer.promise } });
    expect(within(box()).getAllByRole('radio')).toHaveLength(2);
    expect(within(box()).getByRole('button', { name: 'Vote' }).hasAttribute('disabled')).toBe(true);
    within(box()).getAllByRole('radio')[0]!.focus();
    await hand.keyboard('{ArrowDown}');
    await hand.click(within(box()).getByRole('button', { name: 'Vote' }));
    expect(lines()).toEqual(['Celadon60%', 'Tenmoku40%']);
    expect(within(box()).getByText('5 voters')).toBeTruthy();
    answer.resolve(
      aPoll({
        ownVotes: ['o2'],
        total: 6,
        options: [
          { _id: 'o1', text: 'Celadon', votes: 3 },
          { _id: 'o2', text: 'Tenmoku', votes: 3 },
        ],
      }),
    );
    await waitFor(() => expect(lines()).toEqual(['Celadon50%', 'Tenmoku50%']));
    expect(
      within(within(box()).getAllByRole('listitem')[1]!).getByRole('img', { name: 'Your vote' }),
    ).toBeTruthy();
    expect(deps.api.calls.find(([route]) => route === 'POST /user/feeds/vote/:id')?.[1]).toMatchObject({
      params: { id: 'p1' },
      body: { optionIds: ['o2'] },
    });
  });

  it('with several answers has checkboxes, and the vote can be changed', async () => {
    const { hand, deps } = await poll(
      { multiple: true, ownVotes: ['o1'] },
      { answers: { 'POST /user/feeds/vote/:id': () => aPoll({ multiple: true, ownVotes: ['o1', 'o2'] }) } },
    );
    await hand.click(within(box()).getByRole('button', { name: 'Change vote' }));
    expect(within(box()).getByRole('checkbox', { name: /Celadon/, checked: true })).toBeTruthy();
    await hand.click(within(box()).getByRole('checkbox', { name: /Tenmoku/ }));
    await hand.click(within(box()).getByRole('button', { name: 'Vote' }));
    await waitFor(() =>
      expect(deps.api.calls.find(([route]) => route === 'POST /user/feeds/vote/:id')?.[1]).toMatchObject({
        body: { optionIds: ['o1', 'o2'] },
      }),
    );
  });

  it('reverts a vote with the reason if it came too late', async () => {
    const { hand, deps } = await poll(
      {
        resultsVisible: 'afterVote',
        total: null,
        options: [
          { _id: 'o1', text: 'Celadon', votes: null },
          { _id: 'o2', text: 'Tenmoku', votes: null },
        ],
      },
      {
        answers: {
          'POST /user/feeds/vote/:id': () => {
            throw problem(409, { message: 'This poll has ended.' });
          },
        },
      },
    );
    expect(within(box()).getByText('Results appear after you vote')).toBeTruthy();
    await hand.click(within(box()).getByRole('radio', { name: 'Celadon' }));
    await hand.click(within(box()).getByRole('button', { name: 'Vote' }));
    await waitFor(() => expect(deps.said).toEqual([['error', 'This poll has ended.']]));
    expect(within(box()).getAllByRole('radio')).toHaveLength(2);
  });

  it('that has ended, or is your own, shows results without voting', async () => {
    await poll({ expiresAt: '2020-01-01T00:00:00.000Z', ownVotes: ['o1'] });
    expect(lines()).toEqual(['Celadon75%', 'Tenmoku25%']);
    expect(within(box()).getByText('4 voters · Ended')).toBeTruthy();
    expect(within(box()).queryByRole('button')).toBeNull();
  });

  it('is fetched once at its end for someone who watches without having voted', async () => {
    const end = new Date(Date.now() + 300).toISOString();
    const hidden = {
      resultsVisible: 'afterEnd' as const,
      expiresAt: end,
      total: null,
      options: [
        { _id: 'o1', text: 'Celadon', votes: null },
        { _id: 'o2', text: 'Tenmoku', votes: null },
      ],
    };
    vi.spyOn(Math, 'random').mockReturnValue(0);
    const { deps } = await poll(hidden, {
      answers: {
        'GET /user/feeds/:id': () => aPost({ poll: aPoll({ expiresAt: end, resultsVisible: 'afterEnd' }) }),
      },
    });
    expect(within(box()).getByText(/Results appear when the poll ends/)).toBeTruthy();
    await waitFor(() => expect(lines()).toEqual(['Celadon75%', 'Tenmoku25%']), { timeout: 3_000 });
    expect(deps.api.routes().filter((route) => route === 'GET /user/feeds/:id')).toHaveLength(1);
    vi.restoreAllMocks();
  });

  const hiddenUntil = (end: string) => ({
    resultsVisible: 'afterEnd' as const,
    expiresAt: end,
    total: null,
    options: [
      { _id: 'o1', text: 'Celadon', votes: null },
      { _id: 'o2', text: 'Tenmoku', votes: null },
    ],
  });

  it('is fetched if its page was rendered before the end and is opened after it', async () => {
    vi.spyOn(Math, 'random').mockReturnValue(0);
    const end = '2020-01-01T00:00:00.000Z';
    await poll(hiddenUntil(end), {
      answers: {
        'GET /user/feeds/:id': () => aPost({ poll: aPoll({ expiresAt: end, resultsVisible: 'afterEnd' }) }),
      },
    });
    await waitFor(() => expect(lines()).toEqual(['Celadon75%', 'Tenmoku25%']), { timeout: 3_000 });
    vi.restoreAllMocks();
  });

  it('is fetched again if the reply at its end fails', async () => {
    vi.spyOn(Math, 'random').mockReturnValue(0);
    const waits = vi.spyOn(globalThis, 'setTimeout');
    const end = '2020-01-01T00:00:00.000Z';
    let asked = 0;
    const { deps } = await poll(hiddenUntil(end), {
      answers: {
        'GET /user/feeds/:id': () => {
          asked += 1;
          throw problem(503);
        },
      },
    });
    await waitFor(() => expect(asked).toBe(1), { timeout: 3_000 });
    await waitFor(() => expect(waits.mock.calls.some(([, wait]) => wait === 5_000)).toBe(true));
    expect(deps.said).toEqual([]);
    vi.restoreAllMocks();
  });

  it('counts the last of two votes, sent one after another', async () => {
    const first = onItsWay<ReturnType<typeof aPoll>>();
    const sent: string[][] = [];
    const { hand } = await poll(
      {},
      {
        answers: {
          'POST /user/feeds/vote/:id': ({ body }) => {
            sent.push(body.optionIds);
            return sent.length === 1
              ? first.promise
              : aPoll({
                  ownVotes: ['o2'],
                  total: 5,
                  options: [
                    { _id: 'o1', text: 'Celadon', votes: 3 },
                    { _id: 'o2', text: 'Tenmoku', votes: 2 },
                  ],
                });
          },
        },
      },
    );
    const vote = async (name: string) => {
      await hand.click(within(box()).getByRole('radio', { name: new RegExp(name) }));
      await hand.click(within(box()).getByRole('button', { name: 'Vote' }));
    };
    await vote('Celadon');
    await hand.click(within(box()).getByRole('button', { name: 'Change vote' }));
    await waitFor(() => expect(sent).toEqual([['o1']]));
    await vote('Tenmoku');
    expect(sent).toEqual([['o1']]);
    first.resolve(
      aPoll({
        ownVotes: ['o1'],
        total: 5,
        options: [
          { _id: 'o1', text: 'Celadon', votes: 4 },
          { _id: 'o2', text: 'Tenmoku', votes: 1 },
        ],
      }),
    );
    await waitFor(() => expect(sent).toEqual([['o1'], ['o2']]));
    expect(lines()).toEqual(['Celadon60%', 'Tenmoku40%']);
  });
});
