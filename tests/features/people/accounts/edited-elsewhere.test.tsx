import { screen, waitFor, within } from '@testing-library/react';
import type { ReactElement } from 'react';
import { beforeEach, describe, expect, it } from 'vitest';
import type { OwnPostSeries } from '#contract/content/posts/series.ts';
import { AddressForm } from '#components/trade/shop/address-form.tsx';
import { PhotoDialog } from '#features/content/galleries/photo-dialog.tsx';
import { EditPayoutDialog } from '#features/trade/payouts/payout-dialogs.tsx';
import { EditStream } from '#features/talk/live/studio/edit-stream.tsx';
import { SeriesDialog } from '#features/content/posts/series/series-dialog.tsx';
import { ProfileForm } from '#features/people/accounts/profile-form.tsx';
import { EditAuctionView } from '#features/trade/auctions/edit-auction-view.tsx';
import { EditGalleryView } from '#features/content/galleries/edit-gallery-view.tsx';
import { EditProductView } from '#features/trade/shop/edit-product-view.tsx';
import { EditVideoView } from '#features/content/videos/edit-video-view.tsx';
import { type Replies, problem } from '../../../state/setup/fake-api.ts';
import { aUser } from '../../../setup/factories/accounts.ts';
import { aLiveAuction } from '../../../setup/factories/auctions.ts';
import { aCard } from '../../../setup/factories/creators.ts';
import { aFile } from '../../../setup/factories/files.ts';
import { anOwnGallery, anOwnPhoto } from '../../../setup/factories/galleries.ts';
import { anAddress } from '../../../setup/factories/orders.ts';
import { aPayout, aPayoutQuote } from '../../../setup/factories/payouts.ts';
import { anOwnProduct } from '../../../setup/factories/products.ts';
import { someCountries } from '../../../setup/factories/site.ts';
import { aStream } from '../../../setup/factories/streams.ts';
import { anOwnVideo } from '../../../setup/factories/videos.ts';
import { draw } from '../../../components/setup/draw.tsx';

const anOwnSeries = (changes: Partial<OwnPostSeries>): OwnPostSeries => ({
  _id: 's1',
  title: 'Clay',
  description: '',
  posts: 3,
  published: 2,
  createdAt: '2026-03-01T09:00:00.000Z',
  updatedAt: '2026-03-01T09:00:00.000Z',
  ...changes,
});
const [before, after] = ['2026-03-02T09:00:00.000Z', '2026-03-02T09:05:00.000Z'];
interface Thing {
  readonly updatedAt: string;
  readonly title?: string;
  readonly name?: string;
  readonly note?: string;
}
interface Form {
  readonly thing: Thing;
  readonly field: 'title' | 'name' | 'note';
  readonly label: string | RegExp;
  readonly save: string;
  readonly path: string;
  readonly get: string;
  /** The reply of `get`, where it isn’t the thing alone. */
  readonly reply?: (thing: Thing) => unknown;
  readonly put: string;
  readonly view: (thing: Thing) => ReactElement;
  readonly user?: object;
  readonly more?: Replies;
}

