import sharp from 'sharp';
import { afterAll, expect, test } from 'vitest';
import type { CallInput, ReplyOf, RouteName } from '#contract/core/registry.ts';
import { createMediaProcessor } from '#backend/node/media/media.ts';
import { createMockServer } from '#mock/node.ts';
import { quiet } from '../setup/quiet.ts';
import { clip } from '../setup/recordings.ts';

/*
 * The main user flow on the mock's database: the same SQL that runs on PostgreSQL must run on PGlite, over
 * one connection. The tests in tests/backend check the responses in detail.
 */
const origin = 'http://limelight.test';
const mock = await createMockServer({ origin, media: createMediaProcessor(), log: quiet });
afterAll(() => mock.close());

interface Loose {
  params?: Record<string, string>;
  query?: Record<string, string>;
  body?: unknown;
}
type Who = { token?: string; form?: FormData; ip?: string };

const peerOf = ({ ip = '127.0.0.1' }: Who) => ({ ip });

async function call<R extends RouteName>(route: R, given: CallInput<R> & Who): Promise<ReplyOf<R>> {
  const { params = {}, query = {}, body } = given as Loose;
  const [method = '', pattern = ''] = route.split(' ');
  const path = pattern.replaceAll(/:(\w+)/g, (_, name: string) => params[name] ?? '');
  const headers = new Headers({ 'idempotency-key': crypto.randomUUID() });
  if (given.token) headers.set('authorization', given.token);
  if (!given.form) headers.set('content-type', 'application/json');
  const sent = given.form ?? (method === 'GET' ? undefined : JSON.stringify(body ?? {}));
  const response = await mock.backend.fetch(
    new Request(`${origin}/api/v1${path}?${new URLSearchParams(query)}`, { method, headers, body: sent }),
    peerOf(given),
  );
  const reply = (await response.json()) as { data: ReplyOf<R> };
  expect(response.ok, `${route}: ${JSON.stringify(reply)}`).toBe(true);
  return reply.data;
}

let people = 0;
async function join(username: string, asCreator: boolean) {
  // Many people of one network would have to solve captchas.
  const ip = `198.51.100.${(people += 1)}`;
  const person = {
    name: username,
    username,
    email: `${username}@limelight.test`,
    password: 'password of mine',
  };
  if (asCreator) {
    const form = new FormData();
    for (const [field, value] of Object.entries(person)) form.set(field, value);
    form.set(
      'idFront',
      new File([new TextEncoder().encode('%PDF-1.7\n')], 'id.pdf', { type: 'application/pdf' }),
    );
    await call('POST /auth/performers/register', { body: person, form, ip });
  } else {
    await call('POST /auth/users/register', { body: person, ip });
  }
  const { token } = await call('POST /auth/login', {
    body: { credentials: username, password: person.password },
  });
  return { token, id: (await call('GET /users/me', { token }))._id };
}

async function photo(): Promise<FormData> {
  const form = new FormData();
  const bytes = await sharp({ create: { width: 800, height: 600, channels: 3, background: '#a64' } })
    .jpeg()
    .toBuffer();
  form.set('file', new File([new Uint8Array(bytes)], 'photo.jpg', { type: 'image/jpeg' }));
  return form;
}

