import { act, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { PurchaseDialogs } from '#components/money/wallet/purchase-dialogs.tsx';
import { closeTask, openTask } from '#components/money/wallet/purchase-tasks.ts';
import { BookmarksView } from '#features/content/library/bookmarks-view.tsx';
import { aBookmark, aCollection } from '../../../setup/factories/community.ts';
import { type Drawn, draw } from '../../../components/setup/draw.tsx';
import { onItsWay, problem } from '../../../state/setup/fake-api.ts';

const none = { data: [], total: 0, nextCursor: null };
const listOf = <T,>(...data: T[]) => ({ data, total: data.length, nextCursor: null });
const video = { objectType: 'video' as const, objectId: 'v1' };

describe('collections on the bookmarks page', () => {
  const drawn = (answers: Drawn['answers'] = {}, path = '/user/bookmarks') =>
    draw(<BookmarksView />, {
      path,
      answers: { 'GET /reactions/feeds/bookmark': () => none, ...answers },
    });

  it('are listed with their count, each at its own address, and a new one opens when it is made', async () => {
    const { hand, went, deps } = await drawn({
      'GET /bookmark-collections': () => listOf(aCollection({ items: 3 })),
      'POST /bookmark-collections': () => aCollection({ _id: 'l2', name: 'Kilns' }),
      'GET /bookmark-collections/:id': () => aCollection({ _id: 'l2', name: 'Kilns', items: 0 }),
      'GET /bookmark-collections/:id/items': () => none,
    });
    expect((await screen.findByRole('link', { name: 'Glazes' })).getAttribute('href')).toBe(
      '/user/bookmarks?collection=l1',
    );
    expect(screen.getByText('3 items')).toBeTruthy();
    await hand.click(screen.getByRole('button', { name: 'New collection' }));
    await hand.click(screen.getByRole('button', { name: 'Create collection' }));
    expect(screen.getAllByText('Enter a name.').length).toBeGreaterThan(0);
    await hand.type(screen.getByLabelText('Name'), 'Kilns');
    await hand.click(screen.getByRole('button', { name: 'Create collection' }));
    await waitFor(() => expect(went).toContain('/user/bookmarks?collection=l2'));
    expect(deps.api.calls.find(([route]) => route === 'POST /bookmark-collections')?.[1]).toMatchObject({
      body: { name: 'Kilns' },
    });
    expect(await screen.findByText('Nothing in this collection yet')).toBeTruthy();
  });

  it('say why they didn’t load, and the bookmarks are still there', async () => {
    let fails = true;
    const { hand } = await drawn({
      'GET /bookmark-collections': () => {
        if (fails) throw problem(500, {});
        return listOf(aCollection());
      },
    });
    expect(await screen.findByText(/Your collections didn’t load/)).toBeTruthy();
    expect(screen.getByText('No bookmarked posts yet')).toBeTruthy();
    fails = false;
    await hand.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('link', { name: 'Glazes' })).toBeTruthy();
  });

  const opened = (answers: Drawn['answers'] = {}) =>
    drawn(
      {
        'GET /bookmark-collections': () => listOf(aCollection()),
        'GET /bookmark-collections/:id': () => aCollection(),
        'GET /bookmark-collections/:id/items': () =>
          listOf({ ...aBookmark(), addedAt: '2026-11-20T10:00:00.000Z' }),
        ...answers,
      },
      '/user/bookmarks?collection=l1',
    );

  it('an item is removed from the collection in place and put back', async () => {
    const { hand, deps } = await opened({
      'DELETE /bookmark-collections/:id/items/:objectType/:objectId': () => aCollection({ items: 0 }),
      'PUT /bookmark-collections/:id/items/:objectType/:objectId': () => aCollection(),
    });
    await hand.click(await screen.findByRole('button', { name: 'Options for Throwing' }));
    await hand.click(await screen.findByRole('menuitem', { name: 'Remove from this collection' }));
    expect(await screen.findByText('Removed from this collection')).toBeTruthy();
    await hand.click(await screen.findByRole('button', { name: /^Undo/ }));
    const put = 'PUT /bookmark-collections/:id/items/:objectType/:objectId';
    await waitFor(() => expect(deps.api.routes()).toContain(put));
    expect(deps.api.calls.find(([route]) => route === put)?.[1]).toMatchObject({
      params: { id: 'l1', ...video },
    });
    expect(screen.getByRole('button', { name: 'Options for Throwing' })).toBeTruthy();
  });

  it('an item removed from the bookmarks comes back to every collection it was in', async () => {
    const reacted = (isBookmarked: boolean) => ({
      ...video,
      isLiked: false,
      isBookmarked,
      counts: { likes: 0, comments: 0, bookmarks: 0 },
    });
    const put = 'PUT /bookmark-collections/:id/items/:objectType/:objectId';
    const { hand, deps } = await opened({
      'DELETE /reactions': () => ({ ...reacted(false), leftCollections: ['l1', 'l2'] }),
      'POST /reactions': () => reacted(true),
      [put]: () => aCollection(),
    });
    await hand.click(await screen.findByRole('button', { name: 'Options for Throwing' }));
    await hand.click(await screen.findByRole('menuitem', { name: 'Remove bookmark' }));
    await hand.click(await screen.findByRole('button', { name: /^Undo/ }));
    const putIn = () =>
      deps.api.calls
        .filter(([route]) => route === put)
        .map(([, input]) => (input as { params: { id: string } }).params.id);
    await waitFor(() => expect(putIn()).toEqual(['l1', 'l2']));
  });

  it('an undo pressed before the removal is answered follows it', async () => {
    const remove = 'DELETE /bookmark-collections/:id/items/:objectType/:objectId';
    const put = 'PUT /bookmark-collections/:id/items/:objectType/:objectId';
    const removal = onItsWay<ReturnType<typeof aCollection>>();
    const { hand, deps } = await opened({ [remove]: () => removal.promise, [put]: () => aCollection() });
    await hand.click(await screen.findByRole('button', { name: 'Options for Throwing' }));
    await hand.click(await screen.findByRole('menuitem', { name: 'Remove from this collection' }));
    await hand.click(await screen.findByRole('button', { name: /^Undo/ }));
    expect(await screen.findByRole('button', { name: 'Options for Throwing' })).toBeTruthy();
    expect(deps.api.routes()).not.toContain(put);
    removal.resolve(aCollection({ items: 0 }));
    await waitFor(() => expect(deps.api.routes()).toContain(put));
  });

  it('is renamed, and a name that is taken is said beside the field', async () => {
    const { hand } = await opened({
      'PUT /bookmark-collections/:id': () => {
        throw problem(422, {
          message: 'You already have a collection with this name.',
          errors: [{ field: 'name', message: 'You already have a collection with this name.' }],
        });
      },
    });
    await hand.click(await screen.findByRole('button', { name: 'Options for this collection' }));
    await hand.click(await screen.findByRole('menuitem', { name: 'Rename collection' }));
    const field = screen.getByLabelText('Name');
    await hand.clear(field);
    await hand.type(field, 'Kilns');
    await hand.click(screen.getByRole('button', { name: 'Rename collection' }));
    await waitFor(() => expect(field.getAttribute('aria-invalid')).toBe('true'));
  });

  it('is deleted after a question, and the page goes back to all bookmarks', async () => {
    const { hand, went } = await opened({
      'DELETE /bookmark-collections/:id': () => ({ success: true }),
    });
    await hand.click(await screen.findByRole('button', { name: 'Options for this collection' }));
    await hand.click(await screen.findByRole('menuitem', { name: 'Delete collection' }));
    expect(screen.getByText('Everything in it stays in your bookmarks.')).toBeTruthy();
    await hand.click(screen.getByRole('button', { name: 'Delete collection' }));
    await waitFor(() => expect(went.at(-1)).toBe('/user/bookmarks'));
  });

  it('that isn’t the person’s own doesn’t exist', async () => {
    await opened({
      'GET /bookmark-collections/:id': () => {
        throw problem(404, { code: 'not_found', message: 'Not found' });
      },
    });
    expect(await screen.findByText('This collection doesn’t exist')).toBeTruthy();
  });
});

