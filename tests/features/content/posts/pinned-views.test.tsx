import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { PinnedView } from '#contract/across/pinned-views.ts';
import { StudioPostsView } from '#features/content/posts/studio-posts-view.tsx';
import { SalesView } from '#features/trade/shop/orders/orders-view.tsx';
import { toast } from '#ui/overlays/toast.ts';
import { draw } from '../../../components/setup/draw.tsx';
import { problem } from '../../../state/setup/fake-api.ts';

const aView = (more: Partial<PinnedView> = {}): PinnedView => ({
  _id: 'v1',
  list: 'posts',
  name: 'Drafts',
  filters: { state: 'draft' },
  createdAt: '2026-11-20T10:00:00.000Z',
  ...more,
});
const nothing = { data: [], total: 0, nextCursor: null };

/** The studio's posts, with views that change as the server's would. */
const start = async (views: PinnedView[], path = '/creator/feeds') => {
  let kept = views;
  return draw(<StudioPostsView />, {
    user: { isPerformer: true },
    path,
    answers: {
      'GET /performer/feeds': () => nothing,
      'GET /performer/pinned-views': () => ({ data: kept }),
      'POST /performer/pinned-views': ({ body }) => {
        if (kept.some(({ name }) => name === body.name))
          throw problem(422, {
            message: 'You already have a pinned view with this name.',
            errors: [{ field: 'name', message: 'You already have a pinned view with this name.' }],
          });
        const made = aView({ _id: `v${kept.length + 1}`, ...body });
        kept = [...kept, made];
        return made;
      },
      'PUT /performer/pinned-views/:id': ({ params, body }) => {
        kept = kept.map((view) => (view._id === params.id ? { ...view, ...body } : view));
        return kept.find(({ _id }) => _id === params.id)!;
      },
      'DELETE /performer/pinned-views/:id': ({ params }) => {
        kept = kept.filter(({ _id }) => _id !== params.id);
        return { success: true };
      },
    },
  });
};
const chip = (name: string) => screen.findByRole('button', { name });
const pressed = (name: string) =>
  screen.getByRole('button', { name }).getAttribute('aria-pressed') === 'true';

afterEach(() => vi.restoreAllMocks());

describe('pinned views of a list', () => {
  it('are applied whole with one click, and left with another', async () => {
    const { hand, went, deps } = await start(
      [aView(), aView({ _id: 'v2', name: 'Glaze films', filters: { type: 'video', q: 'glaze' } })],
      '/creator/feeds?state=draft',
    );
    await chip('Drafts');
    expect(pressed('Drafts')).toBe(true);
    await hand.click(await chip('Glaze films'));
    expect(went.at(-1)).toBe('/creator/feeds?q=glaze&type=video');
    expect(pressed('Drafts')).toBe(false);
    expect(pressed('Videos')).toBe(true);
    expect(screen.getByRole<HTMLInputElement>('searchbox').value).toBe('glaze');
    await waitFor(() =>
      expect(deps.api.calls.findLast(([route]) => route === 'GET /performer/feeds')?.[1]).toMatchObject({
        query: { type: 'video', q: 'glaze' },
      }),
    );
    await hand.click(await chip('Glaze films'));
    expect(went.at(-1)).toBe('/creator/feeds');
    expect(pressed('Glaze films')).toBe(false);
  });

  it('are made of filters that aren’t pinned yet, under a name that is free', async () => {
    const { hand, deps } = await start([aView()], '/creator/feeds');
    await chip('Drafts');
    expect(screen.queryByRole('button', { name: 'Pin this view' })).toBeNull();
    await hand.selectOptions(screen.getByRole('combobox', { name: 'Status' }), 'scheduled');
    await hand.click(await chip('Pin this view'));
    const dialog = within(await screen.findByRole('dialog', { name: 'Pin this view' }));
    await hand.type(dialog.getByLabelText('Name'), 'Drafts');
    await hand.click(dialog.getByRole('button', { name: 'Pin view' }));
    expect((await dialog.findAllByText(/already have a pinned view/)).length).toBeGreaterThan(0);
    await hand.clear(dialog.getByLabelText('Name'));
    await hand.type(dialog.getByLabelText('Name'), ' Soon ');
    await hand.click(dialog.getByRole('button', { name: 'Pin view' }));
    await waitFor(() => expect(pressed('Soon')).toBe(true));
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(screen.queryByRole('button', { name: 'Pin this view' })).toBeNull();
    expect(deps.api.calls.findLast(([route]) => route.startsWith('POST'))?.[1]).toMatchObject({
      body: { list: 'posts', name: 'Soon', filters: { state: 'scheduled' } },
    });
  });

  it('are renamed and removed in the menu of the one that is shown; removing can be undone', async () => {
    const said = vi.spyOn(toast, 'success');
    const { hand } = await start([aView()], '/creator/feeds?state=draft');
    await hand.click(await screen.findByRole('button', { name: 'Options for “Drafts”' }));
    await hand.click(await screen.findByRole('menuitem', { name: 'Rename' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Rename view' }));
    await hand.clear(dialog.getByLabelText('Name'));
    await hand.type(dialog.getByLabelText('Name'), 'Unfinished');
    await hand.click(dialog.getByRole('button', { name: 'Rename view' }));
    await hand.click(await screen.findByRole('button', { name: 'Options for “Unfinished”' }));
    await hand.click(await screen.findByRole('menuitem', { name: 'Remove' }));
    await chip('Pin this view');
    expect(screen.queryByRole('button', { name: 'Unfinished' })).toBeNull();
    expect(said.mock.lastCall?.[0]).toBe('“Unfinished” removed');
    said.mock.lastCall?.[1]?.action?.run();
    expect(await chip('Unfinished')).toBeTruthy();
  });

  it('take no room until something is filtered; if they don’t load, say so and offer a retry', async () => {
    const first = await start([]);
    await screen.findByText('No posts yet');
    expect(screen.queryByRole('group', { name: 'Pinned views' })).toBeNull();
    first.unmount();
    let fails = true;
    const { hand } = await draw(<SalesView />, {
      user: { isPerformer: true },
      path: '/creator/orders',
      answers: {
        'GET /orders/search': () => nothing,
        'GET /performer/pinned-views': ({ query }) => {
          if (fails) throw problem(500);
          return {
            data: [aView({ list: query.list, name: 'New this week', filters: { state: 'accepted' } })],
          };
        },
      },
    });
    fails = false;
    const notice = (await screen.findByText(/Your pinned views didn’t load/)).closest('[role=alert]');
    await hand.click(within(notice as HTMLElement).getByRole('button', { name: 'Try again' }));
    expect(await chip('New this week')).toBeTruthy();
  });
});
