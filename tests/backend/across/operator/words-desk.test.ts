import { and, eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { auditLog } from '#backend/db/schema/operator.ts';
import { limits } from '#config/limits.ts';
import { testBackend } from '../../../setup/backend.ts';
import { newOperator } from '../../../setup/operators.ts';
import { postsIn } from '../../../setup/posts.ts';
import type { Person } from '../../../setup/test-app.ts';

const app = await testBackend();
const { call, ok, db, ports, makeCreator, makeFan } = app;
const { makePost } = postsIn(app);
const operator = await newOperator(app);
const { token } = operator;

const audited = (subject: string, action: string) =>
  db
    .select({ actor: auditLog.actor, facts: auditLog.facts })
    .from(auditLog)
    .where(and(eq(auditLog.subject, subject), eq(auditLog.action, action)));
const add = (words: string[], reason = 'A wave of spam.') =>
  call('POST /operator/words', { token, body: { words, reason } });
const listed = async () => (await ok('GET /operator/words', { token })).words;

async function heldBy(author: Person, owner: Person, text: string): Promise<string> {
  ports.clock.move('1m');
  const objectId = await makePost(owner.id);
  const comment = await ok('POST /comments', {
    token: author.token,
    body: { objectType: 'feed', objectId, text },
  });
  expect(comment.heldBy).toBe('site');
  return comment._id;
}
const waiting = async () => (await ok('GET /operator/comments', { token })).data.map(({ text }) => text);

describe('the site’s words', () => {
  test('are listed, added and removed with a reason, which the audit log keeps', async () => {
    expect((await add(['  Easy Money ', 'spamword'])).data.words).toEqual(['easy money', 'spamword']);
    const gone = await ok('POST /operator/words/remove', {
      token,
      body: { words: ['Spamword'], reason: 'It held too much.' },
    });
    expect(gone.words).toEqual(['easy money']);
    expect(await listed()).toEqual(['easy money']);
    expect(await audited('site', 'words.added')).toEqual([
      { actor: operator.username, facts: { words: ['easy money', 'spamword'], reason: 'A wave of spam.' } },
    ]);
    expect(await audited('site', 'words.removed')).toEqual([
      { actor: operator.username, facts: { words: ['spamword'], reason: 'It held too much.' } },
    ]);
  });

  test('aren’t changed without a reason, by too long a word, beyond the limit or by one that isn’t there', async () => {
    const before = await listed();
    expect((await add(['new'], ' ')).status).toBe(422);
    expect((await add(['x'.repeat(limits.stream.heldWordLength + 1)])).status).toBe(422);
    expect((await add(Array.from({ length: limits.siteHeldWords }, (_, at) => `w${at}`))).status).toBe(422);
    const missing = await call('POST /operator/words/remove', {
      token,
      body: { words: ['nowhere'], reason: 'Tidying.' },
    });
    expect([missing.status, missing.problem.message]).toEqual([404, '“nowhere” isn’t in the list.']);
    expect(await listed()).toEqual(before);
  });
});

describe('comments that wait', () => {
  test('are listed with who wrote them and where, counted in the queue, and approved or deleted', async () => {
    await add(['easy money']);
    const [owner, fan] = [await makeCreator({ name: 'Maya' }), await makeFan({ name: 'Ann' })];
    const first = await heldBy(fan, owner, 'First easy money');
    const second = await heldBy(fan, owner, 'Then easy money');
    expect(await waiting()).toEqual(['First easy money', 'Then easy money']);
    const page = await ok('GET /operator/comments', { token, query: { limit: 1 } });
    expect(page).toMatchObject({
      total: 2,
      data: [
        {
          _id: first,
          author: { name: 'Ann' },
          owner: { name: 'Maya' },
          objectType: 'feed',
          href: expect.stringMatching(/^\/feeds\//),
        },
      ],
    });
    const next = await ok('GET /operator/comments', { token, query: { cursor: page.nextCursor ?? '' } });
    expect(next.data.map(({ _id }) => _id)).toEqual([second]);
    const queue = async () =>
      (await ok('GET /operator/me', { token })).queues.find(({ name }) => name === 'comments')?.count;
    expect(await queue()).toBe(2);

    const decide = (id: string, how: 'approve' | 'delete') =>
      call(`POST /operator/comments/:id/${how}` as 'POST /operator/comments/:id/approve', {
        token,
        params: { id },
        body: { reason: 'Looked at it.' },
      });
    expect((await decide(first, 'approve')).status).toBe(200);
    expect((await decide(first, 'delete')).status).toBe(404);
    expect((await decide(second, 'delete')).status).toBe(200);
    expect([await waiting(), await queue()]).toEqual([[], 0]);
    for (const [id, action] of [
      [first, 'comment.approved'],
      [second, 'comment.deleted'],
    ] as const)
      expect(await audited(id, action)).toMatchObject([
        { actor: operator.username, facts: { author: fan.id, reason: 'Looked at it.' } },
      ]);
    const told = (await ok('GET /notifications', { token: fan.token })).data.map(({ text }) => text);
    expect(told).toEqual([
      'Your comment on Maya’s post was reviewed and deleted.',
      'Your comment on Maya’s post was approved and is now visible.',
    ]);
  });

  test('because of a creator’s own words aren’t the operator’s', async () => {
    const [owner, fan] = [await makeCreator(), await makeFan()];
    await ok('PUT /comments/held-words', { token: owner.token, body: { words: ['spoiler'] } });
    const objectId = await makePost(owner.id);
    await ok('POST /comments', {
      token: fan.token,
      body: { objectType: 'feed', objectId, text: 'A spoiler' },
    });
    expect(await waiting()).toEqual([]);
  });
});