/** Every form of something that several tabs can have open; the post's has a file of its own. */
const forms: Readonly<Record<string, Form>> = {
  gallery: {
    thing: anOwnGallery({ updatedAt: before, title: 'As it was' }),
    field: 'title',
    label: 'Title',
    save: 'Save changes',
    path: '/creator/galleries/g1?id=g1',
    get: 'GET /performer/performer-assets/galleries/:id/view',
    put: 'PUT /performer/performer-assets/galleries/:id',
    view: () => <EditGalleryView />,
  },
  video: {
    thing: anOwnVideo({ updatedAt: before, title: 'As it was' }),
    field: 'title',
    label: 'Title',
    save: 'Save changes',
    path: '/creator/videos/v1?id=v1',
    get: 'GET /performer/performer-assets/videos/:id/view',
    put: 'PUT /performer/performer-assets/videos/edit/:id',
    view: () => <EditVideoView />,
  },
  product: {
    thing: anOwnProduct({ updatedAt: before, title: 'As it was' }),
    field: 'title',
    label: 'Title',
    save: 'Save changes',
    path: '/creator/products/p1?id=p1',
    get: 'GET /performer/performer-assets/products/:id/view',
    put: 'PUT /performer/performer-assets/products/:id',
    view: () => <EditProductView />,
  },
  auction: {
    thing: aLiveAuction({
      updatedAt: before,
      title: 'As it was',
      performer: aCard({ _id: 'me' }),
      images: [aFile()],
      startAt: new Date(Date.now() + 3_600_000).toISOString(),
      endAt: new Date(Date.now() + 90_000_000).toISOString(),
      state: 'scheduled',
    }),
    field: 'title',
    label: 'Title',
    save: 'Save changes',
    path: '/creator/auctions/a1?id=a1',
    get: 'GET /autions/:id/view',
    put: 'PUT /autions/:id',
    view: () => <EditAuctionView />,
    more: { 'GET /countries/list': () => ({ data: [], total: 0 }) },
  },
  profile: {
    thing: aUser({ updatedAt: before, name: 'As it was' }),
    field: 'name',
    label: 'Name',
    save: 'Save',
    path: '/user/account',
    get: 'GET /users/me',
    put: 'PUT /users',
    view: (thing) => <ProfileForm user={thing as ReturnType<typeof aUser>} />,
    user: { updatedAt: before, name: 'As it was', isPerformer: false },
  },
  address: {
    thing: anAddress({ updatedAt: before, name: 'As it was' }),
    field: 'name',
    label: 'Name',
    save: 'Save address',
    path: '/user/account',
    get: 'GET /addresses/search',
    reply: (thing) => ({ data: [anAddress({ _id: 'other' }), thing], total: 2 }),
    put: 'PUT /addresses/:id',
    view: (thing) => <AddressForm address={thing as ReturnType<typeof anAddress>} onSaved={() => {}} />,
    more: {
      'GET /countries/list': someCountries,
      'GET /states/:country': () => ({ data: [], total: 0 }),
      'GET /phone-codes/list': () => ({ data: [], total: 0 }),
    },
  },
  photo: {
    thing: anOwnPhoto('ph1', { updatedAt: before, title: 'As it was' }),
    field: 'title',
    label: /^Caption/,
    save: 'Save changes',
    path: '/creator/photos',
    get: 'GET /performer/performer-assets/photos/search',
    reply: (thing) => ({ data: [anOwnPhoto('other'), thing], total: 2, nextCursor: null }),
    put: 'PUT /performer/performer-assets/photos/:id',
    view: (thing) => <PhotoDialog photo={thing as ReturnType<typeof anOwnPhoto>} onClose={() => {}} />,
  },
  series: {
    thing: anOwnSeries({ updatedAt: before, title: 'As it was' }),
    field: 'title',
    label: 'Title',
    save: 'Save changes',
    path: '/creator/series',
    get: 'GET /performer/post-series/:id',
    put: 'PUT /performer/post-series/:id',
    view: (thing) => (
      <SeriesDialog series={thing as ReturnType<typeof anOwnSeries>} onDone={() => {}} onClose={() => {}} />
    ),
  },
  stream: {
    // What runs moves every few seconds: its version is that of its edits.
    thing: { ...aStream({ editedAt: before, title: 'As it was' }), updatedAt: before },
    field: 'title',
    label: 'Title',
    save: 'Save changes',
    path: '/creator/live',
    get: 'GET /streaming/:id',
    reply: (thing) => ({ ...thing, updatedAt: new Date().toISOString(), editedAt: thing.updatedAt }),
    put: 'PUT /streaming/live/:id',
    view: (thing) => <EditStream stream={thing as ReturnType<typeof aStream>} />,
  },
  payout: {
    thing: aPayout({ updatedAt: before, note: 'As it was' }),
    field: 'note',
    label: /^Note/,
    save: 'Save',
    path: '/creator/payouts',
    get: 'GET /payout-requests/:id/view',
    put: 'PUT /payout-requests/:id',
    view: (thing) => <EditPayoutDialog payout={thing as ReturnType<typeof aPayout>} onClose={() => {}} />,
    more: { 'POST /payout-requests/calculate': () => aPayoutQuote() },
  },
};

