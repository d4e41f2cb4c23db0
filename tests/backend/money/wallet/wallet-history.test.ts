import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { transaction } from '#backend/kernel/context.ts';
import { accounts } from '#backend/db/schema/accounts.ts';
import { ledgerTransactions } from '#backend/db/schema/ledger.ts';
import { balanceOf } from '#backend/domain/base/ledger/ledger.ts';
import { checkLedger } from '#backend/domain/money/audit/ledger-check.ts';
import { refund } from '#backend/domain/trade/payment-outcomes/refund.ts';
import { rooms } from '#backend/kernel/hub.ts';
import { auctionsIn } from '../../../setup/auctions.ts';
import { testBackend } from '../../../setup/backend.ts';
import { moneyIn } from '../../../setup/money.ts';
import { postsIn } from '../../../setup/posts.ts';
import { berlin, shopIn } from '../../../setup/shop.ts';
import { talkOf } from '../../../setup/talk.ts';
import { videosIn } from '../../../setup/videos.ts';
import { worksIn } from '../../../setup/media-items.ts';
import type { Person } from '../../../setup/test-app.ts';

const app = await testBackend();
const { call, raw, ok, db, ctx, ports, fund } = app;
const { makePost, makeFile, block } = postsIn(app);
const { makeVideo } = videosIn(app);
const { makeGallery } = worksIn(app);
const { makeProduct } = shopIn(app);
const { makeAuction } = auctionsIn(app);
const { addCard, newKey } = moneyIn(app);
const talk = talkOf(app);

let fan: Person;
let creator: Person;
beforeEach(async () => {
  fan = await app.makeFan({ name: 'Fay' });
  creator = await app.makeCreator({ name: 'Cleo' });
  await fund(fan.id, 2_000);
  ports.transport.clear();
});
const charges = async (query: Record<string, string | number> = {}, token = fan.token) =>
  (await ok('GET /wallet/charges/search', { token, query })).data;
const buy = async (kind: 'feed' | 'video' | 'gallery' | 'message', id: string) =>
  (
    await ok(`POST /wallet/charges/${kind}/:id` as 'POST /wallet/charges/feed/:id', {
      token: fan.token,
      params: { id },
    })
  )._id;
const tip = async (amount = 100, more: { feedId?: string } = {}) =>
  ok('POST /wallet/charges/tip/:id', {
    token: fan.token,
    params: { id: creator.id },
    body: { amount, ...more },
  });
const undo = (id: string, more: { token?: string; key?: string } = {}) =>
  call('POST /wallet/charges/:id/undo', { token: more.token ?? fan.token, key: more.key, params: { id } });
const wallet = () => balanceOf(ctx, 'wallet', fan.id);
const earned = () => balanceOf(ctx, 'earnings', creator.id);
const topUp = async (cardId: string) =>
  ok('POST /payment/wallet/top-up', { token: fan.token, body: { amount: 1_000, cardId } });

/** One of each item that a wallet can pay for. */
async function everything() {
  const feedId = await makePost(creator.id, { price: 10, text: 'Glazing at dawn' });
  const videoId = await makeVideo(creator.id, { price: 11, title: 'Throwing a bowl' });
  const { id: galleryId } = await makeGallery(creator.id, { price: 12, title: 'Kiln' });
  const { _id: conversationId } = await talk.open(fan, creator);
  await talk.send(fan, conversationId, 'Hello');
  const message = await ok('POST /messages/conversations/:id', {
    token: creator.token,
    params: { id: conversationId },
    body: { conversationId, data: { text: 'For you', files: [await makeFile(creator.id)], price: 13 } },
  });
  const productId = await makeProduct(creator.id, { price: 14, shippingPrice: 0, name: 'Mug' });
  const auctionId = await makeAuction(creator);
  await buy('feed', feedId);
  await buy('video', videoId);
  await buy('gallery', galleryId);
  await buy('message', message._id);
  const { order } = await ok('POST /wallet/charges/product/:id', {
    token: fan.token,
    params: { id: productId },
    body: { quantity: 1, address: berlin },
  });
  await ok('POST /aution-item', { token: fan.token, body: { auctionId, amount: 20 } });
  await tip(15);
  await tip(16, { feedId });
  const { _id: topUpId } = await topUp(await addCard(fan));
  return { feedId, videoId, galleryId, conversationId, orderId: order._id, auctionId, topUpId };
}