test('a fan signs up, follows, subscribes, pays and chats; the creator posts, is paid and replies', async () => {
  const creator = await join('cleo', true);
  const fan = await join('ana', false);
  await call('PUT /performers/:id', {
    token: creator.token,
    params: { id: creator.id },
    body: { monthlyPrice: 999, yearlyPrice: 9_999 },
  });
  const file = await call('POST /performer/feeds/photo/upload', {
    token: creator.token,
    body: {},
    form: await photo(),
  });
  const sold = await call('POST /performer/feeds', {
    token: creator.token,
    body: { type: 'photo', text: 'from the roof', fileIds: [file._id], audience: 'public', price: 30 },
  });
  await call('POST /performer/feeds', {
    token: creator.token,
    body: { text: 'for subscribers', audience: 'subscribers' },
  });

  await call('POST /follows/:id', { token: fan.token, params: { id: creator.id } });
  const timeline = () => call('GET /user/feeds', { token: fan.token, query: {} });
  expect((await timeline()).data.map((post) => post.access.allowed)).toEqual([false, false]);

  const card = await call('POST /:provider/cards', {
    token: fan.token,
    params: { provider: 'sandbox' },
    body: { token: '4242424242424242|12/34|123' },
  });
  const { tokens } = await call('POST /payment/wallet/top-up', {
    token: fan.token,
    body: { amount: 1_000, cardId: card._id },
  });
  await call('POST /payment/subscribe/performers', {
    token: fan.token,
    body: {
      performerId: creator.id,
      type: 'monthly',
      cardId: card._id,
      expectedPrice:
        (await call('GET /performers/:id', { token: fan.token, params: { id: creator.id } })).monthlyPrice ??
        undefined,
    },
  });
  const unlocked = await call('POST /wallet/charges/feed/:id', {
    token: fan.token,
    params: { id: sold._id },
    body: { expectedPrice: 30 },
  });
  const tipped = await call('POST /wallet/charges/tip/:id', {
    token: fan.token,
    params: { id: creator.id },
    body: { amount: 10 },
  });
  expect([unlocked.balance, tipped.balance]).toEqual([tokens - 30, tokens - 40]);
  expect((await timeline()).data.map((post) => [post.access.allowed, post.access.reason])).toEqual([
    [true, 'subscriber'],
    [true, 'purchased'],
  ]);
  expect((await call('GET /wallet/charges/search', { token: fan.token, query: {} })).total).toBe(3);
  expect(
    (await call('GET /payment/transactions/user/search', { token: fan.token, query: {} })).data,
  ).toHaveLength(2);
  expect((await call('GET /performers/user/search', { query: { q: 'cleo' } })).total).toBe(1);

  const { _id: id } = await call('POST /conversations', {
    token: fan.token,
    body: { source: 'performer', sourceId: creator.id },
  });
  await call('POST /messages/conversations/:id', {
    token: fan.token,
    params: { id },
    body: { conversationId: id, data: { text: 'hello' } },
  });
  expect((await call('GET /messages/counting-not-read-messages', { token: creator.token })).total).toBe(1);
  await call('POST /messages/read-all/:id', { token: creator.token, params: { id } });
  await call('POST /messages/conversations/:id', {
    token: creator.token,
    params: { id },
    body: { conversationId: id, data: { text: 'hi!' } },
  });
  expect((await call('GET /conversations', { token: fan.token, query: {} })).data[0]).toMatchObject({
    totalNotSeenMessages: 1,
    recipientReadSeq: 1,
    lastMessage: { text: 'hi!' },
  });

  const { total } = await call('GET /performer/earning/stats', { token: creator.token, query: {} });
  expect(total.count).toBe(3);
  expect(total.net).toBe(total.gross - total.commission);
  expect(
    (await call('GET /performer/earning/search', { token: creator.token, query: {} })).data,
  ).toHaveLength(3);
  expect((await call('GET /subscriptions/performer/search', { token: creator.token, query: {} })).total).toBe(
    1,
  );
  await mock.backend.runJobs();
});

test('many calls at once on the single connection: no deadlock, nothing is spent twice', async () => {
  const creator = await join('dora', true);
  const fan = await join('bea', false);
  const card = await call('POST /:provider/cards', {
    token: fan.token,
    params: { provider: 'sandbox' },
    body: { token: '4242424242424242|12/34|123' },
  });
  const { tokens } = await call('POST /payment/wallet/top-up', {
    token: fan.token,
    body: { amount: 500, cardId: card._id },
  });
  await Promise.all(
    Array.from({ length: 10 }, () =>
      call('POST /wallet/charges/tip/:id', {
        token: fan.token,
        params: { id: creator.id },
        body: { amount: 10 },
      }),
    ),
  );
  expect((await call('GET /users/me', { token: fan.token })).balance).toBe(tokens - 100);
});

