import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { performers } from '#backend/db/schema/creators.ts';
import { files } from '#backend/db/schema/files.ts';
import { ledgerTransactions } from '#backend/db/schema/ledger.ts';
import { orders, products } from '#backend/db/schema/shop.ts';
import { purchases } from '#backend/db/schema/wallet.ts';
import { balanceOf } from '#backend/domain/base/ledger/ledger.ts';
import { checkLedger } from '#backend/domain/money/audit/ledger-check.ts';
import { rooms } from '#backend/kernel/hub.ts';
import { testBackend } from '../../../setup/backend.ts';
import { askOf } from '../../../setup/media.ts';
import { berlin, shopIn } from '../../../setup/shop.ts';
import type { Person } from '../../../setup/test-app.ts';

const app = await testBackend();
const { db, ports, ctx, call, raw, ok, makeFan, makeCreator, fund, backend } = app;
const { makeFile, makeSold, makePicture, makeProduct, makeDigital, makeAddress } = shopIn(app);
const ask = askOf(backend);

const create = (who: Person, body: object) =>
  raw<{ _id: string; [more: string]: unknown }>('POST /performer/performer-assets/products', {
    token: who.token,
    body,
  });
const update = (who: Person, id: string, body: object) =>
  raw('PUT /performer/performer-assets/products/:id', { token: who.token, params: { id }, body });
const buy = (who: Person, id: string, { key, ...body }: { key?: string; [field: string]: unknown } = {}) =>
  raw<{ order: { _id: string; number: string }; tokens: number; balance: number }>(
    'POST /wallet/charges/product/:id',
    { token: who.token, params: { id }, body, ...(key ? { key } : {}) },
  );
const rowOf = async (id: string) => (await db.select().from(products).where(eq(products.id, id)))[0]!;
const countOf = async (who: Person) =>
  (await db.select({ n: performers.products }).from(performers).where(eq(performers.accountId, who.id)))[0]!
    .n;
const richFan = async (tokens = 1_000) => {
  const fan = await makeFan();
  await fund(fan.id, tokens);
  return fan;
};
const physical = { title: 'Mug', type: 'physical', price: 100, stock: 3 } as const;

