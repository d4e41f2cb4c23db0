import { screen, waitFor, within } from '@testing-library/react';
import type { ReactElement } from 'react';
import { describe, expect, it } from 'vitest';
import type { RouteName } from '#contract/core/registry.ts';
import { StudioGalleriesView } from '#features/content/galleries/studio-galleries-view.tsx';
import { StudioPostsView } from '#features/content/posts/studio-posts-view.tsx';
import { StudioVideosView } from '#features/content/videos/studio-videos-view.tsx';
import { StudioAuctionsView } from '#features/trade/auctions/studio-auctions-view.tsx';
import { StudioProductsView } from '#features/trade/shop/studio-products-view.tsx';
import { Toaster } from '#ui/overlays/toaster.tsx';
import { aLiveAuction } from '../../../setup/factories/auctions.ts';
import { aCard } from '../../../setup/factories/creators.ts';
import { anOwnGallery } from '../../../setup/factories/galleries.ts';
import { anOwnPost } from '../../../setup/factories/posts.ts';
import { anOwnProduct } from '../../../setup/factories/products.ts';
import { anOwnVideo } from '../../../setup/factories/videos.ts';
import { type Replies, problem } from '../../../state/setup/fake-api.ts';
import { draw } from '../../setup/draw.tsx';

const publishedAt = '2026-11-20T10:00:00.000Z';
const published = { state: 'published', publishedAt } as const;
const page = <T,>(data: T[]) => ({ data, total: data.length, nextCursor: null });

interface Kind {
  readonly noun: string;
  readonly plural: string;
  readonly view: ReactElement;
  readonly path: string;
  /** Where the published one is seen. */
  readonly publicPath: string;
  readonly update: RouteName;
  readonly remove: RouteName;
  /** The list with one item of each id, and an answer to each change. */
  readonly answers: (ids: readonly string[], changes?: object) => Replies;
}

const kinds: readonly Kind[] = [
  {
    noun: 'post',
    plural: 'posts',
    view: <StudioPostsView />,
    path: '/creator/feeds',
    publicPath: '/feeds/a',
    update: 'PUT /performer/feeds/:id',
    remove: 'DELETE /performer/feeds/:id',
    answers: (ids, changes) => ({
      'GET /performer/feeds': () =>
        page(ids.map((_id) => anOwnPost({ ...published, text: `Item ${_id}`, ...changes, _id }))),
      'PUT /performer/feeds/:id': () => anOwnPost(),
      'DELETE /performer/feeds/:id': () => ({ success: true }),
    }),
  },
  {
    noun: 'video',
    plural: 'videos',
    view: <StudioVideosView />,
    path: '/creator/videos',
    publicPath: '/videos/a',
    update: 'PUT /performer/performer-assets/videos/edit/:id',
    remove: 'DELETE /performer/performer-assets/videos/:id',
    answers: (ids, changes) => ({
      'GET /performer/performer-assets/videos/search': () =>
        page(ids.map((_id) => anOwnVideo({ ...published, title: `Item ${_id}`, ...changes, _id }))),
      'PUT /performer/performer-assets/videos/edit/:id': () => anOwnVideo(),
      'DELETE /performer/performer-assets/videos/:id': () => ({ success: true }),
      'GET /performer/co-creators': () => page([]),
    }),
  },
  {
    noun: 'gallery',
    plural: 'galleries',
    view: <StudioGalleriesView />,
    path: '/creator/galleries',
    publicPath: '/galleries/a',
    update: 'PUT /performer/performer-assets/galleries/:id',
    remove: 'DELETE /performer/performer-assets/galleries/:id',
    answers: (ids, changes) => ({
      'GET /performer/performer-assets/galleries/search': () =>
        page(ids.map((_id) => anOwnGallery({ ...published, title: `Item ${_id}`, ...changes, _id }))),
      'PUT /performer/performer-assets/galleries/:id': () => anOwnGallery(),
      'DELETE /performer/performer-assets/galleries/:id': () => ({ success: true }),
    }),
  },
  {
    noun: 'product',
    plural: 'products',
    view: <StudioProductsView />,
    path: '/creator/products',
    publicPath: '/products/a',
    update: 'PUT /performer/performer-assets/products/:id',
    remove: 'DELETE /performer/performer-assets/products/:id',
    answers: (ids, changes) => ({
      'GET /performer/performer-assets/products/search': () =>
        page(ids.map((_id) => anOwnProduct({ ...published, title: `Item ${_id}`, ...changes, _id }))),
      'PUT /performer/performer-assets/products/:id': () => anOwnProduct(),
      'DELETE /performer/performer-assets/products/:id': () => ({ success: true }),
    }),
  },
];

