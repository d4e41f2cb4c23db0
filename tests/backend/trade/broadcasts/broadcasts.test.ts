import { and, eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { accounts, sessions } from '#backend/db/schema/accounts.ts';
import { broadcastFiles } from '#backend/db/schema/broadcasts.ts';
import { countryBlocks } from '#backend/db/schema/blocks.ts';
import { files } from '#backend/db/schema/files.ts';
import { conversationMembers } from '#backend/db/schema/messages.ts';
import { purchaseFiles, purchases } from '#backend/db/schema/wallet.ts';
import { checkLedger } from '#backend/domain/money/audit/ledger-check.ts';
import { rooms } from '#backend/kernel/hub.ts';
import { testBackend } from '../../../setup/backend.ts';
import { broadcastsIn, toFollowers } from '../../../setup/broadcasting.ts';
import { postsIn } from '../../../setup/posts.ts';
import { talkOf } from '../../../setup/talk.ts';
import type { Person } from '../../../setup/test-app.ts';

const app = await testBackend();
const { call, ok, db, ports, backend, makeFan, makeCreator, fund } = app;
const { trySend, send, sent, results, recipients, unsend, received, town, makeFile } = broadcastsIn(app);
const { subscribe, block, makePost, makeVideo } = postsIn(app);
const talk = talkOf(app);

const unlock = (fan: Person, id: string, price: number) =>
  call('POST /wallet/charges/message/:id', {
    token: fan.token,
    params: { id },
    body: { expectedPrice: price },
  });
const count = (creator: Person, audience: object, fileIds: string[] = []) =>
  ok('POST /broadcasts/count', {
    token: creator.token,
    body: { audience: audience as typeof toFollowers, files: fileIds },
  });
const fans = async (creator: Person, include: object[], exclude: object[] = []) =>
  (await count(creator, { include, exclude })).people;

describe('sending', () => {
  test('{name} is each fan’s own name, also where it looks like something else', async () => {
    const { creator, fans: people } = await town(2);
    const [one, two] = people as [Person, Person];
    await db.update(accounts).set({ name: '{name} $& %s' }).where(eq(accounts.id, two.id));
    await sent(creator, { text: 'Hi {name}, thank you {name}' });
    expect((await received(one, creator))[0]?.text).toBe(
      `Hi ${one.viewer.name}, thank you ${one.viewer.name}`,
    );
    expect((await received(two, creator))[0]?.text).toBe('Hi {name} $& %s, thank you {name} $& %s');
    const { sample } = await count(creator, toFollowers);
    expect([one.viewer.name, '{name} $& %s']).toContain(sample);
  });

  test('every follower gets it once, in their own conversation, as a message with source mass', async () => {
    const { creator, fans: people } = await town(3);
    const { _id: id } = await talk.open(people[0]!, creator);
    await talk.send(people[0]!, id, 'Hello there');
    const told = await sent(creator);
    expect(told).toMatchObject({
      state: 'sent',
      recipients: 3,
      delivered: 3,
      seen: 0,
      bought: 0,
      revenue: 0,
    });
    for (const fan of people)
      expect(await received(fan, creator)).toMatchObject([
        { text: 'Hello, everybody', source: 'mass', type: 'text', seq: fan === people[0] ? 2 : 1 },
      ]);
    expect(await talk.unread(people[1]!)).toBe(1);
    await backend.runJobs();
    expect(await received(people[1]!, creator)).toHaveLength(1);
    expect(ports.transport.of('notification/created', rooms.account(creator.id)).at(-1)!.payload.text).toBe(
      'Your message was delivered to 3 people.',
    );
  });

  test("the sender's own list keeps its order: conversations it creates are at the end until the fan replies", async () => {
    const { creator, fans: people } = await town(2);
    const asking = await makeFan();
    const { _id: id } = await talk.open(asking, creator);
    await talk.send(asking, id, 'A question');
    ports.clock.move('1h');
    await sent(creator);
    const names = async () => (await talk.list(creator)).data.map((one) => one.recipient?._id);
    expect((await names())[0]).toBe(asking.id);
    expect(await names()).toHaveLength(3);
    const [theirs] = (await talk.list(people[0]!)).data;
    await talk.send(people[0]!, theirs!._id, 'Thanks');
    expect((await names())[0]).toBe(people[0]!.id);
  });

  test("online fans are notified at once, each with their own text; the file's URL works only for them", async () => {
    const { creator, fans: people } = await town(3);
    const [online, fresh, away] = people as [Person, Person, Person];
    await db.update(accounts).set({ lastSeenAt: ports.clock.now() }).where(eq(accounts.id, online.id));
    const longAgo = new Date(ports.clock.now().getTime() - 3_600_000);
    for (const { id } of [online, away])
      await db.update(sessions).set({ lastSeenAt: longAgo }).where(eq(sessions.accountId, id));
    ports.transport.clear();
    await sent(creator, { files: [await makeFile(creator.id)] });
    const [told] = ports.transport.of('message/created', rooms.account(online.id));
    const [read] = await received(online, creator);
    expect(told!.payload.message).toMatchObject({
      _id: read!._id,
      access: { allowed: true, reason: 'free' },
    });
    // Logged in less than a minute ago.
    expect(ports.transport.of('message/created', rooms.account(fresh.id))).toHaveLength(1);
    expect(ports.transport.of('message/created', rooms.account(away.id))).toEqual([]);
  });

  test('sending again with the same client id sends once', async () => {
    const { creator, fans: people } = await town(1);
    const body = { clientId: 'a-client-id' };
    const both = await Promise.all([trySend(creator, body), trySend(creator, body)]);
    expect(both.map(({ status }) => status)).toEqual([201, 201]);
    expect(both[0].data._id).toBe(both[1].data._id);
    await backend.runJobs();
    expect(await received(people[0]!, creator)).toHaveLength(1);
  });

  test('invalid input is rejected with a message', async () => {
    const { creator } = await town(1);
    const stranger = await makeCreator();
    const theirs = await makeFile(stranger.id);
    const busy = await makeFile(creator.id, { state: 'processing' });
    const past = new Date(ports.clock.now().getTime() - 1_000).toISOString();
    const far = new Date(ports.clock.now().getTime() + 91 * 86_400_000).toISOString();
    const nobody = '00000000-0000-7000-9000-00000000beef';
    const refusals = [
      [{ text: ' ' }, 'text', /Write something/],
      [{ files: [theirs] }, 'files', /isn’t among your uploads/],
      [{ files: [busy] }, 'files', /still being processed/],
      [{ price: 10 }, 'price', /Add a photo or video/],
      [{ price: -1 }, 'price', /./],
      [{ files: [await makeFile(creator.id)], price: 100_001 }, 'price', /./],
      [{ text: 'x'.repeat(5_001) }, 'text', /./],
      [{ scheduledAt: past }, 'scheduledAt', /in the future/],
      [{ scheduledAt: far }, 'scheduledAt', /next 90 days/],
      [{ audience: { include: [] } }, 'audience.include', /Choose who/],
      [{ audience: { include: [{ kind: 'expired' }] } }, 'audience', /No one would receive/],
      [{ audience: { include: [{ kind: 'list', listId: nobody }] } }, 'audience', /doesn’t exist/],
      [{ surprise: true }, 'surprise', /./],
    ] as const;
    for (const [body, field, sentence] of refusals) {
      const { status, problem } = await trySend(creator, body as object);
      expect({ body, status, field: problem.errors?.[0]?.field }).toEqual({ body, status: 422, field });
      expect(problem.errors?.[0]?.message).toMatch(sentence);
    }
    expect((await ok('GET /broadcasts', { token: creator.token })).total).toBe(0);
  });

  test("another creator's list and a missing one get byte for byte the same reply", async () => {
    const { creator } = await town(1);
    const stranger = await makeCreator();
    const list = await ok('POST /fan-lists', { token: stranger.token, body: { name: 'Secret' } });
    const [theirs, none] = await Promise.all(
      [list._id, ports.ids()].map((listId) =>
        trySend(creator, { audience: { include: [{ kind: 'list', listId }] } }),
      ),
    );
    expect(theirs!.status).toBe(422);
    expect(theirs!.text).toBe(none!.text);
  });

  test("a creator who isn't approved can't send", async () => {
    const creator = await makeCreator({}, { verified: 'pending' });
    expect((await trySend(creator)).status).toBe(403);
  });

  test('there is a limit per day, also when two requests at once would reach it', async () => {
    const { creator } = await town(1);
    await app.settings.set('massMessagesPerDay', 3);
    await send(creator);
    await send(creator, { isDraft: true });
    await send(creator);
    const last = await Promise.all([trySend(creator), trySend(creator)]);
    expect(last.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409]);
    expect(last.find(({ status }) => status === 409)!.problem.message).toBe(
      'You can send 3 mass messages a day. Choose another day.',
    );
    const tomorrow = new Date(ports.clock.now().getTime() + 86_400_000).toISOString();
    expect((await trySend(creator, { scheduledAt: tomorrow })).status).toBe(201);
    await app.settings.set('massMessagesPerDay', 10);
    await backend.runJobs();
  });
});