describe('creating a product', () => {
  test('a physical one with its images in order, on sale at once and counted', async () => {
    const creator = await makeCreator();
    const pictures = [await makePicture(creator.id), await makePicture(creator.id)].reverse();
    const { status, data } = await create(creator, {
      ...physical,
      imageIds: pictures,
      shippingPrice: 30,
      shippingCountries: ['DE', 'AT'],
      processingDays: 2,
    });
    expect([status, data]).toEqual([
      201,
      expect.objectContaining({
        title: 'Mug',
        price: 100,
        stock: 3,
        shippingPrice: 30,
        shippingCountries: ['DE', 'AT'],
        processingDays: 2,
        state: 'published',
        sold: 0,
        earned: 0,
        files: [],
      }),
    ]);
    expect((data['images'] as { _id: string }[]).map(({ _id }) => _id)).toEqual(pictures);
    expect(await countOf(creator)).toBe(1);
  });

  test('a digital one shows the kind and size of its file, never its URL', async () => {
    const [creator, fan] = [await makeCreator(), await makeFan()];
    const { data } = await create(creator, {
      title: 'Patterns',
      type: 'digital',
      price: 50,
      fileIds: [await makeSold(creator.id)],
    });
    expect(data['uploads']).toMatchObject([
      { mime: 'application/pdf', state: 'ready', name: 'Twelve patterns.pdf' },
    ]);
    const seen = await call('GET /performer-assets/products/:id', {
      token: fan.token,
      params: { id: data._id },
    });
    expect(seen.data).toMatchObject({
      files: [{ mime: 'application/pdf', bytes: 2_400_000 }],
      access: { allowed: false, reason: 'locked', routes: [{ need: 'purchase', price: 50, unit: 'token' }] },
    });
    expect(seen.text).not.toContain('original.pdf');
  });

  test('an invalid product is rejected with the field, and nothing is written', async () => {
    const [creator, other] = [await makeCreator(), await makeCreator()];
    const sold = await makeSold(creator.id);
    const cases: [object, string][] = [
      [{ ...physical, stock: null }, 'stock'],
      [{ ...physical, stock: -1 }, 'stock'],
      [{ ...physical, fileIds: [sold] }, 'fileIds'],
      [{ ...physical, title: ' ' }, 'title'],
      [{ ...physical, price: 0 }, 'price'],
      [{ ...physical, price: 100_001 }, 'price'],
      [{ ...physical, price: 1.5 }, 'price'],
      [{ ...physical, shippingCountries: ['XX'] }, 'shippingCountries'],
      [{ ...physical, processingDays: 61 }, 'processingDays'],
      [{ ...physical, performerId: other.id }, 'performerId'],
      [{ ...physical, imageIds: [await makePicture(other.id)] }, 'imageIds'],
      [{ ...physical, imageIds: [sold] }, 'imageIds'],
      [{ title: 'x', type: 'digital', price: 5 }, 'fileIds'],
      [{ title: 'x', type: 'digital', price: 5, fileIds: [sold, sold] }, 'fileIds'],
      [{ title: 'x', type: 'digital', price: 5, fileIds: [sold, await makeSold(other.id)] }, 'fileIds'],
      [{ title: 'x', type: 'digital', price: 5, fileIds: [await makeFile(creator.id)] }, 'fileIds'],
      [
        {
          title: 'x',
          type: 'digital',
          price: 5,
          fileIds: [sold, await makeFile(creator.id, { type: 'product-file', state: 'processing' })],
        },
        'fileIds',
      ],
      [{ title: 'x', type: 'digital', price: 5, fileIds: [sold], shippingPrice: 5 }, 'shippingPrice'],
    ];
    for (const [body, field] of cases) {
      const { status, problem } = await create(creator, body);
      expect({ body, status, field: problem.errors?.[0]?.field }).toEqual({ body, status: 422, field });
    }
    expect(await db.select().from(products).where(eq(products.performerId, creator.id))).toEqual([]);
  });

  test('before the profile is approved, it can be a draft but not on sale', async () => {
    const creator = await makeCreator({}, { verified: 'pending' });
    expect((await create(creator, physical)).status).toBe(403);
    const { status, data } = await create(creator, { ...physical, state: 'draft' });
    expect(status).toBe(201);
    expect((await update(creator, data._id, { state: 'published' })).status).toBe(403);
    expect(await countOf(creator)).toBe(0);
  });

  test('archived, it is gone from lists and can be put on sale again', async () => {
    const [creator, fan] = [await makeCreator(), await makeFan()];
    const id = await makeProduct(creator.id);
    await db.update(performers).set({ products: 1 }).where(eq(performers.accountId, creator.id));
    await update(creator, id, { state: 'archived' });
    expect([
      await countOf(creator),
      (await call('GET /performer-assets/products/:id', { token: fan.token, params: { id } })).status,
    ]).toEqual([0, 404]);
    await update(creator, id, { state: 'published', price: 70 });
    expect([
      await countOf(creator),
      (await ok('GET /performer-assets/products/:id', { params: { id } })).price,
    ]).toEqual([1, 70]);
  });

  test('deleted, its files are deleted too; buyers keep the image and the download', async () => {
    const [creator, fan] = [await makeCreator(), await richFan()];
    const [a, b] = [await makePicture(creator.id), await makePicture(creator.id)] as [string, string];
    const unsold = await makeProduct(creator.id, {}, [a]);
    const fileId = await makeSold(creator.id);
    const sold = await makeDigital(creator.id, { fileId });
    await update(creator, sold, { imageIds: [b] });
    await buy(fan, sold);
    for (const id of [unsold, sold])
      await ok('DELETE /performer/performer-assets/products/:id', { token: creator.token, params: { id } });
    expect(await db.select().from(files).where(eq(files.id, a))).toEqual([]);
    expect(
      (await call('GET /performer-assets/products/:id', { token: creator.token, params: { id: sold } }))
        .status,
    ).toBe(404);
    expect(
      (await ok('GET /performer-assets/products/:id', { token: fan.token, params: { id: sold } })).access
        .reason,
    ).toBe('purchased');
    expect(
      (
        await ok('GET /performer-assets/products/:id/download-link', {
          token: fan.token,
          params: { id: sold },
        })
      ).url,
    ).toContain(fileId);
  });

  test("lists are paged by key, searchable, and leave out people the viewer can't see", async () => {
    const [creator, fan] = [await makeCreator(), await makeFan()];
    const ids: string[] = [];
    for (let at = 0; at < 5; at += 1)
      ids.unshift(await makeProduct(creator.id, { name: at === 2 ? 'A 100% linen cloth' : `Mug ${at}` }));
    const pages: string[] = [];
    let cursor: string | null | undefined;
    do {
      const page = await ok('GET /performer-assets/products/search', {
        token: fan.token,
        query: { performerId: creator.id, limit: 2, ...(cursor ? { cursor } : {}) },
      });
      expect(page.total).toBe(5);
      pages.push(...page.data.map(({ _id }) => _id));
      cursor = page.nextCursor;
    } while (cursor);
    expect(pages).toEqual(ids);
    expect(
      (
        await ok('GET /performer-assets/products/search', {
          query: { performerId: creator.id, q: '100% linen' },
        })
      ).data.map(({ _id }) => _id),
    ).toEqual([ids[2]]);
    expect(
      (
        await ok('GET /performer/performer-assets/products/search', {
          token: creator.token,
          query: { state: 'draft' },
        })
      ).data,
    ).toEqual([]);
  });
});

