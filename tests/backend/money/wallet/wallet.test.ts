import { eq, sql } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { accounts } from '#backend/db/schema/accounts.ts';
import { performers } from '#backend/db/schema/creators.ts';
import { ledgerTransactions } from '#backend/db/schema/ledger.ts';
import { feeds } from '#backend/db/schema/posts.ts';
import { purchases } from '#backend/db/schema/wallet.ts';
import { balanceOf } from '#backend/domain/base/ledger/ledger.ts';
import { checkLedger } from '#backend/domain/money/audit/ledger-check.ts';
import { rooms } from '#backend/kernel/hub.ts';
import { testBackend } from '../../../setup/backend.ts';
import { moneyIn } from '../../../setup/money.ts';
import { postsIn } from '../../../setup/posts.ts';
import type { Person } from '../../../setup/test-app.ts';

const app = await testBackend();
const { call, raw, ok, db, ctx, fund, ports } = app;
const { makePost, subscribe, block, closeCountry } = postsIn(app);
const { newKey } = moneyIn(app);
const walletOf = (person: Person) => balanceOf(ctx, 'wallet', person.id);

let fan: Person;
let creator: Person;
beforeEach(async () => {
  fan = await app.makeFan({ name: 'Fay' });
  creator = await app.makeCreator({ name: 'Cleo' });
  await fund(fan.id, 1_000);
  ports.transport.clear();
});
const tip = (amount: number, more: { feedId?: string; key?: string; token?: string; id?: string } = {}) =>
  call('POST /wallet/charges/tip/:id', {
    token: more.token ?? fan.token,
    key: more.key,
    params: { id: more.id ?? creator.id },
    body: { amount, ...(more.feedId ? { feedId: more.feedId } : {}) },
  });
const unlock = (id: string, more: { key?: string; token?: string } = {}) =>
  call('POST /wallet/charges/feed/:id', { token: more.token ?? fan.token, key: more.key, params: { id } });

describe('a tip', () => {
  test('moves tokens to the creator and notifies both', async () => {
    const answer = await tip(100);
    expect(answer.status).toBe(201);
    expect(answer.data).toMatchObject({ kind: 'tip', itemId: creator.id, tokens: 100, balance: 900 });
    expect([await walletOf(fan), await balanceOf(ctx, 'earnings', creator.id)]).toEqual([900, 400]);
    expect(ports.transport.of('balance/updated')).toEqual([
      { room: rooms.account(fan.id), event: 'balance/updated', payload: { added: -100, balance: 900 } },
    ]);
    expect(ports.transport.of('notification/created')).toEqual([
      {
        room: rooms.account(creator.id),
        event: 'notification/created',
        payload: { kind: 'tip', text: 'Fay tipped you for 100 tokens.', href: '/creator/earnings' },
      },
    ]);
    expect(await checkLedger(ctx)).toEqual([]);
  });

  test('can refer to a post of the creator', async () => {
    const feedId = await makePost(creator.id, { audience: 'subscribers' });
    expect((await tip(10, { feedId })).data).toMatchObject({ itemId: feedId });
    expect(ports.transport.of('notification/created')[0]?.payload.href).toBe(`/feeds/${feedId}`);
    const foreign = await makePost((await app.makeCreator()).id);
    const draft = await makePost(creator.id, { state: 'draft' });
    for (const id of [foreign, draft, newKey()])
      expect((await tip(10, { feedId: id })).problem).toMatchObject({
        status: 422,
        errors: [{ field: 'feedId' }],
      });
    expect(await walletOf(fan)).toBe(990);
  });

  test("keeps to the operator's limits", async () => {
    expect((await tip(9)).problem).toMatchObject({
      status: 422,
      message: 'The smallest tip is 10 tokens.',
      errors: [{ field: 'amount' }],
    });
    expect((await tip(10_001)).problem).toMatchObject({
      status: 422,
      message: 'The largest tip is 10,000 tokens.',
    });
    await app.settings.set('maximumTipPrice', 50);
    expect((await tip(51)).status).toBe(422);
    expect((await tip(50)).status).toBe(201);
    await app.settings.set('maximumTipPrice', 10_000);
  });

  test('requires the tokens, and says how many are missing', async () => {
    expect((await tip(1_001)).problem).toMatchObject({
      status: 402,
      code: 'insufficient_balance',
      missing: 1,
      message: 'You need 1 more token. Top up and try again.',
    });
    expect(await walletOf(fan)).toBe(1_000);
    expect(ports.transport.emitted).toEqual([]);
  });

  test('goes to an approved creator who is visible to the fan, and never to yourself', async () => {
    await fund(creator.id, 100);
    expect((await tip(10, { token: creator.token })).problem).toMatchObject({
      status: 422,
      message: 'You can’t tip yourself.',
    });
    const nobody = await tip(10, { id: newKey() });
    expect(nobody.status).toBe(404);
    const others = [
      await app.makeCreator({}, { verified: 'pending' }),
      await app.makeCreator({}, { verified: 'rejected' }),
      await app.makeCreator({ suspendedAt: ports.clock.now() }),
      await app.makeFan(),
    ];
    for (const other of others) expect((await tip(10, { id: other.id })).text).toBe(nobody.text);
    await block(creator.id, fan.id);
    expect((await tip(10)).text).toBe(nobody.text);
    const closed = await app.makeCreator();
    await closeCountry(closed.id, 'DE');
    ports.geo.countries.set('203.0.113.1', 'DE');
    expect((await tip(10, { id: closed.id })).text).toBe(nobody.text);
    ports.geo.countries.clear();
    expect(await walletOf(fan)).toBe(1_000);
  });
});

