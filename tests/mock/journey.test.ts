import sharp from 'sharp';
import { afterAll, expect, test } from 'vitest';
import type { CallInput, ReplyOf, RouteName } from '#contract/registry';
import { createMediaProcessor } from '#backend/node/media';
import { createMockServer } from '#mock/node';
import { quiet } from '../setup/quiet.ts';

/*
 * The main job on the mock's database: the same SQL that runs on PostgreSQL has to run on PGlite, over one connection. What the answers
 * should be in every case is the business of the tests in tests/backend.
 */
const origin = 'http://limelight.test';
const mock = await createMockServer({ origin, media: createMediaProcessor(), log: quiet });
afterAll(() => mock.close());

interface Loose { params?: Record<string, string>; query?: Record<string, string>; body?: unknown }
type Who = { token?: string; form?: FormData };

async function call<R extends RouteName>(route: R, given: CallInput<R> & Who): Promise<ReplyOf<R>> {
  const { params = {}, query = {}, body } = given as Loose;
  const [method = '', pattern = ''] = route.split(' ');
  const path = pattern.replaceAll(/:(\w+)/g, (_, name: string) => params[name] ?? '');
  const headers = new Headers({ 'idempotency-key': crypto.randomUUID() });
  if (given.token) headers.set('authorization', given.token);
  if (!given.form) headers.set('content-type', 'application/json');
  const sent = given.form ?? (method === 'GET' ? undefined : JSON.stringify(body ?? {}));
  const response = await mock.backend.fetch(new Request(`${origin}/api/v1${path}?${new URLSearchParams(query)}`, { method, headers, body: sent }), { ip: '127.0.0.1' });
  const reply = (await response.json()) as { data: ReplyOf<R> };
  expect(response.ok, `${route}: ${JSON.stringify(reply)}`).toBe(true);
  return reply.data;
}

async function join(username: string, asCreator: boolean) {
  const person = { name: username, username, email: `${username}@limelight.test`, password: 'password of mine' };
  if (asCreator) {
    const form = new FormData();
    for (const [field, value] of Object.entries(person)) form.set(field, value);
    form.set('idFront', new File([new TextEncoder().encode('%PDF-1.7\n')], 'id.pdf', { type: 'application/pdf' }));
    await call('POST /auth/performers/register', { body: person, form });
  } else {
    await call('POST /auth/users/register', { body: person });
  }
  const { token } = await call('POST /auth/login', { body: { credentials: username, password: person.password } });
  return { token, id: (await call('GET /users/me', { token }))._id };
}

async function photo(): Promise<FormData> {
  const form = new FormData();
  const bytes = await sharp({ create: { width: 800, height: 600, channels: 3, background: '#a64' } }).jpeg().toBuffer();
  form.set('file', new File([new Uint8Array(bytes)], 'photo.jpg', { type: 'image/jpeg' }));
  return form;
}

test('a fan joins, follows, subscribes, pays and talks; the creator posts, is paid and answers', async () => {
  const creator = await join('cleo', true);
  const fan = await join('ana', false);
  const file = await call('POST /performer/feeds/photo/upload', { token: creator.token, body: {}, form: await photo() });
  const sold = await call('POST /performer/feeds', { token: creator.token, body: { type: 'photo', text: 'from the roof', fileIds: [file._id], audience: 'public', price: 30 } });
  await call('POST /performer/feeds', { token: creator.token, body: { text: 'for subscribers', audience: 'subscribers' } });

  await call('POST /follows/:id', { token: fan.token, params: { id: creator.id } });
  const timeline = () => call('GET /user/feeds', { token: fan.token, query: {} });
  expect((await timeline()).data.map((post) => post.access.allowed)).toEqual([false, false]);

  const card = await call('POST /:provider/cards', { token: fan.token, params: { provider: 'sandbox' }, body: { token: '4242424242424242|12/34|123' } });
  const { tokens } = await call('POST /payment/wallet/top-up', { token: fan.token, body: { amount: 1_000, cardId: card._id } });
  await call('POST /payment/subscribe/performers', { token: fan.token, body: { performerId: creator.id, type: 'monthly', cardId: card._id } });
  const unlocked = await call('POST /wallet/charges/feed/:id', { token: fan.token, params: { id: sold._id }, body: {} });
  const tipped = await call('POST /wallet/charges/tip/:id', { token: fan.token, params: { id: creator.id }, body: { amount: 10 } });
  expect([unlocked.balance, tipped.balance]).toEqual([tokens - 30, tokens - 40]);
  expect((await timeline()).data.map((post) => [post.access.allowed, post.access.reason])).toEqual([[true, 'subscriber'], [true, 'purchased']]);
  expect((await call('GET /wallet/charges/search', { token: fan.token, query: {} })).total).toBe(3);
  expect((await call('GET /payment/transactions/user/search', { token: fan.token, query: {} })).data).toHaveLength(2);
  expect((await call('GET /performers/user/search', { query: { q: 'cleo' } })).total).toBe(1);

  const { _id: id } = await call('POST /conversations', { token: fan.token, body: { source: 'performer', sourceId: creator.id } });
  await call('POST /messages/conversations/:id', { token: fan.token, params: { id }, body: { conversationId: id, data: { text: 'hello' } } });
  expect((await call('GET /messages/counting-not-read-messages', { token: creator.token })).total).toBe(1);
  await call('POST /messages/read-all/:id', { token: creator.token, params: { id } });
  await call('POST /messages/conversations/:id', { token: creator.token, params: { id }, body: { conversationId: id, data: { text: 'hi!' } } });
  expect((await call('GET /conversations', { token: fan.token, query: {} })).data[0]).toMatchObject({ totalNotSeenMessages: 1, recipientReadSeq: 1, lastMessage: { text: 'hi!' } });

  const { total } = await call('GET /performer/earning/stats', { token: creator.token, query: {} });
  expect(total.count).toBe(3);
  expect(total.net).toBe(total.gross - total.commission);
  expect((await call('GET /performer/earning/search', { token: creator.token, query: {} })).data).toHaveLength(3);
  expect((await call('GET /subscriptions/performer/search', { token: creator.token, query: {} })).total).toBe(1);
  await mock.backend.runJobs();
});

test('many at once over the one connection: nobody waits for ever, nothing is spent twice', async () => {
  const creator = await join('dora', true);
  const fan = await join('bea', false);
  const card = await call('POST /:provider/cards', { token: fan.token, params: { provider: 'sandbox' }, body: { token: '4242424242424242|12/34|123' } });
  const { tokens } = await call('POST /payment/wallet/top-up', { token: fan.token, body: { amount: 500, cardId: card._id } });
  await Promise.all(Array.from({ length: 10 }, () => call('POST /wallet/charges/tip/:id', { token: fan.token, params: { id: creator.id }, body: { amount: 10 } })));
  expect((await call('GET /users/me', { token: fan.token })).balance).toBe(tokens - 100);
});
