import { and, eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { accounts } from '#backend/db/schema/accounts.ts';
import { accountBlocks, countryBlocks } from '#backend/db/schema/blocks.ts';
import { conversationMembers, conversations } from '#backend/db/schema/messages.ts';
import { subscriptions } from '#backend/db/schema/subscriptions.ts';
import { loadAccessFacts, ownerClosed } from '#backend/domain/base/access/access.ts';
import { canMeet } from '#backend/domain/base/access/block-rules.ts';
import { testBackend } from '../../../setup/backend.ts';

const { call, ok, raw, db, ports, ctxOf, makeFan, makeCreator, fund } = await testBackend();

const png = new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 1, 2, 3]);
const picture = (bytes: Uint8Array<ArrayBuffer> = png) => {
  const form = new FormData();
  form.set('file', new File([bytes], 'me.png', { type: 'image/png' }));
  return form;
};
const rowOf = async (id: string) => (await db.select().from(accounts).where(eq(accounts.id, id)))[0]!;
const block = (blockerId: string, blockedId: string) =>
  db.insert(accountBlocks).values({ blockerId, blockedId, createdAt: ports.clock.now() });

test('the current account shows tokens from the ledger and unread messages', async () => {
  const fan = await makeFan();
  const creator = await makeCreator();
  await fund(fan.id, 250);
  const moment = ports.clock.now();
  for (const unread of [3, 4]) {
    const id = ports.ids();
    await db.insert(conversations).values({ id, type: 'private', createdAt: moment, updatedAt: moment });
    await db
      .insert(conversationMembers)
      .values({ conversationId: id, accountId: fan.id, otherId: creator.id, unread, lastMessageAt: moment });
  }
  expect(await ok('GET /users/me', { token: fan.token })).toMatchObject({
    _id: fan.id,
    balance: 250,
    totalNotSeenMessages: 7,
    isPerformer: false,
    username: fan.username,
    cover: null,
  });
});

test('changes only the given fields', async () => {
  const fan = await makeFan({ bio: 'before' });
  const me = await ok('PUT /users', { token: fan.token, body: { name: ' New Name ', country: 'NO' } });
  expect(me).toMatchObject({
    name: 'New Name',
    country: 'NO',
    bio: 'before',
    username: fan.username,
    email: fan.email,
    emailVerified: true,
  });
  expect((await ok('PUT /users', { token: fan.token, body: { country: null } })).country).toBeNull();
  expect((await ok('PUT /users', { token: fan.token, body: {} })).name).toBe('New Name');
});

test.each([
  ['a reserved username', { username: 'wallet-home', name: 'x' }, null],
  ['a page', { username: 'messages' }, 'username'],
  ['a country that isn’t', { country: 'QQ' }, 'country'],
  ['a country in small letters', { country: 'no' }, 'country'],
  ['an unknown key', { balance: 1_000_000 }, 'balance'],
  ['a role', { isPerformer: true }, 'isPerformer'],
  ['a long bio', { bio: 'x'.repeat(1_001) }, 'bio'],
  ['no name', { name: '' }, 'name'],
])('PUT /users and %s', async (_, body, field) => {
  const fan = await makeFan();
  const before = await rowOf(fan.id);
  const { status, problem } = await raw('PUT /users', { token: fan.token, body });
  if (field === null) return expect(status).toBe(200);
  expect(status).toBe(422);
  expect(problem.errors?.[0]?.field).toBe(field);
  expect(await rowOf(fan.id)).toEqual(before);
});

test("somebody else's username is rejected; keeping your own is fine", async () => {
  const fan = await makeFan();
  const other = await makeFan();
  const { status, problem } = await call('PUT /users', {
    token: fan.token,
    body: { username: other.username.toUpperCase(), name: 'x' },
  });
  expect([status, problem.errors]).toEqual([
    422,
    [{ field: 'username', message: 'That username is taken. Choose another.' }],
  ]);
  expect((await call('PUT /users', { token: fan.token, body: { username: fan.username } })).status).toBe(200);
});

test('an avatar is processed, replaces the previous one, and has a stable URL', async () => {
  const fan = await makeFan();
  const first = await ok('POST /users/avatar/upload', { token: fan.token, form: picture() });
  expect(first.url).toMatch(/^\/media\/public\/[0-9a-f-]{36}\/\d+\.webp$/);
  const kept = ports.objects.keys().length;
  const second = await ok('POST /users/:id/avatar/upload', {
    token: fan.token,
    params: { id: fan.id },
    form: picture(),
  });
  expect(second.url).not.toBe(first.url);
  expect(ports.objects.keys()).toHaveLength(kept);
  expect((await ok('GET /users/me', { token: fan.token })).avatar).toBe(second.url);
});

test('an avatar can be removed, also when there is none', async () => {
  const fan = await makeFan();
  const before = ports.objects.keys().length;
  await ok('POST /users/avatar/upload', { token: fan.token, form: picture() });
  for (const _again of [1, 2]) {
    const { url } = await ok('DELETE /users/avatar', { token: fan.token });
    expect((await ok('GET /users/me', { token: fan.token })).avatar).toBe(url);
    expect(url).not.toContain('/media/public/');
  }
  expect(ports.objects.keys()).toHaveLength(before);
});

