import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { accounts } from '#backend/db/schema/accounts.ts';
import { accountBlocks } from '#backend/db/schema/blocks.ts';
import { comments } from '#backend/db/schema/community.ts';
import { files } from '#backend/db/schema/files.ts';
import { galleries, photos } from '#backend/db/schema/galleries.ts';
import { reports } from '#backend/db/schema/moderation.ts';
import { feeds } from '#backend/db/schema/posts.ts';
import { products } from '#backend/db/schema/shop.ts';
import { streams } from '#backend/db/schema/streams/streams.ts';
import { decide } from '#backend/domain/across/moderation/deciding.ts';
import { showCase } from '#backend/domain/across/moderation/queue.ts';
import type { BodyOf } from '#services/http/call.ts';
import { testBackend } from '../../../setup/backend.ts';
import { chattingIn } from '../../../setup/chatting.ts';
import { moderationIn } from '../../../setup/moderation.ts';
import { postsIn } from '../../../setup/posts.ts';
import { talkOf } from '../../../setup/talk.ts';
import type { Person } from '../../../setup/test-app.ts';

const app = await testBackend();
const { call, raw, db, ports, makeFan, makeCreator } = app;
const { makePost, makeFile, block, closeCountry } = postsIn(app);
const talk = talkOf(app);
const chatting = chattingIn(app);
const moderation = moderationIn(app);

type Body = BodyOf<'POST /reports'>;
const report = (from: Person, body: Pick<Body, 'targetType' | 'targetId'> & Partial<Body>, ip?: string) =>
  call('POST /reports', { token: from.token, body: { category: 'spam', ...body }, ip });
const kept = async (targetId: string) =>
  (await db.select().from(reports).where(eq(reports.targetId, targetId))).map(
    ({ snapshot }) => snapshot as Record<string, unknown>,
  );
const dated = () => ({ createdAt: ports.clock.now(), updatedAt: ports.clock.now() });

test('a message in the chat of a stream is kept for whoever can read it, and unknown to others', async () => {
  const [creator, fan, other] = [await makeCreator(), await makeFan(), await makeFan()];
  const { conversationId } = await chatting.makeStream(creator.id, {}, { heldWords: ['spoiler'] });
  const { _id: said } = await chatting.say(other, conversationId, 'Something mean');
  expect((await report(fan, { targetType: 'message', targetId: said })).status).toBe(201);
  expect(await kept(said)).toMatchObject([{ ownerId: other.id, text: 'Something mean' }]);
  expect((await report(other, { targetType: 'message', targetId: said })).status).toBe(422);

  const { _id: waiting } = await chatting.say(other, conversationId, 'A spoiler');
  expect((await report(fan, { targetType: 'message', targetId: waiting })).status).toBe(404);
  expect((await report(creator, { targetType: 'message', targetId: waiting })).status).toBe(201);

  const followers = await chatting.makeStream(creator.id, { audience: 'subscribers' });
  const { _id: hidden } = await chatting.say(creator, followers.conversationId, 'For subscribers');
  expect((await report(fan, { targetType: 'message', targetId: hidden })).status).toBe(403);
});

