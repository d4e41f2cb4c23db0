import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { comments } from '#backend/db/schema/community.ts';
import { notifications } from '#backend/db/schema/notifications.ts';
import { auditLog } from '#backend/db/schema/operator.ts';
import { feeds } from '#backend/db/schema/posts.ts';
import type { OperatorCtx } from '#backend/domain/across/operator/audit.ts';
import {
  addSiteWords,
  listHeldComments,
  listSiteWords,
  removeSiteWords,
  reviewComment,
} from '#backend/domain/across/operator/held-words.ts';
import { limits } from '#config/limits.ts';
import { testBackend } from '../../../setup/backend.ts';
import { postsIn } from '../../../setup/posts.ts';
import type { Person } from '../../../setup/test-app.ts';

const app = await testBackend();
const { ctx, db, ports, call, ok, makeFan, makeCreator } = app;
const { makePost, block } = postsIn(app);
const operator: OperatorCtx = { ...ctx, actor: 'olga', actorId: null };

/** A post, or a comment on it to reply to. */
type Place = string | readonly [post: string, parentId: string];
const write = (who: Person, place: Place, text: string) => {
  const [objectId, parentId] = typeof place === 'string' ? [place] : place;
  ports.clock.move('1m');
  return call('POST /comments', {
    token: who.token,
    body: { objectType: 'feed', objectId, text, ...(parentId && { parentId }) },
  });
};
const written = async (who: Person, place: Place, text: string) => (await write(who, place, text)).data;
const list = (who: Person | null, objectId: string, parentId?: string) =>
  ok('GET /comments', {
    token: who?.token ?? null,
    query: { objectType: 'feed', objectId, ...(parentId && { parentId }) },
  });
const texts = async (who: Person | null, objectId: string, parentId?: string) =>
  (await list(who, objectId, parentId)).data.map(({ text }) => text);
const held = async (who: Person) => ok('GET /comments/held', { token: who.token });
const approve = (who: Person, id: string) =>
  call('POST /comments/:id/approve', { token: who.token, params: { id } });
const remove = (who: Person, id: string) =>
  call('DELETE /comments/:id', { token: who.token, params: { id } });
const edit = (who: Person, id: string, text: string) =>
  call('PUT /comments/:id', { token: who.token, params: { id }, body: { text } });
const countOf = async (id: string) =>
  (await db.select({ comments: feeds.comments }).from(feeds).where(eq(feeds.id, id)))[0]!.comments;
const toldTo = async (who: Person) =>
  (await db.select().from(notifications).where(eq(notifications.accountId, who.id))).map(({ text }) => text);
const setWords = (who: Person, words: string[]) =>
  ok('PUT /comments/held-words', { token: who.token, body: { words } });

async function scene() {
  const [creator, fan, other] = [
    await makeCreator({ name: 'Maya' }),
    await makeFan({ name: 'Ann' }),
    await makeFan({ name: 'Bo' }),
  ];
  await setWords(creator, ['Spoiler', 'easy money']);
  return { creator, fan, other, post: await makePost(creator.id) };
}

beforeEach(async () => {
  const words = await listSiteWords(operator);
  if (words.length > 0) await removeSiteWords(operator, words);
});