/** A server with one thing, on which another tab writes. */
async function open(form: Form) {
  let thing = form.thing;
  const written: unknown[] = [];
  const drawn = await draw(form.view(thing), {
    user: form.user ?? { _id: 'me', isPerformer: true },
    path: form.path,
    answers: {
      ...form.more,
      [form.get]: () => form.reply?.(thing) ?? thing,
      [form.put]: (sent: { version?: string; body?: Record<string, unknown> }) => {
        if (sent.version !== thing.updatedAt)
          throw problem(409, { code: 'version_changed', message: 'This was changed elsewhere.' });
        written.push(sent.body?.[form.field]);
        return { ...thing, ...sent.body };
      },
    },
  });
  const box = await screen.findByLabelText<HTMLInputElement>(form.label);
  await drawn.hand.clear(box);
  await drawn.hand.type(box, 'Mine');
  return {
    ...drawn,
    written,
    box,
    elsewhere: (change: object) => (thing = { ...thing, ...change, updatedAt: after }),
    save: async () => drawn.hand.click(await screen.findByRole('button', { name: form.save })),
  };
}
beforeEach(() => localStorage.clear());
describe.each(Object.keys(forms))('a %s that was changed in another tab', (noun) => {
  const form = forms[noun]!;

  it('isn’t overwritten silently: both versions are there, and one’s own replaces it if one says so', async () => {
    const { hand, written, box, elsewhere, save } = await open(form);
    elsewhere({ [form.field]: 'Theirs' });
    await save();
    const dialog = within(await screen.findByRole('dialog', { name: `This ${noun} was changed elsewhere` }));
    expect(dialog.getByText('Theirs')).toBeTruthy();
    expect([written, box.value]).toEqual([[], 'Mine']);
    await hand.click(dialog.getByRole('button', { name: 'Keep mine' }));
    await save();
    await waitFor(() => expect(written).toEqual(['Mine']));
  });

  it('is saved without a question if nothing that the form shows has changed', async () => {
    const { written, elsewhere, save } = await open(form);
    elsewhere({});
    await save();
    await waitFor(() => expect(written).toEqual(['Mine']));
    expect(screen.queryByText(/changed elsewhere/)).toBeNull();
  });
});

describe.each(Object.keys(forms))('a %s whose saving wasn’t answered', (noun) => {
  const form = forms[noun]!;

  it('is saved without a question if it is what one sent, such as after an answer that was lost', async () => {
    const { written, elsewhere, save } = await open(form);
    elsewhere({ [form.field]: 'Mine' });
    await save();
    await waitFor(() => expect(written).toEqual(['Mine']));
    expect(screen.queryByText(/changed elsewhere/)).toBeNull();
  });
});

it('fills the form of a running stream with the other version, because a reload would interrupt it', async () => {
  const { hand, box, elsewhere, save, written } = await open(forms['stream']!);
  elsewhere({ title: 'Theirs' });
  await save();
  await hand.click(await screen.findByRole('button', { name: 'Use the other version' }));
  expect(box.value).toBe('Theirs');
  await hand.type(box, ', and mine');
  await save();
  await waitFor(() => expect(written).toEqual(['Theirs, and mine']));
});

it('takes the stock of its own save for known, once that wasn’t answered', async () => {
  let product = anOwnProduct({ updatedAt: before, stock: 3 });
  const written: unknown[] = [];
  const { hand } = await draw(<EditProductView />, {
    user: { _id: 'me', isPerformer: true },
    path: '/creator/products/p1?id=p1',
    answers: {
      'GET /performer/performer-assets/products/:id/view': () => product,
      'PUT /performer/performer-assets/products/:id': (sent) => {
        const { version, body } = sent as { version?: string; body?: unknown };
        if (version !== product.updatedAt)
          throw problem(409, { code: 'version_changed', message: 'Changed.' });
        written.push(body);
        if (product.updatedAt === after) return product;
        product = { ...product, stock: 5, updatedAt: after };
        throw problem(0, { code: 'network', message: 'We couldn’t reach the server.' });
      },
    },
  });
  const stock = await screen.findByLabelText(/^Quantity|stock/i);
  await hand.clear(stock);
  await hand.type(stock, '5');
  await hand.click(screen.getByRole('button', { name: 'Save changes' }));
  await screen.findByText('We couldn’t reach the server.');
  await hand.click(screen.getByRole('button', { name: 'Save changes' }));
  await waitFor(() =>
    expect(written).toEqual([
      { stock: 5, stockSeen: 3 },
      { stock: 5, stockSeen: 5 },
    ]),
  );
});