describe('unlocking a post', () => {
  test('costs its price, unlocks it permanently and notifies every tab', async () => {
    const feedId = await makePost(creator.id, { price: 300 });
    const answer = await unlock(feedId);
    expect(answer.status).toBe(201);
    expect(answer.data).toMatchObject({ kind: 'feed', itemId: feedId, tokens: 300, balance: 700 });
    expect(await db.select().from(purchases).where(eq(purchases.itemId, feedId))).toEqual([
      expect.objectContaining({
        accountId: fan.id,
        price: 300,
        transactionId: answer.data._id,
        reversedAt: null,
      }),
    ]);
    expect(ports.transport.of('access/changed')).toEqual([
      { room: rooms.account(fan.id), event: 'access/changed', payload: { performerId: creator.id } },
    ]);
    expect(ports.transport.of('notification/created')[0]?.payload).toEqual({
      kind: 'feed',
      text: 'Fay unlocked a post for 300 tokens.',
      href: `/feeds/${feedId}`,
    });
    await db.update(feeds).set({ price: 900, state: 'archived' }).where(eq(feeds.id, feedId));
    expect((await unlock(feedId)).problem).toMatchObject({
      status: 409,
      code: 'already_owned',
      message: 'You’ve already unlocked this post.',
    });
    expect(await checkLedger(ctx)).toEqual([]);
  });

  test('is rejected with the reason if there is nothing to buy', async () => {
    const free = await makePost(creator.id);
    expect((await unlock(free)).problem).toMatchObject({ status: 409, code: 'already_owned' });
    const forSubscribers = await makePost(creator.id, { audience: 'subscribers' });
    expect((await unlock(forSubscribers)).problem).toMatchObject({
      status: 409,
      code: 'conflict',
      message: 'This post isn’t sold separately. Follow or subscribe to see it.',
    });
    const included = await makePost(creator.id, { price: 50, includedInSubscription: true });
    await subscribe(fan.id, creator.id);
    expect((await unlock(included)).problem).toMatchObject({
      status: 409,
      message: 'This post is included in your subscription.',
    });
    const sold = await makePost(creator.id, { price: 50 });
    expect((await unlock(sold, { token: creator.token })).problem).toMatchObject({
      status: 409,
      message: 'This is your own post.',
    });
    expect(await walletOf(fan)).toBe(1_000);
  });

  test("a post that the fan can't see doesn't exist", async () => {
    const nothing = await unlock(newKey());
    expect(nothing.status).toBe(404);
    expect(
      (await raw('POST /wallet/charges/feed/:id', { token: fan.token, params: { id: 'not-an-id' } })).text,
    ).toBe(nothing.text);
    for (const state of ['draft', 'scheduled', 'processing', 'archived', 'failed', 'removed'] as const) {
      expect((await unlock(await makePost(creator.id, { price: 50, state }))).text).toBe(nothing.text);
    }
    const sold = await makePost(creator.id, { price: 50 });
    await block(fan.id, creator.id);
    expect((await unlock(sold)).text).toBe(nothing.text);
    const suspended = await app.makeCreator();
    const theirs = await makePost(suspended.id, { price: 50 });
    await db.update(accounts).set({ suspendedAt: ports.clock.now() }).where(eq(accounts.id, suspended.id));
    expect((await unlock(theirs)).text).toBe(nothing.text);
    await db.update(performers).set({ verified: 'rejected' }).where(eq(performers.accountId, suspended.id));
    expect(await walletOf(fan)).toBe(1_000);
  });

  test('without enough tokens it says how many are missing, and the same key works after a top-up', async () => {
    const feedId = await makePost(creator.id, { price: 1_200 });
    const key = newKey();
    expect((await unlock(feedId, { key })).problem).toMatchObject({ status: 402, missing: 200 });
    await fund(fan.id, 200);
    expect((await unlock(feedId, { key })).data).toMatchObject({ tokens: 1_200, balance: 0 });
  });

  test("a purchase outlives a block, the end of a subscription and the post's archiving; the check agrees", async () => {
    const feedId = await makePost(creator.id, { price: 10 });
    await unlock(feedId);
    await block(creator.id, fan.id);
    expect((await unlock(feedId)).problem.message).toBe('You’ve already unlocked this post.');
  });

  test('from ten tabs at once is paid for once', async () => {
    const feedId = await makePost(creator.id, { price: 100 });
    const answers = await Promise.all(Array.from({ length: 10 }, () => unlock(feedId, { key: newKey() })));
    expect(answers.map((answer) => answer.status).toSorted((a, b) => a - b)).toEqual([
      201,
      ...Array.from({ length: 9 }, () => 409),
    ]);
    expect(await walletOf(fan)).toBe(900);
    expect(await checkLedger(ctx)).toEqual([]);
  });

  test('pays the displayed price or nothing, while the creator changes it', async () => {
    const feedId = await makePost(creator.id, { price: 100 });
    const fans = await Promise.all(Array.from({ length: 12 }, () => app.makeFan()));
    await Promise.all(fans.map((one) => fund(one.id, 1_000)));
    await Promise.all([
      ...fans.map((one) =>
        raw('POST /wallet/charges/feed/:id', {
          token: one.token,
          params: { id: feedId },
          body: { expectedPrice: 100 },
        }).then(({ status, problem }) => expect([201, 409], problem?.message).toContain(status)),
      ),
      ...[200, 300, 400].map((price) => db.update(feeds).set({ price }).where(eq(feeds.id, feedId))),
    ]);
    const bought = await db
      .select({
        price: purchases.price,
        balance: sql<string>`(SELECT balance FROM ledger_accounts WHERE kind = 'wallet' AND owner_id = account_id)`,
      })
      .from(purchases)
      .where(eq(purchases.itemId, feedId));
    for (const { price, balance } of bought) expect([price, Number(balance)]).toEqual([100, 900]);
    expect(
      (await Promise.all(fans.map((one) => walletOf(one)))).filter((balance) => balance === 1_000),
    ).toHaveLength(12 - bought.length);
  });
});