describe('a comment with a word that the creator holds', () => {
  test('is seen by its author alone, who is told so, and counted by nobody', async () => {
    const { creator, fan, other, post } = await scene();
    const comment = await written(fan, post, 'This is a SPOILER');
    expect(comment).toMatchObject({ heldBy: 'creator', text: 'This is a SPOILER' });
    expect((await list(fan, post)).data).toMatchObject([{ _id: comment._id, heldBy: 'creator' }]);
    for (const who of [other, creator, null])
      expect(await list(who, post)).toMatchObject({ data: [], total: 0 });
    expect(await countOf(post)).toBe(0);
    expect(await toldTo(creator)).toEqual(['Ann left a comment that’s waiting for your review.']);
    expect(await held(creator)).toMatchObject({
      total: 1,
      data: [{ _id: comment._id, author: { name: 'Ann' } }],
    });
    const reported = await call('POST /reports', {
      token: other.token,
      body: { targetType: 'comment', targetId: comment._id, category: 'spam' },
    });
    expect(reported.status).toBe(404);
  });

  test('appears as if just written once the creator approves it, with its notifications', async () => {
    const { creator, fan, other, post } = await scene();
    const first = await written(other, post, 'First');
    const reply = await written(fan, [post, first._id], 'easymoney for all');
    const later = await written(other, post, 'Later');
    expect((await list(fan, post)).data.map(({ replies }) => replies)).toEqual([0, 1]);
    expect((await list(other, post)).data.map(({ replies }) => replies)).toEqual([0, 0]);
    expect(await texts(other, post, first._id)).toEqual([]);
    expect(await toldTo(other)).toEqual([]);
    ports.clock.move('1h');
    const [one, two] = await Promise.all([approve(creator, reply._id), approve(creator, reply._id)]);
    expect([one.status, two.status]).toEqual([200, 200]);
    expect(one.data).toMatchObject({ heldBy: null, createdAt: ports.clock.now().toISOString() });
    expect(await texts(null, post, first._id)).toEqual(['easymoney for all']);
    expect((await list(null, post)).data.map(({ replies, _id }) => [_id, replies])).toEqual([
      [later._id, 0],
      [first._id, 1],
    ]);
    expect(await countOf(post)).toBe(3);
    expect(await toldTo(other)).toEqual(['Ann replied to your comment.']);
    expect(await toldTo(fan)).toEqual(['Your comment on Maya’s post was approved and is now visible.']);
    expect((await held(creator)).total).toBe(0);
    await remove(fan, reply._id);
    expect(await countOf(post)).toBe(2);
  });

  test('can be deleted unseen by the creator, who tells its author, or by its author', async () => {
    const { creator, fan, other, post } = await scene();
    const [one, two] = [await written(fan, post, 'spoiler'), await written(fan, post, 's p o i l e r')];
    expect((await remove(other, one._id)).status).toBe(404);
    expect((await remove(creator, one._id)).status).toBe(200);
    expect(await toldTo(fan)).toEqual(['Your comment on Maya’s post was reviewed and deleted.']);
    expect((await remove(fan, two._id)).status).toBe(200);
    expect(await toldTo(fan)).toHaveLength(1);
    expect([await countOf(post), await texts(fan, post)]).toEqual([0, []]);
    expect((await approve(creator, one._id)).status).toBe(404);
  });

  test('can’t be replied to, pinned, or approved by anyone else', async () => {
    const { creator, fan, other, post } = await scene();
    const stranger = await makeCreator();
    const { _id } = await written(fan, post, 'spoiler');
    expect((await write(other, [post, _id], 'Hm')).status).toBe(422);
    expect((await write(fan, [post, _id], 'Hm')).status).toBe(422);
    const pinned = await call('PUT /comments/:id/pin', {
      token: creator.token,
      params: { id: _id },
      body: { pinned: true },
    });
    expect(pinned.problem.message).toBe('Approve this comment before you pin it.');
    expect((await approve(stranger, _id)).status).toBe(404);
    expect((await approve(fan, _id)).status).toBe(403);
    expect((await held(stranger)).data).toEqual([]);
  });

  test('appears when its author takes the word out; a visible one can’t get it in', async () => {
    const { creator, fan, other, post } = await scene();
    const { _id } = await written(fan, post, 'spoiler ahead');
    expect((await edit(fan, _id, 'spoilers: a spoiler')).data.heldBy).toBe('creator');
    expect((await edit(fan, _id, 'No secrets')).data.heldBy).toBeNull();
    expect([await texts(other, post), await countOf(post)]).toEqual([['No secrets'], 1]);
    const refused = await edit(fan, _id, 'A spoiler after all');
    expect(refused.problem.errors).toEqual([
      {
        field: 'text',
        message:
          'Some of these words are reviewed before they appear. Write a new comment with them instead.',
      },
    ]);
    expect(await texts(other, post)).toEqual(['No secrets']);
    expect(await toldTo(creator)).toContain('Ann commented on your post.');
  });

  test('can’t be approved when what it replies to is gone', async () => {
    const { creator, fan, other, post } = await scene();
    const first = await written(other, post, 'First');
    const reply = await written(fan, [post, first._id], 'spoiler');
    await remove(other, first._id);
    const refused = await approve(creator, reply._id);
    expect([refused.status, refused.problem.message]).toEqual([
      409,
      'The comment this replies to was deleted.',
    ]);
    expect((await held(creator)).total).toBe(1);
    expect(await countOf(post)).toBe(0);
  });

  test('isn’t the creator’s own, and leaves the queue when its author is blocked', async () => {
    const { creator, fan, post } = await scene();
    expect((await written(creator, post, 'A spoiler of mine')).heldBy).toBeNull();
    await written(fan, post, 'spoiler');
    await block(creator.id, fan.id);
    expect(await held(creator)).toMatchObject({ data: [], total: 0 });
  });

  test('waits in a queue that is read by pages, the longest waiting first', async () => {
    const { creator, fan, post } = await scene();
    for (let at = 0; at < 5; at += 1) await write(fan, post, `spoiler ${at}`);
    const page = (cursor?: string) =>
      ok('GET /comments/held', { token: creator.token, query: { limit: 2, ...(cursor && { cursor }) } });
    const first = await page();
    const second = await page(first.nextCursor!);
    const third = await page(second.nextCursor!);
    expect([first, second, third].flatMap(({ data }) => data.map(({ text }) => text))).toEqual(
      [0, 1, 2, 3, 4].map((at) => `spoiler ${at}`),
    );
    expect([first.total, third.nextCursor]).toEqual([5, null]);
  });
});

