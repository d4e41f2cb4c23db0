import { act, screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { Reacted } from '#contract/content/reactions.ts';
import { BookmarksView } from '#features/content/library/bookmarks-view.tsx';
import { LibraryView } from '#features/content/library/library-view.tsx';
import { aCard } from '../../../setup/factories/creators.ts';
import { aFile } from '../../../setup/factories/files.ts';
import { draw } from '../../../components/setup/draw.tsx';
import { onItsWay, problem } from '../../../state/setup/fake-api.ts';
import { aBookmark, aCollection } from '../../../setup/factories/community.ts';

const at = '2026-11-20T10:00:00.000Z';
const none = { data: [], total: 0, nextCursor: null };
const owner = aCard({ _id: 'c1', name: 'Lena' });
const reacted = (isBookmarked: boolean): Reacted => ({
  objectType: 'video',
  objectId: 'v1',
  isLiked: false,
  isBookmarked,
  counts: { likes: 0, comments: 0, bookmarks: 0 },
});

describe('the bookmarks page', () => {
  it('has a tab per kind; a row is removed in place and can be restored', async () => {
    const { hand, went, deps } = await draw(<BookmarksView />, {
      path: '/user/bookmarks',
      answers: {
        'GET /bookmark-collections': () => ({ data: [], total: 0, nextCursor: null }),
        'PUT /bookmark-collections/:id/items/:objectType/:objectId': () => aCollection(),
        'GET /reactions/feeds/bookmark': () => ({ data: [], total: 0, nextCursor: null }),
        'GET /reactions/:type/bookmark': () => ({ data: [aBookmark()], total: 1, nextCursor: null }),
        'DELETE /reactions': () => ({ ...reacted(false), leftCollections: ['l1', 'l3'] }),
        'POST /reactions': () => reacted(true),
      },
    });
    expect(await screen.findByText('No bookmarked posts yet')).toBeTruthy();
    await hand.click(screen.getByRole('tab', { name: /Videos/ }));
    expect(went.at(-1)).toBe('/user/bookmarks?kind=videos');
    expect((await screen.findByRole('link', { name: 'Throwing' })).getAttribute('href')).toBe('/videos/v1');
    expect(screen.getByText('1:32')).toBeTruthy();
    await hand.click(screen.getByRole('button', { name: 'Remove Throwing from your bookmarks' }));
    expect(screen.getByText('Bookmark removed')).toBeTruthy();
    await hand.click(await screen.findByRole('button', { name: /^Undo/ }));
    await waitFor(() => expect(deps.api.routes()).toContain('POST /reactions'));
    expect(screen.getByRole('button', { name: 'Remove Throwing from your bookmarks' })).toBeTruthy();
    // In the collections that it left with the bookmark, too.
    const put = 'PUT /bookmark-collections/:id/items/:objectType/:objectId';
    const putIn = () =>
      deps.api.calls
        .filter(([route]) => route === put)
        .map(([, input]) => (input as { params: { id: string } }).params.id);
    await waitFor(() => expect(putIn()).toEqual(['l1', 'l3']));
  });
});

describe('the library', () => {
  const anItem = {
    _id: 'b1',
    kind: 'feed' as const,
    itemId: 'p1',
    conversationId: null,
    title: 'Twelve glazes',
    performer: owner,
    cover: aFile(),
    price: 120,
    boughtAt: at,
  };

  it('opens each item where it is, searches by title and creator, and filters by kind', async () => {
    const items = [
      anItem,
      { ...anItem, _id: 'b2', kind: 'message' as const, itemId: 'm1', conversationId: 'co1', title: '' },
    ];
    const { hand, deps } = await draw(<LibraryView />, {
      answers: {
        'GET /user/unfinished': () => ({ data: [] }),
        'GET /user/library': ({ query = {} }) => {
          const data = query.q ? [] : items.filter(({ kind }) => !query.kind || kind === query.kind);
          return { data, total: data.length, nextCursor: null };
        },
      },
    });
    expect((await screen.findByRole('link', { name: 'Twelve glazes' })).getAttribute('href')).toBe(
      '/feeds/p1',
    );
    expect(screen.getByRole('link', { name: 'Message by Lena' }).getAttribute('href')).toBe(
      '/messages/co1?message=m1',
    );
    await hand.click(screen.getByRole('button', { name: 'Messages' }));
    await waitFor(() => expect(screen.queryByRole('link', { name: 'Twelve glazes' })).toBeNull());
    await hand.type(screen.getByLabelText('Search your library by title or creator'), 'nothing');
    expect(await screen.findByText('No results')).toBeTruthy();
    expect(deps.api.calls.at(-1)?.[1]).toMatchObject({ query: { q: 'nothing', kind: 'message' } });
    await hand.click(screen.getByRole('button', { name: 'Show everything' }));
    expect(await screen.findByRole('link', { name: 'Twelve glazes' })).toBeTruthy();
  });

  const begun = {
    _id: 'f1',
    kind: 'feed' as const,
    itemId: 'p1',
    title: 'A long talk',
    performer: owner,
    cover: null,
    seconds: 192,
    duration: 600,
    updatedAt: at,
  };

  it('shows the purchases once what stands above them is known', async () => {
    const unfinished = onItsWay<{ data: (typeof begun)[] }>();
    const { deps } = await draw(<LibraryView />, {
      answers: {
        'GET /user/library': () => ({ data: [anItem], total: 1, nextCursor: null }),
        'GET /user/unfinished': () => unfinished.promise,
      },
    });
    await waitFor(() => expect(deps.api.routes()).toContain('GET /user/library'));
    await act(() => new Promise((resolve) => void setTimeout(resolve, 50)));
    expect(screen.queryByRole('link', { name: 'Twelve glazes' })).toBeNull();
    unfinished.resolve({ data: [begun] });
    expect(await screen.findByRole('link', { name: 'Twelve glazes' })).toBeTruthy();
    expect(screen.getByRole('link', { name: 'A long talk' })).toBeTruthy();
  });

  it('lists what isn’t finished with how far it was played, until it is removed', async () => {
    const { hand, deps } = await draw(<LibraryView />, {
      answers: {
        'GET /user/library': () => none,
        'GET /user/unfinished': () => ({ data: [begun] }),
        'DELETE /user/unfinished/:kind/:id': () => ({ success: true }),
      },
    });
    expect((await screen.findByRole('link', { name: 'A long talk' })).getAttribute('href')).toBe('/feeds/p1');
    expect(screen.getByText('6:48 left')).toBeTruthy();
    expect(screen.getByRole('progressbar').getAttribute('aria-valuenow')).toBe('32');
    await hand.click(screen.getByRole('button', { name: 'Remove A long talk from this row' }));
    expect(screen.queryByText('Pick up where you left off')).toBeNull();
    await waitFor(() =>
      expect(deps.api.calls.at(-1)).toEqual([
        'DELETE /user/unfinished/:kind/:id',
        expect.objectContaining({ params: { kind: 'feed', id: 'f1' } }),
      ]),
    );
  });

  it('puts back what couldn’t be removed, and says why the row didn’t load', async () => {
    let fails = true;
    const { hand, deps } = await draw(<LibraryView />, {
      answers: {
        'GET /user/library': () => none,
        'GET /user/unfinished': () => {
          if (fails) throw problem(500, {});
          return { data: [begun] };
        },
        'DELETE /user/unfinished/:kind/:id': () => {
          throw problem(500, { message: 'Not now.' });
        },
      },
    });
    expect(await screen.findByText(/Couldn’t load what you were watching/)).toBeTruthy();
    expect(screen.getByText('No purchases yet')).toBeTruthy();
    fails = false;
    await hand.click(screen.getByRole('button', { name: 'Try again' }));
    await hand.click(await screen.findByRole('button', { name: 'Remove A long talk from this row' }));
    await waitFor(() => expect(deps.api.routes()).toContain('DELETE /user/unfinished/:kind/:id'));
    expect(await screen.findByRole('link', { name: 'A long talk' })).toBeTruthy();
  });

  it('says how to start if nothing was bought', async () => {
    await draw(<LibraryView />, {
      answers: { 'GET /user/library': () => none, 'GET /user/unfinished': () => ({ data: [] }) },
    });
    expect(await screen.findByText('No purchases yet')).toBeTruthy();
  });
});
