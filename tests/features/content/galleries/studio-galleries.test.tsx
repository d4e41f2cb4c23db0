import { act, configure, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import {
  emptyMediaItem,
  toMediaItemBody,
  toMediaItemValues,
} from '#components/content/media-items/media-item-values.ts';
import { EditGalleryView } from '#features/content/galleries/edit-gallery-view.tsx';
import { toGalleryUpdate, galleryErrors } from '#features/content/galleries/gallery-values.ts';
import { NewGalleryView } from '#features/content/galleries/new-gallery-view.tsx';
import { inOrder, withPicked } from '#features/content/galleries/use-gallery-order.ts';
import type { OwnPhoto } from '#contract/content/photos.ts';
import { Toaster } from '#ui/overlays/toaster.tsx';
import { problem } from '../../../state/setup/fake-api.ts';
import { draw, type Drawn } from '../../../components/setup/draw.tsx';
import { aFile } from '../../../setup/factories/files.ts';
import { anOwnGallery, anOwnPhoto, inGallery } from '../../../setup/factories/galleries.ts';

// The viewer, menus and dialogs are loaded lazily, which can take a while on a busy machine.
configure({ asyncUtilTimeout: 5_000 });

const creator = { user: { isPerformer: true } } as const;
const listRoute = 'GET /performer/performer-assets/photos/search';
const viewRoute = 'GET /performer/performer-assets/galleries/:id/view';
const bulkRoute = 'POST /performer/performer-assets/photos/bulk';
const image = (name: string) => new File(['x'], name, { type: 'image/jpeg' });
const page = (data: OwnPhoto[]) => ({ data, total: data.length, nextCursor: null });

beforeEach(() => {
  URL.createObjectURL ??= () => 'blob:here';
  URL.revokeObjectURL ??= () => {};
});

describe('gallery form values', () => {
  it.each([
    ['nothing', {}, { goesOut: false, count: 0 }, { title: 'Enter a title.' }],
    ['a name alone, as a draft', { title: 'a' }, { goesOut: false, count: 0 }, {}],
    [
      'without photos can’t go out',
      { title: 'a' },
      { goesOut: true, count: 0 },
      { photos: 'Add at least one photo.' },
    ],
    [
      'sold for nothing',
      { title: 'a', sells: true, price: '0' },
      { goesOut: false, count: 1 },
      { price: 'Enter a price from 1 token to 100,000 tokens.' },
    ],
    [
      'later, without a time',
      { title: 'a', later: true },
      { goesOut: true, count: 1 },
      { scheduledAt: 'Choose when to publish it.' },
    ],
  ])('%s', (...[, values, about, expected]) =>
    expect(galleryErrors({ ...emptyMediaItem, ...values }, about)).toEqual(expected),
  );

  it("without a price cost nothing; an untouched schedule isn't sent", () => {
    expect(toMediaItemBody({ ...emptyMediaItem, title: ' a ', price: '50' })).toMatchObject({
      title: 'a',
      price: 0,
      includedInSubscription: false,
    });
    const gallery = anOwnGallery({
      state: 'scheduled',
      publishedAt: null,
      scheduledAt: '2026-12-01T10:00:20.000Z',
    });
    expect(toGalleryUpdate(gallery, toMediaItemValues(gallery), undefined)).not.toHaveProperty('scheduledAt');
    expect(
      toGalleryUpdate(gallery, { ...toMediaItemValues(gallery), later: false }, 'published'),
    ).toMatchObject({
      scheduledAt: null,
      state: 'published',
    });
  });
});

describe('an order of photos', () => {
  const photos = ['a', 'b', 'c', 'd'].map((id) => anOwnPhoto(id));
  const ids = (rows: readonly OwnPhoto[]) => rows.map(({ _id }) => _id);
  it('is as requested, with the rest behind', () => {
    expect(ids(inOrder(photos, null))).toEqual(['a', 'b', 'c', 'd']);
    expect(ids(inOrder(photos, ['c', 'a']))).toEqual(['c', 'a', 'b', 'd']);
  });
  it('of uploads is the order of selection, after existing photos', () => {
    expect(withPicked(['x', 'b', 'a', 'c'], ['a', 'b', 'c'])).toEqual(['x', 'a', 'b', 'c']);
    expect(withPicked(['x', 'b'], ['a', 'b'])).toEqual(['x', 'b']);
  });
});

it('a new gallery is a draft with a title and pricing, and leads to its photos', async () => {
  const { hand, deps, went } = await draw(<NewGalleryView />, {
    ...creator,
    answers: { 'POST /performer/performer-assets/galleries': () => anOwnGallery({ _id: 'new' }) },
  });
  await hand.click(screen.getByRole('button', { name: 'Continue to photos' }));
  expect(screen.getByLabelText('Title').getAttribute('aria-describedby')).toBe(
    screen.getByText('Enter a title.').id,
  );
  expect(document.activeElement).toBe(screen.getByRole('textbox', { name: /Title/ }));
  await hand.type(screen.getByRole('textbox', { name: /Title/ }), 'Night city');
  await hand.click(screen.getByRole('checkbox', { name: /Sell this gallery/ }));
  await hand.type(screen.getByRole('textbox', { name: /Price/ }), '120');
  await hand.click(screen.getByRole('button', { name: 'Continue to photos' }));
  await waitFor(() => expect(went).toEqual(['/creator/galleries/new']));
  expect(
    deps.api.calls.find(([route]) => route === 'POST /performer/performer-assets/galleries')?.[1],
  ).toMatchObject({
    body: { title: 'Night city', price: 120, includedInSubscription: true, audience: 'subscribers' },
  });
});

describe('a gallery in the studio', () => {
  const own = (id: string, changes: Partial<OwnPhoto> = {}) =>
    anOwnPhoto(id, { gallery: inGallery, ...changes });
  /** The server's gallery, as far as the page requests it. */
  function served(photos: OwnPhoto[], state: 'draft' | 'published' = 'draft') {
    const server = { photos, state };
    const gallery = () =>
      anOwnGallery({
        state: server.state,
        publishedAt: server.state === 'published' ? '2026-11-20T10:00:00.000Z' : null,
        numOfItems: server.photos.filter((photo) => photo.state === 'published').length,
      });
    const answers: Drawn['answers'] = {
      [viewRoute]: gallery,
      [listRoute]: () => page(server.photos),
      'PUT /performer/performer-assets/galleries/:id/order': ({ body }) => {
        server.photos = body.photoIds.map((id) => server.photos.find(({ _id }) => _id === id)!);
        return { success: true };
      },
      'PUT /performer/performer-assets/galleries/:id': ({ body }) => {
        if (body?.state === 'published') server.state = 'published';
        return gallery();
      },
      [bulkRoute]: ({ body }) => {
        if (body.action === 'archive')
          server.photos = server.photos.map((photo) =>
            body.photoIds.includes(photo._id) ? { ...photo, state: 'archived' as const } : photo,
          );
        if (body.action === 'delete' || body.action === 'move')
          server.photos = server.photos.filter(({ _id }) => !body.photoIds.includes(_id));
        return { changed: body.photoIds.length };
      },
      'POST /performer/performer-assets/photos/set-cover/:id': ({ params }) => {
        server.photos = server.photos.map((photo) => ({ ...photo, isCover: photo._id === params.id }));
        return { success: true };
      },
      'GET /performer/performer-assets/galleries/search': () => ({
        data: [anOwnGallery(), anOwnGallery({ _id: 'g2', title: 'Another' })],
        total: 2,
        nextCursor: null,
      }),
    };
    return { server, answers };
  }
  const open = (
    photos: OwnPhoto[],
    more: { state?: 'draft' | 'published'; answers?: Drawn['answers'] } = {},
  ) => {
    const { server, answers } = served(photos, more.state);
    return draw(
      <>
        <EditGalleryView />
        <Toaster />
      </>,
      { ...creator, path: '/creator/galleries/g1?id=g1', answers: { ...answers, ...more.answers } },
    ).then((drawn) => ({ ...drawn, server }));
  };
  const shown = () =>
    within(screen.getByRole('list', { name: 'Photos of this gallery' }))
      .getAllByRole('checkbox')
      .map((box) => box.closest('label')?.textContent?.replace('Select ', ''));

  it('adds many photos at once in the order in which they were picked', async () => {
    const { hand, deps, server } = await open([own('x')]);
    await hand.upload(
      await screen.findByLabelText('Add photos'),
      ['a', 'b', 'c'].map((name) => image(`${name}.jpg`)),
    );
    await waitFor(() => expect(deps.api.uploads).toHaveLength(3));
    expect(deps.api.uploads.map(({ body }) => body)).toEqual([
      { galleryId: 'g1' },
      { galleryId: 'g1' },
      { galleryId: 'g1' },
    ]);
    // They arrive in reverse order.
    for (const [at, name] of [
      [2, 'c'],
      [1, 'b'],
      [0, 'a'],
    ] as const) {
      const photo = own(name, { file: aFile({ _id: `f-${name}` }), title: `Photo ${name}` });
      server.photos = [...server.photos, photo];
      await act(async () => {
        deps.api.uploads[at]!.arrive(photo);
        await Promise.resolve();
      });
    }
    await waitFor(() => expect(server.photos.map(({ _id }) => _id)).toEqual(['x', 'a', 'b', 'c']), {
      timeout: 5_000,
    });
    expect(shown()).toEqual(['Photo x', 'Photo a', 'Photo b', 'Photo c']);
  });

  it('reorders them by keyboard, sends the order after a pause, and announces it', async () => {
    const { hand, deps } = await open(['a', 'b', 'c'].map((id) => own(id)));
    const later = await screen.findByRole('button', { name: 'Move Photo a later' });
    later.focus();
    await hand.keyboard('{Enter}');
    expect(shown()).toEqual(['Photo b', 'Photo a', 'Photo c']);
    expect(document.activeElement?.getAttribute('aria-label')).toBe('Move Photo a later');
    await hand.keyboard('{Enter}');
    expect(shown()).toEqual(['Photo b', 'Photo c', 'Photo a']);
    expect(screen.getByText('Photo a is now 3 of 3.')).toBeTruthy();
    const orders = () => deps.api.calls.filter(([route]) => route.endsWith('/order'));
    await waitFor(() => expect(orders()).toHaveLength(1), { timeout: 3_000 });
    expect(orders()[0]?.[1]).toMatchObject({ body: { photoIds: ['b', 'c', 'a'] } });
  });

  it('reverts a rejected order with the reason', async () => {
    const { hand } = await open(
      ['a', 'b'].map((id) => own(id)),
      {
        answers: {
          'PUT /performer/performer-assets/galleries/:id/order': () => {
            throw problem(409, { message: 'The gallery holds other photos by now.' });
          },
        },
      },
    );
    await hand.click(await screen.findByRole('button', { name: 'Move Photo a later' }));
    expect(shown()).toEqual(['Photo b', 'Photo a']);
    expect(
      await screen.findByText('The gallery holds other photos by now.', {}, { timeout: 3_000 }),
    ).toBeTruthy();
    await waitFor(() => expect(shown()).toEqual(['Photo a', 'Photo b']));
  });

  it('uses the first as cover until another is chosen', async () => {
    const { hand } = await open(['a', 'b'].map((id) => own(id)));
    const coverOf = () => screen.getByText('Cover').closest('li')?.textContent;
    expect(await screen.findByText('Cover')).toBeTruthy();
    expect(coverOf()).toContain('Photo a');
    await hand.click(screen.getByRole('button', { name: 'Actions for Photo b' }));
    await hand.click(await screen.findByRole('menuitem', { name: 'Make cover' }));
    await waitFor(() => expect(coverOf()).toContain('Photo b'));
  });

  it('archives several together, which can be undone; deletes after confirmation', async () => {
    const { hand, deps } = await open(['a', 'b', 'c'].map((id) => own(id)));
    await hand.click(await screen.findByRole('checkbox', { name: 'Select Photo a' }));
    await hand.click(screen.getByRole('checkbox', { name: 'Select Photo b' }));
    const bar = screen.getByRole('region', { name: 'Selected photos' });
    expect(within(bar).queryByRole('combobox')).toBeNull();
    await hand.click(within(bar).getByRole('button', { name: 'Archive' }));
    expect(await screen.findByText('2 photos archived')).toBeTruthy();
    await hand.click(screen.getByRole('button', { name: 'Undo' }));
    await waitFor(() =>
      expect(deps.api.calls.filter(([route]) => route === bulkRoute).at(-1)?.[1]).toMatchObject({
        body: { action: 'publish', photoIds: ['a', 'b'] },
      }),
    );
    await hand.click(screen.getByRole('checkbox', { name: 'Select Photo c' }));
    await hand.click(
      within(screen.getByRole('region', { name: 'Selected photos' })).getByRole('button', { name: 'Delete' }),
    );
    await hand.click(
      within(await screen.findByRole('dialog', { name: 'Delete “Photo c”?' })).getByRole('button', {
        name: 'Delete photo',
      }),
    );
    await waitFor(() => expect(shown()).toEqual(['Photo a', 'Photo b']));
  });

  it('is published from its page; without a photo it says what is missing', async () => {
    const first = await open([]);
    await first.hand.click(await screen.findByRole('button', { name: 'Publish' }));
    expect(screen.getByText('Add at least one photo.')).toBeTruthy();
    expect(first.deps.api.routes()).not.toContain('PUT /performer/performer-assets/galleries/:id');
    first.unmount();
    const { hand } = await open([own('a')]);
    await hand.click(await screen.findByRole('button', { name: 'Publish' }));
    expect(await screen.findAllByText('Published')).not.toHaveLength(0);
    expect(await screen.findByRole('link', { name: 'View gallery' })).toBeTruthy();
  });

  it("edits a photo's caption and alt text in a dialog", async () => {
    const { hand, deps } = await open([own('a')], {
      answers: { 'PUT /performer/performer-assets/photos/:id': () => own('a') },
    });
    await hand.click(await screen.findByRole('button', { name: 'Actions for Photo a' }));
    await hand.click(await screen.findByRole('menuitem', { name: 'Edit' }));
    const dialog = await screen.findByRole('dialog', { name: 'Edit photo' });
    expect(within(dialog).queryByRole('radiogroup')).toBeNull();
    fireEvent.change(within(dialog).getByRole('textbox', { name: /Caption/ }), { target: { value: 'Rain' } });
    fireEvent.change(within(dialog).getByRole('textbox', { name: /Alt text/ }), {
      target: { value: 'A wet street' },
    });
    await hand.click(within(dialog).getByRole('button', { name: 'Save changes' }));
    await waitFor(() =>
      expect(
        deps.api.calls.find(([route]) => route === 'PUT /performer/performer-assets/photos/:id')?.[1],
      ).toMatchObject({ params: { id: 'a' }, body: { title: 'Rain', alt: 'A wet street' } }),
    );
  });

  it('says if it is gone', async () => {
    await draw(<EditGalleryView />, {
      ...creator,
      path: '/creator/galleries/g1?id=g1',
      answers: {
        [viewRoute]: () => {
          throw problem(404, { code: 'not_found' });
        },
      },
    });
    expect(await screen.findByText('Gallery not found')).toBeTruthy();
  });
});