describe('buying', () => {
  test('a physical product: one charge including shipping, one order, the seller notified', async () => {
    const [creator, fan] = [await makeCreator({ name: 'Mara' }), await richFan()];
    const id = await makeProduct(creator.id);
    ports.transport.clear();
    const { status, data } = await buy(fan, id, { quantity: 3, address: berlin, expectedPrice: 320 });
    expect([status, data.tokens, data.balance]).toEqual([201, 320, 680]);
    expect(data.order.number).toMatch(/^[0-9A-Z]{5}-[0-9A-Z]{5}$/);
    expect(await rowOf(id)).toMatchObject({ stock: 4, sold: 3 });
    const order = await ok('GET /orders/:id', { token: fan.token, params: { id: data.order._id } });
    expect(order).toMatchObject({
      number: data.order.number,
      role: 'buyer',
      quantity: 3,
      unitPrice: 100,
      subtotal: 300,
      shipping: 20,
      total: 320,
      state: 'paid',
      address: berlin,
      actions: ['cancel'],
      deadline: {
        at: new Date(ports.clock.now().getTime() + 3 * 86_400_000).toISOString(),
        effect: 'expire',
      },
      timeline: [{ event: 'paid', by: 'buyer' }],
    });
    expect(
      ports.transport.of('notification/created', rooms.account(creator.id)).map(({ payload }) => payload),
    ).toEqual([
      {
        kind: 'order',
        text: expect.stringMatching(/ordered 3 × Stoneware mug for 320 tokens\.$/),
        href: `/creator/orders/${data.order._id}`,
      },
    ]);
    expect(await db.select().from(purchases).where(eq(purchases.itemId, id))).toEqual([]);
    expect((await buy(fan, id, { addressId: await makeAddress(fan.id) })).status).toBe(201);
    expect(await checkLedger(ctx)).toEqual([]);
  });

  test('a download is delivered at once, bought once, and counted on its order', async () => {
    const [creator, fan] = [await makeCreator(), await richFan()];
    const id = await makeDigital(creator.id);
    const { status, data } = await buy(fan, id);
    expect([status, data.tokens]).toEqual([201, 100]);
    const again = await buy(fan, id);
    expect([again.status, again.problem.code, again.problem.message]).toEqual([
      409,
      'already_owned',
      'You’ve already bought this.',
    ]);
    const link = await ok('GET /performer-assets/products/:id/download-link', {
      token: fan.token,
      params: { id },
    });
    expect(link).toMatchObject({
      filename: 'Twelve patterns.pdf',
      expiresAt: new Date(ports.clock.now().getTime() + 5 * 60_000).toISOString(),
    });
    const order = await ok('GET /orders/:id', { token: fan.token, params: { id: data.order._id } });
    expect(order).toMatchObject({
      state: 'delivered',
      downloads: 1,
      canDownload: true,
      canChangeAddress: false,
      deadline: null,
      actions: [],
      timeline: [{ event: 'paid' }, { event: 'delivered', by: 'system' }],
    });
    const fetched = await ask(link.url, { token: fan.token });
    expect([fetched.status, fetched.headers.get('content-disposition')]).toEqual([
      200,
      expect.stringMatching(/^attachment/),
    ]);
    const stranger = await makeFan();
    expect((await ask(link.url, { token: stranger.token })).status).toBe(404);
    expect((await ask(link.url)).status).toBe(404);
    ports.clock.move('6m');
    expect((await ask(link.url, { token: fan.token })).status).toBe(404);
    expect(await checkLedger(ctx)).toEqual([]);
  });

  test('the download is what was sold, whatever file the product has now', async () => {
    const [creator, fan] = [await makeCreator(), await richFan()];
    const [first, second] = [await makeSold(creator.id), await makeSold(creator.id)] as [string, string];
    const id = await makeDigital(creator.id, { fileId: first });
    await buy(fan, id);
    expect((await update(creator, id, { fileIds: [second] })).status).toBe(200);
    expect(
      (await ok('GET /performer-assets/products/:id/download-link', { token: fan.token, params: { id } }))
        .url,
    ).toContain(first);
    expect(
      (await ok('GET /performer-assets/products/:id/download-link', { token: creator.token, params: { id } }))
        .url,
    ).toContain(second);
  });

  test('rejected with the reason and without effect: no charge, no order, the same stock', async () => {
    const [creator, fan, other] = [await makeCreator(), await richFan(250), await makeFan()];
    const [mug, file] = [
      await makeProduct(creator.id, { stock: 2, shippingCountries: ['AT'] }),
      await makeDigital(creator.id),
    ];
    const vienna = { ...berlin, country: 'AT' };
    const cases: [string, Record<string, unknown>, number, RegExp][] = [
      [mug, {}, 422, /Add a delivery address/],
      [mug, { address: berlin }, 422, /doesn’t ship to that country/],
      [mug, { address: { ...berlin, country: 'XX' } }, 422, /Choose a country/],
      [mug, { addressId: await makeAddress(other.id, { country: 'AT' }) }, 422, /isn’t there anymore/],
      [mug, { address: vienna, addressId: await makeAddress(fan.id) }, 422, /one address/],
      [mug, { address: vienna, quantity: 0 }, 422, /at least one/],
      [mug, { address: vienna, quantity: 3 }, 409, /Only 2 left/],
      [mug, { address: vienna, expectedPrice: 100 }, 409, /changed to 120 tokens/],
      [mug, { address: vienna, quantity: 2, expectedPrice: 220 }, 201, /^$/],
      [mug, { address: vienna }, 409, /sold out/],
      [file, { address: berlin }, 422, /aren’t shipped/],
      [file, { quantity: 2 }, 422, /only once/],
      [file, {}, 402, /You need 70 more tokens/],
    ];
    for (const [id, body, expected, reason] of cases) {
      const answer = await buy(fan, id, body);
      expect([body, answer.status]).toEqual([body, expected]);
      if (expected >= 400) expect(answer.problem.message).toMatch(reason);
    }
    expect([
      await balanceOf(ctx, 'wallet', fan.id),
      (await rowOf(mug)).stock,
      (await rowOf(file)).sold,
    ]).toEqual([30, 0, 0]);
    expect(await db.select().from(orders).where(eq(orders.buyerId, fan.id))).toHaveLength(1);
    expect((await buy(creator, mug, { address: vienna })).status).toBe(409);
  });

  test('the same intent fifty times is one order; the same key for another is rejected', async () => {
    const [creator, fan] = [await makeCreator(), await richFan()];
    const id = await makeProduct(creator.id);
    const key = ports.ids();
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => buy(fan, id, { address: berlin, key })),
    );
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
    expect((await rowOf(id)).stock).toBe(6);
    expect((await buy(fan, id, { address: berlin, quantity: 2, key })).problem.code).toBe(
      'idempotency_mismatch',
    );
  });

  test('200 buyers at once of the last seven: seven are sold, and not one more', async () => {
    const creator = await makeCreator();
    const id = await makeProduct(creator.id, { stock: 7 });
    const fans = await Promise.all(Array.from({ length: 40 }, () => richFan(5_000)));
    const answers = await Promise.all(
      Array.from({ length: 200 }, (_, at) => buy(fans[at % fans.length]!, id, { address: berlin })),
    );
    const count = (status: number) => answers.filter((answer) => answer.status === status).length;
    expect([count(201), count(409)]).toEqual([7, 193]);
    expect(await rowOf(id)).toMatchObject({ stock: 0, sold: 7 });
    expect(await db.select({ id: orders.id }).from(orders).where(eq(orders.productId, id))).toHaveLength(7);
    expect(
      await db
        .select({ id: ledgerTransactions.id })
        .from(ledgerTransactions)
        .where(eq(ledgerTransactions.subjectId, id)),
    ).toHaveLength(7);
    expect(await checkLedger(ctx)).toEqual([]);
  });

  test('a download bought fifty times at once is charged once', async () => {
    const [creator, fan] = [await makeCreator(), await richFan(10_000)];
    const id = await makeDigital(creator.id);
    const answers = await Promise.all(Array.from({ length: 50 }, () => buy(fan, id)));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(await balanceOf(ctx, 'wallet', fan.id)).toBe(9_900);
    expect(await checkLedger(ctx)).toEqual([]);
  });

  test('a creator sees how many were sold and what they earned', async () => {
    const [creator, fan] = [await makeCreator(), await richFan()];
    const id = await makeProduct(creator.id);
    await buy(fan, id, { address: berlin, quantity: 2 });
    expect(
      await ok('GET /performer/performer-assets/products/:id/view', { token: creator.token, params: { id } }),
    ).toMatchObject({ sold: 2, stock: 5, earned: 880 });
  });
});
