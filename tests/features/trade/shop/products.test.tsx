import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { destinations, fileText, filesText, stockText } from '#features/trade/shop/product-facts.tsx';
import { ProductPage } from '#features/trade/shop/product-page.tsx';
import type { Product } from '#contract/trade/products.ts';
import { type Replies, problem } from '../../../state/setup/fake-api.ts';
import { draw, keysOf } from '../../../components/setup/draw.tsx';
import { anAddress } from '../../../setup/factories/orders.ts';
import { aDownload, aProduct } from '../../../setup/factories/products.ts';
import { someCountries } from '../../../setup/factories/site.ts';
import { charged } from '../../../setup/factories/payments.ts';

const buy = 'POST /wallet/charges/product/:id';
const link = 'GET /performer-assets/products/:id/download-link';
const list = 'GET /performer-assets/products/:id/downloads';
const zip = 'POST /performer-assets/products/:id/download-all';
const aFileToDownload = (_id: string, name: string) => ({
  _id,
  name,
  mime: 'application/pdf',
  bytes: 2_400_000,
});
const bought = (tokens: number, balance: number) => ({
  ...charged(balance, { kind: 'product', itemId: 'pr1', tokens }),
  order: { _id: 'o1', number: 'K7Q3F-92XMA' },
});
const inputsOf = (calls: readonly (readonly [string, unknown])[], route: string) =>
  calls
    .filter(([name]) => name === route)
    .map(([, input]) => input as { body: object; key: string; params: object });

beforeEach(() => {
  URL.createObjectURL ??= () => 'blob:here';
  URL.revokeObjectURL ??= () => {};
});
afterEach(() => void vi.restoreAllMocks());

describe('product texts', () => {
  it.each([
    [null, 'Available'],
    [0, 'Sold out'],
    [1, '1 left'],
    [5, '5 left'],
    [6, 'In stock'],
  ] as const)('%s in stock: %s', (stock, words) => expect(stockText(stock)).toBe(words));
  it('say what is downloaded and where it ships', () => {
    expect(fileText({ mime: 'application/pdf', bytes: 2_400_000 })).toBe('PDF, 2.4 MB');
    expect(fileText({ mime: 'audio/flac', bytes: 900 })).toBe('Recording, 900 B');
    const pdf = { mime: 'application/pdf', bytes: 2_400_000 };
    expect([filesText([pdf]), filesText([pdf, pdf, pdf])]).toEqual(['PDF, 2.4 MB', '3 files, 7.2 MB in all']);
    expect(destinations([])).toBe('Worldwide');
    expect(destinations(['GB', 'DE'])).toBe('Germany, United Kingdom');
    expect(destinations(['AT', 'BE', 'CH', 'CZ', 'DE', 'DK', 'ES'])).toMatch(/ and 1 more$/);
  });
});

const start = (
  product: Product,
  { balance = 1_000, answers = {} }: { balance?: number; answers?: Replies } = {},
) =>
  draw(<ProductPage product={product} />, {
    path: `/products/${product._id}`,
    user: { balance },
    answers: {
      'GET /addresses/search': () => ({ data: [anAddress()], total: 1 }),
      'GET /countries/list': someCountries,
      'GET /performer-assets/products/:id': () => product,
      ...answers,
    },
  });
/** The dialog, whose code is loaded on the first press. */
const opened = async () => within(await screen.findByRole('dialog'));

