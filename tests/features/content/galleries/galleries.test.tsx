import type { ComponentProps } from 'react';
import { configure, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { GalleryPage } from '#features/content/galleries/gallery-page.tsx';
import { ProfileGalleries } from '#features/people/profile/tabs/profile-galleries.tsx';
import { ProfilePhotos } from '#features/people/profile/tabs/profile-photos.tsx';
import { PurchaseDialogs } from '#components/money/wallet/purchase-dialogs.tsx';
import { problem } from '../../../state/setup/fake-api.ts';
import { draw, type Drawn } from '../../../components/setup/draw.tsx';
import { aPerformer, aRow } from '../../../setup/factories/creators.ts';
import { aGallery, aLockedGallery, aLockedPhoto, aPhoto } from '../../../setup/factories/galleries.ts';
import { charged } from '../../../setup/factories/payments.ts';

// The viewer, menus and dialogs are loaded lazily, which can take a while on a busy machine.
configure({ asyncUtilTimeout: 5_000 });

const none = { data: [], total: 0, nextCursor: null };
const photosRoute = 'GET /performer-assets/photos';
type GalleryData = ComponentProps<typeof GalleryPage>;
const data = (changes: GalleryData = {}): GalleryData => ({
  gallery: aGallery(),
  photos: { data: ['a', 'b', 'c'].map((id) => aPhoto(id)), total: 3, nextCursor: null },
  related: [],
  ...changes,
});
const start = (given: GalleryData, drawn: Drawn = {}) =>
  draw(<GalleryPage {...given} />, { user: null, path: '/galleries/g1', ...drawn });
const performer = aPerformer();

describe('the page of a gallery', () => {
  it('shows its text and photos, each with its aspect ratio before it loads', async () => {
    await start(
      data({ gallery: aGallery({ coCreators: [{ ...aGallery().performer, _id: 'x', name: 'Ben' }] }) }),
    );
    expect(screen.getByRole('heading', { level: 1, name: 'Night city' })).toBeTruthy();
    expect(screen.getByText(/^3 photos/)).toBeTruthy();
    expect(screen.getByRole('link', { name: /Ben/ })).toBeTruthy();
    const wall = screen.getByRole('list', { name: 'Photos of Night city' });
    expect(
      within(wall)
        .getAllByRole('button')
        .map((button) => button.getAttribute('aria-label')),
    ).toEqual(['What a shows', 'What b shows', 'What c shows']);
    const [first] = within(wall).getAllByRole('listitem');
    expect(Number(first!.style.getPropertyValue('--ratio'))).toBeCloseTo(4 / 3);
  });

  it('opens the viewer at the pressed photo, navigates by keys and returns focus', async () => {
    const { hand } = await start(data());
    const second = screen.getByRole('button', { name: 'What b shows' });
    await hand.click(second);
    const viewer = await screen.findByRole('dialog', { name: 'Photo 2 of 3' });
    expect(within(viewer).getByText('Photo b · What b shows · 2 / 3')).toBeTruthy();
    fireEvent.keyDown(document, { key: 'End' });
    expect(await screen.findByRole('dialog', { name: 'Photo 3 of 3' })).toBeTruthy();
    fireEvent(screen.getByRole('dialog'), new Event('cancel', { cancelable: true }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(document.activeElement).toBe(second);
  });

  it('locked: shows the counts and every way to get access, cheapest first, with the remaining price; no photo', async () => {
    await start(
      data({
        gallery: aLockedGallery(),
        photos: {
          data: Array.from({ length: 20 }, (_, at) => aLockedPhoto(`${at}`)),
          total: 20,
          nextCursor: null,
        },
      }),
    );
    expect(screen.getByText('20 photos')).toBeTruthy();
    expect(
      screen
        .getAllByRole('button')
        .map(({ textContent }) => textContent)
        .filter((text) => /Unlock|Subscribe/.test(text ?? '')),
    ).toEqual(['Unlock for 90 tokens ($4.50)', 'Subscribe $9.99 a month']);
    expect(screen.queryByRole('list', { name: /Photos of/ })).toBeNull();
    expect(document.querySelector('img[src*="640"]')).toBeNull();
  });

  it('locked: photos bought elsewhere are open already', async () => {
    await start(
      data({
        gallery: aLockedGallery(),
        photos: { data: [aLockedPhoto('a'), aPhoto('b')], total: 2, nextCursor: null },
      }),
    );
    expect(
      within(screen.getByRole('list', { name: 'Photos you already own' })).getAllByRole('button'),
    ).toHaveLength(1);
  });

  it('is bought with one charge, and opens in place', async () => {
    let bought = false;
    const { hand, deps } = await draw(
      <>
        <GalleryPage
          {...data({
            gallery: aLockedGallery(),
            photos: { data: [aLockedPhoto('a')], total: 1, nextCursor: null },
          })}
        />
        <PurchaseDialogs />
      </>,
      {
        path: '/galleries/g1',
        user: { balance: 500 },
        answers: {
          'GET /performer-assets/galleries/:id/view': () =>
            bought
              ? aGallery({ access: { allowed: true, reason: 'purchased', routes: [] } })
              : aLockedGallery(),
          [photosRoute]: () => ({
            data: [bought ? aPhoto('a') : aLockedPhoto('a')],
            total: 1,
            nextCursor: null,
          }),
          'POST /wallet/charges/gallery/:id': () => {
            bought = true;
            return charged(410, { kind: 'gallery', itemId: 'g1', tokens: 90 });
          },
        },
      },
    );
    await hand.click(screen.getByRole('button', { name: /Unlock for 90 tokens/ }));
    const dialog = await screen.findByRole('dialog', { name: 'Unlock this gallery' });
    expect(dialog.textContent).toContain('20 photos');
    await hand.click(within(dialog).getByRole('button', { name: /Unlock for 90 tokens/ }));
    await waitFor(() =>
      expect(deps.api.calls.filter(([route]) => route === 'POST /wallet/charges/gallery/:id')).toHaveLength(
        1,
      ),
    );
    expect(await screen.findByRole('button', { name: 'What a shows' }, { timeout: 5_000 })).toBeTruthy();
  });

  it('without server data loads by itself, says if it is gone, and offers a retry', async () => {
    let tries = 0;
    await draw(<GalleryPage />, {
      path: '/galleries/g1?id=g1',
      user: null,
      answers: {
        'GET /performer-assets/galleries/:id/view': () => {
          tries += 1;
          if (tries === 1) throw problem(500, { message: 'Not now.' });
          if (tries === 2) throw problem(404);
          return aGallery();
        },
        'GET /performer-assets/galleries/search': () => none,
        [photosRoute]: () => none,
      },
    });
    fireEvent.click(await screen.findByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('Gallery not found')).toBeTruthy();
  });
});

describe('profile tabs', () => {
  it('galleries: sortable, each linking to its page', async () => {
    const { hand, deps } = await draw(<ProfileGalleries performer={performer} own={false} />, {
      answers: {
        'GET /performer-assets/galleries/search': () => ({
          data: [aGallery(), aLockedGallery({ _id: 'g2', title: 'For sale' })],
          total: 2,
          nextCursor: null,
        }),
      },
    });
    expect((await screen.findByRole('link', { name: 'Night city' })).getAttribute('href')).toBe(
      '/galleries/g1',
    );
    expect(screen.getByRole('article', { name: 'For sale' }).textContent).toMatch(/Locked: 90 tokens/);
    await hand.click(screen.getByRole('button', { name: 'Most liked' }));
    await waitFor(() =>
      expect(deps.api.calls.at(-1)?.[1]).toMatchObject({
        query: { performerId: aRow()._id, sort: 'popular' },
      }),
    );
  });

  it('photos: open ones open, a locked one links to how to get access', async () => {
    const { hand, store } = await draw(<ProfilePhotos performer={performer} own={false} />, {
      answers: {
        'GET /performer-assets/photos/:performerId': () => ({
          data: [aPhoto('a'), aLockedPhoto('b'), aPhoto('c')],
          total: 3,
          nextCursor: null,
        }),
        'GET /performers/:id': () => performer,
      },
    });
    await hand.click(await screen.findByRole('button', { name: 'What c shows' }));
    expect(await screen.findByRole('dialog', { name: 'Photo 2 of 2' })).toBeTruthy();
    await hand.click(screen.getByRole('button', { name: 'Close' }));
    await hand.click(screen.getByRole('button', { name: 'Locked photo 2' }));
    await waitFor(() =>
      expect(
        (store.getState() as { subscriptionModal: { showModal: boolean } }).subscriptionModal.showModal,
      ).toBe(true),
    );
  });

  it('say what is missing, and how to start on your own profile', async () => {
    await draw(
      <>
        <ProfileGalleries performer={performer} own />
        <ProfilePhotos performer={performer} own={false} />
      </>,
      {
        answers: {
          'GET /performer-assets/galleries/search': () => none,
          'GET /performer-assets/photos/:performerId': () => {
            throw problem(500, { message: 'Not now.' });
          },
        },
      },
    );
    expect((await screen.findByRole('link', { name: 'New gallery' })).getAttribute('href')).toBe(
      '/creator/galleries/new',
    );
    expect(await screen.findByText(/Not now\./)).toBeTruthy();
  });
});
