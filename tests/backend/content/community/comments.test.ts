import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { accounts } from '#backend/db/schema/accounts.ts';
import { comments } from '#backend/db/schema/community.ts';
import { feeds } from '#backend/db/schema/posts.ts';
import { testBackend } from '../../../setup/backend.ts';
import { postsIn } from '../../../setup/posts.ts';
import type { Person } from '../../../setup/test-app.ts';

const app = await testBackend();
const { db, ports, call, ok, makeFan, makeCreator } = app;
const { makePost, buy, block, closeCountry } = postsIn(app);

/** A post, or a comment on it to reply to. */
type Place = string | readonly [post: string, parentId: string | undefined];
const write = (who: Person, place: Place, text: string) => {
  const [objectId, parentId] = typeof place === 'string' ? [place] : place;
  ports.clock.move('1m');
  return call('POST /comments', {
    token: who.token,
    body: { objectType: 'feed', objectId, text, ...(parentId && { parentId }) },
  });
};
const written = async (who: Person, place: Place, text: string) => (await write(who, place, text)).data;
const list = (
  who: Person | null,
  objectId: string,
  query: { parentId?: string; limit?: number; cursor?: string } = {},
) => ok('GET /comments', { token: who?.token ?? null, query: { objectType: 'feed', objectId, ...query } });
const texts = async (who: Person | null, objectId: string, query = {}) =>
  (await list(who, objectId, query)).data.map(({ text, isDeleted }) =>
    isDeleted ? 'Comment deleted' : text,
  );
const countOf = async (id: string) =>
  (await db.select({ comments: feeds.comments }).from(feeds).where(eq(feeds.id, id)))[0]!.comments;
const remove = (who: Person, id: string) =>
  call('DELETE /comments/:id', { token: who.token, params: { id } });
const edit = (who: Person, id: string, text: string) =>
  call('PUT /comments/:id', { token: who.token, params: { id }, body: { text } });
const pin = (who: Person, id: string, pinned = true) =>
  call('PUT /comments/:id/pin', { token: who.token, params: { id }, body: { pinned } });

async function scene() {
  const [creator, fan, other] = [await makeCreator(), await makeFan(), await makeFan()];
  return { creator, fan, other, post: await makePost(creator.id) };
}

