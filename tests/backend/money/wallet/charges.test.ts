import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { ledgerTransactions } from '#backend/db/schema/ledger.ts';
import { streams } from '#backend/db/schema/streams/streams.ts';
import { purchases } from '#backend/db/schema/wallet.ts';
import { balanceOf } from '#backend/domain/base/ledger/ledger.ts';
import { checkLedger } from '#backend/domain/money/audit/ledger-check.ts';
import { rooms } from '#backend/kernel/hub.ts';
import { testBackend } from '../../../setup/backend.ts';
import { moneyIn } from '../../../setup/money.ts';
import { postsIn } from '../../../setup/posts.ts';
import { berlin, shopIn } from '../../../setup/shop.ts';
import { talkOf } from '../../../setup/talk.ts';
import { videosIn } from '../../../setup/videos.ts';
import { worksIn } from '../../../setup/media-items.ts';
import type { Person } from '../../../setup/test-app.ts';

const app = await testBackend();
const { raw, ok, db, ctx, ports, fund } = app;
const { makePost, makeFile } = postsIn(app);
const { makeVideo } = videosIn(app);
const { makeGallery } = worksIn(app);
const { makeProduct, makeDigital } = shopIn(app);
const { newKey } = moneyIn(app);
const talk = talkOf(app);

let fan: Person;
let creator: Person;
beforeEach(async () => {
  fan = await app.makeFan({ name: 'Fay' });
  creator = await app.makeCreator({ name: 'Cleo' });
  ports.transport.clear();
});

async function makeStream(values: Partial<typeof streams.$inferInsert> = {}): Promise<string> {
  const [id, moment] = [ports.ids(), ports.clock.now()];
  await db.insert(streams).values({
    id,
    performerId: creator.id,
    title: 'Kiln opening',
    audience: 'public',
    price: 100,
    // A creator has one live stream at most, but can announce several.
    state: 'scheduled',
    createdAt: moment,
    updatedAt: moment,
    ...values,
  });
  return id;
}
async function paidMessage(): Promise<string> {
  const { _id: conversationId } = await talk.open(fan, creator);
  await talk.send(fan, conversationId, 'Hello');
  return (
    await ok('POST /messages/conversations/:id', {
      token: creator.token,
      params: { id: conversationId },
      body: { conversationId, data: { text: 'For you', files: [await makeFile(creator.id)], price: 100 } },
    })
  )._id;
}

/** All kinds of charges; each item costs 100 tokens. `again` is the error of a second purchase. */
const kinds = {
  tip: { make: async () => creator.id, body: { amount: 100 }, again: null },
  feed: { make: () => makePost(creator.id, { price: 100 }), again: 'You’ve already unlocked this post.' },
  product: {
    make: () => makeDigital(creator.id, { price: 100 }),
    body: { quantity: 1 },
    again: 'You’ve already bought this.',
  },
  video: { make: () => makeVideo(creator.id, { price: 100 }), again: 'You’ve already unlocked this video.' },
  gallery: {
    make: async () => (await makeGallery(creator.id, { price: 100 })).id,
    again: 'You’ve already unlocked this gallery.',
  },
  message: { make: () => paidMessage(), again: 'You’ve already unlocked this message.' },
  stream: { make: () => makeStream(), again: 'You’ve already unlocked this stream.' },
} as const;
type Kind = keyof typeof kinds;
interface Kindred {
  make: () => Promise<string>;
  body?: object;
  again: string | null;
}
interface Charged {
  _id: string;
  kind: string;
  tokens: number;
  balance: number;
}
const charge = (kind: Kind, id: string, more: { key?: string; token?: string } = {}) =>
  raw<Charged>(`POST /wallet/charges/${kind}/:id`, {
    token: more.token ?? fan.token,
    key: more.key,
    params: { id },
    body: (kinds[kind] as Kindred).body ?? {},
  });
const wallet = () => balanceOf(ctx, 'wallet', fan.id);
const chargesOf = async () =>
  (await db.select().from(ledgerTransactions).where(eq(ledgerTransactions.actorId, fan.id))).filter(
    (row) => row.kind === 'charge',
  );

