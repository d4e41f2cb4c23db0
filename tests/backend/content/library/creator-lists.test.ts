import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { limits } from '#config/limits.ts';
import { accounts } from '#backend/db/schema/accounts.ts';
import { creatorListMembers, creatorLists, follows } from '#backend/db/schema/community.ts';
import { countryBlocks } from '#backend/db/schema/blocks.ts';
import { testBackend } from '../../../setup/backend.ts';
import { postsIn } from '../../../setup/posts.ts';
import type { Person } from '../../../setup/test-app.ts';

const app = await testBackend();
const { db, ports, call, ok, makeFan, makeCreator } = app;
const { makePost, block } = postsIn(app);

const make = async ({ token }: Person, name: string) =>
  (await ok('POST /creator-lists', { token, body: { name } }))._id;
const add = ({ token }: Person, id: string, performerId: string) =>
  call('PUT /creator-lists/:id/creators/:performerId', { token, params: { id, performerId } });
const take = ({ token }: Person, id: string, performerId: string) =>
  call('DELETE /creator-lists/:id/creators/:performerId', { token, params: { id, performerId } });
const creatorsOf = async ({ token }: Person, id: string, query: { limit?: number; offset?: number } = {}) =>
  ok('GET /creator-lists/:id/creators', { token, params: { id }, query });
const namesOf = async (fan: Person, id: string) => (await creatorsOf(fan, id)).data.map(({ name }) => name);
const all = ({ token }: Person, query: { performerId?: string } = {}) =>
  ok('GET /creator-lists', { token, query });
const postsOf = ({ token }: Person, listId: string, query: { limit?: number; cursor?: string } = {}) =>
  ok('GET /user/feeds', { token, query: { listId, ...query } });
const follow = ({ token }: Person, id: string) => ok('POST /follows/:id', { token, params: { id } });

/** A fan with a list of three creators, Ada added first. */
async function three() {
  const fan = await makeFan();
  const creators = [];
  const id = await make(fan, 'Painters');
  for (const name of ['Ada', 'Ben', 'Cleo']) {
    const creator = await makeCreator({ name });
    ports.clock.move('1m');
    expect((await add(fan, id, creator.id)).status).toBe(200);
    creators.push(creator);
  }
  const [ada, ben, cleo] = creators as [Person, Person, Person];
  return { fan, id, ada, ben, cleo };
}

describe('a list of creators', () => {
  test('has those added last first, in pages, with faces and number on its tile', async () => {
    const { fan, id, ada, cleo } = await three();
    expect(await namesOf(fan, id)).toEqual(['Cleo', 'Ben', 'Ada']);
    const second = await creatorsOf(fan, id, { limit: 2, offset: 2 });
    expect([second.total, second.data.map(({ _id }) => _id)]).toEqual([3, [ada.id]]);
    // Adding again changes nothing, not even the order.
    expect((await add(fan, id, ada.id)).data).toMatchObject({ members: 3, contains: true });
    expect(await namesOf(fan, id)).toEqual(['Cleo', 'Ben', 'Ada']);
    await make(fan, 'abroad');
    const { data, total } = await all(fan, { performerId: cleo.id });
    expect([total, data.map(({ name, members, contains }) => [name, members, contains])]).toEqual([
      2,
      [
        ['abroad', 0, false],
        ['Painters', 3, true],
      ],
    ]);
    expect(data[1]!.newest.map(({ name }) => name)).toEqual(['Cleo', 'Ben', 'Ada']);
  });

  test('is renamed and deleted; its creators stay followed, and removing one unfollows nobody', async () => {
    const { fan, id, ada, ben } = await three();
    await follow(fan, ada.id);
    await follow(fan, ben.id);
    expect((await take(fan, id, ben.id)).data.members).toBe(2);
    expect((await take(fan, id, ben.id)).status).toBe(200);
    const renamed = await ok('PUT /creator-lists/:id', {
      token: fan.token,
      params: { id },
      body: { name: '  Read on Sunday ' },
    });
    expect(renamed.name).toBe('Read on Sunday');
    await ok('DELETE /creator-lists/:id', { token: fan.token, params: { id } });
    expect(await db.$count(creatorListMembers, eq(creatorListMembers.listId, id))).toBe(0);
    expect(await db.$count(follows, eq(follows.followerId, fan.id))).toBe(2);
  });

  test('offers those one follows who aren’t in it, by name', async () => {
    const { fan, id, ada } = await three();
    const [dora, dan] = [await makeCreator({ name: 'Dora' }), await makeCreator({ name: 'Dan' })];
    for (const { id: each } of [ada, dora, dan]) {
      ports.clock.move('1m');
      await follow(fan, each);
    }
    const candidates = async (q?: string) =>
      (
        await ok('GET /creator-lists/:id/candidates', {
          token: fan.token,
          params: { id },
          query: q ? { q } : {},
        })
      ).data.map(({ name }) => name);
    expect([await candidates(), await candidates('dor')]).toEqual([['Dan', 'Dora'], ['Dora']]);
    await add(fan, id, dora.id);
    expect(await candidates()).toEqual(['Dan']);
  });

  test('leaves out whoever the page of those one follows leaves out, and has them again afterwards', async () => {
    const { fan, id, ada, ben, cleo } = await three();
    await block(ada.id, fan.id);
    await db.insert(countryBlocks).values({ blockerId: ben.id, country: 'DE', createdAt: ports.clock.now() });
    await db.update(accounts).set({ suspendedAt: ports.clock.now() }).where(eq(accounts.id, cleo.id));
    const seen = await ok('GET /creator-lists/:id/creators', {
      token: fan.token,
      params: { id },
      country: 'DE',
    });
    expect([seen.total, seen.data]).toEqual([0, []]);
    expect(await namesOf(fan, id)).toEqual(['Ben']);
    expect((await all(fan)).data[0]).toMatchObject({ members: 1, newest: [{ name: 'Ben' }] });
    await db.update(accounts).set({ suspendedAt: null }).where(eq(accounts.id, cleo.id));
    expect(await namesOf(fan, id)).toEqual(['Cleo', 'Ben']);
  });
});

