import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { EditProductView } from '#features/trade/shop/edit-product-view.tsx';
import { NewProductView } from '#features/trade/shop/new-product-view.tsx';
import { toProductBody, emptyProduct, productErrors } from '#features/trade/shop/product-values.ts';
import { StudioProductsView } from '#features/trade/shop/studio-products-view.tsx';
import { draftKey, writeDraft } from '#components/content/media-items/draft-values.ts';
import { AddressBook } from '#components/trade/shop/address-book.tsx';
import { type Replies, problem } from '../../../state/setup/fake-api.ts';
import { draw } from '../../../components/setup/draw.tsx';
import { choose } from '../../../setup/picking.ts';
import { aUser } from '../../../setup/factories/accounts.ts';
import { anAddress } from '../../../setup/factories/orders.ts';
import { anOwnProduct } from '../../../setup/factories/products.ts';
import { someCountries } from '../../../setup/factories/site.ts';

const creator = { isPerformer: true } as const;
const none = { count: 0, busy: false, failed: false };
const create = 'POST /performer/performer-assets/products';
const update = 'PUT /performer/performer-assets/products/:id';
const search = 'GET /performer/performer-assets/products/search';
const bodies = (calls: readonly (readonly [string, unknown])[], route: string) =>
  calls.filter(([name]) => name === route).map(([, input]) => (input as { body: unknown }).body);

beforeEach(() => {
  URL.createObjectURL ??= () => 'blob:here';
  URL.revokeObjectURL ??= () => {};
});

describe('product form values', () => {
  const good = { ...emptyProduct, title: 'Mug', price: '160' };
  it.each([
    [
      'nothing',
      emptyProduct,
      { title: 'Enter a title.', price: 'Enter a price from 1 token to 100,000 tokens.' },
    ],
    ['half a token', { ...good, price: '1.5' }, { price: 'Enter a price from 1 token to 100,000 tokens.' }],
    ['no stock', { ...good, stock: '' }, { stock: 'Enter the quantity in stock.' }],
    [
      'too long to make',
      { ...good, processingDays: '61' },
      { processingDays: 'Enter a number of days, at most 60.' },
    ],
    [
      'shipping below nothing',
      { ...good, shippingPrice: '-1' },
      { shippingPrice: 'Enter whole tokens, or 0 for free shipping.' },
    ],
    [
      'a download without its file',
      { ...good, type: 'digital' as const, stock: 'x' },
      { files: 'Add a file for buyers to download.' },
    ],
    ['all there', good, {}],
  ])('%s', (_, values, expected) =>
    expect(productErrors(values, { pictures: none, files: none, onSale: true })).toEqual(expected),
  );

  it("as a draft, a download doesn't need its file yet", () => {
    expect(
      productErrors({ ...good, type: 'digital' }, { pictures: none, files: none, onSale: false }),
    ).toEqual({});
    expect(
      productErrors(
        { ...good, type: 'digital' },
        { pictures: none, files: { ...none, failed: true }, onSale: false },
      ),
    ).toEqual({ files: 'A file couldn’t be uploaded. Try again or remove it.' });
  });

  it("leave out what its kind doesn't have", () => {
    expect(
      toProductBody({ ...good, shippingPrice: '70', countries: ['DE'] }, { imageIds: ['i'], fileIds: ['f'] }),
    ).toMatchObject({
      stock: 1,
      fileIds: [],
      shippingPrice: 70,
      shippingCountries: ['DE'],
      processingDays: 2,
    });
    expect(
      toProductBody(
        { ...good, type: 'digital', shippingPrice: '70', countries: ['DE'] },
        { imageIds: [], fileIds: ['f'] },
      ),
    ).toMatchObject({
      stock: null,
      fileIds: ['f'],
      shippingPrice: 0,
      shippingCountries: [],
      processingDays: 0,
    });
  });
});