test('a video plays as uploaded, by range, whether or not it arrived in one chunk', async () => {
  const creator = await join('vera', true);
  const wheel = await clip('wheel.mp4');
  // Free space at the end, as editors leave it, large enough for the file to be buffered on disk while the
  // form is read.
  const free = new Uint8Array(2 * 1024 * 1024);
  free.set([0, 32, 0, 0, ...Buffer.from('free')]);
  for (const bytes of [wheel, new Uint8Array([...wheel, ...free])]) {
    const form = new FormData();
    form.set('file', new File([bytes], 'clip.mp4', { type: 'video/mp4' }));
    const { _id: id, state } = await call('POST /performer/feeds/video/upload', {
      token: creator.token,
      body: {},
      form,
    });
    expect(state).toBe('queued');
    await mock.backend.runJobs();
    const file = await call('GET /files/:id/status', { token: creator.token, params: { id } });
    expect(file).toMatchObject({
      state: 'ready',
      asUploaded: true,
      sources: [{ kind: 'original', mime: 'video/mp4' }],
      duration: expect.closeTo(16, 0),
    });
    const part = await mock.backend.fetch(
      new Request(`${origin}${file.sources[0]?.url}`, {
        headers: { authorization: creator.token, range: 'bytes=4-7' },
      }),
      { ip: '127.0.0.1' },
    );
    expect([part.status, part.headers.get('content-range'), await part.text()]).toEqual([
      206,
      `bytes 4-7/${bytes.length}`,
      'ftyp',
    ]);
  }
});

test('an auction is created, found, watched, and bid on by several people at once', async () => {
  const creator = await join('hammer', true);
  const file = await call('POST /performer/feeds/photo/upload', {
    token: creator.token,
    body: {},
    form: await photo(),
  });
  const { _id: auctionId } = await call('POST /autions', {
    token: creator.token,
    body: {
      title: 'A bowl',
      startPrice: 10,
      endAt: new Date(Date.now() + 3_600_000).toISOString(),
      imageIds: [file._id],
    },
  });
  expect(
    (await call('GET /autions/search', { query: { state: 'live', q: 'bowl', sort: 'ending' } })).data.map(
      ({ _id }) => _id,
    ),
  ).toEqual([auctionId]);
  const bidders: Awaited<ReturnType<typeof join>>[] = [];
  for (const name of ['gil', 'hal', 'ida']) {
    const bidder = await join(name, false);
    const card = await call('POST /:provider/cards', {
      token: bidder.token,
      params: { provider: 'sandbox' },
      body: { token: '4242424242424242|12/40|123' },
    });
    await call('POST /payment/wallet/top-up', {
      token: bidder.token,
      body: { amount: 1_000, cardId: card._id },
    });
    bidders.push(bidder);
  }
  const [gil, hal, ida] = bidders as [(typeof bidders)[0], (typeof bidders)[0], (typeof bidders)[0]];
  await call('POST /aution-item', { token: gil.token, body: { auctionId, amount: 20 } });
  await Promise.all(
    [
      call('POST /aution-item', { token: hal.token, body: { auctionId, amount: 40 } }),
      call('POST /aution-item', { token: ida.token, body: { auctionId, amount: 90 } }),
    ].map((bid) => bid.catch(() => null)),
  );
  expect(await call('GET /autions/:id/view', { params: { id: auctionId }, token: ida.token })).toMatchObject({
    currentPrice: 90,
    leader: { isYou: true },
  });
  expect(
    (await call('GET /aution-item/search', { query: { auctionId }, token: ida.token })).data[0],
  ).toMatchObject({ amount: 90, bidder: { isYou: true } });
  expect((await call('GET /autions/users/search', { token: gil.token, query: {} })).data).toMatchObject([
    { _id: auctionId, ownBid: { result: 'outbid' } },
  ]);
  expect(
    [
      await call('GET /users/me', { token: gil.token }),
      await call('GET /users/me', { token: ida.token }),
    ].map(({ balance }) => balance),
  ).toEqual([200, 110]);
  const joined: string[] = [];
  const session = await mock.backend.connect(
    {
      id: 'watcher',
      join: (room) => void joined.push(room),
      leave: () => {},
      emit: () => {},
      disconnect: () => {},
    },
    { token: gil.token, ip: '127.0.0.1' },
  );
  expect(await session.on('auction/join', { auctionId })).toEqual({ ok: true });
  expect(joined.at(-1)).toBe(`auction:${auctionId}`);
  session.closed();
});