test("another person's avatar can't be used; a file that isn't an image is rejected and changes nothing", async () => {
  const fan = await makeFan();
  const other = await makeFan();
  const before = await rowOf(other.id);
  const theirs = await call('POST /users/:id/avatar/upload', {
    token: fan.token,
    params: { id: other.id },
    form: picture(),
  });
  const nobodys = await call('POST /users/:id/avatar/upload', {
    token: fan.token,
    params: { id: ports.ids() },
    form: picture(),
  });
  expect([theirs.status, theirs.text]).toEqual([404, nobodys.text]);
  expect(await rowOf(other.id)).toEqual(before);
  const text = await call('POST /users/avatar/upload', {
    token: fan.token,
    form: picture(new TextEncoder().encode('<svg onload=alert(1)>')),
  });
  expect([text.status, text.problem.code]).toEqual([422, 'unsupported_file']);
  const none = await call('POST /users/avatar/upload', { token: fan.token, form: new FormData() });
  expect([none.status, none.problem.errors?.[0]?.field]).toEqual([422, 'file']);
});

test("anyone logged in sees a card by username or id; suspended, unapproved and blocked accounts don't exist", async () => {
  const fan = await makeFan();
  const creator = await makeCreator();
  const nobody = await call('GET /users/view/:id', { token: fan.token, params: { id: 'nobody' } });
  expect(nobody.status).toBe(404);
  for (const id of [creator.username, creator.username.toUpperCase(), creator.id]) {
    expect(await ok('GET /users/view/:id', { token: fan.token, params: { id } })).toMatchObject({
      _id: creator.id,
      isVerified: true,
      isPerformer: true,
    });
  }
  const gone = await makeFan({ suspendedAt: ports.clock.now() });
  const waiting = await makeCreator({}, { verified: 'pending' });
  const blocked = await makeFan();
  const blocker = await makeFan();
  await block(fan.id, blocked.id);
  await block(blocker.id, fan.id);
  for (const { id } of [gone, waiting, blocked, blocker]) {
    const answer = await call('GET /users/view/:id', { token: fan.token, params: { id } });
    expect([answer.status, answer.text]).toEqual([404, nobody.text]);
  }
  expect(
    (await call('GET /users/view/:id', { token: waiting.token, params: { id: waiting.id } })).status,
  ).toBe(200);
});

test('people to message are followers, followed and subscribers, not strangers or blocked accounts', async () => {
  const creator = await makeCreator();
  const [follower, subscriber, lapsed, blocked, stranger] = [
    await makeFan({ name: 'Zoë 100%' }),
    await makeFan({ name: 'Ann' }),
    await makeFan(),
    await makeFan(),
    await makeFan(),
  ];
  const moment = ports.clock.now();
  for (const { token } of [follower, blocked])
    await ok('POST /follows/:id', { token, params: { id: creator.id } });
  await block(creator.id, blocked.id);
  for (const [user, days] of [
    [subscriber, 5],
    [lapsed, -1],
  ] as const) {
    await db.insert(subscriptions).values({
      id: ports.ids(),
      userId: user.id,
      performerId: creator.id,
      type: 'monthly',
      state: 'active',
      price: 999,
      gateway: 'sandbox',
      startedAt: moment,
      periodEnd: new Date(moment.getTime() + days * 86_400_000),
      createdAt: moment,
      updatedAt: moment,
    } as typeof subscriptions.$inferInsert);
  }
  const found = await ok('GET /users/search', { token: creator.token });
  expect(found.data.map(({ _id }) => _id)).toEqual([subscriber.id, follower.id]);
  expect(found.total).toBe(2);
  expect(
    (await ok('GET /users/search', { token: creator.token, query: { q: '100%' } })).data.map(
      ({ name }) => name,
    ),
  ).toEqual(['Zoë 100%']);
  expect((await ok('GET /users/search', { token: creator.token, query: { q: '%' } })).total).toBe(1);
  expect((await ok('GET /users/search', { token: follower.token })).data.map(({ _id }) => _id)).toEqual([
    creator.id,
  ]);
  expect((await ok('GET /users/search', { token: stranger.token })).total).toBe(0);
});

test('the condition in queries and the access rule agree on who can see whom', async () => {
  const people = [await makeFan(), await makeCreator(), await makeCreator(), await makeFan()];
  const [a, b, c] = people.map(({ id }) => id) as [string, string, string];
  await block(a, b);
  await block(c, a);
  await db
    .insert(countryBlocks)
    .values([b, c].map((blockerId) => ({ blockerId, country: 'FR', createdAt: ports.clock.now() })));
  for (const viewer of [null, ...people.map((person) => person.viewer)]) {
    for (const country of [null, 'FR', 'DE']) {
      const ctx = viewer ? ctxOf(viewer, { country }) : ctxOf(null, { country });
      const facts = await loadAccessFacts(ctx, { ownerIds: people.map(({ id }) => id) });
      for (const { id } of people) {
        const met = await db.$count(accounts, and(eq(accounts.id, id), canMeet(ctx, accounts.id)));
        expect([viewer?.id, country, id, met === 1]).toEqual([
          viewer?.id,
          country,
          id,
          ownerClosed(facts, id) === null,
        ]);
      }
    }
  }
});
