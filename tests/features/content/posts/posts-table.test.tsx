import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import type { OwnPost } from '#contract/content/posts/posts.ts';
import { StudioPostsView } from '#features/content/posts/studio-posts-view.tsx';
import { toast } from '#ui/overlays/toast.ts';
import { onItsWay, problem } from '../../../state/setup/fake-api.ts';
import { draw, type Drawn } from '../../../components/setup/draw.tsx';
import { anOwnPost } from '../../../setup/factories/posts.ts';

const rows = [
  anOwnPost({
    _id: 'a',
    text: 'Glazes',
    sold: 2,
    earned: 960,
    counts: { likes: 7, comments: 3, bookmarks: 1 },
    pinned: true,
  }),
  anOwnPost({ _id: 'b', text: 'Kiln', state: 'archived' }),
  anOwnPost({
    _id: 'c',
    text: 'Film',
    type: 'video',
    state: 'failed',
    publishedAt: null,
    reason: 'This video is damaged.',
    files: [],
  }),
];
const start = (posts: OwnPost[], drawn: Drawn = {}) =>
  draw(<StudioPostsView />, {
    user: { isPerformer: true },
    path: '/creator/feeds',
    ...drawn,
    answers: {
      'GET /performer/feeds': () => ({ data: posts, total: posts.length, nextCursor: null }),
      'PUT /performer/feeds/:id': () => anOwnPost(),
      'DELETE /performer/feeds/:id': () => ({ success: true }),
      'GET /performer/post-series': () => ({ data: [], total: 0, nextCursor: null }),
      'GET /performer/pinned-views': () => ({ data: [] }),
      ...drawn.answers,
    },
  });
const sent = (deps: Awaited<ReturnType<typeof start>>['deps'], route: string) =>
  deps.api.calls
    .filter(([name]) => name === route)
    .map(([, input]) => input as { params: { id: string }; body?: unknown });

