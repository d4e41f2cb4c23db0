import { configure, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { StudioGalleriesView } from '#features/content/galleries/studio-galleries-view.tsx';
import { PhotosView } from '#features/content/galleries/studio-photos-view.tsx';
import type { OwnPhoto } from '#contract/content/photos.ts';
import { Toaster } from '#ui/overlays/toaster.tsx';
import { problem } from '../../../state/setup/fake-api.ts';
import { draw, type Drawn } from '../../../components/setup/draw.tsx';
import { anOwnGallery, anOwnPhoto, inGallery } from '../../../setup/factories/galleries.ts';

// The viewer, menus and dialogs are loaded lazily, which can take a while on a busy machine.
configure({ asyncUtilTimeout: 5_000 });

const creator = { user: { isPerformer: true } } as const;
const listRoute = 'GET /performer/performer-assets/photos/search';
const bulkRoute = 'POST /performer/performer-assets/photos/bulk';
const image = (name: string) => new File(['x'], name, { type: 'image/jpeg' });
const page = (data: OwnPhoto[]) => ({ data, total: data.length, nextCursor: null });

beforeEach(() => {
  URL.createObjectURL ??= () => 'blob:here';
  URL.revokeObjectURL ??= () => {};
});

describe('all photos', () => {
  const open = (path = '/creator/photos', answers: Drawn['answers'] = {}) =>
    draw(
      <>
        <PhotosView />
        <Toaster />
      </>,
      {
        ...creator,
        path,
        answers: {
          [listRoute]: () =>
            page([
              anOwnPhoto('a'),
              anOwnPhoto('b', { gallery: inGallery }),
              anOwnPhoto('c', { state: 'draft' }),
            ]),
          ...answers,
        },
      },
    );

  it('filters are stored in the URL and read from it', async () => {
    const { hand, went, deps } = await open('/creator/photos?where=single&state=draft');
    await screen.findByText('Photo a');
    expect(deps.api.calls.find(([route]) => route === listRoute)?.[1]).toMatchObject({
      query: { where: 'single', state: 'draft' },
    });
    await hand.click(screen.getByRole('button', { name: 'In galleries' }));
    expect(went.at(-1)).toBe('/creator/photos?where=gallery&state=draft');
    await hand.selectOptions(screen.getByRole('combobox', { name: 'Who can see them' }), 'followers');
    expect(went.at(-1)).toBe('/creator/photos?where=gallery&state=draft&audience=followers');
  });

  it('new ones get the audience chosen before', async () => {
    const { hand, deps } = await open();
    await hand.click(
      within(screen.getByRole('group', { name: 'Who can see new photos' })).getByRole('button', {
        name: 'Everyone',
      }),
    );
    await hand.upload(screen.getByLabelText('Add photos'), image('a.jpg'));
    await waitFor(() =>
      expect(deps.api.uploads[0]?.body).toEqual({ audience: 'public', state: 'published' }),
    );
    await hand.click(screen.getByRole('button', { name: 'Only you, as drafts' }));
    await hand.upload(screen.getByLabelText('Add photos'), image('b.jpg'));
    await waitFor(() => expect(deps.api.uploads[1]?.body).toMatchObject({ state: 'draft' }));
  });

  it('the audience can be set for many standalone ones, not for one in a gallery; they are moved together', async () => {
    const { hand, deps } = await open('/creator/photos', {
      [bulkRoute]: ({ body }) => ({ changed: body.photoIds.length }),
      'GET /performer/performer-assets/galleries/search': () => ({
        data: [anOwnGallery({ _id: 'g2', title: 'Another' })],
        total: 1,
        nextCursor: null,
      }),
    });
    await hand.click(await screen.findByRole('checkbox', { name: 'Select Photo a' }));
    await hand.click(screen.getByRole('checkbox', { name: 'Select Photo c' }));
    await hand.selectOptions(
      within(screen.getByRole('region', { name: 'Selected photos' })).getByRole('combobox', {
        name: 'Who can see them',
      }),
      'public',
    );
    await waitFor(() =>
      expect(deps.api.calls.find(([route]) => route === bulkRoute)?.[1]).toMatchObject({
        body: { action: 'audience', photoIds: ['a', 'c'], audience: 'public' },
      }),
    );
    await hand.click(await screen.findByRole('checkbox', { name: 'Select Photo b' }));
    const bar = screen.getByRole('region', { name: 'Selected photos' });
    expect(within(bar).queryByRole('combobox')).toBeNull();
    await hand.click(within(bar).getByRole('button', { name: 'Move' }));
    const dialog = await screen.findByRole('dialog', { name: 'Move 1 photo' });
    await hand.selectOptions(await within(dialog).findByRole('combobox', { name: 'To' }), 'g2');
    await hand.click(within(dialog).getByRole('button', { name: 'Move' }));
    await waitFor(() =>
      expect(deps.api.calls.filter(([route]) => route === bulkRoute).at(-1)?.[1]).toMatchObject({
        body: { action: 'move', photoIds: ['b'], galleryId: 'g2' },
      }),
    );
  });

  it('empty and failed say what to do', async () => {
    const empty = await open('/creator/photos?q=zebra', { [listRoute]: () => page([]) });
    expect(await screen.findByText('No photos found')).toBeTruthy();
    empty.unmount();
    await open('/creator/photos', {
      [listRoute]: () => {
        throw problem(500, { message: 'Not now.' });
      },
    });
    expect(await screen.findByText('Not now.')).toBeTruthy();
  });
});

it('the list of galleries keeps its filters in the URL', async () => {
  const { hand, went } = await draw(<StudioGalleriesView />, {
    ...creator,
    path: '/creator/galleries?q=night',
    answers: {
      'GET /performer/performer-assets/galleries/search': () => ({ data: [], total: 0, nextCursor: null }),
    },
  });
  await hand.selectOptions(screen.getByRole('combobox', { name: 'Status' }), 'draft');
  expect(went.at(-1)).toBe('/creator/galleries?q=night&state=draft');
});