describe('the history', () => {
  test('every row links to what it paid for', async () => {
    const made = await everything();
    expect((await charges()).map(({ kind, opens }) => [kind, opens])).toEqual([
      ['top_up', { kind: 'receipt', _id: made.topUpId }],
      ['tip', { kind: 'feed', _id: made.feedId }],
      ['tip', { kind: 'performer', _id: creator.id }],
      ['hold', { kind: 'auction', _id: made.auctionId }],
      ['product', { kind: 'order', _id: made.orderId }],
      ['message', { kind: 'conversation', _id: made.conversationId }],
      ['gallery', { kind: 'gallery', _id: made.galleryId }],
      ['video', { kind: 'video', _id: made.videoId }],
      ['feed', { kind: 'feed', _id: made.feedId }],
      ['bonus', null],
    ]);
    expect(await ok('GET /wallet/balance', { token: fan.token })).toMatchObject({
      balance: 2_000 - 10 - 11 - 12 - 13 - 14 - 20 - 15 - 16 + 200,
      held: 20,
      bids: [{ auctionId: made.auctionId, title: 'A signed print', tokens: 20 }],
    });
    expect(await checkLedger(ctx)).toEqual([]);
  });

  test('is filtered by kind, creator, time and words, in combination and in pages', async () => {
    const other = await app.makeCreator({ name: 'Otto 100%' });
    await tip(10);
    ports.clock.move('1h');
    const from = ports.clock.now().toISOString();
    await ok('POST /wallet/charges/tip/:id', {
      token: fan.token,
      params: { id: other.id },
      body: { amount: 20 },
    });
    ports.clock.move('1h');
    const to = ports.clock.now().toISOString();
    await tip(30);
    await topUp(await addCard(fan));
    const tokens = async (query: Record<string, string | number>) =>
      (await charges(query)).map((row) => Math.abs(row.tokens));
    expect(await tokens({ kind: 'tip' })).toEqual([30, 20, 10]);
    expect(await tokens({ performerId: creator.id })).toEqual([30, 10]);
    expect(await tokens({ from, to })).toEqual([20]);
    expect(await tokens({ from })).toEqual([200, 30, 20]);
    expect(await tokens({ q: 'OTTO' })).toEqual([20]);
    expect(await tokens({ q: '100%' })).toEqual([20]);
    expect(await tokens({ q: '_%' })).toEqual([]);
    expect(await tokens({ kind: 'top_up' })).toEqual([200]);
    expect(await tokens({ kind: 'bonus' })).toEqual([2_000]);
    expect(await tokens({ kind: 'tip', performerId: creator.id, to })).toEqual([10]);
    const first = await ok('GET /wallet/charges/search', {
      token: fan.token,
      query: { kind: 'tip', limit: 2 },
    });
    expect([first.total, first.data.length]).toEqual([3, 2]);
    expect(
      (
        await ok('GET /wallet/charges/search', {
          token: fan.token,
          query: { kind: 'tip', limit: 2, cursor: first.nextCursor! },
        })
      ).data.map((row) => row.tokens),
    ).toEqual([-10]);
    expect(
      (await raw('GET /wallet/charges/search', { token: fan.token, query: { from: '0000-01-01T00:00:00Z' } }))
        .status,
    ).toBe(200);
  });

  test('shows a refund on both rows, for tokens and for cards', async () => {
    const feedId = await makePost(creator.id, { price: 50 });
    const bought = await buy('feed', feedId);
    const { _id: paid } = await topUp(await addCard(fan));
    await transaction(ctx, (tx) => refund(tx, bought, 'Broken'));
    await transaction(ctx, (tx) => refund(tx, paid, ''));
    const rows = await charges();
    const of = (kind: string, tokens: number) =>
      rows.find((row) => row.kind === kind && row.tokens === tokens)!;
    const backAt = of('refund', 50).createdAt;
    expect(of('refund', 50)).toMatchObject({
      refundedAt: null,
      refundOf: { _id: bought },
      opens: { kind: 'feed', _id: feedId },
    });
    expect(of('feed', -50)).toMatchObject({ refundedAt: backAt, refundOf: null });
    expect(of('refund', -200).opens).toEqual({ kind: 'receipt', _id: of('refund', -200)._id });
    const cards = async (query = {}) =>
      (await ok('GET /payment/transactions/user/search', { token: fan.token, query })).data;
    expect(await cards()).toMatchObject([
      { kind: 'refund', amount: -1_000, refundOf: { _id: paid }, refundedAt: null },
      { kind: 'top_up', _id: paid, amount: 1_000, refundOf: null },
    ]);
    expect((await cards())[1]!.refundedAt).toBe((await cards())[0]!.createdAt);
    expect(await cards({ kind: 'refund' })).toHaveLength(1);
    expect(await cards({ q: 'nothing like it' })).toEqual([]);
    expect(await cards({ performerId: creator.id })).toEqual([]);
  });
});

