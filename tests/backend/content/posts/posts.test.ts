import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { performers } from '#backend/db/schema/creators.ts';
import { files } from '#backend/db/schema/files.ts';
import { feedFiles, feeds } from '#backend/db/schema/posts.ts';
import { purchases } from '#backend/db/schema/wallet.ts';
import type { CallInput } from '#contract/core/registry.ts';
import { testBackend } from '../../../setup/backend.ts';
import { postsIn } from '../../../setup/posts.ts';
import type { Person } from '../../../setup/test-app.ts';

const app = await testBackend();
const { db, ports, call, raw, ok, makeFan, makeCreator } = app;
const { makeFile, makePost, follow, buy } = postsIn(app);

type Body = CallInput<'POST /performer/feeds'>['body'];
const create = (who: Person, body: Body) => call('POST /performer/feeds', { token: who.token, body });
const countsOf = async (who: Person) =>
  (
    await db
      .select({ feeds: performers.feeds, photos: performers.photos })
      .from(performers)
      .where(eq(performers.accountId, who.id))
  )[0];
const rowOf = async (id: string) => (await db.select().from(feeds).where(eq(feeds.id, id)))[0];
const nobody = '01980000-0000-7000-8000-00000000dead';

describe('publishing', () => {
  test('a text post is published at once, with the chosen options', async () => {
    const creator = await makeCreator();
    const { status, data } = await create(creator, {
      type: 'text',
      text: '  First words  ',
      audience: 'followers',
      commentsEnabled: false,
    });
    expect(status).toBe(201);
    expect(data).toMatchObject({
      type: 'text',
      text: 'First words',
      audience: 'followers',
      price: 0,
      isSale: false,
      commentsEnabled: false,
      state: 'published',
      access: { allowed: true, reason: 'owner', routes: [] },
      earned: 0,
      sold: 0,
      publishedAt: ports.clock.now().toISOString(),
      performer: { _id: creator.id, username: creator.username },
    });
    expect(await countsOf(creator)).toEqual({ feeds: 1, photos: 0 });
  });

  test('a photo post keeps the order of its photos and counts them', async () => {
    const creator = await makeCreator();
    const ids = [
      await makeFile(creator.id),
      await makeFile(creator.id),
      await makeFile(creator.id),
    ].reverse();
    const { data } = await create(creator, { type: 'photo', fileIds: ids, audience: 'public' });
    expect(data.files.map((file) => file._id)).toEqual(ids);
    expect(data.media).toEqual({ photos: 3, videos: 0, audios: 0, duration: 0 });
    expect(await countsOf(creator)).toEqual({ feeds: 1, photos: 3 });
  });

  test('including subscribers has an effect only with a price', async () => {
    const creator = await makeCreator();
    expect(
      (await create(creator, { type: 'text', text: 'x', includedInSubscription: true })).problem,
    ).toMatchObject({ status: 422, errors: [{ field: 'includedInSubscription' }] });
    expect(
      (await create(creator, { type: 'text', text: 'x', includedInSubscription: true, price: 50 })).data,
    ).toMatchObject({ includedInSubscription: true, isSale: true, price: 50 });
  });

  test.each([
    ['pending', null, /still under review/],
    ['rejected', 'The document is not readable', /not approved: The document is not readable/],
  ] as const)("a %s creator can't, and is told why", async (verified, verifiedReason, reason) => {
    const creator = await makeCreator({}, { verified, verifiedReason });
    const answer = await create(creator, { type: 'text', text: 'x' });
    expect([answer.status, answer.problem.code]).toEqual([403, 'not_allowed']);
    expect(answer.problem.message).toMatch(reason);
    expect(await countsOf(creator)).toEqual({ feeds: 0, photos: 0 });
  });

  test('requires a logged-in creator', async () => {
    const fan = await makeFan();
    expect((await raw('POST /performer/feeds', { body: { text: 'x' } })).status).toBe(401);
    expect((await create(fan, { type: 'text', text: 'x' })).status).toBe(403);
  });

  test('an invalid post is rejected with the field, and nothing is written', async () => {
    const [creator, other] = [await makeCreator(), await makeCreator()];
    const mine = await makeFile(creator.id);
    const cases: [unknown, string][] = [
      [{ type: 'text', text: '   ' }, 'text'],
      [{ type: 'text', text: 'x', fileIds: [mine] }, 'fileIds'],
      [{ type: 'photo' }, 'fileIds'],
      [{ type: 'photo', fileIds: [mine, mine] }, 'fileIds'],
      [{ type: 'photo', fileIds: [nobody] }, 'fileIds'],
      [{ type: 'photo', fileIds: [await makeFile(other.id)] }, 'fileIds'],
      [{ type: 'photo', fileIds: [await makeFile(creator.id, { type: 'document' })] }, 'fileIds'],
      [
        { type: 'photo', fileIds: [await makeFile(creator.id, { state: 'failed', reason: 'Broken' })] },
        'fileIds',
      ],
      [{ type: 'photo', fileIds: [await makeFile(creator.id, { mime: 'video/mp4' })] }, 'fileIds'],
      [{ type: 'video', fileIds: [mine] }, 'fileIds'],
      [{ type: 'video', fileIds: [] }, 'fileIds'],
      [
        {
          type: 'video',
          fileIds: [
            await makeFile(creator.id, { mime: 'video/mp4' }),
            await makeFile(creator.id, { mime: 'video/mp4' }),
          ],
        },
        'fileIds',
      ],
      [{ type: 'audio' }, 'fileIds'],
      [{ type: 'teaser', text: 'x' }, 'teaserId'],
      [{ type: 'teaser', teaserId: mine }, 'teaserId'],
      [{ type: 'text', text: 'x', thumbnailId: mine }, 'thumbnailId'],
      [{ type: 'poll', text: 'x' }, 'type'],
      [{ text: 'x', scheduledAt: '2020-01-01T00:00:00Z' }, 'scheduledAt'],
      [{ text: 'x', expiresAt: ports.clock.now().toISOString() }, 'expiresAt'],
      [{ text: 'x', scheduledAt: '2040-01-02T00:00:00Z', expiresAt: '2040-01-01T00:00:00Z' }, 'expiresAt'],
      [{ text: 'x', scheduledAt: 'tomorrow' }, 'scheduledAt'],
      [{ type: 'photo', fileIds: Array.from({ length: 11 }, () => mine) }, 'fileIds'],
      [{ text: 'x'.repeat(5_001) }, 'text'],
      [{ text: 'x', price: -1 }, 'price'],
      [{ text: 'x', price: 1.5 }, 'price'],
      [{ text: 'x', price: 100_001 }, 'price'],
      [{ text: 'x', price: 2 ** 53 }, 'price'],
      [{ text: 'x', price: '50' }, 'price'],
      [{ text: 'x', audience: 'friends' }, 'audience'],
      [{ text: 'x', performerId: other.id }, 'performerId'],
    ];
    for (const [body, field] of cases) {
      const { status, problem } = await raw('POST /performer/feeds', { token: creator.token, body });
      expect({ body, status, field: problem.errors?.[0]?.field }).toEqual({ body, status: 422, field });
    }
    expect(await countsOf(creator)).toEqual({ feeds: 0, photos: 0 });
    expect(await db.select().from(feeds).where(eq(feeds.performerId, creator.id))).toEqual([]);
  });

  test("somebody else's photo and a missing one get the same reply", async () => {
    const [creator, other] = [await makeCreator(), await makeCreator()];
    const answers = await Promise.all(
      [nobody, await makeFile(other.id)].map((id) => create(creator, { type: 'photo', fileIds: [id] })),
    );
    expect(answers[0]!.text).toBe(answers[1]!.text);
  });

  test('one photo can be in several posts; it is deleted with the last of them', async () => {
    const creator = await makeCreator();
    const photo = await makeFile(creator.id);
    const answers = await Promise.all(
      Array.from({ length: 4 }, () => create(creator, { type: 'photo', fileIds: [photo] })),
    );
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201]);
    expect(await countsOf(creator)).toEqual({ feeds: 4, photos: 4 });
    for (const { data } of answers.slice(1))
      await ok('DELETE /performer/feeds/:id', { token: creator.token, params: { id: data._id } });
    expect(await db.select({ id: files.id }).from(files).where(eq(files.id, photo))).toHaveLength(1);
    await ok('DELETE /performer/feeds/:id', { token: creator.token, params: { id: answers[0]!.data._id } });
    expect(await db.select({ id: files.id }).from(files).where(eq(files.id, photo))).toEqual([]);
  });

  test('three posts can be pinned, not four, even at once', async () => {
    const creator = await makeCreator();
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => create(creator, { type: 'text', text: 'x', pinned: true })),
    );
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(3);
    expect(answers.find(({ status }) => status === 409)?.problem.message).toMatch(/Unpin one first/);
  });
});

