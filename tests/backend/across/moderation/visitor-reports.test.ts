import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { accounts } from '#backend/db/schema/accounts.ts';
import { moderationCases, reports } from '#backend/db/schema/moderation.ts';
import { emailOutbox } from '#backend/db/schema/site.ts';
import type { OperatorCtx } from '#backend/domain/across/operator/audit.ts';
import { decide } from '#backend/domain/across/moderation/deciding.ts';
import type { BodyOf } from '#services/http/call.ts';
import { createProofOfWork } from '#backend/ports/proof-of-work.ts';
import { testBackend } from '../../../setup/backend.ts';
import { fakePorts } from '../../../setup/fake-ports.ts';
import { newOperator } from '../../../setup/operators.ts';
import { postsIn } from '../../../setup/posts.ts';

const { clock, crypto } = fakePorts();
const captcha = createProofOfWork({ crypto, clock, secret: 'a secret for tests only' });
const app = await testBackend({ ports: { clock, captcha } });
const { call, ok, ctx, db, ports, makeCreator, makeFan } = app;
const { makePost } = postsIn(app);
const olga = await newOperator(app);

type Body = BodyOf<'POST /reports/visitors'>;
let network = 0;
const visit = (body: Pick<Body, 'targetType' | 'targetId'> & Partial<Body>, ip = `203.0.${++network}.9`) =>
  call('POST /reports/visitors', { body: { category: 'legal', ...body }, ip });
const mailsTo = (to: string) => db.select().from(emailOutbox).where(eq(emailOutbox.to, to));

describe('a visitor’s report', () => {
  test('joins the case, and is answered once by email, whose address is gone then', async () => {
    const creator = await makeCreator();
    const targetId = await makePost(creator.id, { text: 'A threat' });
    const email = 'vera@example.com';
    for (let again = 0; again < 2; again++)
      expect((await visit({ targetType: 'feed', targetId, comment: 'See line 1', email })).status).toBe(201);
    const rows = await db.select().from(reports).where(eq(reports.targetId, targetId));
    expect(rows).toMatchObject([
      { source: 'visitor', reporterId: null, reporterEmail: email, comment: 'See line 1' },
      { source: 'visitor' },
    ]);
    expect(rows[0]?.snapshot).toMatchObject({ ownerId: creator.id, text: 'A threat' });
    const caseId = rows[0]?.caseId ?? '';
    const shown = await ok('GET /operator/cases/:id', { token: olga.token, params: { id: caseId } });
    expect(shown.evidence).toMatchObject([{ source: 'visitor', reporter: null, reporterEmail: email }, {}]);

    const operator: OperatorCtx = { ...ctx, actor: olga.username, actorId: olga.id };
    await decide(operator, caseId, {
      action: 'remove',
      ground: 'terms',
      rule: 'Terms',
      facts: 'A threat.',
      until: null,
      transactionId: null,
      seen: 0,
    });
    const mails = await mailsTo(email);
    expect(mails.map(({ text }) => text.split('\n')[0])).toEqual([
      'We reviewed the post you reported and took action. Thank you for letting us know.',
    ]);
    const after = await db.select().from(reports).where(eq(reports.targetId, targetId));
    expect(after.map(({ reporterEmail, state }) => [reporterEmail, state])).toEqual([
      [null, 'closed'],
      [null, 'closed'],
    ]);
  });

  test('is only about what visitors see', async () => {
    const creator = await makeCreator();
    const draft = await makePost(creator.id, { state: 'draft' });
    expect((await visit({ targetType: 'feed', targetId: draft })).status).toBe(404);
    const message = await visit({ targetType: 'message' as 'feed', targetId: draft });
    expect(message.status).toBe(422);
    await db.update(accounts).set({ suspendedAt: ports.clock.now() }).where(eq(accounts.id, creator.id));
    expect((await visit({ targetType: 'account', targetId: creator.id })).status).toBe(404);
  });

  test('takes a captcha when a network reports much', async () => {
    const creator = await makeCreator();
    const statuses: number[] = [];
    for (let times = 0; times < 5; times++) {
      const targetId = await makePost(creator.id);
      statuses.push((await visit({ targetType: 'feed', targetId }, '203.0.113.200')).status);
    }
    expect(statuses).toEqual([201, 201, 201, 428, 428]);
  });

  test('of someone logged in is theirs', async () => {
    const [creator, fan] = [await makeCreator(), await makeFan()];
    const targetId = await makePost(creator.id);
    const body = { targetType: 'feed' as const, targetId, category: 'spam' as const, email: 'x@example.com' };
    expect((await call('POST /reports/visitors', { token: fan.token, body })).status).toBe(201);
    expect(await db.select().from(reports).where(eq(reports.targetId, targetId))).toMatchObject([
      { source: 'person', reporterId: fan.id, reporterEmail: null },
    ]);
    expect((await call('POST /reports/visitors', { token: fan.token, body })).status).toBe(409);
  });
});

describe('the queue', () => {
  beforeEach(async () => {
    await db.delete(reports).where(eq(reports.state, 'open'));
    await db.delete(moderationCases).where(eq(moderationCases.state, 'open'));
  });

  test('has child safety first, then illegal content, then the longest waiting, on every page', async () => {
    const creator = await makeCreator();
    const inOrder = ['child-safety', 'child-safety', 'legal', 'legal', 'spam', 'other'] as const;
    // The most urgent came last.
    const filed = [...inOrder].map((category, at) => ({ category, at })).reverse();
    for (const [hour, { category, at }] of filed.entries())
      await db.insert(moderationCases).values({
        id: ports.ids(),
        targetType: 'feed',
        targetId: await makePost(creator.id, { text: `${at}` }),
        accountId: creator.id,
        category,
        createdAt: new Date(Date.UTC(2026, 0, 1, hour)),
        updatedAt: new Date(Date.UTC(2026, 0, 1, hour)),
      });
    const seen: string[] = [];
    let cursor: string | null | undefined;
    do {
      const query = { state: 'open' as const, limit: '2', ...(cursor && { cursor }) };
      const page = await ok('GET /operator/cases', { token: olga.token, query });
      seen.push(...page.data.map(({ category, createdAt }) => `${category} ${createdAt.slice(11, 13)}`));
      cursor = page.nextCursor;
    } while (cursor);
    expect(seen).toEqual([
      'child-safety 04',
      'child-safety 05',
      'legal 02',
      'legal 03',
      'other 00',
      'spam 01',
    ]);
    const wrong = { state: 'open' as const, cursor: `7-x` };
    expect((await call('GET /operator/cases', { token: olga.token, query: wrong })).status).toBe(422);
  });
});
