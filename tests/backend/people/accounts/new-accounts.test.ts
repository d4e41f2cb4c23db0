import { eq } from 'drizzle-orm';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { accounts } from '#backend/db/schema/accounts.ts';
import { conversations } from '#backend/db/schema/messages.ts';
import { testBackend } from '../../../setup/backend.ts';
import { postsIn } from '../../../setup/posts.ts';
import type { Person } from '../../../setup/test-app.ts';

const app = await testBackend();
const { db, ports, settings, call, ok, makeCreator, makeFan, openSession } = app;
const { makePost } = postsIn(app);

const creators: Person[] = [];
let post = '';
beforeAll(async () => {
  for (let count = 0; count < 6; count += 1) creators.push(await makeCreator());
  post = await makePost(creators[0]!.id);
});
beforeEach(async () => {
  const values = {
    newAccountHours: 24,
    newUntilEmailConfirmed: true,
    newAccountConversations: 2,
    newAccountComments: 3,
    newAccountFollows: 2,
  };
  for (const [key, value] of Object.entries(values)) await settings.set(key, value);
});

const limitsOf = ({ token }: Person) => ok('GET /users/limits', { token });
const limitOf = async (who: Person, what: string) =>
  (await limitsOf(who)).limits.find((one) => one.what === what);
const isNew = async ({ token }: Person) => (await ok('GET /users/me', { token })).isNewAccount;
const writeTo = (who: Person, creator: Person) =>
  call('POST /conversations', {
    token: who.token,
    body: { source: 'performer', sourceId: creator.id },
  });
const comment = (who: Person, text = 'Nice!') =>
  call('POST /comments', { token: who.token, body: { objectType: 'feed', objectId: post, text } });
const follow = (who: Person, { id }: Person) =>
  call('POST /follows/:id', { token: who.token, params: { id } });
const in24Hours = () => new Date(ports.clock.now().getTime() + 86_400_000).toISOString();