describe('undoing a tip', () => {
  test('returns every token and cent and notifies both; both rows say so', async () => {
    const given = await tip(100);
    expect(given.undoUntil).toBe(new Date(Date.parse(given.createdAt) + 60_000).toISOString());
    expect((await charges())[0]).toMatchObject({ kind: 'tip', undoUntil: given.undoUntil });
    expect([await wallet(), await earned()]).toEqual([1_900, 400]);
    ports.transport.clear();
    ports.clock.move('60s');
    const answer = await undo(given._id);
    expect(answer.status).toBe(201);
    expect(answer.data).toMatchObject({ tokens: 100, balance: 2_000 });
    expect([await wallet(), await earned()]).toEqual([2_000, 0]);
    expect(ports.transport.of('balance/updated')).toEqual([
      { room: rooms.account(fan.id), event: 'balance/updated', payload: { added: 100, balance: 2_000 } },
    ]);
    expect(ports.transport.of('notification/created')).toEqual([
      {
        room: rooms.account(creator.id),
        event: 'notification/created',
        payload: { kind: 'tip', text: 'Fay undid a tip of 100 tokens.', href: '/creator/earnings' },
      },
    ]);
    const [back, row] = await charges();
    expect(back).toMatchObject({
      kind: 'refund',
      tokens: 100,
      refundOf: { _id: given._id },
      description: 'Undone: Tip to Cleo',
      opens: { kind: 'performer', _id: creator.id },
      undoUntil: null,
    });
    expect(row).toMatchObject({ kind: 'tip', refundedAt: back!.createdAt, undoUntil: null });
    expect(await checkLedger(ctx)).toEqual([]);
  });

  test("is possible for a minute, by the clock, or for the operator's number of seconds", async () => {
    const given = await tip();
    ports.clock.move(60_001);
    expect((await undo(given._id)).problem).toMatchObject({
      status: 409,
      message: 'You can undo a tip for 60 seconds after you send it.',
    });
    expect((await charges())[0]!.undoUntil).toBeNull();
    await app.settings.set('tipUndoSeconds', 0);
    expect((await tip()).undoUntil).toBeNull();
    await app.settings.set('tipUndoSeconds', 60);
    expect(await wallet()).toBe(1_800);
  });

  test('happens once: the same key gets the same reply, another one is rejected', async () => {
    const given = await tip();
    const key = newKey();
    const first = await undo(given._id, { key });
    expect((await undo(given._id, { key })).data).toEqual(first.data);
    expect((await undo(given._id)).problem).toMatchObject({
      status: 409,
      message: 'You’ve already undone this tip.',
    });
    expect((await undo((await tip())._id, { key })).problem).toMatchObject({
      status: 409,
      code: 'idempotency_mismatch',
    });
    const again = await tip(50);
    const answers = await Promise.all(Array.from({ length: 50 }, () => undo(again._id)));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(await wallet()).toBe(1_900);
    expect(await checkLedger(ctx)).toEqual([]);
  });

  test('is possible only for the giver, and only for tips', async () => {
    const given = await tip();
    const nothing = await undo(newKey());
    expect(nothing.status).toBe(404);
    for (const { token } of [creator, await app.makeFan()])
      expect((await undo(given._id, { token })).text).toBe(nothing.text);
    expect((await undo(await buy('feed', await makePost(creator.id, { price: 10 })))).problem).toMatchObject({
      status: 409,
      message: 'Only tips can be undone.',
    });
    const [bonus] = await db
      .select()
      .from(ledgerTransactions)
      .where(eq(ledgerTransactions.actorId, fan.id))
      .orderBy(ledgerTransactions.createdAt);
    expect((await undo(bonus!.id)).text).toBe(nothing.text);
    const back = await undo(given._id);
    expect((await undo(back.data._id)).text).toBe(nothing.text);
    expect((await raw('POST /wallet/charges/:id/undo', { params: { id: given._id } })).status).toBe(401);
    expect(
      (
        await raw('POST /wallet/charges/:id/undo', {
          token: fan.token,
          params: { id: given._id },
          body: { force: true },
        })
      ).status,
    ).toBe(422);
  });
});

