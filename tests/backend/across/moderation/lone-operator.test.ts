import { and, eq } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import { auditLog, operators } from '#backend/db/schema/operator.ts';
import { decideAppeal } from '#backend/domain/across/moderation/appeals.ts';
import { decide } from '#backend/domain/across/moderation/deciding.ts';
import { identified, identify } from '#backend/domain/across/operator/operators.ts';
import { testBackend } from '../../../setup/backend.ts';
import { moderationIn } from '../../../setup/moderation.ts';
import { newOperator } from '../../../setup/operators.ts';
import { postsIn } from '../../../setup/posts.ts';
import { talkOf } from '../../../setup/talk.ts';
import type { Person } from '../../../setup/test-app.ts';

/* A site that one person runs: what they find or report themselves can be decided, under one name everywhere. */
const app = await testBackend();
const { call, ok, db, ctx, makeCreator, makeFan } = app;
const { makePost } = postsIn(app);
const { report, caseOf, draft, linkTo, atDesk, decisionById } = moderationIn(app);
const talk = talkOf(app);
const commandLine = { ...ctx, actor: 'root', actorId: null };

let olga: Person;
let creator: Person;
beforeAll(async () => {
  olga = await newOperator(app);
  creator = await makeCreator();
});
const open = (targetType: 'feed' | 'message', targetId: string) =>
  call('POST /operator/cases', {
    token: olga.token,
    body: { targetType, targetId, category: 'violation', reason: 'I came across it.' },
  });
const decision = {
  action: 'remove',
  ground: 'terms',
  rule: 'Rule 7',
  facts: 'It is an advert.',
  seen: 0,
} as const;

test('what nobody reported gets a case with a reason, and the person reads the statement', async () => {
  const post = await makePost(creator.id, { text: 'Buy this' });
  const { data } = await open('feed', post);
  const id = data._id;
  expect(await db.select().from(auditLog).where(eq(auditLog.subject, id))).toMatchObject([
    { action: 'case.opened', actor: olga.username, facts: { reason: 'I came across it.', targetId: post } },
  ]);
  const found = await ok('GET /operator/cases/:id', { token: olga.token, params: { id } });
  expect(found).toMatchObject({
    isOwn: false,
    evidence: [{ source: 'operator', openedBy: olga.username, snapshot: { text: 'Buy this' } }],
  });
  // The same once more joins the case, without a second copy.
  expect((await open('feed', post)).data._id).toBe(id);
  const decided = await ok('POST /operator/cases/:id/decisions', {
    token: olga.token,
    params: { id },
    body: decision,
  });
  expect(decided.evidence).toHaveLength(1);
  const { text } = await linkTo(creator);
  expect(text).toContain('after our own review');
  expect(text).toContain('you can appeal once');
  expect(text).not.toContain('Another person');
});

test('their own report doesn’t keep them from deciding', async () => {
  const post = await makePost(creator.id);
  await report(olga, 'feed', post);
  const { id } = await caseOf(post);
  expect((await ok('GET /operator/cases/:id', { token: olga.token, params: { id } })).isOwn).toBe(false);
  const made = await ok('POST /operator/cases/:id/decisions', {
    token: olga.token,
    params: { id },
    body: decision,
  });
  // Nobody else could answer the appeal.
  const decisionId = made.decisions[0]!._id;
  await ok('POST /decisions/:id/appeal', {
    token: creator.token,
    params: { id: decisionId },
    body: { text: 'It isn’t.' },
  });
  await ok('POST /operator/decisions/:id/appeal', {
    token: olga.token,
    params: { id: decisionId },
    body: { outcome: 'upheld', answer: 'It is.' },
  });
});

test('a private message is read in a case alone, after the reason is in the audit log', async () => {
  const { fan, creator: other, id: conversation } = await talk.pair();
  const message = await talk.send(fan, conversation, 'A secret');
  const answer = await open('message', message._id);
  expect(answer.status).toBe(201);
  const id = answer.data._id;
  const found = await ok('GET /operator/cases/:id', { token: olga.token, params: { id } });
  expect(found.evidence[0]?.snapshot).toMatchObject({ text: 'A secret' });
  expect(
    await db
      .select()
      .from(auditLog)
      .where(and(eq(auditLog.subject, id), eq(auditLog.action, 'case.opened'))),
  ).toHaveLength(1);
  for (const token of [other.token, fan.token])
    expect(
      (
        await call('POST /operator/cases', {
          token,
          body: { targetType: 'message', targetId: message._id, category: 'other', reason: 'Curious' },
        })
      ).status,
    ).toBe(404);
});

test('a ban proposed while there were two is confirmed by the one who is left', async () => {
  const other = await newOperator(app);
  const banned = await makeCreator();
  await report(await makeFan(), 'account', banned.id);
  const { id } = await caseOf(banned.id);
  const proposed = await decide(atDesk(olga), id, draft('ban'));
  expect(proposed.state).toBe('proposed');
  const confirm = () =>
    call('POST /operator/decisions/:id/confirm', {
      token: olga.token,
      params: { id: proposed.id },
    });
  try {
    expect((await confirm()).status).toBe(409);
  } finally {
    await db.delete(operators).where(eq(operators.accountId, other.id));
  }
  const { decisions } = await ok('GET /operator/cases/:id', { token: olga.token, params: { id } });
  expect(decisions).toMatchObject([{ state: 'proposed', isOwn: false }]);
  expect((await confirm()).status).toBe(200);
  expect(await decisionById(proposed.id)).toMatchObject({ state: 'in-force', confirmedById: olga.id });
});

describe('the command line', () => {
  test('is the same operator as the desk', async () => {
    expect(await identify(commandLine)).toMatchObject({ actor: olga.username, actorId: olga.id });
    const post = await makePost(creator.id);
    await report(await makeFan(), 'feed', post);
    await decide(await identified(commandLine), (await caseOf(post)).id, draft('warn'));
    const { decisions } = await ok('GET /operator/cases/:id', {
      token: olga.token,
      params: { id: (await caseOf(post)).id },
    });
    expect(decisions).toMatchObject([{ decidedBy: olga.username }]);
  });

  test('with a second operator, neither surface answers an appeal against its own decision', async () => {
    const post = await makePost(creator.id);
    const other = await newOperator(app);
    try {
      await expect(identified(commandLine)).rejects.toThrow('--as');
      await expect(identify(commandLine, creator.username)).rejects.toThrow('isn’t an operator');
      const asOlga = await identified(commandLine, olga.username);
      await report(await makeFan(), 'feed', post);
      const made = await decide(atDesk(olga), (await caseOf(post)).id, draft('warn'));
      expect((await linkTo(creator)).text).toContain('Another person will decide');
      await ok('POST /decisions/:id/appeal', {
        token: creator.token,
        params: { id: made.id },
        body: { text: 'No.' },
      });
      const answer = { outcome: 'upheld', answer: 'Yes.' } as const;
      await expect(decideAppeal(asOlga, made.id, answer)).rejects.toThrow('another operator has to decide');
      const asOther = await identified(commandLine, other.username);
      expect((await decideAppeal(asOther, made.id, answer)).state).toBe('in-force');
      const mine = await makePost(creator.id);
      await report(olga, 'feed', mine);
      await expect(decide(asOlga, (await caseOf(mine)).id, draft('warn'))).rejects.toThrow(
        'part of this case',
      );
    } finally {
      await db.delete(operators).where(eq(operators.accountId, other.id));
    }
  });
});