describe('changing', () => {
  const update = (who: Person, id: string, body: CallInput<'PUT /performer/feeds/:id'>['body']) =>
    call('PUT /performer/feeds/:id', { token: who.token, params: { id }, body });

  test('changes only the given fields', async () => {
    const creator = await makeCreator();
    const id = await makePost(creator.id, { text: 'before', audience: 'subscribers', price: 10 });
    const { status, data } = await update(creator, id, { text: 'after' });
    expect([status, data.text, data.audience, data.price]).toEqual([200, 'after', 'subscribers', 10]);
    expect((await update(creator, id, { includedInSubscription: true })).data).toMatchObject({
      price: 10,
      includedInSubscription: true,
    });
    expect(
      (await update(creator, id, { price: 0, audience: 'public', includedInSubscription: true })).status,
    ).toBe(422);
    expect((await update(creator, id, { price: 0, audience: 'public' })).data).toMatchObject({
      price: 0,
      isSale: false,
      includedInSubscription: false,
    });
  });

  test('photos can be added, reordered and removed; a removed one is deleted with its objects', async () => {
    const creator = await makeCreator();
    const [a, b, c] = [
      await makeFile(creator.id),
      await makeFile(creator.id),
      await makeFile(creator.id),
    ] as [string, string, string];
    const { data } = await create(creator, { type: 'photo', fileIds: [a, b] });
    expect((await update(creator, data._id, { fileIds: [c, b] })).data.files.map(({ _id }) => _id)).toEqual([
      c,
      b,
    ]);
    expect(await countsOf(creator)).toEqual({ feeds: 1, photos: 2 });
    expect(await db.select().from(files).where(eq(files.id, a))).toEqual([]);
    await app.backend.runJobs();
    expect(await ports.objects.get(`files/${a}/640.webp`)).toBeNull();
    expect(await ports.objects.get(`files/${b}/640.webp`)).not.toBeNull();
  });

  test("a photo that was bought can't be removed; more can be added", async () => {
    const [creator, fan] = [await makeCreator(), await makeFan()];
    const [a, b] = [await makeFile(creator.id), await makeFile(creator.id)] as [string, string];
    const id = await makePost(creator.id, { price: 50 }, [a]);
    await buy(fan.id, id, creator.id);
    expect((await update(creator, id, { fileIds: [b] })).status).toBe(409);
    expect(
      (await db.select().from(feedFiles).where(eq(feedFiles.feedId, id))).map(({ fileId }) => fileId),
    ).toEqual([a]);
    expect((await update(creator, id, { fileIds: [a, b], price: 70 })).status).toBe(200);
  });

  test('an invalid change is rejected and changes nothing', async () => {
    const creator = await makeCreator();
    const id = await makePost(creator.id, { text: 'stays' });
    for (const body of [
      { text: '' },
      { fileIds: [await makeFile(creator.id)] },
      { price: -5 },
      { state: 'removed' },
      { type: 'photo' },
      { poll: { question: 'Which?', options: ['a', 'b'] } },
    ]) {
      expect(
        (await raw('PUT /performer/feeds/:id', { token: creator.token, params: { id }, body })).status,
      ).toBe(422);
    }
    expect(await rowOf(id)).toMatchObject({ text: 'stays', price: 0 });
    const photo = await makePost(creator.id, {}, [await makeFile(creator.id)]);
    expect((await update(creator, photo, { fileIds: [] })).problem.errors?.[0]?.field).toBe('fileIds');
  });

  test("another person's post doesn't exist, byte for byte", async () => {
    const [creator, other] = [await makeCreator(), await makeCreator()];
    const id = await makePost(other.id, { text: 'not yours' });
    const answers = await Promise.all(
      [id, nobody, 'not-an-id'].flatMap((named) => [
        raw('PUT /performer/feeds/:id', {
          token: creator.token,
          params: { id: named },
          body: { text: 'mine now' },
        }),
        raw('DELETE /performer/feeds/:id', { token: creator.token, params: { id: named } }),
        raw('GET /performer/feeds/:id', { token: creator.token, params: { id: named } }),
      ]),
    );
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
    expect(answers[0]!.status).toBe(404);
    expect(await rowOf(id)).toMatchObject({ text: 'not yours' });
  });
});