describe('buying a physical product', () => {
  it('shows every part of the total before paying, and pays it once', async () => {
    const { hand, deps } = await start(aProduct(), { answers: { [buy]: () => bought(390, 610) } });
    await hand.click(screen.getByRole('button', { name: 'One more' }));
    await hand.click(screen.getByRole('button', { name: 'Buy' }));
    const dialog = await opened();
    expect((await dialog.findByRole<HTMLInputElement>('radio', { name: /Nora Field/ })).checked).toBe(true);
    expect(dialog.getByText('2 × Breakfast mug').closest('div')!.textContent).toContain(
      '320 tokens ($16.00)',
    );
    expect(dialog.getByText('Shipping').closest('div')!.textContent).toContain('70 tokens ($3.50)');
    expect(dialog.getByText('Balance after').closest('div')!.textContent).toContain('610 tokens');
    await hand.dblClick(dialog.getByRole('button', { name: 'Pay 390 tokens ($19.50)' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(inputsOf(deps.api.calls, buy).map(({ params, body }) => ({ params, body }))).toEqual([
      { params: { id: 'pr1' }, body: { quantity: 2, expectedPrice: 390, addressId: 'a1' } },
    ]);
  });

  it('is limited to the stock, and impossible without any', async () => {
    const { hand, unmount } = await start(aProduct({ stock: 2 }));
    await hand.click(screen.getByRole('button', { name: 'One more' }));
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'One more' }).disabled).toBe(true);
    unmount();
    await start(aProduct({ stock: 0 }));
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Sold out' }).disabled).toBe(true);
  });

  it('without an address asks for one first, and then continues', async () => {
    const kept: ReturnType<typeof anAddress>[] = [];
    const { hand, deps } = await start(aProduct(), {
      answers: {
        'GET /addresses/search': () => ({ data: [...kept], total: kept.length }),
        'POST /addresses/create': ({ body }) => {
          kept.push(anAddress({ ...(body as object), _id: 'new' }));
          return kept[0]!;
        },
        [buy]: () => bought(230, 770),
      },
    });
    await hand.click(screen.getByRole('button', { name: 'Buy' }));
    const dialog = await opened();
    await dialog.findByLabelText('Name');
    expect(dialog.queryByRole('button', { name: /^Pay/ })).toBeNull();
    await hand.click(dialog.getByRole('button', { name: 'Use this address' }));
    expect(dialog.getByText('Enter a city.')).toBeTruthy();
    for (const [label, text] of [
      ['Name', 'Ada'],
      ['Street address', 'Torstraße 1'],
      ['City', 'Berlin'],
    ] as const)
      await hand.type(dialog.getByLabelText(label), text);
    await hand.selectOptions(dialog.getByLabelText('Country'), 'DE');
    await hand.click(dialog.getByRole('button', { name: 'Use this address' }));
    await hand.click(await dialog.findByRole('button', { name: 'Pay 230 tokens ($11.50)' }));
    await waitFor(() =>
      expect(inputsOf(deps.api.calls, buy)[0]?.body).toMatchObject({ addressId: 'new', quantity: 1 }),
    );
  });

  it('suggests the states of the country, and cities of the state that begin as typed', async () => {
    const { hand, deps } = await start(aProduct(), {
      answers: {
        'GET /addresses/search': () => ({ data: [], total: 0 }),
        'GET /states/:country': ({ params }) => ({
          data: params['country'] === 'DE' ? [{ code: '16', name: 'Berlin' }] : [],
          total: 1,
        }),
        'GET /cities/:country/:state': () => ({ data: [{ name: 'Köpenick' }], total: 1 }),
      },
    });
    await hand.click(screen.getByRole('button', { name: 'Buy' }));
    const dialog = await opened();
    const suggested = (label: RegExp) =>
      [...(dialog.getByLabelText<HTMLInputElement>(label).list?.options ?? [])].map(({ value }) => value);
    await dialog.findByLabelText('Name');
    expect(suggested(/^State/)).toEqual([]);
    await hand.selectOptions(dialog.getByLabelText('Country'), 'DE');
    await waitFor(() => expect(suggested(/^State/)).toEqual(['Berlin']));
    await hand.type(dialog.getByLabelText('City'), 'Köp');
    expect(suggested(/^City/)).toEqual([]);
    await hand.type(dialog.getByLabelText(/^State/), 'berlin');
    await waitFor(() => expect(suggested(/^City/)).toEqual(['Köpenick']));
    expect(inputsOf(deps.api.calls, 'GET /cities/:country/:state').at(-1)).toMatchObject({
      params: { country: 'DE', state: '16' },
      query: { q: 'Köp' },
    });
    await hand.selectOptions(dialog.getByLabelText('Country'), 'GB');
    expect(suggested(/^City/)).toEqual([]);
  });

  it("an address it doesn't ship to can't be selected, and says why", async () => {
    const { hand } = await start(aProduct({ shippingCountries: ['DE'] }), {
      answers: {
        'GET /addresses/search': () => ({
          data: [anAddress(), anAddress({ _id: 'a2', name: 'Ada', country: 'DE' })],
          total: 2,
        }),
      },
    });
    await hand.click(screen.getByRole('button', { name: 'Buy' }));
    const dialog = await opened();
    const home = await dialog.findByRole<HTMLInputElement>('radio', {
      name: /Nora Field.*doesn’t ship to United Kingdom/,
    });
    expect([home.disabled, dialog.getByRole<HTMLInputElement>('radio', { name: /Ada/ }).checked]).toEqual([
      true,
      true,
    ]);
  });

  it('a rejection stays readable, and trying again is the same intent', async () => {
    let tries = 0;
    const { hand, deps } = await start(aProduct(), {
      answers: {
        [buy]: () => {
          tries += 1;
          if (tries === 1) throw problem(0, { message: 'No connection.' });
          return bought(230, 770);
        },
      },
    });
    await hand.click(screen.getByRole('button', { name: 'Buy' }));
    const dialog = await opened();
    await hand.click(await dialog.findByRole('button', { name: /^Pay 230/ }));
    expect(await dialog.findByText('No connection.')).toBeTruthy();
    await hand.click(dialog.getByRole('button', { name: /^Pay 230/ }));
    await waitFor(() => expect(tries).toBe(2));
    const [first, second] = keysOf(deps.api.calls, buy);
    expect(first).toBe(second);
  });

  it('with too few tokens offers exactly the missing amount', async () => {
    const { hand } = await start(aProduct(), {
      balance: 100,
      answers: {
        'GET /payment-cards': () => ({ data: [], total: 0 }),
        'GET /package/token/search': () => ({ data: [], total: 0 }),
      },
    });
    await hand.click(screen.getByRole('button', { name: 'Buy' }));
    const dialog = await opened();
    expect(await dialog.findByText('Top up 130 tokens ($6.50) or more to continue')).toBeTruthy();
    expect(dialog.queryByRole('button', { name: /^Pay 230/ })).toBeNull();
  });
});