describe('a new product', () => {
  const start = (answers: Replies = {}) =>
    draw(<NewProductView />, {
      path: '/creator/products/new',
      user: creator,
      answers: { 'GET /countries/list': someCountries, ...answers },
    });

  it('goes on sale with its shipping, and the page opens', async () => {
    const { hand, deps, went } = await start({ [create]: () => anOwnProduct({ _id: 'new' }) });
    await hand.type(screen.getByLabelText('Title'), 'Mug');
    await hand.type(screen.getByLabelText('Price'), '160');
    expect(screen.getByText('You get $6.40 of $8.00.')).toBeTruthy();
    await choose(hand, 'Ships to', 'Germany');
    await choose(hand, 'Ships to', 'France');
    await hand.click(screen.getByRole('button', { name: 'Remove Germany' }));
    await hand.click(screen.getByRole('button', { name: 'Put on sale' }));
    await waitFor(() => expect(went).toEqual(['/products/new']));
    expect(bodies(deps.api.calls, create)).toEqual([
      expect.objectContaining({
        type: 'physical',
        title: 'Mug',
        price: 160,
        stock: 1,
        shippingCountries: ['FR'],
        state: 'published',
      }),
    ]);
  });

  it('can stay a draft', async () => {
    const { hand, deps, went } = await start({ [create]: () => anOwnProduct({ state: 'draft' }) });
    await hand.click(screen.getByRole('radio', { name: /Digital download/ }));
    await hand.type(screen.getByLabelText('Title'), 'Notes');
    await hand.type(screen.getByLabelText('Price'), '80');
    await hand.click(screen.getByRole('button', { name: 'Put on sale' }));
    expect(screen.getAllByText('Add a file for buyers to download.').length).toBeGreaterThan(0);
    await hand.click(screen.getByRole('button', { name: 'Save as draft' }));
    await waitFor(() => expect(went).toEqual(['/creator/products']));
    expect(bodies(deps.api.calls, create)).toEqual([
      expect.objectContaining({ type: 'digital', state: 'draft', fileIds: [] }),
    ]);
  });

  it('a draft stored by an earlier version, with its title under name, is still there', async () => {
    writeDraft(draftKey('product', aUser()._id), { name: 'Bowl', price: '90' });
    const { hand, deps } = await start({ [create]: () => anOwnProduct() });
    await waitFor(() => expect(screen.getByLabelText<HTMLInputElement>('Title').value).toBe('Bowl'));
    await hand.click(screen.getByRole('button', { name: 'Put on sale' }));
    await waitFor(() => expect(bodies(deps.api.calls, create)).toMatchObject([{ title: 'Bowl', price: 90 }]));
    expect(bodies(deps.api.calls, create)).not.toMatchObject([{ name: 'Bowl' }]);
  });

  it("rejected: the server's reason, and no input is lost", async () => {
    const { hand, went } = await start({
      [create]: () => {
        throw problem(403, { message: 'Your profile is still under review.' });
      },
    });
    await hand.type(screen.getByLabelText('Title'), 'Mug');
    await hand.type(screen.getByLabelText('Price'), '160');
    await hand.click(screen.getByRole('button', { name: 'Put on sale' }));
    expect(await screen.findByText('Your profile is still under review.')).toBeTruthy();
    expect([screen.getByLabelText<HTMLInputElement>('Title').value, went]).toEqual(['Mug', []]);
  });
});