test('a video post waits for its file and is archived, restored, searched and deleted; a poll is created and fetched', async () => {
  const creator = await join('petra', true);
  const { token } = creator;
  const form = new FormData();
  form.set('file', new File([await clip('wheel.mp4')], 'clip.mp4', { type: 'video/mp4' }));
  const file = await call('POST /performer/feeds/video/upload', { token, body: {}, form });
  const post = await call('POST /performer/feeds', {
    token,
    body: {
      type: 'video',
      text: 'the wheel',
      fileIds: [file._id],
      alts: { [file._id]: 'A wheel' },
      audience: 'public',
    },
  });
  expect(post.state).toBe('processing');
  await mock.backend.runJobs();
  const params = { id: post._id };
  expect(await call('GET /user/feeds/:id', { params })).toMatchObject({
    state: 'published',
    files: [{ alt: 'A wheel' }],
    media: { videos: 1 },
  });
  const search = async () =>
    (await call('GET /user/feeds', { query: { performerId: creator.id, q: 'WHEEL' } })).total;
  expect(await search()).toBe(1);
  await call('PUT /performer/feeds/:id', { token, params, body: { state: 'archived' } });
  expect(await search()).toBe(0);
  await call('PUT /performer/feeds/:id', {
    token,
    params,
    body: { state: 'published', expiresAt: new Date(Date.now() + 60_000).toISOString() },
  });
  const poll = await call('POST /performer/feeds/polls', {
    token,
    body: {
      poll: { question: 'Which?', options: ['Ash', 'Celadon'] },
      scheduledAt: new Date(Date.now() + 60_000).toISOString(),
    },
  });
  expect(poll.state).toBe('scheduled');
  await call('DELETE /performer/feeds/:id', { token, params });
  expect((await call('GET /performer/feeds', { token, query: {} })).data.map(({ _id }) => _id)).toEqual([
    poll._id,
  ]);
  await mock.backend.runJobs();
});

test('search finds with a typo, by either spelling and by handle, suggests, and keeps what is locked to itself', async () => {
  const creator = await join('wren.paints', true);
  const { token } = creator;
  await call('POST /performer/feeds', {
    token,
    body: { text: 'A watercolour of the harbour, and photography', audience: 'public' },
  });
  await call('POST /performer/feeds', { token, body: { text: 'zebrawood', audience: 'subscribers' } });
  const find = (query: CallInput<'GET /search'>['query']) => call('GET /search', { query });
  const titles = async (q: string) =>
    (await find({ q, kind: 'post' })).groups.flatMap(({ items }) => items.map(({ title }) => title));
  const found = ['A watercolour of the harbour, and photography'];
  expect([await titles('photograpy'), await titles('watercolor'), await titles('zebrawood')]).toEqual([
    found,
    found,
    [],
  ]);
  expect((await find({ q: 'photograpy' })).corrected).toBe('photography');
  const [creators] = (await find({ q: '@wren.paints' })).groups;
  expect(creators?.performers.map(({ username }) => username)).toEqual(['wren.paints']);
  expect((await find({ q: 'harbour zzz' })).nearest?.words).toEqual(['harbour']);
  const suggested = await call('GET /search/suggestions', { query: { q: 'wren' } });
  expect(suggested).toMatchObject({
    performers: [{ username: 'wren.paints' }],
    queries: ['wren', 'wrenpaints'],
  });
});