describe('the list of posts', () => {
  it('shows counts and earnings, what is pinned, and why something failed', async () => {
    await start(rows);
    const row = (await screen.findByRole('link', { name: /Glazes/ })).closest('tr')!;
    expect(within(row).getByText('Pinned')).toBeTruthy();
    expect(row.textContent).toContain('9.60');
    expect(screen.getByText('This video is damaged.')).toBeTruthy();
  });

  it('offers each what its state allows', async () => {
    const { hand, deps } = await start(rows);
    await hand.click(await screen.findByRole('button', { name: 'Actions for “Kiln”' }));
    expect((await screen.findAllByRole('menuitem')).map(({ textContent }) => textContent)).toEqual([
      'View post',
      'Edit',
      'Duplicate',
      'Restore',
      'Delete',
    ]);
    await hand.click(screen.getByRole('menuitem', { name: 'Restore' }));
    await waitFor(() =>
      expect(sent(deps, 'PUT /performer/feeds/:id')).toMatchObject([
        { params: { id: 'b' }, body: { state: 'published' } },
      ]),
    );
    await hand.click(screen.getByRole('button', { name: 'Actions for “Glazes”' }));
    await hand.click(await screen.findByRole('menuitem', { name: 'Unpin' }));
    await waitFor(() =>
      expect(sent(deps, 'PUT /performer/feeds/:id')[1]).toMatchObject({
        params: { id: 'a' },
        body: { pinned: false },
      }),
    );
  });

  it('says what happens to a published draft: a scheduled one is published later', async () => {
    const told = vi.spyOn(toast, 'success');
    const { hand } = await start([anOwnPost({ _id: 'd', text: 'Soon', state: 'draft', publishedAt: null })], {
      answers: { 'PUT /performer/feeds/:id': () => anOwnPost({ _id: 'd', state: 'scheduled' }) },
    });
    await hand.click(await screen.findByRole('button', { name: 'Actions for “Soon”' }));
    await hand.click(await screen.findByRole('menuitem', { name: 'Publish' }));
    await waitFor(() => expect(told.mock.calls.map(([text]) => text)).toEqual(['Scheduled']));
    told.mockRestore();
  });

  it('says how many of several were archived before one was rejected', async () => {
    const told = vi.spyOn(toast, 'error');
    let asked = 0;
    const { hand } = await start(
      [anOwnPost({ _id: 'a', text: 'One' }), anOwnPost({ _id: 'b', text: 'Two' })],
      {
        answers: {
          'PUT /performer/feeds/:id': () => {
            asked += 1;
            if (asked === 2) throw problem(409, { message: 'Only published items can be archived.' });
            return anOwnPost();
          },
        },
      },
    );
    await hand.click(await screen.findByRole('checkbox', { name: 'Select “One”' }));
    await hand.click(screen.getByRole('checkbox', { name: 'Select “Two”' }));
    await hand.click(screen.getByRole('button', { name: 'Archive' }));
    await waitFor(() =>
      expect(told.mock.calls.map(([text]) => text)).toEqual([
        'Archived, then: Only published items can be archived.',
      ]),
    );
    told.mockRestore();
  });

  it('tries only what failed again, says how far it is, and can’t be closed meanwhile', async () => {
    const reply = onItsWay<OwnPost>();
    let calls = 0;
    const { hand, deps } = await start(
      [anOwnPost({ _id: 'a', text: 'One' }), anOwnPost({ _id: 'b', text: 'Two' })],
      {
        answers: {
          'PUT /performer/feeds/:id': () => {
            calls += 1;
            if (calls === 1) return reply.promise;
            if (calls === 2) throw problem(500, { message: 'Try later.' });
            return anOwnPost();
          },
        },
      },
    );
    for (const name of ['One', 'Two'])
      await hand.click(await screen.findByRole('checkbox', { name: `Select “${name}”` }));
    const bar = within(screen.getByRole('region', { name: 'Selected posts' }));
    await hand.click(bar.getByRole('button', { name: 'Edit' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Edit 2 posts' }));
    await hand.selectOptions(dialog.getByRole('combobox', { name: 'Who can see them' }), 'followers');
    expect(dialog.getByText('Anything for sale is taken off sale.')).toBeTruthy();
    await hand.click(dialog.getByRole('button', { name: 'Save changes' }));
    expect(await dialog.findByText('Saving 1 of 2 posts …')).toBeTruthy();
    expect(dialog.getByRole<HTMLButtonElement>('button', { name: 'Cancel' }).disabled).toBe(true);
    expect(dialog.queryByRole('button', { name: 'Close' })).toBeNull();
    reply.resolve(anOwnPost());
    expect(await dialog.findByText('“Two”: Try later.')).toBeTruthy();
    await hand.click(dialog.getByRole('button', { name: 'Try again' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(sent(deps, 'PUT /performer/feeds/:id').map(({ params }) => params.id)).toEqual(['a', 'b', 'b']);
  });

  it('edits several at once; one that fails stops no other and is named with its reason', async () => {
    const said = vi.spyOn(toast, 'success');
    let isRefused = true;
    const { hand, deps } = await start(
      [anOwnPost({ _id: 'a', text: 'One' }), anOwnPost({ _id: 'b', text: 'Two' })],
      {
        answers: {
          'PUT /performer/feeds/:id': ({ params }) => {
            if (params.id === 'a' && isRefused) throw problem(409, { message: 'This post is under review.' });
            return anOwnPost();
          },
        },
      },
    );
    for (const name of ['One', 'Two'])
      await hand.click(await screen.findByRole('checkbox', { name: `Select “${name}”` }));
    await hand.click(
      within(screen.getByRole('region', { name: 'Selected posts' })).getByRole('button', { name: 'Edit' }),
    );
    const dialog = within(await screen.findByRole('dialog', { name: 'Edit 2 posts' }));
    expect(dialog.getByRole<HTMLButtonElement>('button', { name: 'Save changes' }).disabled).toBe(true);
    await hand.selectOptions(dialog.getByRole('combobox', { name: 'Who can see them' }), 'sold');
    await hand.click(dialog.getByRole('button', { name: 'Save changes' }));
    expect(dialog.getByText(/^Enter a price from/)).toBeTruthy();
    expect(document.activeElement).toBe(dialog.getByRole('textbox', { name: /Price of each post/ }));
    await hand.type(dialog.getByRole('textbox', { name: /Price of each post/ }), '120');
    await hand.click(dialog.getByRole('button', { name: 'Save changes' }));
    expect(await dialog.findByText('1 post couldn’t be changed')).toBeTruthy();
    expect(dialog.getByText('“One”: This post is under review.')).toBeTruthy();
    // Another price concerns those again that have the first one already.
    await hand.clear(dialog.getByRole('textbox', { name: /Price of each post/ }));
    await hand.type(dialog.getByRole('textbox', { name: /Price of each post/ }), '150');
    isRefused = false;
    await hand.click(dialog.getByRole('button', { name: 'Save changes' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    const body = { price: 120, includedInSubscription: true };
    expect(sent(deps, 'PUT /performer/feeds/:id')).toMatchObject([
      { params: { id: 'a' }, body },
      { params: { id: 'b' }, body },
      { params: { id: 'a' }, body: { ...body, price: 150 } },
      { params: { id: 'b' }, body: { ...body, price: 150 } },
    ]);
    expect(said.mock.calls.map(([text]) => text)).toEqual(['2 posts changed']);
    expect(screen.queryByRole('region', { name: 'Selected posts' })).toBeNull();
    said.mockRestore();
  });

  describe('adding several to a series', () => {
    const two = [
      anOwnPost({ _id: 'new', text: 'Newer', createdAt: '2026-11-21T10:00:00.000Z' }),
      anOwnPost({ _id: 'old', text: 'Older', createdAt: '2026-11-19T10:00:00.000Z' }),
    ];
    const listOf = (...titles: string[]) => ({
      data: titles.map((title) => ({ ...aSeries, _id: title, title })),
      total: titles.length,
      nextCursor: null,
    });
    const aSeries = { description: '', posts: 0, published: 0, createdAt: '', updatedAt: '' };
    const open = async (answers: Drawn['answers']) => {
      const drawn = await start(two, { answers });
      for (const name of ['Newer', 'Older'])
        await drawn.hand.click(await screen.findByRole('checkbox', { name: `Select “${name}”` }));
      await drawn.hand.click(screen.getByRole('button', { name: 'Edit' }));
      return { ...drawn, dialog: within(await screen.findByRole('dialog', { name: 'Edit 2 posts' })) };
    };

    it('begins with the oldest; when the series is full, the rest is named', async () => {
      const { hand, deps, dialog } = await open({
        'GET /performer/post-series': () => listOf('Glazing', 'Kilns'),
        'PUT /performer/feeds/:id': ({ params }) => {
          if (params.id === 'new') throw problem(409, { message: 'A series can have 500 posts.' });
          return anOwnPost();
        },
      });
      const field = dialog.getByRole('combobox', { name: 'Add to series' });
      await dialog.findByRole('option', { name: 'Kilns' });
      await hand.selectOptions(field, 'Kilns');
      expect(dialog.getByText(/^They’re added at the end, oldest first/)).toBeTruthy();
      await hand.click(dialog.getByRole('button', { name: 'Save changes' }));
      expect(await dialog.findByText('“Newer”: A series can have 500 posts.')).toBeTruthy();
      expect(dialog.getByText('1 post changed.')).toBeTruthy();
      expect(sent(deps, 'PUT /performer/feeds/:id')).toMatchObject([
        { params: { id: 'old' }, body: { seriesId: 'Kilns' } },
        { params: { id: 'new' }, body: { seriesId: 'Kilns' } },
      ]);
      await hand.selectOptions(field, 'None');
      expect(dialog.getByText('They’re removed from their current series.')).toBeTruthy();
    });

    it('says where to make one if there is none, and offers a retry if they don’t load', async () => {
      const first = await open({ 'GET /performer/post-series': () => listOf() });
      expect((await first.dialog.findByRole('link', { name: 'Go to series' })).getAttribute('href')).toBe(
        '/creator/feeds/series',
      );
      first.unmount();
      let asked = 0;
      const second = await open({
        'GET /performer/post-series': () => {
          asked += 1;
          if (asked === 1) throw problem(500);
          return listOf('Glazing');
        },
      });
      await second.hand.click(await second.dialog.findByRole('button', { name: 'Try again' }));
      expect(await second.dialog.findByRole('option', { name: 'Glazing' })).toBeTruthy();
    });
  });

  it("archives and deletes several at once; those that can't be archived are skipped", async () => {
    const said = vi.spyOn(toast, 'success');
    let left = rows;
    const { hand, deps } = await start(rows, {
      answers: {
        'GET /performer/feeds': () => ({ data: left, total: left.length, nextCursor: null }),
        'DELETE /performer/feeds/:id': ({ params }) => {
          left = left.filter(({ _id }) => _id !== params.id && _id !== 'b');
          return { success: true };
        },
      },
    });
    for (const name of ['Glazes', 'Kiln'])
      await hand.click(await screen.findByRole('checkbox', { name: `Select “${name}”` }));
    const bar = screen.getByRole('region', { name: 'Selected posts' });
    await hand.click(within(bar).getByRole('button', { name: 'Archive 1' }));
    await waitFor(() =>
      expect(sent(deps, 'PUT /performer/feeds/:id')).toMatchObject([
        { params: { id: 'a' }, body: { state: 'archived' } },
      ]),
    );
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Selected posts' })).toBeNull());
    said.mock.lastCall?.[1]?.action?.run();
    await waitFor(() =>
      expect(sent(deps, 'PUT /performer/feeds/:id').at(-1)).toMatchObject({
        params: { id: 'a' },
        body: { state: 'published' },
      }),
    );
    for (const name of ['Glazes', 'Film'])
      await hand.click(screen.getByRole('checkbox', { name: `Select “${name}”` }));
    await hand.click(
      within(screen.getByRole('region', { name: 'Selected posts' })).getByRole('button', { name: 'Delete' }),
    );
    const dialog = screen.getByRole('dialog', { name: 'Delete “Glazes” and “Film”?' });
    expect(dialog.textContent).toContain('The 2 people who bought them can still see them.');
    await hand.click(within(dialog).getByRole('button', { name: 'Delete 2 posts' }));
    await waitFor(() => expect(said).toHaveBeenCalledWith('2 posts deleted'));
    expect(sent(deps, 'DELETE /performer/feeds/:id').map(({ params }) => params.id)).toEqual(['a', 'c']);
  });

  it('if empty says how to start; without matches says so; if loading fails offers a retry', async () => {
    const first = await start([]);
    expect((await screen.findByRole('link', { name: 'New post' })).getAttribute('href')).toBe(
      '/creator/feeds/new',
    );
    first.unmount();
    const second = await start([], { path: '/creator/feeds?type=poll&state=draft&q=x' });
    expect(await screen.findByText('No posts found')).toBeTruthy();
    expect(sent(second.deps, 'GET /performer/feeds')[0]).toMatchObject({
      query: { type: 'poll', state: 'draft', q: 'x' },
    });
    second.unmount();
    await start([], {
      answers: {
        'GET /performer/feeds': () => {
          throw problem(500);
        },
      },
    });
    expect(await screen.findByRole('button', { name: 'Try again' })).toBeTruthy();
  });
});