describe('a report', () => {
  test('keeps the reported item as it was, however it is changed or deleted', async () => {
    const [creator, fan] = [await makeCreator(), await makeFan()];
    const file = await makeFile(creator.id);
    const post = await makePost(creator.id, { text: 'Buy my coins', price: 50 }, [file]);
    const answer = await report(fan, {
      targetType: 'feed',
      targetId: post,
      category: 'violation',
      comment: ' A scam ',
    });
    expect([answer.status, answer.data]).toEqual([
      201,
      {
        _id: expect.any(String),
        targetType: 'feed',
        targetId: post,
        category: 'violation',
        comment: 'A scam',
        state: 'open',
        createdAt: expect.any(String),
      },
    ]);
    await db.update(feeds).set({ text: 'Innocent' }).where(eq(feeds.id, post));
    expect(await kept(post)).toEqual([
      expect.objectContaining({ ownerId: creator.id, text: 'Buy my coins', price: 50, files: [file] }),
    ]);
  });

  test("once per reporter and target; another person's report counts separately", async () => {
    const [creator, fan, other] = [await makeCreator(), await makeFan(), await makeFan()];
    const target = { targetType: 'account', targetId: creator.id } as const;
    expect((await report(fan, target)).status).toBe(201);
    expect((await report(fan, { ...target, category: 'legal' })).status).toBe(409);
    expect((await report(other, target)).status).toBe(201);
    expect(await kept(creator.id)).toHaveLength(2);
    // Twenty concurrent reports.
    const taps = await Promise.all(
      Array.from({ length: 20 }, () => report(fan, { targetType: 'account', targetId: other.id })),
    );
    expect(taps.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(await kept(other.id)).toEqual([
      expect.objectContaining({ username: other.username, name: expect.any(String) }),
    ]);
  });

  test('about a comment, a message, a gallery, a photo in it, or a product', async () => {
    const { fan, creator, id } = await talk.pair();
    await talk.send(fan, id, 'Hi');
    const message = await talk.send(creator, id, 'Pay me elsewhere');
    expect((await report(fan, { targetType: 'message', targetId: message._id })).status).toBe(201);
    expect(await kept(message._id)).toEqual([
      expect.objectContaining({ ownerId: creator.id, text: 'Pay me elsewhere', files: [] }),
    ]);
    const post = await makePost(creator.id);
    const comment = ports.ids();
    await db.insert(comments).values({
      id: comment,
      objectType: 'feed',
      objectId: post,
      ownerId: creator.id,
      authorId: fan.id,
      text: 'Rude',
      ...dated(),
    });
    expect((await report(creator, { targetType: 'comment', targetId: comment })).status).toBe(201);
    const [gallery, photo, product] = [ports.ids(), ports.ids(), ports.ids()];
    const work = {
      performerId: creator.id,
      audience: 'subscribers' as const,
      state: 'published' as const,
      publishedAt: ports.clock.now(),
      ...dated(),
    };
    await db.insert(galleries).values({ id: gallery, title: 'Sea', ...work });
    await db
      .insert(photos)
      .values({ id: photo, galleryId: gallery, fileId: await makeFile(creator.id), ...work });
    await db.insert(products).values({
      id: product,
      performerId: creator.id,
      name: 'Mug',
      type: 'physical',
      price: 10,
      state: 'published',
      ...dated(),
    });
    for (const [targetType, targetId] of [
      ['gallery', gallery],
      ['photo', photo],
      ['product', product],
    ] as const)
      expect((await report(fan, { targetType, targetId })).status).toBe(201);
    const { id: stream } = await chatting.makeStream(creator.id, { title: 'Wheel and clay' });
    expect((await report(fan, { targetType: 'stream', targetId: stream })).status).toBe(201);
    expect(await kept(stream)).toMatchObject([{ ownerId: creator.id, title: 'Wheel and clay' }]);
    await db.update(streams).set({ state: 'cancelled' }).where(eq(streams.id, stream));
    expect((await report(await makeFan(), { targetType: 'stream', targetId: stream })).status).toBe(404);
    await db.update(galleries).set({ state: 'draft' }).where(eq(galleries.id, gallery));
    expect((await report(await makeFan(), { targetType: 'photo', targetId: photo })).status).toBe(404);
    expect((await report(await makeFan(), { targetType: 'message', targetId: message._id })).status).toBe(
      404,
    );
  });

  test('about your own item: rejected', async () => {
    const { fan, creator, id } = await talk.pair();
    const message = await talk.send(fan, id, 'Hi');
    expect((await report(fan, { targetType: 'message', targetId: message._id })).status).toBe(422);
    expect((await report(fan, { targetType: 'account', targetId: fan.id })).status).toBe(422);
    expect((await report(creator, { targetType: 'feed', targetId: await makePost(creator.id) })).status).toBe(
      422,
    );
  });

  test("about something the reporter can't see: byte for byte the same as for an unknown id", async () => {
    const [creator, fan] = [await makeCreator(), await makeFan()];
    const post = await makePost(creator.id);
    const hidden = await makePost(creator.id, { state: 'draft' });
    const nobodys = (await report(fan, { targetType: 'feed', targetId: ports.ids() })).text;
    expect((await report(fan, { targetType: 'feed', targetId: hidden })).text).toBe(nobodys);
    ports.geo.countries.set('198.51.100.8', 'FR');
    await closeCountry(creator.id, 'FR');
    expect((await report(fan, { targetType: 'feed', targetId: post }, '198.51.100.8')).text).toBe(nobodys);
    await block(creator.id, fan.id);
    expect((await report(fan, { targetType: 'feed', targetId: post })).text).toBe(nobodys);
    expect((await report(fan, { targetType: 'account', targetId: creator.id })).text).toBe(nobodys);
    await db.delete(accountBlocks);
    await db.update(accounts).set({ suspendedAt: ports.clock.now() }).where(eq(accounts.id, creator.id));
    expect((await report(fan, { targetType: 'account', targetId: creator.id })).text).toBe(nobodys);
    expect(await kept(post)).toEqual([]);
  });

  test.each([{ category: 'boring' }, { targetType: 'site' }, { comment: 'x'.repeat(501) }, { snapshot: {} }])(
    '%j is rejected',
    async (wrong) => {
      const [creator, fan] = [await makeCreator(), await makeFan()];
      expect(
        (
          await raw('POST /reports', {
            token: fan.token,
            body: { targetType: 'account', targetId: creator.id, category: 'spam', ...wrong },
          })
        ).status,
      ).toBe(422);
    },
  );
});

test('reports about one thing join its open case; a later one opens the next', async () => {
  const [creator, fan, other, third] = [
    await makeCreator(),
    await makeFan(),
    await makeFan(),
    await makeFan(),
  ];
  const post = await makePost(creator.id, { text: 'Buy my coins' }, [await makeFile(creator.id)]);
  const target = { targetType: 'feed', targetId: post } as const;
  const answers = await Promise.all([fan, other].map((person) => report(person, target)));
  expect(answers.map(({ status }) => status)).toEqual([201, 201]);
  const first = await moderation.caseOf(post);
  expect(first).toMatchObject({ state: 'open', accountId: creator.id, category: 'spam' });
  await db.update(feeds).set({ text: 'Harmless words' }).where(eq(feeds.id, post));
  const found = await showCase(moderation.olga, first.id);
  expect(new Set(found.reportsShown.map(({ reporter }) => reporter))).toEqual(
    new Set([fan.username, other.username]),
  );
  expect(found.reportsShown.map(({ report: { snapshot } }) => snapshot)).toEqual([
    expect.objectContaining({ text: 'Buy my coins' }),
    expect.objectContaining({ text: 'Buy my coins' }),
  ]);
  await decide(moderation.olga, first.id, moderation.draft('dismiss'));
  await report(third, target);
  expect((await moderation.caseOf(post)).id).not.toBe(first.id);
});

test('evidence keeps its files when their owner deletes what was reported', async () => {
  const [creator, fan] = [await makeCreator(), await makeFan()];
  const [reported, other] = [await makeFile(creator.id), await makeFile(creator.id)];
  const [post, innocent] = [
    await makePost(creator.id, {}, [reported]),
    await makePost(creator.id, {}, [other]),
  ];
  await report(fan, { targetType: 'feed', targetId: post });
  for (const id of [post, innocent])
    await app.ok('DELETE /performer/feeds/:id', { token: creator.token, params: { id } });
  const left = await db.select({ id: files.id }).from(files).where(eq(files.ownerId, creator.id));
  expect(left).toEqual([{ id: reported }]);
  const { reportsShown } = await showCase(moderation.olga, (await moderation.caseOf(post)).id);
  expect(reportsShown[0]?.files.map(({ file }) => file.id)).toEqual([reported]);
});

test('the reporter sees their own reports and what came of them', async () => {
  const [creator, fan, other] = [await makeCreator(), await makeFan(), await makeFan()];
  const [bad, fine, open] = [
    await makePost(creator.id),
    await makePost(creator.id),
    await makePost(creator.id),
  ];
  for (const targetId of [bad, fine, open]) {
    ports.clock.move('1m');
    await report(fan, { targetType: 'feed', targetId, comment: 'Look' });
  }
  await decide(moderation.olga, (await moderation.caseOf(bad)).id, moderation.draft('hide'));
  await decide(moderation.olga, (await moderation.caseOf(fine)).id, moderation.draft('dismiss'));
  const own = await app.ok('GET /reports', { token: fan.token, query: {} });
  expect(own.data.map(({ state, outcome, comment }) => [state, outcome, comment])).toEqual([
    ['open', null, 'Look'],
    ['closed', 'no-action', 'Look'],
    ['closed', 'acted', 'Look'],
  ]);
  const page = await app.ok('GET /reports', { token: fan.token, query: { limit: 2 } });
  const rest = await app.ok('GET /reports', {
    token: fan.token,
    query: { limit: 2, cursor: page.nextCursor! },
  });
  expect([page.data.length, rest.data.length, page.total]).toEqual([2, 1, 3]);
  expect((await app.ok('GET /reports', { token: other.token, query: {} })).data).toEqual([]);
  const told = await app.ok('GET /notifications', { token: fan.token, query: {} });
  expect(told.data.map(({ text }) => text)).toEqual(
    expect.arrayContaining([
      'We reviewed the post you reported and took action. Thank you for letting us know.',
      'We reviewed the post you reported and found nothing against our rules. Thank you for letting us know.',
    ]),
  );
});