describe('a thread', () => {
  test('newest first by key, pinned comment on top; replies one level deep, oldest first', async () => {
    const { creator, fan, other, post } = await scene();
    const ids: string[] = [];
    for (let at = 0; at < 7; at += 1) ids.push((await written(fan, post, `Comment ${at}`))._id);
    await pin(creator, ids[2]!);
    await pin(creator, ids[4]!);
    const first = await list(null, post, { limit: 3 });
    const second = await list(null, post, { limit: 3, cursor: first.nextCursor! });
    expect([...first.data, ...second.data].map(({ text, pinned }) => `${text}${pinned ? '*' : ''}`)).toEqual([
      'Comment 4*',
      'Comment 6',
      'Comment 5',
      'Comment 3',
      'Comment 2',
      'Comment 1',
      'Comment 0',
    ]);
    expect([first.total, second.nextCursor, first.closed]).toEqual([7, null, null]);
    await pin(creator, ids[4]!, false);
    expect((await texts(fan, post))[0]).toBe('Comment 6');

    for (let at = 0; at < 3; at += 1) await write(at === 1 ? creator : other, [post, ids[6]], `Answer ${at}`);
    const answers = await list(fan, post, { parentId: ids[6]!, limit: 2 });
    expect(answers.data.map(({ text }) => text)).toEqual(['Answer 0', 'Answer 1']);
    expect(await texts(fan, post, { parentId: ids[6]!, cursor: answers.nextCursor! })).toEqual(['Answer 2']);
    expect((await list(fan, post)).data[0]).toMatchObject({ text: 'Comment 6', replies: 3 });
    const deep = await write(fan, [post, answers.data[0]!._id], 'Deeper');
    expect([deep.status, deep.problem.errors?.[0]?.field]).toEqual([422, 'parentId']);
    expect((await write(fan, [await makePost(creator.id), ids[6]], 'Elsewhere')).status).toBe(422);
    expect((await pin(creator, answers.data[0]!._id)).status).toBe(422);
    expect(await countOf(post)).toBe(10);
  });

  test("edited only by its author; deleted by its author or the item's creator", async () => {
    const { creator, fan, other, post } = await scene();
    const { _id } = await written(fan, post, 'Furst');
    expect((await edit(other, _id, 'Mine')).status).toBe(404);
    expect((await edit(creator, _id, 'Mine')).status).toBe(404);
    expect((await edit(fan, _id, 'First')).data).toMatchObject({
      text: 'First',
      editedAt: expect.any(String),
    });
    expect((await remove(other, _id)).status).toBe(404);
    expect((await remove(creator, _id)).status).toBe(200);
    expect((await remove(fan, _id)).status).toBe(404);
    expect([await texts(fan, post), await countOf(post)]).toEqual([[], 0]);
    const again = await written(fan, post, 'Again');
    expect((await remove(fan, again._id)).status).toBe(200);
    // The text is gone from the database too.
    expect((await db.select().from(comments).where(eq(comments.id, again._id)))[0]).toMatchObject({
      text: '',
    });
  });

  test('a deleted comment that has replies keeps its place without text, until its last reply is deleted', async () => {
    const { creator, fan, other, post } = await scene();
    const { _id } = await written(fan, post, 'A question');
    const answer = await written(other, [post, _id], 'An answer');
    await remove(fan, _id);
    const [place] = (await list(other, post)).data;
    expect(place).toMatchObject({ isDeleted: true, text: '', author: null, replies: 1 });
    expect(await texts(other, post, { parentId: _id })).toEqual(['An answer']);
    expect((await write(other, [post, _id], 'More')).status).toBe(422);
    expect(await countOf(post)).toBe(1);
    await remove(creator, answer._id);
    expect([await texts(other, post), await countOf(post)]).toEqual([[], 0]);
  });

  test('counts are exact after 100 comments written and half of them deleted at once', async () => {
    const { fan, other, post } = await scene();
    const people = [fan, other, ...(await Promise.all(Array.from({ length: 8 }, () => makeFan())))];
    const all = await Promise.all(
      Array.from({ length: 100 }, (_, at) =>
        call('POST /comments', {
          token: people[at % people.length]!.token,
          body: { objectType: 'feed', objectId: post, text: `n ${at}` },
        }),
      ),
    );
    await Promise.all(
      [...all.slice(0, 50), ...all.slice(25, 50)].map(({ data }, at) =>
        remove(people[(at < 50 ? at : at - 25) % people.length]!, data._id),
      ),
    );
    const standing = (await db.select().from(comments).where(eq(comments.objectId, post))).filter(
      ({ deletedAt }) => deletedAt === null,
    );
    expect([standing.length, await countOf(post)]).toEqual([50, 50]);
  });
});