interface Served {
  /** What differs in each item. */
  readonly changes?: object;
  readonly more?: Replies;
}
const open = ({ view, path, answers }: Kind, ids: readonly string[], { changes, more }: Served = {}) =>
  draw(
    <>
      {view}
      <Toaster />
    </>,
    {
      user: { _id: 'me', isPerformer: true },
      path,
      answers: { 'GET /performer/pinned-views': () => ({ data: [] }), ...answers(ids, changes), ...more },
    },
  );
const sent = (deps: Awaited<ReturnType<typeof open>>['deps'], route: string) =>
  deps.api.calls.filter(([name]) => name === route).map(([, input]) => input);

describe.each(kinds)('the list of $plural', (kind) => {
  const { noun, plural, update, remove } = kind;

  it('is named like the others, and shows the views of each', async () => {
    await open(kind, ['a'], { changes: { recentViews: 4321 } });
    const title = plural[0]?.toUpperCase() + plural.slice(1);
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe(title);
    expect(screen.getByRole('searchbox', { name: `Search your ${plural}` })).toBeTruthy();
    const row = (await screen.findByRole('link', { name: /Item a/ })).closest('tr')!;
    expect(within(row).getByText('4,321')).toBeTruthy();
  });

  it('leads to the public page; archiving one can be undone', async () => {
    const { hand, deps } = await open(kind, ['a']);
    await hand.click(await screen.findByRole('button', { name: 'Actions for “Item a”' }));
    const link = await screen.findByRole('menuitem', { name: `View ${noun}` });
    expect(link.getAttribute('href')).toBe(kind.publicPath);
    await hand.click(screen.getByRole('menuitem', { name: 'Archive' }));
    await hand.click(await screen.findByRole('button', { name: 'Undo' }));
    await waitFor(() => expect(sent(deps, update)).toHaveLength(2));
    expect(sent(deps, update)).toMatchObject([
      { params: { id: 'a' }, body: { state: 'archived' } },
      { params: { id: 'a' }, body: { state: 'published' } },
    ]);
    expect(await screen.findByText('Restored')).toBeTruthy();
  });

  it('archives several at once', async () => {
    const { hand, deps } = await open(kind, ['a', 'b']);
    for (const id of ['a', 'b'])
      await hand.click(await screen.findByRole('checkbox', { name: `Select “Item ${id}”` }));
    const bar = within(screen.getByRole('region', { name: `Selected ${plural}` }));
    await hand.click(bar.getByRole('button', { name: 'Archive' }));
    expect(await screen.findByText(`2 ${plural} archived`)).toBeTruthy();
    expect(sent(deps, update)).toHaveLength(2);
  });

  it('deletes several after one question; a refusal stays in the dialog', async () => {
    let isRefused = true;
    const { hand, deps } = await open(kind, ['a', 'b', 'c'], {
      more: {
        [remove]: () => {
          if (isRefused) throw problem(409, { message: 'It is under review.' });
          return { success: true };
        },
      },
    });
    for (const id of ['a', 'b', 'c'])
      await hand.click(await screen.findByRole('checkbox', { name: `Select “Item ${id}”` }));
    const bar = within(screen.getByRole('region', { name: `Selected ${plural}` }));
    await hand.click(bar.getByRole('button', { name: 'Delete' }));
    const name = `Delete “Item a”, “Item b” and 1 more ${noun}?`;
    const dialog = within(await screen.findByRole('dialog', { name }));
    await hand.click(dialog.getByRole('button', { name: `Delete 3 ${plural}` }));
    expect(await dialog.findByText('It is under review.')).toBeTruthy();
    expect(sent(deps, remove)).toHaveLength(1);
    isRefused = false;
    await hand.click(dialog.getByRole('button', { name: `Delete 3 ${plural}` }));
    expect(await screen.findByText(`3 ${plural} deleted`)).toBeTruthy();
    expect(sent(deps, remove)).toHaveLength(4);
    expect(screen.queryByRole('region', { name: `Selected ${plural}` })).toBeNull();
  });

  it('restores what is archived', async () => {
    const { hand, deps } = await open(kind, ['a'], { changes: { state: 'archived' } });
    await hand.click(await screen.findByRole('button', { name: 'Actions for “Item a”' }));
    await hand.click(await screen.findByRole('menuitem', { name: 'Restore' }));
    await waitFor(() => expect(sent(deps, update)).toMatchObject([{ body: { state: 'published' } }]));
  });
});

