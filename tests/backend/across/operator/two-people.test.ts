import { asc, eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { auditLog, operators } from '#backend/db/schema/operator.ts';
import { moderationDecisions } from '#backend/db/schema/moderation.ts';
import { payoutRequests } from '#backend/db/schema/payouts.ts';
import type { OperatorCtx } from '#backend/domain/across/operator/audit.ts';
import { approvePayout } from '#backend/domain/across/operator/payouts.ts';
import { suspendPerson } from '#backend/domain/across/moderation/people.ts';
import { testBackend } from '../../../setup/backend.ts';
import { makeOperator, newOperator } from '../../../setup/operators.ts';
import { payoutsIn } from '../../../setup/payouts.ts';
import type { Person } from '../../../setup/test-app.ts';

const app = await testBackend();
const { call, ok, ctx, db, settings, makeCreator, makeFan } = app;
const { earn, makeBank, ask } = payoutsIn(app);
const shell: OperatorCtx = { ...ctx, actor: 'root', actorId: null };
await settings.set('twoPersonPayoutAmount', 10_000);

async function aPayout(amount: number) {
  const creator = await makeCreator();
  await makeBank(creator);
  await earn(creator.id, amount);
  return { creator, id: (await ask(creator, amount))._id };
}
const approve = ({ token }: Person, id: string, reason = 'Checked') =>
  call('POST /operator/payouts/:id/approve', { token, params: { id }, body: { reason } });
const stateOf = async (id: string) =>
  (await db.select({ state: payoutRequests.state }).from(payoutRequests).where(eq(payoutRequests.id, id)))[0]
    ?.state;
const audited = (subject: string) =>
  db
    .select({ action: auditLog.action, by: auditLog.actorId, facts: auditLog.facts })
    .from(auditLog)
    .where(eq(auditLog.subject, subject))
    .orderBy(asc(auditLog.createdAt), asc(auditLog.id));

describe('a payout above the amount', () => {
  test('is proposed by one operator and approved by another, each with a reason in the audit log', async () => {
    const [one, other] = [await newOperator(app), await newOperator(app)];
    const { id } = await aPayout(10_000);
    const proposed = await approve(one, id, 'Earnings checked');
    expect(proposed.data).toMatchObject({
      state: 'pending',
      needsTwo: true,
      proposal: { by: { _id: one.id }, reason: 'Earnings checked', isOwn: true },
    });
    expect(await ok('GET /operator/payouts/:id', { token: other.token, params: { id } })).toMatchObject({
      proposal: { isOwn: false },
    });
    const again = await approve(one, id);
    expect([again.status, again.problem.message]).toEqual([
      409,
      'You have already proposed this. Another operator has to confirm it.',
    ]);
    expect((await approve(other, id, 'Account checked')).data).toMatchObject({
      state: 'approved',
      proposal: null,
    });
    expect(await audited(id)).toMatchObject([
      { action: 'payout.approve-proposed', by: one.id, facts: { reason: 'Earnings checked' } },
      { action: 'payout.approved', by: other.id, facts: { reason: 'Account checked' } },
    ]);
  });

  test('isn’t approved by one operator who presses twice at once', async () => {
    const one = await newOperator(app);
    const { id } = await aPayout(20_000);
    const answers = await Promise.all([approve(one, id), approve(one, id)]);
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
    expect(await stateOf(id)).toBe('pending');
  });

  test('is approved once by two operators at once', async () => {
    const [one, other] = [await newOperator(app), await newOperator(app)];
    const { id } = await aPayout(20_000);
    const answers = await Promise.all([approve(one, id), approve(other, id)]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(await stateOf(id)).toBe('approved');
    expect((await audited(id)).map(({ action }) => action)).toEqual([
      'payout.approve-proposed',
      'payout.approved',
    ]);
  });

  test('has to be proposed again once its amount has changed', async () => {
    const [one, other] = [await newOperator(app), await newOperator(app)];
    const { creator, id } = await aPayout(20_000);
    await approve(one, id);
    await ok('PUT /payout-requests/:id', { token: creator.token, params: { id }, body: { amount: 15_000 } });
    expect((await approve(other, id)).data).toMatchObject({
      state: 'pending',
      proposal: { by: { _id: other.id } },
    });
    expect((await approve(one, id)).data).toMatchObject({ state: 'approved' });
  });

  test('isn’t approved on the word of somebody who is no operator anymore', async () => {
    const [one, other] = [await newOperator(app), await newOperator(app)];
    const { id } = await aPayout(20_000);
    await approve(one, id);
    await db.delete(operators).where(eq(operators.accountId, one.id));
    expect((await approve(other, id)).data).toMatchObject({ state: 'pending' });
  });

  test('stays pending when the proposal is withdrawn', async () => {
    const [one, other] = [await newOperator(app), await newOperator(app)];
    const { id } = await aPayout(20_000);
    await approve(one, id);
    const body = { reason: 'Not sure' };
    const withdraw = () =>
      call('POST /operator/payouts/:id/withdraw', { token: other.token, params: { id }, body });
    expect((await withdraw()).data).toMatchObject({ state: 'pending', proposal: null });
    expect((await withdraw()).status).toBe(409);
    expect((await approve(other, id)).data).toMatchObject({ state: 'pending' });
  });
});

test('below the amount, one operator is enough; and so is the command line above it', async () => {
  const one = await newOperator(app);
  const [small, large] = [await aPayout(9_999), await aPayout(20_000)];
  expect((await approve(one, small.id)).data).toMatchObject({ state: 'approved', needsTwo: false });
  expect(await approvePayout(shell, large.id)).toMatchObject({ state: 'approved' });
});

test('nobody decides on a payout of their own', async () => {
  const { creator, id } = await aPayout(6_000);
  await makeOperator(app, creator.id);
  const answer = await approve(creator, id);
  expect([answer.status, await stateOf(id)]).toEqual([409, 'pending']);
});

describe('a ban', () => {
  const ban = ({ token }: Person, id: string) =>
    call('POST /operator/people/:id/ban', { token, params: { id }, body: { reason: 'Fraud' } });

  test('takes two operators, at once or one after the other', async () => {
    const [one, other] = [await newOperator(app), await newOperator(app)];
    const [first, second] = [await makeFan(), await makeFan()];
    expect((await ban(one, first.id)).data).toMatchObject({
      state: 'open',
      banProposal: { isOwn: true, reason: 'Fraud' },
    });
    expect((await ban(one, first.id)).status).toBe(409);
    expect((await call('GET /users/me', { token: first.token })).status).toBe(200);
    expect((await ban(other, first.id)).data).toMatchObject({
      state: 'suspended',
      suspension: { until: null, reason: 'Fraud' },
      banProposal: null,
    });
    expect((await call('GET /users/me', { token: first.token })).status).toBe(401);
    await Promise.all([ban(one, second.id), ban(other, second.id)]);
    expect((await call('GET /users/me', { token: second.token })).status).toBe(401);
    const [decision, ...more] = await db
      .select()
      .from(moderationDecisions)
      .where(eq(moderationDecisions.accountId, second.id));
    expect(more).toEqual([]);
    expect(decision?.confirmedById).toBe(decision?.decidedById === one.id ? other.id : one.id);
    expect((await audited(decision?.id ?? '')).map(({ action }) => action)).toEqual([
      'moderation.ban-proposed',
      'moderation.ban-confirmed',
    ]);
  });

  test('proposed by someone who is no operator anymore has to be proposed again', async () => {
    const [one, other] = [await newOperator(app), await newOperator(app)];
    const { id } = await makeFan();
    await ban(one, id);
    await db.delete(operators).where(eq(operators.accountId, one.id));
    expect((await ban(other, id)).data).toMatchObject({ state: 'open', banProposal: { isOwn: true } });
  });

  test('proposed in a case is confirmed on the person’s page, and withdrawn there', async () => {
    const [one, other] = [await newOperator(app), await newOperator(app)];
    const [fan, creator, reporter] = [await makeFan(), await makeCreator(), await makeFan()];
    for (const { id } of [fan, creator])
      await ok('POST /reports', {
        token: reporter.token,
        body: { targetType: 'account', targetId: id, category: 'spam', comment: '' },
      });
    const propose = async (targetId: string) => {
      const cases = await ok('GET /operator/cases', { token: one.token, query: { limit: 50 } });
      const found = cases.data.find((each) => each.targetId === targetId);
      return ok('POST /operator/cases/:id/decisions', {
        token: one.token,
        params: { id: found?._id ?? '' },
        body: {
          action: 'ban',
          ground: 'terms',
          rule: 'No spam',
          facts: 'Spam.',
          until: null,
          transactionId: null,
          seen: 0,
        },
      });
    };
    await propose(fan.id);
    await propose(creator.id);
    expect((await ban(other, fan.id)).data).toMatchObject({
      state: 'suspended',
      suspension: { reason: 'Spam.' },
    });
    const withdraw = () =>
      call('POST /operator/people/:id/withdraw-ban', {
        token: other.token,
        params: { id: creator.id },
        body: { reason: 'Too harsh' },
      });
    expect((await withdraw()).data).toMatchObject({ state: 'open', banProposal: null });
    expect((await withdraw()).status).toBe(409);
  });

  test('can’t be had as a suspension of a thousand years, nor of oneself', async () => {
    const one = await newOperator(app);
    const { id } = await makeFan();
    const until = new Date(Date.UTC(3000, 0)).toISOString();
    const suspend = (who: string) =>
      call('POST /operator/people/:id/suspend', {
        token: one.token,
        params: { id: who },
        body: { reason: 'Spam', until },
      });
    expect((await suspend(id)).problem.errors).toEqual([
      { field: 'until', message: 'A suspension ends within a year. Anything longer is a ban.' },
    ]);
    expect((await ban(one, one.id)).status).toBe(409);
  });

  test('on the command line needs nobody else', async () => {
    const { username, token } = await makeFan();
    await suspendPerson(shell, username, { reason: 'Fraud', until: null });
    expect((await call('GET /users/me', { token })).status).toBe(401);
  });
});