describe('a new account', () => {
  test('is told how often it can do what before it does it', async () => {
    const fan = await makeFan();
    expect(await isNew(fan)).toBe(true);
    expect(await limitsOf(fan)).toEqual({
      isNew: true,
      endsAt: in24Hours(),
      needsEmail: false,
      limits: [
        { what: 'conversations', max: 2, left: 2, seconds: 86_400, resetsAt: null, isLow: true },
        { what: 'comments', max: 3, left: 3, seconds: 3_600, resetsAt: null, isLow: true },
        { what: 'follows', max: 2, left: 2, seconds: 86_400, resetsAt: null, isLow: true },
      ],
    });
    await settings.set('newAccountComments', 4);
    expect(await limitOf(fan, 'comments')).toMatchObject({ left: 4, isLow: false });
    expect((await comment(fan)).status).toBe(201);
    expect(await limitOf(fan, 'comments')).toMatchObject({ left: 3, isLow: true });
  });

  test('can start so many conversations a day, and go on in them', async () => {
    const fan = await makeFan();
    const [first, second, third] = creators as [Person, Person, Person];
    const { data } = await writeTo(fan, first);
    ports.clock.move('1h');
    expect((await writeTo(fan, second)).status).toBe(200);
    expect(await limitOf(fan, 'conversations')).toMatchObject({ left: 0 });

    const refused = await writeTo(fan, third);
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, String(23 * 3_600)]);
    expect(refused.problem).toMatchObject({
      code: 'new_account_limit',
      message:
        'New accounts can start 2 conversations a day. You can start the next one in 23 hours. This ends in 23 hours.',
      retryAfter: 23 * 3_600,
      what: 'conversations',
      needsEmail: false,
    });
    const started = await db
      .select({ pair: conversations.pairKey })
      .from(conversations)
      .where(eq(conversations.pairKey, [fan.id, third.id].toSorted().join(':')));
    expect(started).toEqual([]);

    // Those that have begun go on, and opening one again doesn't count.
    expect((await writeTo(fan, first)).status).toBe(200);
    const sent = await call('POST /messages/conversations/:id', {
      token: fan.token,
      params: { id: data._id },
      body: { conversationId: data._id, data: { text: 'Hello' } },
    });
    expect(sent.status).toBe(201);

    // With the age, the limit ends.
    ports.clock.move('23h');
    const later = { ...fan, ...(await openSession(fan.id)) };
    expect(await isNew(later)).toBe(false);
    expect(await limitsOf(later)).toEqual({ isNew: false, endsAt: null, needsEmail: false, limits: [] });
    for (const creator of creators.slice(2)) expect((await writeTo(later, creator)).status).toBe(200);
  });

  test('can write so many comments an hour, and more in the next', async () => {
    const fan = await makeFan();
    for (const text of ['One', 'Two', 'Three']) expect((await comment(fan, text)).status).toBe(201);
    const refused = await comment(fan, 'Four');
    expect([refused.status, refused.problem.code]).toEqual([429, 'new_account_limit']);
    expect(refused.problem.message).toBe(
      'New accounts can write 3 comments an hour. You can write the next one in 60 minutes. This ends in 24 hours.',
    );
    ports.clock.move('1h');
    expect(await limitOf(fan, 'comments')).toMatchObject({ left: 3, resetsAt: null });
    expect((await comment(fan, 'Four')).status).toBe(201);
  });

  test('can follow so many creators a day; what fails or was there before doesn’t count', async () => {
    const fan = await makeFan();
    const [first, second, third] = creators as [Person, Person, Person];
    expect((await follow(fan, fan)).status).toBe(422);
    for (const creator of [first, first, second]) expect((await follow(fan, creator)).status).toBe(200);
    const refused = await follow(fan, third);
    expect(refused.problem).toMatchObject({ status: 429, code: 'new_account_limit' });
    expect(refused.problem.message).toContain('New accounts can follow 2 creators a day.');
    expect(await limitOf(fan, 'follows')).toMatchObject({ left: 0 });
    // Unfollowing isn't limited, and doesn't give one back.
    await ok('DELETE /follows/:id', { token: fan.token, params: { id: first.id } });
    expect((await follow(fan, third)).status).toBe(429);
  });

  test('of two things at once at the limit, one is done', async () => {
    const fan = await makeFan();
    await writeTo(fan, creators[0]!);
    const both = await Promise.all([writeTo(fan, creators[1]!), writeTo(fan, creators[2]!)]);
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 429]);

    await comment(fan, 'One');
    await comment(fan, 'Two');
    const words = await Promise.all(['Three', 'Four', 'Five'].map((text) => comment(fan, text)));
    expect(words.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 429, 429]);
    expect(await limitOf(fan, 'comments')).toMatchObject({ left: 0 });
  });

  test('stays new until its email address is confirmed, unless the site doesn’t ask for it', async () => {
    const fan = await makeFan({ emailVerifiedAt: null });
    expect(await limitsOf(fan)).toMatchObject({ isNew: true, endsAt: in24Hours(), needsEmail: true });
    for (const creator of creators.slice(0, 2)) await follow(fan, creator);
    expect((await follow(fan, creators[2]!)).problem.message).toBe(
      'New accounts can follow 2 creators a day. You can follow the next one in 24 hours. This ends in 24 hours, if your email address is confirmed by then.',
    );

    const old = await makeFan({
      createdAt: new Date(ports.clock.now().getTime() - 30 * 86_400_000),
      emailVerifiedAt: null,
    });
    expect(await limitsOf(old)).toMatchObject({ isNew: true, endsAt: null, needsEmail: true });
    for (const creator of creators.slice(2, 4)) expect((await follow(old, creator)).status).toBe(200);
    expect((await follow(old, creators[4]!)).problem.message).toBe(
      'Accounts without a confirmed email address can follow 2 creators a day. You can follow the next one in 24 hours. This ends once your email address is confirmed.',
    );
    await settings.set('newUntilEmailConfirmed', false);
    expect((await follow(old, creators[4]!)).status).toBe(200);
    await settings.set('newUntilEmailConfirmed', true);
    expect(await isNew(old)).toBe(true);
    await db.update(accounts).set({ emailVerifiedAt: ports.clock.now() }).where(eq(accounts.id, old.id));
    expect(await isNew(old)).toBe(false);
  });
});

describe('not limited', () => {
  test('is a creator whose identity was verified', async () => {
    const creator = await makeCreator();
    expect(await isNew(creator)).toBe(false);
    expect((await limitsOf(creator)).isNew).toBe(false);
    for (const other of creators) expect((await follow(creator, other)).status).toBe(200);
    for (const text of ['1', '2', '3', '4', '5']) expect((await comment(creator, text)).status).toBe(201);
  });

  test('is a creator who isn’t verified yet, only like everyone', async () => {
    const creator = await makeCreator({}, { verified: 'pending' });
    expect(await isNew(creator)).toBe(true);
  });

  test('is anyone where the site has turned it off', async () => {
    await settings.set('newAccountHours', 0);
    const fan = await makeFan({ emailVerifiedAt: null });
    expect(await isNew(fan)).toBe(false);
    for (const creator of creators) expect((await follow(fan, creator)).status).toBe(200);
  });
});