describe('permissions', () => {
  test('turned off, locked and banned are rejected with the reason, and nothing is written', async () => {
    const { creator, fan, post } = await scene();
    const said = await written(fan, post, 'Before');
    await db.update(feeds).set({ commentsEnabled: false }).where(eq(feeds.id, post));
    const off = await write(fan, post, 'Now');
    expect([off.status, off.problem.message]).toEqual([403, 'Comments are turned off for this post.']);
    expect((await edit(fan, said._id, 'Changed')).status).toBe(403);
    expect(await list(fan, post)).toMatchObject({ closed: 'off', data: [{ text: 'Before' }] });
    await db.update(feeds).set({ commentsEnabled: true, audience: 'subscribers' }).where(eq(feeds.id, post));
    const locked = await call('GET /comments', {
      token: fan.token,
      query: { objectType: 'feed', objectId: post },
    });
    expect([locked.status, locked.problem.message]).toEqual([
      403,
      'This post is locked, and so are its comments.',
    ]);
    expect((await write(fan, post, 'Now')).status).toBe(403);
    await db.update(feeds).set({ audience: 'public' }).where(eq(feeds.id, post));

    const banned = await ok('POST /comments/:id/ban', { token: creator.token, params: { id: said._id } });
    expect(banned).toMatchObject({ _id: fan.id });
    expect((await write(fan, post, 'Now')).problem.message).toBe(
      'You can’t comment on this creator’s content.',
    );
    expect((await write(fan, await makePost(creator.id), 'Elsewhere')).status).toBe(403);
    expect(await list(fan, post)).toMatchObject({
      closed: 'banned',
      data: [{ text: 'Before', isBanned: false }],
    });
    expect((await list(creator, post)).data).toMatchObject([{ text: 'Before', isBanned: true }]);
    expect((await ok('GET /comments/bans', { token: creator.token })).data.map(({ _id }) => _id)).toEqual([
      fan.id,
    ]);
    expect((await remove(fan, said._id)).status).toBe(200);
    await ok('DELETE /comments/bans/:id', { token: creator.token, params: { id: fan.id } });
    expect((await write(fan, post, 'Back')).status).toBe(201);
    expect(await countOf(post)).toBe(1);
    const own = await written(creator, post, 'Mine');
    expect(
      (await call('POST /comments/:id/ban', { token: creator.token, params: { id: own._id } })).status,
    ).toBe(422);
  });

  test("people who blocked each other never see each other's comments in either direction, and can't reply", async () => {
    const { fan, other, post } = await scene();
    const theirs = await written(fan, post, 'By fan');
    await write(other, post, 'By other');
    await write(other, [post, theirs._id], 'Answer by other');
    await block(other.id, fan.id);
    expect([await texts(fan, post), await texts(other, post)]).toEqual([['By fan'], ['By other']]);
    expect((await list(fan, post)).data[0]).toMatchObject({ replies: 0 });
    expect((await list(fan, post)).total).toBe(1);
    expect(await texts(other, post, { parentId: theirs._id })).toEqual([]);
    expect((await write(other, [post, theirs._id], 'Again')).status).toBe(422);
    expect(await texts(null, post)).toEqual(['By other', 'By fan']);
    await db.update(accounts).set({ suspendedAt: ports.clock.now() }).where(eq(accounts.id, fan.id));
    expect(await texts(null, post)).toEqual(['By other']);
  });

  test("a blocked buyer still reads the post but not its comments; a closed country hides its creators' comments", async () => {
    const { creator, fan, other, post } = await scene();
    await write(other, post, 'Hello');
    await buy(fan.id, post, creator.id);
    await block(creator.id, fan.id);
    expect(await list(fan, post)).toMatchObject({ data: [], total: 0, closed: 'off' });
    expect((await write(fan, post, 'Let me in')).status).toBe(403);

    const guest = await makeCreator();
    const host = await makePost((await makeCreator()).id);
    await write(guest, host, 'By a guest');
    await closeCountry(guest.id, 'FR');
    ports.geo.countries.set('198.51.100.9', 'FR');
    const seen = await ok('GET /comments', {
      token: null,
      ip: '198.51.100.9',
      query: { objectType: 'feed', objectId: host },
    });
    expect(seen.data).toEqual([]);
  });

  test('flooding is stopped', async () => {
    const { fan, post } = await scene();
    const answers = [];
    for (let at = 0; at < 22; at += 1)
      answers.push(
        await call('POST /comments', {
          token: fan.token,
          body: { objectType: 'feed', objectId: post, text: `n ${at}` },
        }),
      );
    expect(answers.slice(-2).map(({ status }) => status)).toEqual([429, 429]);
    expect(await countOf(post)).toBe(20);
  });

  test('the creator and the person replied to are notified, but never of their own comments', async () => {
    const { creator, fan, other, post } = await scene();
    const top = await written(fan, post, 'Question');
    ports.transport.clear();
    await write(other, [post, top._id], 'Answer');
    await write(creator, post, 'Mine');
    const told = ports.transport
      .of('notification/created')
      .map(({ room, payload }) => [room, (payload as { text: string }).text]);
    const name = (
      await db.select({ name: accounts.name }).from(accounts).where(eq(accounts.id, other.id))
    )[0]!.name;
    expect(Object.fromEntries(told)).toEqual({
      [`account:${creator.id}`]: `${name} and 1 other commented on your post.`,
      [`account:${fan.id}`]: `${name} replied to your comment.`,
    });
    expect(told).toHaveLength(2);
  });
});