describe('the audience', () => {
  test('groups are merged, excluded ones removed, and each is counted before sending', async () => {
    const { creator, fans: people } = await town(3);
    const [one, two, three] = people as [Person, Person, Person];
    const [subscriber, lapsed, buyer, stranger] = [
      await makeFan(),
      await makeFan(),
      await makeFan(),
      await makeFan(),
    ];
    await subscribe(subscriber.id, creator.id);
    await subscribe(lapsed.id, creator.id, -1);
    const file = await makeFile(creator.id);
    const post = await makePost(creator.id, { price: 40 }, [file]);
    await fund(buyer.id, 500);
    await fund(stranger.id, 500);
    const bought = await call('POST /wallet/charges/feed/:id', {
      token: buyer.token,
      params: { id: post },
      body: { expectedPrice: 40 },
    });
    expect(bought.status).toBe(201);
    const list = await ok('POST /fan-lists', { token: creator.token, body: { name: 'Regulars' } });
    await ok('PUT /fan-lists/:id/members/:accountId', {
      token: creator.token,
      params: { id: list._id, accountId: two.id },
    });
    const followers = { kind: 'followers' };
    const buyers = { kind: 'buyers', item: { kind: 'feed', _id: post } };
    expect(await fans(creator, [followers])).toBe(3);
    expect(await fans(creator, [{ kind: 'subscribers' }])).toBe(1);
    expect(await fans(creator, [{ kind: 'subscribers', plans: ['yearly'] }])).toBe(0);
    expect(await fans(creator, [{ kind: 'subscribers', plans: ['monthly', 'yearly'] }])).toBe(1);
    expect(await fans(creator, [{ kind: 'expired' }])).toBe(1);
    expect(await fans(creator, [buyers])).toBe(1);
    expect(await fans(creator, [{ kind: 'buyers', item: { kind: 'video', _id: post } }])).toBe(0);
    expect(await fans(creator, [{ kind: 'list', listId: list._id }])).toBe(1);
    expect(await fans(creator, [followers, { kind: 'list', listId: list._id }, { kind: 'expired' }])).toBe(4);
    expect(await fans(creator, [followers], [{ kind: 'list', listId: list._id }])).toBe(2);
    expect(await fans(creator, [followers, buyers], [buyers])).toBe(3);
    for (const [tokens, days, people] of [
      [40, 1, 1],
      [41, 1, 0],
    ])
      expect(await fans(creator, [{ kind: 'spenders', tokens, days }])).toBe(people);
    ports.clock.move('2d');
    expect(await fans(creator, [{ kind: 'spenders', tokens: 40, days: 1 }])).toBe(0);
    expect(await fans(creator, [{ kind: 'spenders', tokens: 40, days: 3 }])).toBe(1);
    // Fans who already own the file are counted, and left out unless the creator includes them.
    expect(await count(creator, { include: [followers, buyers] }, [file])).toEqual({
      people: 3,
      owners: 1,
      muted: 0,
      sample: expect.any(String),
    });
    expect(
      (await count(creator, { include: [followers, buyers], excludeOwners: false }, [file])).people,
    ).toBe(4);
    await block(one.id, creator.id);
    await block(creator.id, three.id);
    expect(await fans(creator, [followers])).toBe(1);
    await db.update(accounts).set({ suspendedAt: ports.clock.now() }).where(eq(accounts.id, two.id));
    expect(await fans(creator, [followers])).toBe(0);
  });

  test("another creator's item reveals nothing about its buyers", async () => {
    const { creator } = await town(1);
    const other = await makeCreator();
    const post = await makePost(other.id, { price: 40 }, [await makeFile(other.id)]);
    const buyer = await makeFan();
    await fund(buyer.id, 100);
    await ok('POST /wallet/charges/feed/:id', {
      token: buyer.token,
      params: { id: post },
      body: { expectedPrice: 40 },
    });
    expect(await fans(other, [{ kind: 'buyers', item: { kind: 'feed', _id: post } }])).toBe(1);
    expect(await fans(creator, [{ kind: 'buyers', item: { kind: 'feed', _id: post } }])).toBe(0);
  });

  test('fans last seen in a country that the creator closed get nothing', async () => {
    const { creator, fans: people } = await town(2);
    await db.insert(countryBlocks).values({
      blockerId: creator.id,
      country: 'FR',
      createdAt: ports.clock.now(),
    });
    await db.update(sessions).set({ country: 'FR' }).where(eq(sessions.accountId, people[0]!.id));
    expect(await sent(creator)).toMatchObject({ recipients: 1, delivered: 1 });
    expect(await received(people[1]!, creator)).toHaveLength(1);
    expect(
      await db.select().from(conversationMembers).where(eq(conversationMembers.accountId, people[0]!.id)),
    ).toEqual([]);
  });

  test('a fan mutes one creator, or limits how many they get a week from all of them', async () => {
    const { creator, fans: people } = await town(2);
    const [muting, capped] = people as [Person, Person];
    const params = { id: creator.id };
    expect(await ok('GET /mass-messages/mutes/:id', { token: muting.token, params })).toEqual({
      isMuted: false,
    });
    await ok('PUT /mass-messages/mutes/:id', { token: muting.token, params });
    await ok('PUT /mass-messages/mutes/:id', { token: muting.token, params });
    expect(await ok('GET /mass-messages/settings', { token: capped.token })).toEqual({
      weeklyCap: 30,
      isDefault: true,
    });
    await ok('PUT /mass-messages/settings', { token: capped.token, body: { weeklyCap: 1 } });
    expect(await count(creator, toFollowers)).toMatchObject({ people: 1, muted: 1 });
    await sent(creator, { text: 'First' });
    expect(await count(creator, toFollowers)).toMatchObject({ people: 0, muted: 2 });
    ports.clock.move('8d');
    await ok('DELETE /mass-messages/mutes/:id', { token: muting.token, params });
    await sent(creator, { text: 'Second' });
    expect((await received(muting, creator)).map(({ text }) => text)).toEqual(['Second']);
    expect((await received(capped, creator)).map(({ text }) => text)).toEqual(['Second', 'First']);
    for (const weeklyCap of [-1, 1.5, 1_001])
      expect(
        (await call('PUT /mass-messages/settings', { token: capped.token, body: { weeklyCap } })).status,
      ).toBe(422);
    expect(
      await ok('PUT /mass-messages/settings', { token: capped.token, body: { weeklyCap: null } }),
    ).toMatchObject({ isDefault: true });
  });

  test("two creators at once: the last message of a fan's weekly limit arrives once", async () => {
    const { creator, fans: people } = await town(1);
    const other = await makeCreator();
    await postsIn(app).follow(people[0]!.id, other.id);
    await ok('PUT /mass-messages/settings', { token: people[0]!.token, body: { weeklyCap: 1 } });
    await Promise.all([send(creator), send(other)]);
    await backend.runJobs();
    const all = [await received(people[0]!, creator), await received(people[0]!, other)].flat();
    expect(all).toHaveLength(1);
  });
});

