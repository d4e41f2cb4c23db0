import { describe, expect, test } from 'vitest';
import { deliverToMany } from '#backend/domain/talk/messages/mass-delivery.ts';
import { transaction } from '#backend/kernel/context.ts';
import { testBackend } from '../../../setup/backend.ts';
import { requestingIn } from '../../../setup/requesting.ts';
import { talkOf } from '../../../setup/talk.ts';
import type { Person } from '../../../setup/test-app.ts';

const app = await testBackend();
const { call, ok, ctx, ports, makeFan, makeCreator } = app;
const { open, send, view, list, read, unread, pair, follow } = talkOf(app);
const { organize, counts, request } = requestingIn(app);

/** A creator with `size` conversations, the last one written to most recently. */
async function crowd(size: number) {
  const creator = await makeCreator();
  const fans: Person[] = [];
  const ids: string[] = [];
  for (let n = 0; n < size; n += 1) {
    const fan = await makeFan();
    ports.clock.move('1s');
    const { _id: id } = await open(fan, creator);
    await send(fan, id, `Hello ${n}`);
    fans.push(fan);
    ids.push(id);
  }
  return { creator, fans, ids };
}
const shown = async (who: Person, query: Record<string, string | number> = {}) =>
  (await list(who, query)).data.map((each) => each._id);

describe('the list', () => {
  test('starts with pinned conversations and pages by cursor without gaps or repeats', async () => {
    const { creator, ids } = await crowd(7);
    await organize(creator, ids[1]!, { isPinned: true });
    await organize(creator, ids[3]!, { isPinned: true });
    const order = [3, 1, 6, 5, 4, 2, 0].map((n) => ids[n]!);
    expect(await shown(creator)).toEqual(order);
    for (const limit of [1, 2, 3]) {
      const found: string[] = [];
      let cursor: string | null | undefined;
      do {
        const page = await list(creator, { limit, ...(cursor ? { cursor } : {}) });
        found.push(...page.data.map((each) => each._id));
        cursor = page.nextCursor;
      } while (cursor);
      expect(found).toEqual(order);
    }
    for (const cursor of [
      '2_1_x',
      `1_1_${'-'.repeat(36)}`,
      '1_999999999999999_00000000-0000-7000-8000-000000000001',
    ])
      expect((await call('GET /conversations', { token: creator.token, query: { cursor } })).status).toBe(
        422,
      );
  });

  test('shows what is unread, archived, or with the fans on one of the creator’s lists', async () => {
    const { creator, fans, ids } = await crowd(4);
    await read(creator, ids[0]!);
    await organize(creator, ids[1]!, { isArchived: true });
    expect(await shown(creator)).toEqual([ids[3], ids[2], ids[0]]);
    expect(await shown(creator, { filter: 'unread' })).toEqual([ids[3], ids[2]]);
    expect(await shown(creator, { filter: 'archived' })).toEqual([ids[1]]);
    // A search finds archived conversations too.
    expect(await shown(creator, { q: fans[1]!.username })).toEqual([ids[1]]);
    const { _id: listId } = await ok('POST /fan-lists', { token: creator.token, body: { name: 'Regulars' } });
    for (const fan of [fans[0]!, fans[1]!])
      await ok('PUT /fan-lists/:id/members/:accountId', {
        token: creator.token,
        params: { id: listId, accountId: fan.id },
      });
    expect(await shown(creator, { listId })).toEqual([ids[1], ids[0]]);
    const [other, someone] = [await makeCreator(), await makeFan()];
    const missing = await call('GET /conversations', {
      token: other.token,
      query: { listId: ports.ids() },
    });
    for (const who of [other, someone]) {
      const foreign = await call('GET /conversations', { token: who.token, query: { listId } });
      expect([foreign.status, foreign.text]).toEqual([404, missing.text]);
    }
  });
});

describe('organizing', () => {
  test('is for one member alone, and each setting is kept', async () => {
    const { fan, creator, id } = await pair();
    await send(fan, id, 'Hello');
    const before = await view(fan, id);
    const { data } = await organize(creator, id, {
      isPinned: true,
      isMuted: true,
      isArchived: true,
      isMarkedUnread: true,
    });
    expect(data).toMatchObject({ isPinned: true, isMuted: true, folder: 'archived', isMarkedUnread: true });
    expect(await view(fan, id)).toEqual(before);
    expect((await organize(creator, id, { isArchived: false })).data).toMatchObject({
      isPinned: true,
      isMuted: true,
      folder: 'inbox',
    });
    expect((await organize(creator, id, {})).status).toBe(422);
    expect((await organize(creator, id, { isLoud: true })).status).toBe(422);
    expect((await organize(await makeFan(), id, { isMuted: true })).status).toBe(404);
  });

  test('an archived conversation returns with a message, by one or by many, unless it is muted', async () => {
    for (const isMuted of [false, true]) {
      for (const isMass of [false, true]) {
        const { fan, creator, id } = await pair();
        await follow(fan, creator);
        await send(fan, id, 'Hello');
        await organize(fan, id, { isArchived: true, isMuted });
        if (isMass)
          await transaction(ctx, (tx) =>
            deliverToMany(
              tx,
              {
                senderId: creator.id,
                source: 'mass',
                type: 'text',
                text: 'News',
                price: 0,
                includedInSubscription: false,
                fileIds: [],
              },
              [fan.id],
            ),
          );
        else await send(creator, id, 'Hi');
        expect(await view(fan, id)).toMatchObject({
          folder: isMuted ? 'archived' : 'inbox',
          totalNotSeenMessages: 1,
        });
        expect([await unread(fan), (await counts(fan)).unread]).toEqual(isMuted ? [0, 0] : [1, 1]);
        // Writing brings it back.
        await send(fan, id, 'Thanks');
        expect(await view(fan, id)).toMatchObject({ folder: 'inbox' });
      }
    }
  });

  test('marked as unread counts as one until it is opened; a request is answered, not archived', async () => {
    const { fan, creator, id } = await pair();
    await send(fan, id, 'Hello');
    await read(creator, id);
    await organize(creator, id, { isMarkedUnread: true });
    expect([await unread(creator), (await counts(creator)).unread]).toEqual([1, 1]);
    expect(await ok('GET /users/me', { token: creator.token })).toMatchObject({ totalNotSeenMessages: 1 });
    expect(await shown(creator, { filter: 'unread' })).toEqual([id]);
    await read(creator, id);
    expect(await view(creator, id)).toMatchObject({ isMarkedUnread: false });
    expect([await unread(creator), (await counts(creator)).unread]).toEqual([0, 0]);
    const asked = await request(0);
    expect((await organize(asked.creator, asked.id, { isArchived: true })).status).toBe(409);
    expect((await organize(asked.creator, asked.id, { isArchived: false })).data).toMatchObject({
      folder: 'requests',
    });
  });
});