describe('a creator’s statement', () => {
  const statement = (id = creator.id, token = fan.token) =>
    raw<Statement>('GET /wallet/statement/:id', { token, params: { id } });
  interface Statement {
    performer: { name: string };
    since: string | null;
    total: Totals;
    kinds: (Totals & { kind: string })[];
    months: (Totals & { month: string })[];
  }
  interface Totals {
    count: number;
    tokens: number;
    money: number;
  }

  test('sums by kind and by month, cards and refunds included, to the cent', async () => {
    ports.clock.set('2026-04-30T23:00:00.000Z');
    const { token } = await app.openSession(fan.id, 24 * 365);
    await ok('POST /wallet/charges/tip/:id', { token, params: { id: creator.id }, body: { amount: 33 } });
    ports.clock.set('2026-05-01T00:00:00.000Z');
    const cardId = await addCard({ ...fan, token });
    await ok('POST /payment/subscribe/performers', {
      token,
      body: { performerId: creator.id, type: 'monthly', cardId },
    });
    const feedId = await makePost(creator.id, { price: 40 });
    const { _id } = await ok('POST /wallet/charges/feed/:id', { token, params: { id: feedId } });
    await ok('POST /wallet/charges/tip/:id', {
      token,
      params: { id: (await app.makeCreator()).id },
      body: { amount: 500 },
    });
    await transaction(ctx, (tx) => refund(tx, _id, ''));
    const { data } = await statement(creator.id, token);
    expect(data).toEqual({
      performer: expect.objectContaining({ _id: creator.id, name: 'Cleo' }),
      since: '2026-04-30T23:00:00.000Z',
      total: { count: 4, tokens: 33, money: 165 + 999 },
      kinds: [
        { kind: 'subscription', count: 1, tokens: 0, money: 999 },
        { kind: 'feed', count: 1, tokens: 40, money: 200 },
        { kind: 'tip', count: 1, tokens: 33, money: 165 },
        { kind: 'refund', count: 1, tokens: -40, money: -200 },
      ],
      months: [
        { month: '2026-05', count: 3, tokens: 0, money: 999 },
        { month: '2026-04', count: 1, tokens: 33, money: 165 },
      ],
    });
    const rows = await charges({ performerId: creator.id }, token);
    expect(rows.reduce((sum, row) => sum - row.tokens, 0)).toBe(data.total.tokens);
    ports.clock.set('2026-03-02T09:00:00.000Z');
  });

  test("is readable for those who paid, whatever has happened to the creator; for others it doesn't exist", async () => {
    const stranger = await app.makeFan();
    expect((await statement()).data).toMatchObject({
      since: null,
      total: { count: 0, tokens: 0, money: 0 },
      kinds: [],
      months: [],
    });
    await tip(20);
    await block(creator.id, fan.id);
    await block(creator.id, stranger.id);
    const nobody = await statement(newKey());
    expect(nobody.status).toBe(404);
    expect((await statement()).data).toMatchObject({
      performer: { name: 'Cleo' },
      total: { tokens: 20, money: 100 },
    });
    expect((await statement(creator.id, stranger.token)).text).toBe(nobody.text);
    await db.update(accounts).set({ suspendedAt: ports.clock.now() }).where(eq(accounts.id, creator.id));
    expect((await statement()).status).toBe(200);
    expect((await statement(stranger.id)).text).toBe(nobody.text);
    expect((await statement(fan.id)).text).toBe(nobody.text);
  });

  test('is in the list of all creators who were paid, latest first', async () => {
    const other = await app.makeCreator({ name: 'Otto' });
    await tip(20);
    ports.clock.move('1m');
    await ok('POST /wallet/charges/tip/:id', {
      token: fan.token,
      params: { id: other.id },
      body: { amount: 30 },
    });
    ports.clock.move('1m');
    await undo((await tip(40))._id);
    await block(creator.id, fan.id);
    const paid = await ok('GET /wallet/statements', { token: fan.token });
    expect(paid).toMatchObject({
      total: 2,
      data: [
        { _id: creator.id, count: 3, tokens: 20, money: 100 },
        { _id: other.id, performer: { name: 'Otto' }, count: 1, tokens: 30, money: 150 },
      ],
    });
    expect(
      await ok('GET /wallet/statements', { token: fan.token, query: { offset: 1, limit: 1 } }),
    ).toMatchObject({ total: 2, data: [{ _id: other.id }] });
    expect((await ok('GET /wallet/statements', { token: other.token })).data).toEqual([]);
  });

  test("contains only what was paid: holds for bids aren't included", async () => {
    await ok('POST /aution-item', {
      token: fan.token,
      body: { auctionId: await makeAuction(creator), amount: 20 },
    });
    expect((await statement()).data.total).toEqual({ count: 0, tokens: 0, money: 0 });
  });
});