describe('paid broadcasts', () => {
  test('locked for fans, free for subscribers if the creator says so, and counted when bought', async () => {
    const { creator, fans: people } = await town(3);
    const [buyer, subscriber] = people as [Person, Person, Person];
    await subscribe(subscriber.id, creator.id);
    await fund(buyer.id, 500);
    const [photo, video] = [await makeFile(creator.id), await makeVideo(creator.id)];
    const { _id: id } = await sent(creator, { files: [photo, video], price: 50, freeForSubscribers: true });
    const [locked] = await received(buyer, creator);
    expect(locked).toMatchObject({ price: 50, access: { allowed: false, reason: 'locked' } });
    expect(locked!.files.every(({ url }) => url === null)).toBe(true);
    expect((await received(subscriber, creator))[0]).toMatchObject({
      access: { allowed: true, reason: 'included' },
    });
    expect((await unlock(subscriber, (await received(subscriber, creator))[0]!._id, 50)).status).toBe(409);
    expect((await unlock(buyer, locked!._id, 50)).status).toBe(201);
    await ok('POST /messages/read-all/:id', { token: buyer.token, params: { id: locked!.conversationId } });
    const after = await results(creator, id);
    // 50 tokens are worth 2.50, of which the site keeps a fifth.
    expect(after).toMatchObject({ recipients: 3, delivered: 3, seen: 1, bought: 1, revenue: 200 });
    expect((await recipients(creator, id, 'bought')).data).toMatchObject([
      { user: { _id: buyer.id }, paid: 50, isSeen: true, conversationId: locked!.conversationId },
    ]);
    expect((await recipients(creator, id, 'seen')).total).toBe(1);
    expect((await recipients(creator, id, 'delivered')).total).toBe(3);
    expect(await checkLedger(app.ctx)).toEqual([]);
    // Fans who already own the files aren't included again.
    expect(await count(creator, toFollowers, [photo, video])).toMatchObject({ people: 2, owners: 1 });
  });

  test('not free for subscribers unless the creator says so', async () => {
    const { creator, fans: people } = await town(1);
    await subscribe(people[0]!.id, creator.id);
    await sent(creator, { files: [await makeFile(creator.id)], price: 50 });
    expect((await received(people[0]!, creator))[0]!.access).toMatchObject({ allowed: false });
  });
});