describe('an existing product', () => {
  const start = (product = anOwnProduct(), answers: Replies = {}) =>
    draw(<EditProductView />, {
      path: '/creator/products/pr1?id=pr1',
      user: creator,
      answers: {
        'GET /countries/list': someCountries,
        'GET /performer/performer-assets/products/:id/view': () => product,
        ...answers,
      },
    });

  it('is edited without its kind, and archived', async () => {
    const { hand, deps } = await start(anOwnProduct(), {
      [update]: () => anOwnProduct({ state: 'archived' }),
    });
    await hand.click(await screen.findByRole('button', { name: 'Archive' }));
    await waitFor(() => expect(bodies(deps.api.calls, update)).toEqual([{ state: 'archived' }]));
    await hand.clear(screen.getByLabelText('Price'));
    await hand.type(screen.getByLabelText('Price'), '90');
    await hand.click(screen.getByRole('button', { name: 'Save changes' }));
    await waitFor(() => expect(bodies(deps.api.calls, update)).toHaveLength(2));
    // Untouched fields aren't sent, so sales in the meantime aren't overwritten.
    expect(bodies(deps.api.calls, update)[1]).toEqual({ price: 90 });
  });

  it('whose stock was sold from meanwhile says so, and shows the new count', async () => {
    let refused = true;
    const { hand, deps } = await start(anOwnProduct(), {
      [update]: () => {
        if (refused)
          throw problem(409, {
            code: 'conflict',
            message: 'The stock has changed. There are 6 now. Check your stock and save again.',
            stock: 6,
          });
        return anOwnProduct({ stock: 12 });
      },
    });
    await hand.clear(await screen.findByLabelText('Stock'));
    await hand.type(screen.getByLabelText('Stock'), '12');
    await hand.click(screen.getByRole('button', { name: 'Save changes' }));
    expect(await screen.findByText(/There are 6 now/)).toBeTruthy();
    refused = false;
    await hand.click(screen.getByRole('button', { name: 'Save changes' }));
    await waitFor(() =>
      expect(bodies(deps.api.calls, update)).toEqual([
        { stock: 12, stockSeen: 9 },
        { stock: 12, stockSeen: 6 },
      ]),
    );
  });

  it.each([
    ['Save and restore', { state: 'published' }, '/products/pr1'],
    ['Save changes', {}, '/creator/products'],
  ] as const)('that is archived: %s', async (name, body, path) => {
    const { hand, deps, went } = await start(anOwnProduct({ state: 'archived' }), {
      [update]: () => anOwnProduct({ state: 'archived', ...body }),
    });
    await hand.click(await screen.findByRole('button', { name }));
    await waitFor(() => expect(went).toEqual([path]));
    expect(bodies(deps.api.calls, update)).toEqual([body]);
  });

  it('is deleted after explaining what happens to its orders', async () => {
    const { hand, deps, went } = await start(anOwnProduct(), {
      'DELETE /performer/performer-assets/products/:id': () => ({ success: true }),
    });
    await hand.click(await screen.findByRole('button', { name: 'Delete' }));
    const dialog = within(screen.getByRole('dialog'));
    expect(dialog.getByText(/Open orders aren’t affected\./)).toBeTruthy();
    await hand.click(dialog.getByRole('button', { name: 'Delete product' }));
    await waitFor(() => expect(went).toEqual(['/creator/products']));
    expect(deps.api.routes()).toContain('DELETE /performer/performer-assets/products/:id');
  });
});

describe('the list', () => {
  it('shows state, stock, sales and earnings, and keeps the filter in the URL', async () => {
    const { hand, went } = await draw(<StudioProductsView />, {
      path: '/creator/products',
      user: creator,
      answers: { [search]: () => ({ data: [anOwnProduct({ stock: 0 })], total: 1, nextCursor: null }) },
    });
    const row = (await screen.findByRole('link', { name: 'Breakfast mug' })).closest('tr')!;
    expect(row.textContent).toMatch(/Sold out.*160 tokens \(\$8\.00\).*0.*2.*\$12\.80/);
    await hand.selectOptions(screen.getByRole('combobox', { name: 'Status' }), 'Draft');
    expect(went.at(-1)).toBe('/creator/products?state=draft');
  });
  it('if empty says how to start', async () => {
    await draw(<StudioProductsView />, {
      path: '/creator/products',
      user: creator,
      answers: { [search]: () => ({ data: [], total: 0, nextCursor: null }) },
    });
    expect(await screen.findByText('No products yet')).toBeTruthy();
  });
});

describe('saved addresses', () => {
  const list = 'GET /addresses/search';
  it('are added, made the default and removed after confirmation', async () => {
    const answers: Replies = {
      [list]: () => ({
        data: [anAddress(), anAddress({ _id: 'a2', name: 'At work', isDefault: false })],
        total: 2,
      }),
      'GET /countries/list': someCountries,
      'PUT /addresses/:id': () => anAddress(),
      'DELETE /addresses/:id': () => ({ success: true }),
    };
    const { hand, deps } = await draw(<AddressBook />, { answers });
    await hand.click(await screen.findByRole('button', { name: /^Make default ?At work/ }));
    await waitFor(() =>
      expect(deps.api.calls.find(([name]) => name === 'PUT /addresses/:id')?.[1]).toMatchObject({
        params: { id: 'a2' },
        body: { isDefault: true },
      }),
    );
    await hand.click(screen.getByRole('button', { name: /^Remove ?At work/ }));
    await hand.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Remove address' }));
    await waitFor(() => expect(deps.api.routes()).toContain('DELETE /addresses/:id'));
  });
  it('if there are none: why to add one, and how', async () => {
    const { hand } = await draw(<AddressBook />, {
      answers: { [list]: () => ({ data: [], total: 0 }), 'GET /countries/list': someCountries },
    });
    expect(await screen.findByText('No addresses yet')).toBeTruthy();
    await hand.click(screen.getByRole('button', { name: 'Add address' }));
    expect(await screen.findByRole('form', { name: 'Address' })).toBeTruthy();
  });
});