describe('its timeline', () => {
  test('has the posts of its creators alone, newest first, by the access rule and in pages', async () => {
    const { fan, id, ada, ben } = await three();
    const stranger = await makeCreator();
    await follow(fan, stranger.id);
    const ids: string[] = [];
    for (let at = 0; at < 5; at += 1) {
      ids.unshift(await makePost(at % 2 ? ada.id : ben.id, { audience: 'public' }));
      await makePost(stranger.id, { audience: 'public' });
    }
    const locked = await makePost(ada.id, { audience: 'subscribers' });
    const pages: string[] = [];
    let cursor: string | null | undefined;
    do {
      const page = await postsOf(fan, id, { limit: 2, ...(cursor ? { cursor } : {}) });
      pages.push(...page.data.map(({ _id }) => _id));
      cursor = page.nextCursor;
    } while (cursor);
    expect(pages).toEqual([locked, ...ids]);
    const [first] = (await postsOf(fan, id)).data;
    expect(first).toMatchObject({ access: { allowed: false, reason: 'locked' } });
  });

  test('leaves out muted and blocked creators', async () => {
    const { fan, id, ada, ben, cleo } = await three();
    for (const { id: each } of [ada, ben, cleo]) await makePost(each, { audience: 'public' });
    await ok('PUT /creator-mutes/:id', { token: fan.token, params: { id: ada.id } });
    await block(ben.id, fan.id);
    expect((await postsOf(fan, id)).data.map(({ performer }) => performer.name)).toEqual(['Cleo']);
    // Muting hides posts; the creator is still in the list.
    expect(await namesOf(fan, id)).toEqual(['Cleo', 'Ada']);
  });

  test('is empty for anybody else, and for visitors', async () => {
    const { id, ada } = await three();
    await makePost(ada.id, { audience: 'public' });
    const other = await makeFan();
    expect(await postsOf(other, id)).toMatchObject({ data: [], total: 0 });
    expect(await ok('GET /user/feeds', { query: { listId: id } })).toMatchObject({ data: [], total: 0 });
  });
});

describe('refused', () => {
  test('another person’s list, as if it didn’t exist, whatever the call', async () => {
    const { id, ada } = await three();
    const { token } = await makeFan();
    const params = { id };
    const answers = [
      await call('GET /creator-lists/:id', { token, params }),
      await call('PUT /creator-lists/:id', { token, params, body: { name: 'Mine' } }),
      await call('DELETE /creator-lists/:id', { token, params }),
      await call('GET /creator-lists/:id/creators', { token, params }),
      await call('GET /creator-lists/:id/candidates', { token, params }),
      await call('PUT /creator-lists/:id/creators/:performerId', {
        token,
        params: { id, performerId: ada.id },
      }),
      await call('DELETE /creator-lists/:id/creators/:performerId', {
        token,
        params: { id, performerId: ada.id },
      }),
    ];
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 404));
    expect(await db.$count(creatorListMembers, eq(creatorListMembers.listId, id))).toBe(3);
  });

  test('a creator who can’t be seen, a fan, and oneself', async () => {
    const [fan, hidden] = [await makeFan(), await makeCreator()];
    const id = await make(fan, 'Everyone');
    await block(hidden.id, fan.id);
    const pending = await makeCreator({}, { verified: 'pending' });
    for (const who of [hidden.id, pending.id, (await makeFan()).id, ports.ids()])
      expect((await add(fan, id, who)).status).toBe(404);
    const own = await add(fan, id, fan.id);
    expect([own.status, own.problem.message]).toEqual([422, 'You can’t add yourself to a list.']);
  });

  test('a name that is empty, too long, or taken in other letters', async () => {
    const [fan, other] = [await makeFan(), await makeFan()];
    await make(fan, 'Painters');
    for (const name of ['', '  ', 'x'.repeat(61), 'PAINTERS'])
      expect((await call('POST /creator-lists', { token: fan.token, body: { name } })).status).toBe(422);
    expect(
      (await call('POST /creator-lists', { token: other.token, body: { name: 'Painters' } })).status,
    ).toBe(201);
    const second = await make(fan, 'Potters');
    const renamed = await call('PUT /creator-lists/:id', {
      token: fan.token,
      params: { id: second },
      body: { name: 'painters' },
    });
    expect(renamed.problem.errors).toEqual([
      { field: 'name', message: 'You already have a list with this name.' },
    ]);
  });

  test('more lists than the limit, also when several are made at once', async () => {
    const fan = await makeFan();
    for (let at = 2; at < limits.creatorLists.most; at += 1) await make(fan, `List ${at}`);
    const answers = await Promise.all(
      ['a', 'b', 'c', 'd', 'e'].map((name) =>
        call('POST /creator-lists', { token: fan.token, body: { name } }),
      ),
    );
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(2);
    expect(answers.find(({ status }) => status === 409)?.problem.message).toBe(
      'You can have 50 lists. Delete one to make room.',
    );
    expect(await db.$count(creatorLists, eq(creatorLists.accountId, fan.id))).toBe(limits.creatorLists.most);
  });
});