describe('scheduling', () => {
  test('scheduled: delivered at its time to whoever may receive it then', async () => {
    const { creator, fans: people } = await town(3);
    const [stays, blocks, suspended] = people as [Person, Person, Person];
    const at = new Date(ports.clock.now().getTime() + 3_600_000).toISOString();
    const { _id: id } = await send(creator, { scheduledAt: at });
    await backend.runJobs();
    expect(await results(creator, id)).toMatchObject({ state: 'scheduled', recipients: 0, sentAt: null });
    await block(blocks.id, creator.id);
    await db.update(accounts).set({ suspendedAt: ports.clock.now() }).where(eq(accounts.id, suspended.id));
    ports.clock.move('2h');
    await backend.runJobs();
    expect(await results(creator, id)).toMatchObject({ state: 'sent', recipients: 1, delivered: 1 });
    expect(await received(stays, creator)).toHaveLength(1);
  });

  test('rescheduled: nothing happens at the earlier time', async () => {
    const { creator, fans: people } = await town(1);
    const hours = (many: number) => new Date(ports.clock.now().getTime() + many * 3_600_000).toISOString();
    const { _id: id } = await send(creator, { scheduledAt: hours(1) });
    const moved = { text: 'Moved', audience: toFollowers, scheduledAt: hours(3) };
    await ok('PUT /broadcasts/:id', { token: creator.token, params: { id }, body: moved });
    ports.clock.move('2h');
    await backend.runJobs();
    expect(await received(people[0]!, creator)).toEqual([]);
    ports.clock.move('2h');
    await backend.runJobs();
    expect((await received(people[0]!, creator)).map(({ text }) => text)).toEqual(['Moved']);
  });

  test('a creator who has since been suspended: nothing is sent', async () => {
    const { creator, fans: people } = await town(1);
    const at = new Date(ports.clock.now().getTime() + 3_600_000).toISOString();
    await send(creator, { scheduledAt: at });
    await db.update(accounts).set({ suspendedAt: ports.clock.now() }).where(eq(accounts.id, creator.id));
    ports.clock.move('2h');
    await backend.runJobs();
    expect(
      await db.select().from(conversationMembers).where(eq(conversationMembers.accountId, people[0]!.id)),
    ).toEqual([]);
  });

  test('a draft keeps its files, can be changed and sent, and afterwards neither changed nor deleted', async () => {
    const { creator, fans: people } = await town(1);
    const [first, second] = [await makeFile(creator.id), await makeFile(creator.id)];
    const { _id: id } = await send(creator, { files: [first], isDraft: true });
    const params = { id };
    const body = { text: 'Better', audience: toFollowers, files: [second] };
    await ok('PUT /broadcasts/:id', { token: creator.token, params, body });
    // The file that is no longer referenced has been deleted.
    expect(
      (await db.select({ id: files.id }).from(files).where(eq(files.ownerId, creator.id))).map((f) => f.id),
    ).toEqual([second]);
    await backend.runJobs();
    expect((await received(people[0]!, creator))[0]).toMatchObject({ text: 'Better', type: 'photo' });
    for (const answer of [
      await call('PUT /broadcasts/:id', { token: creator.token, params, body }),
      await call('DELETE /broadcasts/:id', { token: creator.token, params }),
    ])
      expect(answer.status).toBe(409);
    const draft = await send(creator, { isDraft: true });
    expect((await unsend(creator, draft._id)).status).toBe(409);
    await ok('DELETE /broadcasts/:id', { token: creator.token, params: { id: draft._id } });
    expect(await db.select().from(broadcastFiles).where(eq(broadcastFiles.broadcastId, draft._id))).toEqual(
      [],
    );
    expect((await ok('GET /broadcasts', { token: creator.token })).data.map(({ _id }) => _id)).toEqual([id]);
  });
});