describe('the collections of a bookmark', () => {
  const opened = async (answers: Drawn['answers']) => {
    const drawn = await draw(<PurchaseDialogs />, { answers });
    act(() => openTask({ kind: 'collect', item: video }));
    return drawn;
  };

  it('are picked at once; a refusal is shown and rolled back', async () => {
    const { hand, deps } = await opened({
      'GET /bookmark-collections': ({ query = {} }) => {
        expect(query).toMatchObject(video);
        return listOf(aCollection(), aCollection({ _id: 'l2', name: 'Kilns', contains: true }));
      },
      'PUT /bookmark-collections/:id/items/:objectType/:objectId': () => {
        throw problem(409, { message: 'A collection can have 1,000 bookmarks.' });
      },
      'DELETE /bookmark-collections/:id/items/:objectType/:objectId': () => aCollection({ _id: 'l2' }),
    });
    const box = (name: RegExp) => screen.getByRole<HTMLInputElement>('checkbox', { name });
    await screen.findByRole('checkbox', { name: /Glazes/ });
    expect([box(/Glazes/).checked, box(/Kilns/).checked]).toEqual([false, true]);
    await hand.click(box(/Glazes/));
    expect(await screen.findByText('A collection can have 1,000 bookmarks.')).toBeTruthy();
    expect(box(/Glazes/).checked).toBe(false);
    await hand.click(box(/Kilns/));
    await waitFor(() => expect(screen.queryByText('A collection can have 1,000 bookmarks.')).toBeNull());
    expect(box(/Kilns/).checked).toBe(false);
    expect(deps.api.routes()).toContain('DELETE /bookmark-collections/:id/items/:objectType/:objectId');
    act(closeTask);
  });

  it('begin with a new one, which has the bookmark in it', async () => {
    let made = false;
    const { hand, deps } = await opened({
      'GET /bookmark-collections': () => (made ? listOf(aCollection({ contains: true })) : none),
      'POST /bookmark-collections': () => {
        made = true;
        return aCollection({ items: 0 });
      },
      'PUT /bookmark-collections/:id/items/:objectType/:objectId': () => aCollection({ contains: true }),
    });
    await hand.type(await screen.findByLabelText('New collection'), 'Glazes');
    await hand.click(screen.getByRole('button', { name: 'Create collection' }));
    expect((await screen.findByRole<HTMLInputElement>('checkbox', { name: /Glazes/ })).checked).toBe(true);
    expect(deps.api.routes()).toContain('PUT /bookmark-collections/:id/items/:objectType/:objectId');
    await hand.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Done' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });
});