describe('a word of the site’s list', () => {
  test('holds comments everywhere for the operator, who approves or deletes them', async () => {
    const { creator, fan, other, post } = await scene();
    await addSiteWords(operator, ['Badword', 'badword', 'two words']);
    expect(await listSiteWords(operator)).toEqual(['badword', 'two words']);
    const comment = await written(fan, post, 'A bádword and a spoiler');
    expect(comment.heldBy).toBe('site');
    expect((await written(creator, post, 'two words')).heldBy).toBe('site');
    expect([await texts(fan, post), await texts(creator, post), await texts(other, post)]).toEqual([
      ['A bádword and a spoiler'],
      ['two words'],
      [],
    ]);
    expect((await held(creator)).data).toEqual([]);
    expect((await approve(creator, comment._id)).status).toBe(404);
    expect((await remove(creator, comment._id)).status).toBe(404);
    expect(await toldTo(creator)).toEqual([]);
    const waiting = await listHeldComments(operator, 50);
    expect(waiting.map(({ text }) => text)).toEqual(['A bádword and a spoiler', 'two words']);
    await reviewComment(operator, comment._id, { outcome: 'approved', reason: 'A quote.' });
    expect(await texts(other, post)).toEqual(['A bádword and a spoiler']);
    expect(await toldTo(creator)).toEqual(['Ann commented on your post.']);
    await reviewComment(operator, waiting[1]!.id, { outcome: 'deleted', reason: 'Against the rules.' });
    expect(await toldTo(creator)).toContain('Your comment on Maya’s post was reviewed and deleted.');
    const again = reviewComment(operator, comment._id, { outcome: 'deleted', reason: 'Twice.' });
    await expect(again).rejects.toMatchObject({ status: 404 });
    expect(await db.select().from(auditLog).where(eq(auditLog.subject, comment._id))).toMatchObject([
      { action: 'comment.approved', actor: 'olga', facts: { reason: 'A quote.' } },
    ]);
  });

  test('can be removed, and the list has bounds', async () => {
    const { fan, post } = await scene();
    await addSiteWords(operator, ['badword']);
    await expect(removeSiteWords(operator, ['unknown'])).rejects.toMatchObject({ status: 404 });
    await expect(addSiteWords(operator, [' '])).rejects.toMatchObject({ status: 422 });
    await expect(addSiteWords(operator, ['x'.repeat(61)])).rejects.toMatchObject({ status: 422 });
    const many = Array.from({ length: limits.siteHeldWords }, (_, at) => `w${at}`);
    await expect(addSiteWords(operator, many)).rejects.toMatchObject({ status: 422 });
    expect(await listSiteWords(operator)).toEqual(['badword']);
    const both = await Promise.all([addSiteWords(operator, ['one']), addSiteWords(operator, ['two'])]);
    expect(both).toHaveLength(2);
    expect((await listSiteWords(operator)).toSorted()).toEqual(['badword', 'one', 'two']);
    await removeSiteWords(operator, ['badword', 'one', 'two']);
    expect((await written(fan, post, 'badword')).heldBy).toBeNull();
  });
});

test('a creator’s words are theirs alone, and what was written before stays', async () => {
  const { creator, fan, post } = await scene();
  const { _id } = await written(fan, post, 'The ending');
  expect(await setWords(creator, ['Ending', ' ending '])).toEqual({ words: ['ending'] });
  expect(await ok('GET /comments/held-words', { token: creator.token })).toEqual({ words: ['ending'] });
  const elsewhere = await makeCreator();
  expect(await ok('GET /comments/held-words', { token: elsewhere.token })).toEqual({ words: [] });
  expect((await written(fan, await makePost(elsewhere.id), 'ending')).heldBy).toBeNull();
  expect((await written(fan, post, 'spoiler')).heldBy).toBeNull();
  const [row] = await db.select().from(comments).where(eq(comments.id, _id));
  expect(row?.heldAt).toBeNull();
});