describe('deleting for everyone', () => {
  test('every copy that nobody bought disappears, live; bought copies stay', async () => {
    const { creator, fans: people } = await town(3);
    const [buyer, online] = people as [Person, Person, Person];
    await fund(buyer.id, 500);
    const { _id: id } = await sent(creator, { files: [await makeFile(creator.id)], price: 50 });
    const [bought] = await received(buyer, creator);
    expect((await unlock(buyer, bought!._id, 50)).status).toBe(201);
    const [lost] = await received(online, creator);
    await db.update(accounts).set({ lastSeenAt: ports.clock.now() }).where(eq(accounts.id, online.id));
    ports.transport.clear();
    expect((await unsend(creator, id)).data).toMatchObject({ state: 'unsending' });
    await backend.runJobs();
    expect(
      ports.transport.of('message/deleted', rooms.account(online.id)).map(({ payload }) => payload),
    ).toEqual([{ conversationId: lost!.conversationId, messageId: lost!._id, seq: 1, change: 1 }]);
    for (const fan of people.slice(1)) {
      expect(await received(fan, creator)).toEqual([]);
      expect(await talk.unread(fan)).toBe(0);
    }
    expect(await received(buyer, creator)).toMatchObject([
      { access: { allowed: true, reason: 'purchased' } },
    ]);
    expect((await unlock(online, lost!._id, 50)).status).toBe(404);
    expect(await results(creator, id)).toMatchObject({ state: 'unsent', delivered: 3, bought: 1 });
    expect((await unsend(creator, id)).data).toMatchObject({ state: 'unsent' });
  });

  test('at the same moment as a purchase: it is either bought and stays, or is gone and costs nothing', async () => {
    let stayed = 0;
    for (let round = 0; round < 12; round += 1) {
      const { creator, fans: people } = await town(1);
      const fan = people[0]!;
      await fund(fan.id, 100);
      const { _id: id } = await sent(creator, { files: [await makeFile(creator.id)], price: 50 });
      const [message] = await received(fan, creator);
      await unsend(creator, id);
      const [answer] = await Promise.all([unlock(fan, message!._id, 50), backend.runJobs()]);
      const left = await received(fan, creator);
      const { balance } = await ok('GET /users/me', { token: fan.token });
      stayed += left.length;
      expect({ status: answer.status, left: left.length, balance }).toEqual(
        left.length > 0 ? { status: 201, left: 1, balance: 50 } : { status: 404, left: 0, balance: 100 },
      );
    }
    expect(stayed).toBeLessThanOrEqual(12);
  });
});