describe('over HTTP, concurrently', () => {
  test('200 tips on a balance for 10: exactly 10', async () => {
    const poor = await app.makeFan();
    await fund(poor.id, 100);
    const answers = await Promise.all(
      Array.from({ length: 200 }, () => tip(10, { token: poor.token, key: newKey() })),
    );
    expect(answers.filter((answer) => answer.status === 201)).toHaveLength(10);
    expect(answers.filter((answer) => answer.status === 402)).toHaveLength(190);
    expect([await walletOf(poor), await balanceOf(ctx, 'earnings', creator.id)]).toEqual([0, 400]);
    expect(await checkLedger(ctx)).toEqual([]);
  });

  test('fifty with the same key: one effect and one reply; another body is rejected', async () => {
    const key = newKey();
    const answers = await Promise.all(Array.from({ length: 50 }, () => tip(20, { key })));
    expect(new Set(answers.map((answer) => answer.text)).size).toBe(1);
    expect(answers[0]?.status).toBe(201);
    expect(await walletOf(fan)).toBe(980);
    expect((await tip(21, { key })).problem).toMatchObject({ status: 409, code: 'idempotency_mismatch' });
    const feedId = await makePost(creator.id, { price: 20 });
    expect((await unlock(feedId, { key })).problem).toMatchObject({
      status: 409,
      code: 'idempotency_mismatch',
    });
    const other = await app.makeFan();
    await fund(other.id, 20);
    expect((await tip(20, { key, token: other.token })).status).toBe(201);
  });
});