const [posts, videos, galleries, products] = kinds as [Kind, Kind, Kind, Kind];

it.each([posts, videos, galleries])('what is scheduled can be published now: $plural', async (kind) => {
  const { hand, deps } = await open(kind, ['a'], {
    changes: { state: 'scheduled', publishedAt: null, scheduledAt: '2026-12-24T10:00:00.000Z' },
  });
  await hand.click(await screen.findByRole('button', { name: 'Actions for “Item a”' }));
  expect(screen.queryByRole('menuitem', { name: /^View/ })).toBeNull();
  await hand.click(await screen.findByRole('menuitem', { name: 'Publish now' }));
  await waitFor(() =>
    expect(sent(deps, kind.update)).toMatchObject([{ body: { state: 'published', scheduledAt: null } }]),
  );
});

it('a product is put on sale', async () => {
  const { hand, deps } = await open(products, ['a'], { changes: { state: 'draft', publishedAt: null } });
  await hand.click(await screen.findByRole('button', { name: 'Actions for “Item a”' }));
  await hand.click(await screen.findByRole('menuitem', { name: 'Put on sale' }));
  expect(await screen.findAllByText('On sale')).not.toHaveLength(0);
  expect(sent(deps, products.update)).toEqual([{ params: { id: 'a' }, body: { state: 'published' } }]);
});

it('several auctions are canceled at once, except those that are over or have bids', async () => {
  const performer = aCard({ _id: 'me' });
  const route = 'DELETE /autions/:id';
  const { hand, deps } = await draw(<StudioAuctionsView />, {
    user: { _id: 'me', isPerformer: true },
    path: '/creator/auctions',
    answers: {
      'GET /performer/pinned-views': () => ({ data: [] }),
      'GET /autions/users/:id': () =>
        page([
          aLiveAuction({ performer, _id: 'a', title: 'Item a' }),
          aLiveAuction({ performer, _id: 'b', title: 'Item b', bidCount: 1, currentPrice: 20 }),
          aLiveAuction({ performer, _id: 'c', title: 'Item c', state: 'cancelled' }),
        ]),
      [route]: () => ({ success: true }),
    },
  });
  for (const id of ['a', 'b'])
    await hand.click(await screen.findByRole('checkbox', { name: `Select “Item ${id}”` }));
  expect(screen.queryByRole('button', { name: 'Actions for “Item c”' })).toBeNull();
  const bar = within(screen.getByRole('region', { name: 'Selected auctions' }));
  expect(bar.queryByRole('button', { name: /Archive|Edit/ })).toBeNull();
  await hand.click(bar.getByRole('button', { name: 'Cancel auctions' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Cancel “Item a”?' }));
  expect(dialog.getByRole('button', { name: 'Keep auction' })).toBeTruthy();
  await hand.click(dialog.getByRole('button', { name: 'Cancel auction' }));
  await waitFor(() => expect(sent(deps, route)).toMatchObject([{ params: { id: 'a' } }]));
});