describe('deleting', () => {
  const remove = (who: Person, id: string) =>
    call('DELETE /performer/feeds/:id', { token: who.token, params: { id } });

  test('deletes the post, its files and their objects', async () => {
    const creator = await makeCreator();
    const photo = await makeFile(creator.id);
    const { data } = await create(creator, { type: 'photo', fileIds: [photo] });
    expect((await remove(creator, data._id)).status).toBe(200);
    expect(await rowOf(data._id)).toBeUndefined();
    expect(await db.select().from(files).where(eq(files.id, photo))).toEqual([]);
    expect(await countsOf(creator)).toEqual({ feeds: 0, photos: 0 });
    await app.backend.runJobs();
    for (const name of ['320.webp', '640.webp', 'blur.webp'])
      expect(await ports.objects.get(`files/${photo}/${name}`)).toBeNull();
    expect((await remove(creator, data._id)).status).toBe(404);
  });

  test('a post that was bought is kept for its buyers only', async () => {
    const [creator, buyer, stranger] = [await makeCreator(), await makeFan(), await makeFan()];
    const photo = await makeFile(creator.id);
    const { data: post } = await create(creator, {
      type: 'photo',
      fileIds: [photo],
      price: 50,
      audience: 'public',
    });
    await buy(buyer.id, post._id, creator.id);
    await follow(buyer.id, creator.id);
    await remove(creator, post._id);
    expect(await countsOf(creator)).toEqual({ feeds: 0, photos: 0 });

    const seen = await ok('GET /user/feeds/:id', { token: buyer.token, params: { id: post._id } });
    expect(seen.access.reason).toBe('purchased');
    expect(seen.files[0]?.url).toMatch(/640\.webp/);
    for (const token of [stranger.token, null])
      expect((await call('GET /user/feeds/:id', { token, params: { id: post._id } })).status).toBe(404);
    expect(
      (await call('GET /performer/feeds/:id', { token: creator.token, params: { id: post._id } })).status,
    ).toBe(404);
    const lists = await Promise.all([
      ok('GET /user/feeds', { token: buyer.token, query: {} }),
      ok('GET /user/feeds', { token: buyer.token, query: { performerId: creator.id } }),
      ok('GET /performer/feeds', { token: creator.token, query: {} }),
      ok('GET /performer/feeds', { token: creator.token, query: { state: 'removed' } }),
    ]);
    expect(lists.map(({ data, total }) => [data.length, total])).toEqual([
      [0, 0],
      [0, 0],
      [0, 0],
      [0, 0],
    ]);
  });

  test('during a purchase: either the sale is rejected or the buyer keeps it', async () => {
    for (let round = 0; round < 5; round += 1) {
      const [creator, fan] = [await makeCreator(), await makeFan()];
      await app.fund(fan.id, 100);
      const id = await makePost(creator.id, { price: 50 });
      const [bought] = await Promise.all([
        call('POST /wallet/charges/feed/:id', {
          token: fan.token,
          params: { id },
          body: {},
          key: `race-${round}-${fan.id}`,
        }),
        remove(creator, id),
      ]);
      const kept = await db.select().from(purchases).where(eq(purchases.itemId, id));
      expect(kept).toHaveLength(bought.status === 201 ? 1 : 0);
      expect((await call('GET /user/feeds/:id', { token: fan.token, params: { id } })).status).toBe(
        bought.status === 201 ? 200 : 404,
      );
    }
  });
});