describe('taken off sale while open', () => {
  const gone = () => {
    throw problem(404, { code: 'not_found', message: 'Page not found.' });
  };
  it('it can no longer be bought, and says so', async () => {
    const { deps } = await start(aProduct(), { answers: { 'GET /performer-assets/products/:id': gone } });
    expect(screen.getByRole('button', { name: 'Buy' })).toBeTruthy();
    // A server-rendered page refetches on the first interaction.
    fireEvent.pointerDown(document.body);
    await waitFor(() => expect(deps.api.routes()).toContain('GET /performer-assets/products/:id'), {
      timeout: 6_000,
    });
    expect(await screen.findByText('No longer on sale.')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Buy' })).toBeNull();
  });
});

/** The links that the page presses itself, with the name to save under. */
function clickedLinks(): string[] {
  const clicked: string[] = [];
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(this: HTMLAnchorElement) {
    clicked.push(`${this.getAttribute('href')} ${this.download}`);
  });
  return clicked;
}

describe('a download', () => {
  it('is bought without an address, and fetched from a URL created for it', async () => {
    const clicked = clickedLinks();
    const { hand, deps, unmount } = await start(aDownload(), { answers: { [buy]: () => bought(90, 910) } });
    expect(screen.queryByLabelText('Quantity')).toBeNull();
    await hand.click(screen.getByRole('button', { name: 'Buy and download' }));
    const dialog = await opened();
    await hand.click(await dialog.findByRole('button', { name: 'Pay 90 tokens ($4.50)' }));
    await waitFor(() =>
      expect(inputsOf(deps.api.calls, buy)[0]?.body).toEqual({ quantity: 1, expectedPrice: 90 }),
    );
    unmount();
    // Its code is loaded lazily; until then a button with the same name takes its place.
    await import('#components/trade/shop/downloads.tsx');
    const after = await start(aDownload({ access: { allowed: true, reason: 'purchased', routes: [] } }), {
      answers: {
        [list]: () => ({ files: [aFileToDownload('f1', 'Seven glazes.pdf')] }),
        [link]: () => ({
          url: '/media/f/x/original.pdf?k=own',
          filename: 'Seven glazes.pdf',
          expiresAt: '2026-11-20T10:05:00.000Z',
        }),
      },
    });
    await waitFor(() =>
      expect(screen.getByRole('button', { name: 'Download' }).getAttribute('aria-busy')).toBeNull(),
    );
    await after.hand.click(screen.getByRole('button', { name: 'Download' }));
    await waitFor(() => expect(clicked).toEqual(['/media/f/x/original.pdf?k=own Seven glazes.pdf']));
  });

  it('of several files offers each and all as a ZIP, and says what is coming or why not', async () => {
    await import('#components/trade/shop/downloads.tsx');
    const clicked = clickedLinks();
    let isMissing = true;
    const { hand, deps } = await start(
      aDownload({ access: { allowed: true, reason: 'purchased', routes: [] } }),
      {
        answers: {
          [list]: () => ({ files: [aFileToDownload('f1', 'Glazes.pdf'), aFileToDownload('f2', 'Log.pdf')] }),
          [link]: () => ({ url: '/media/f/f2', filename: 'Log.pdf', expiresAt: '2026-11-20T10:05:00.000Z' }),
          [zip]: () => {
            if (isMissing) throw problem(500, { message: '“Log.pdf” couldn’t be found on our side.' });
            return {
              url: '/media/archive/pr2?e=1&s=x',
              filename: 'Seven glazes.zip',
              files: 2,
              bytes: 4_800_300,
              expiresAt: '2026-11-21T10:05:00.000Z',
            };
          },
        },
      },
    );
    await hand.click(await screen.findByRole('button', { name: 'Download Log.pdf' }));
    await waitFor(() => expect(clicked).toEqual(['/media/f/f2 Log.pdf']));
    expect(inputsOf(deps.api.calls, link)[0]).toMatchObject({ query: { fileId: 'f2' } });
    const all = screen.getByRole('button', { name: 'Download all as ZIP' });
    await hand.click(all);
    expect(await screen.findByText('“Log.pdf” couldn’t be found on our side.')).toBeTruthy();
    isMissing = false;
    await hand.click(all);
    await waitFor(() => expect(clicked.at(-1)).toBe('/media/archive/pr2?e=1&s=x Seven glazes.zip'));
    expect(screen.getByRole('status').textContent).toBe(
      'Downloading Seven glazes.zip: 2 files, 4.8 MB. Your browser shows the progress.',
    );
    expect(screen.queryByText(/couldn’t be found/)).toBeNull();
  });

  it('that the creator views can be edited, not bought', async () => {
    await start(aDownload({ access: { allowed: true, reason: 'owner', routes: [] } }));
    expect(screen.getByRole('link', { name: 'Edit product' }).getAttribute('href')).toBe(
      '/creator/products/pr2',
    );
    expect(screen.queryByRole('button', { name: /Buy/ })).toBeNull();
  });
});

it('images are selected from the row, and open full screen', async () => {
  const { hand } = await start(aProduct());
  await hand.click(screen.getByRole('button', { name: 'From above' }));
  expect(screen.getByRole('button', { name: 'From above' }).getAttribute('aria-pressed')).toBe('true');
  await hand.click(screen.getByRole('button', { name: 'View From above full size' }));
  expect(await screen.findByRole('dialog', { name: 'Photo 2 of 2' })).toBeTruthy();
});