describe('the wallet’s history', () => {
  const charges = (query: object = {}, token = fan.token) =>
    ok('GET /wallet/charges/search', { token, query });

  test('every row with who, what and the balance afterwards, newest first', async () => {
    const feedId = await makePost(creator.id, {
      price: 300,
      text: 'A long firing,\nand what came of it: <b>forty</b> pots of which nine are whole',
    });
    await tip(100);
    await unlock(feedId);
    const { data, total } = await charges();
    expect(total).toBe(3);
    expect(
      data.map(({ kind, tokens, balanceAfter, itemId, description, performer }) => ({
        kind,
        tokens,
        balanceAfter,
        itemId,
        description,
        who: performer?.name ?? null,
      })),
    ).toEqual([
      {
        kind: 'feed',
        tokens: -300,
        balanceAfter: 600,
        itemId: feedId,
        description: 'Post by Cleo: A long firing, and what came of it: forty pots of which nine…',
        who: 'Cleo',
      },
      {
        kind: 'tip',
        tokens: -100,
        balanceAfter: 900,
        itemId: creator.id,
        description: 'Tip to Cleo',
        who: 'Cleo',
      },
      {
        kind: 'bonus',
        tokens: 1_000,
        balanceAfter: 1_000,
        itemId: null,
        description: 'Tokens for a test',
        who: null,
      },
    ]);
  });

  test('pages by key without gaps or duplicates, filters by kind, and is private', async () => {
    for (let count = 0; count < 7; count += 1) await tip(10 + count);
    const seen: number[] = [];
    let cursor: string | null | undefined;
    do {
      const page = await charges({ limit: 3, ...(cursor ? { cursor } : {}) });
      expect(page.total).toBe(8);
      seen.push(...page.data.map((row) => row.tokens));
      cursor = page.nextCursor;
    } while (cursor);
    expect(seen).toEqual([-16, -15, -14, -13, -12, -11, -10, 1_000]);
    expect((await charges({ limit: 2, offset: 7 })).data.map((row) => row.tokens)).toEqual([1_000]);
    expect(await charges({ kind: 'tip' })).toMatchObject({ total: 7 });
    expect(await charges({ kind: 'top_up' })).toMatchObject({ total: 0, data: [], nextCursor: null });
    expect(await charges({}, (await app.makeFan()).token)).toEqual({
      data: [],
      total: 0,
      nextCursor: null,
    });
    expect(
      (await raw('GET /wallet/charges/search', { token: fan.token, query: { cursor: '1; DROP' } })).problem,
    ).toMatchObject({ status: 422, errors: [{ field: 'cursor' }] });
  });
});

describe('permissions', () => {
  const routes = [
    'POST /wallet/charges/tip/:id',
    'POST /wallet/charges/feed/:id',
    'GET /wallet/charges/search',
  ];
  test.each(routes)('%s: requires a session', async (route) => {
    expect((await raw(route, { params: { id: creator.id } })).status).toBe(401);
  });

  test.each([
    ['POST /wallet/charges/tip/:id', { amount: 10, extra: 1 }],
    ['POST /wallet/charges/tip/:id', { amount: '10' }],
    ['POST /wallet/charges/tip/:id', { amount: 10.5 }],
    ['POST /wallet/charges/tip/:id', { amount: -10 }],
    ['POST /wallet/charges/tip/:id', { amount: 2 ** 53 }],
    ['POST /wallet/charges/tip/:id', {}],
    ['POST /wallet/charges/feed/:id', { price: 1 }],
  ])('%s rejects %j', async (route, body) => {
    const before = await db.$count(ledgerTransactions);
    expect((await raw(route, { token: fan.token, params: { id: creator.id }, body })).status).toBe(422);
    expect(await db.$count(ledgerTransactions)).toBe(before);
  });

  test('a key must be valid', async () => {
    expect((await tip(10, { key: 'short' })).problem).toMatchObject({
      status: 422,
      errors: [{ field: 'Idempotency-Key' }],
    });
  });
});