describe('lists of fans', () => {
  test('have their own name, and members who contacted the creator', async () => {
    const { creator, fans: people } = await town(2);
    const make = (name: string) => call('POST /fan-lists', { token: creator.token, body: { name } });
    const { data: list } = await make('Regulars');
    expect((await make('Regulars')).problem.message).toBe('You already have a list with this name.');
    expect((await make('  ')).status).toBe(422);
    const params = { id: list._id, accountId: people[0]!.id };
    const add = (accountId: string) =>
      call('PUT /fan-lists/:id/members/:accountId', {
        token: creator.token,
        params: { ...params, accountId },
      });
    expect((await add(people[0]!.id)).data.members).toBe(1);
    expect((await add(people[0]!.id)).data.members).toBe(1);
    const nobody = await add((await makeFan()).id);
    expect(nobody.status).toBe(404);
    expect((await add(ports.ids())).text).toBe(nobody.text);
    const members = () =>
      ok('GET /fan-lists/:id/members', { token: creator.token, params: { id: list._id } });
    expect((await members()).data.map(({ _id }) => _id)).toEqual([people[0]!.id]);
    const both = await Promise.all([add(people[1]!.id), add(people[1]!.id)]);
    expect(both.map(({ status }) => status)).toEqual([200, 200]);
    expect((await members()).total).toBe(2);
    await ok('DELETE /fan-lists/:id/members/:accountId', { token: creator.token, params });
    await ok('DELETE /fan-lists/:id/members/:accountId', { token: creator.token, params });
    expect((await ok('GET /fan-lists', { token: creator.token })).data).toMatchObject([
      { name: 'Regulars', members: 1 },
    ]);
    // A fan who has unfollowed stays on the list, but gets nothing.
    await ok('DELETE /follows/:id', { token: people[1]!.token, params: { id: creator.id } });
    expect(await fans(creator, [{ kind: 'list', listId: list._id }])).toBe(0);
  });

  test("a list that a scheduled message needs can't be deleted", async () => {
    const { creator, fans: people } = await town(2);
    const { _id: listId } = await ok('POST /fan-lists', {
      token: creator.token,
      body: { name: 'Not these' },
    });
    await ok('PUT /fan-lists/:id/members/:accountId', {
      token: creator.token,
      params: { id: listId, accountId: people[0]!.id },
    });
    const at = new Date(ports.clock.now().getTime() + 3_600_000).toISOString();
    const { _id: id } = await send(creator, {
      scheduledAt: at,
      audience: { ...toFollowers, exclude: [{ kind: 'list', listId }] },
    });
    const remove = () => call('DELETE /fan-lists/:id', { token: creator.token, params: { id: listId } });
    expect((await remove()).status).toBe(409);
    await ok('DELETE /broadcasts/:id', { token: creator.token, params: { id } });
    expect((await remove()).status).toBe(200);
  });
});

test('a bought copy keeps its files when the broadcast is deleted for everyone', async () => {
  const { creator, fans: people } = await town(1);
  await fund(people[0]!.id, 100);
  const file = await makeFile(creator.id);
  const { _id: id } = await sent(creator, { files: [file], price: 50 });
  const [message] = await received(people[0]!, creator);
  await unlock(people[0]!, message!._id, 50);
  await unsend(creator, id);
  await backend.runJobs();
  const kept = await db
    .select({ file: purchaseFiles.fileId })
    .from(purchaseFiles)
    .innerJoin(purchases, eq(purchases.id, purchaseFiles.purchaseId))
    .where(and(eq(purchases.itemId, message!._id), eq(purchaseFiles.accountId, people[0]!.id)));
  expect(kept).toEqual([{ file }]);
});