describe.each(Object.keys(kinds) as Kind[])('a charge for a %s', (kind) => {
  const { make, again } = kinds[kind] as Kindred;

  test('moves the tokens once, and a second one is rejected if the item is owned', async () => {
    await fund(fan.id, 1_000);
    const id = await make();
    const first = await charge(kind, id);
    expect(first.status).toBe(201);
    expect(first.data).toMatchObject({ kind, tokens: 100, balance: 900 });
    expect(await balanceOf(ctx, 'earnings', creator.id)).toBe(400);
    const second = await charge(kind, id);
    if (again === null) expect(second.data).toMatchObject({ balance: 800 });
    else expect(second.problem).toMatchObject({ status: 409, code: 'already_owned', message: again });
    expect(
      (await db.select().from(purchases).where(eq(purchases.accountId, fan.id))).map((row) => row.kind),
    ).toEqual(again === null ? [] : [kind]);
    expect(await checkLedger(ctx)).toEqual([]);
  });

  test('says how many tokens are missing, leaves nothing behind, and the same key works after a top-up', async () => {
    await fund(fan.id, 37);
    const id = await make();
    const key = newKey();
    expect((await charge(kind, id, { key })).problem).toMatchObject({
      status: 402,
      code: 'insufficient_balance',
      missing: 63,
      message: 'You need 63 more tokens. Top up and try again.',
    });
    expect([await wallet(), (await chargesOf()).length]).toEqual([37, 0]);
    await fund(fan.id, 63);
    expect((await charge(kind, id, { key })).data).toMatchObject({ balance: 0 });
  });

  test("one key charges once, fifty times at once, and can't be used for anything else", async () => {
    await fund(fan.id, 1_000);
    const [id, another] = [await make(), await make()];
    const key = newKey();
    const answers = await Promise.all(Array.from({ length: 50 }, () => charge(kind, id, { key })));
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    expect(answers[0]!.status).toBe(201);
    expect([await wallet(), (await chargesOf()).length]).toEqual([900, 1]);
    if (kind !== 'tip')
      expect((await charge(kind, another, { key })).problem).toMatchObject({
        status: 409,
        code: 'idempotency_mismatch',
      });
    expect(await checkLedger(ctx)).toEqual([]);
  });

  test('twenty at once without a key: an owned item is paid for once, and never more than the balance', async () => {
    await fund(fan.id, 1_000);
    const id = await make();
    const answers = await Promise.all(Array.from({ length: 20 }, () => charge(kind, id)));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(again === null ? 10 : 1);
    expect(answers.filter(({ status }) => status === (again === null ? 402 : 409))).toHaveLength(
      again === null ? 10 : 19,
    );
    expect(await wallet()).toBe(again === null ? 0 : 900);
    expect(await checkLedger(ctx)).toEqual([]);
  });
});

describe('a stream', () => {
  test('can be bought while it is announced or live, by those who can see its creator', async () => {
    await fund(fan.id, 1_000);
    const nothing = await charge('stream', newKey());
    expect(nothing.status).toBe(404);
    for (const state of ['interrupted', 'ended'] as const)
      expect((await charge('stream', await makeStream({ state }))).text).toBe(nothing.text);
    await db.update(streams).set({ state: 'ended' });
    expect((await charge('stream', await makeStream())).status).toBe(201);
    expect((await charge('stream', await makeStream({ state: 'live' }))).status).toBe(201);
    expect((await charge('stream', await makeStream({ price: 0 }))).problem).toMatchObject({
      status: 409,
      code: 'already_owned',
    });
    expect(
      (await charge('stream', await makeStream({ price: 0, audience: 'subscribers' }))).problem,
    ).toMatchObject({ status: 409, code: 'conflict' });
    expect((await charge('stream', await makeStream(), { token: creator.token })).problem).toMatchObject({
      status: 409,
      message: 'This is your own stream.',
    });
    expect(await wallet()).toBe(800);
  });

  test('notifies its creator, and appears in the history and the library', async () => {
    await fund(fan.id, 1_000);
    const id = await makeStream();
    await charge('stream', id);
    expect(ports.transport.of('notification/created')).toEqual([
      {
        room: rooms.account(creator.id),
        event: 'notification/created',
        payload: {
          kind: 'stream',
          text: 'Fay unlocked a stream for 100 tokens.',
          href: `/live/${id}`,
        },
      },
    ]);
    expect(
      (await ok('GET /wallet/charges/search', { token: fan.token, query: { kind: 'stream' } })).data,
    ).toMatchObject([
      {
        description: 'Stream by Cleo: Kiln opening',
        tokens: -100,
        opens: { kind: 'stream', _id: id },
      },
    ]);
    expect((await ok('GET /user/library', { token: fan.token })).data).toMatchObject([
      { kind: 'stream', itemId: id, title: 'Kiln opening' },
    ]);
  });
});

test('a physical product can be bought repeatedly, while it is in stock', async () => {
  await fund(fan.id, 1_000);
  const id = await makeProduct(creator.id, { price: 80, shippingPrice: 20, stock: 3 });
  const answers = await Promise.all(
    Array.from({ length: 8 }, () =>
      raw('POST /wallet/charges/product/:id', {
        token: fan.token,
        params: { id },
        body: { quantity: 1, address: berlin },
      }),
    ),
  );
  expect(answers.map(({ status }) => status).sort((a, b) => a - b)).toEqual([
    201, 201, 201, 409, 409, 409, 409, 409,
  ]);
  expect(await wallet()).toBe(700);
});
