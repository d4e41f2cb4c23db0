import { and, desc, eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { transaction } from '#backend/kernel/context.ts';
import { jobs } from '#backend/db/schema/kernel.ts';
import { ledgerPostings, ledgerTransactions } from '#backend/db/schema/ledger.ts';
import { auditLog } from '#backend/db/schema/operator.ts';
import { connectAccounts, payoutMethods } from '#backend/db/schema/payouts.ts';
import { balanceOf, reverse, site } from '#backend/domain/base/ledger/ledger.ts';
import { checkLedger } from '#backend/domain/money/audit/ledger-check.ts';
import { noteConnectStatus } from '#backend/domain/trade/payouts/connect-accounts.ts';
import {
  approvePayout,
  failPayout,
  listPayouts,
  payPayout,
  processPayout,
  rejectPayout,
  returnPayout,
  showPayout,
} from '#backend/domain/across/operator/payouts.ts';
import { transferPayout } from '#backend/domain/trade/payouts/transfer.ts';
import { AppError } from '#backend/kernel/errors.ts';
import type { PaymentGateway } from '#backend/ports/payment-gateway.ts';
import { testBackend } from '../../../setup/backend.ts';
import { fakePorts } from '../../../setup/fake-ports.ts';
import { payoutsIn } from '../../../setup/payouts.ts';
import type { Person } from '../../../setup/test-app.ts';

/** Transfers that the gateway was asked for, and its response. */
const sent: string[] = [];
let answer: (key: string) => Promise<{ transferId: string }> = async (key) => ({
  transferId: `tr_${key.slice(-6)}`,
});
const made = fakePorts();
const payments: PaymentGateway = {
  ...made.payments,
  connect: {
    ...made.payments.connect,
    transfer: async ({ idempotencyKey, amount }) => (
      sent.push(`${idempotencyKey} ${amount}`),
      answer(idempotencyKey)
    ),
  },
};

const app = await testBackend({ ports: { ...made, payments } });
const { ctx, db, ports, backend } = app;
const { operator, earn, makeBank, makeConnect, ask, view, mailsTo } = payoutsIn(app);

let creator: Person;
let sale = '';
beforeEach(async () => {
  ports.clock.set('2026-05-04T10:00:00Z');
  sent.length = 0;
  answer = async (key) => ({ transferId: `tr_${key.slice(-6)}` });
  creator = await app.makeCreator({ name: 'Cleo' });
  creator = { ...creator, token: (await app.openSession(creator.id, 24 * 400)).token };
  sale = await earn(creator.id, 20_000);
});
const money = async () => [
  await balanceOf(ctx, 'earnings', creator.id),
  await balanceOf(ctx, 'payout', creator.id),
];
const gatewayGot = async () =>
  (
    await db
      .select({ amount: ledgerPostings.amount })
      .from(ledgerPostings)
      .where(eq(ledgerPostings.accountId, site.gateway.id))
  ).reduce((sum, { amount }) => sum + amount, 0);
const runJobs = async () => {
  for (let round = 0; round < 3; round += 1) await backend.runJobs();
};

describe('by bank', () => {
  let id = '';
  beforeEach(async () => {
    await makeBank(creator);
    id = (await ask(creator, 12_000))._id;
  });

  test('from request to paid: each step is in the timeline, the audit log and an email', async () => {
    const before = await gatewayGot();
    expect(
      (await listPayouts(operator, { limit: 50 })).map((row) => [row.id, row.state, row.username]),
    ).toContainEqual([id, 'pending', creator.username]);
    for (const step of [approvePayout, processPayout]) {
      ports.clock.move('1h');
      await step(operator, id);
    }
    ports.clock.move('1h');
    expect(await payPayout(operator, id, 'SEPA-4711')).toMatchObject({
      state: 'paid',
      reference: 'SEPA-4711',
      amount: 12_000,
      bank: 'Alpenbank',
      last4: '3000',
    });
    const { timeline, state, reference, next } = await view(creator, id);
    expect({ state, reference, next }).toEqual({ state: 'paid', reference: 'SEPA-4711', next: null });
    expect(timeline.map(({ event, by, note, at }) => [event, by, note, at.slice(11, 16)])).toEqual([
      ['pending', 'creator', '', '10:00'],
      ['approved', 'operator', '', '11:00'],
      ['processing', 'operator', '', '12:00'],
      ['paid', 'operator', 'Reference SEPA-4711', '13:00'],
    ]);
    expect(await money()).toEqual([8_000, 0]);
    expect((await gatewayGot()) - before).toBe(12_000);
    expect(
      (await db.select().from(auditLog).where(eq(auditLog.subject, id)).orderBy(auditLog.createdAt)).map(
        ({ action, actor }) => [action, actor],
      ),
    ).toEqual([
      ['payout.approved', 'olga'],
      ['payout.processing', 'olga'],
      ['payout.paid', 'olga'],
    ]);
    expect((await mailsTo(creator)).slice(-3).map(({ subject }) => subject)).toEqual([
      'Your payout of $120.00 was approved',
      'Your payout of $120.00 is in transit',
      'Your payout of $120.00 was paid',
    ]);
    expect(
      ports.transport.emitted.filter(({ event }) => event === 'notification/created').at(-1)?.payload,
    ).toEqual({ kind: 'payout', text: 'Your payout of $120.00 was paid.', href: `/creator/payouts/${id}` });
    expect(await checkLedger(ctx)).toEqual([]);
  });

  test('rejected or failed with a reason, the money is available again', async () => {
    await rejectPayout(operator, id, 'The holder is somebody else.');
    expect(await view(creator, id)).toMatchObject({
      state: 'rejected',
      reason: 'The holder is somebody else.',
    });
    expect(await money()).toEqual([20_000, 0]);
    const again = await ask(creator, 20_000);
    await approvePayout(operator, again._id);
    await processPayout(operator, again._id);
    await failPayout(operator, again._id, 'The account is closed.');
    expect(await view(creator, again._id)).toMatchObject({
      state: 'failed',
      reason: 'The account is closed.',
    });
    expect(await money()).toEqual([20_000, 0]);
    expect(await checkLedger(ctx)).toEqual([]);
  });

  describe('once it is paid', () => {
    beforeEach(async () => {
      await approvePayout(operator, id);
      await processPayout(operator, id);
      await payPayout(operator, id, 'SEPA-4711');
    });
    const back = { reason: 'The account is closed.', reference: 'RET-9' };

    test('and the bank returns it, the money is the creator’s again and can be requested', async () => {
      const before = await gatewayGot();
      ports.clock.move('1h');
      expect(await returnPayout(operator, id, back)).toMatchObject({
        state: 'returned',
        reason: back.reason,
        reference: 'SEPA-4711',
      });
      expect(await money()).toEqual([20_000, 0]);
      expect((await gatewayGot()) - before).toBe(-12_000);
      const { timeline, ...seen } = await view(creator, id);
      expect(seen).toMatchObject({ state: 'returned', reason: back.reason, next: null });
      expect(timeline.at(-1)).toMatchObject({
        event: 'returned',
        by: 'operator',
        note: 'The account is closed.\nBank reference RET-9',
      });
      const letter = (await mailsTo(creator)).at(-1)!;
      expect(letter.subject).toBe(
        'Your payout of $120.00 was returned by the bank, and the money is back in your balance',
      );
      expect(letter.text).toContain('The account is closed.\nBank reference RET-9');
      expect(ports.transport.emitted.at(-1)).toMatchObject({
        event: 'notification/created',
        payload: { kind: 'payout', href: `/creator/payouts/${id}` },
      });
      const [noted] = await db
        .select()
        .from(auditLog)
        .where(and(eq(auditLog.subject, id), eq(auditLog.action, 'payout.returned')));
      expect(noted?.facts).toMatchObject({ before: 'paid', reason: back.reason, returnReference: 'RET-9' });
      expect(await ask(creator, 20_000)).toMatchObject({ state: 'pending' });
      expect(await checkLedger(ctx)).toEqual([]);
    });

    test('it is returned once, however many operators say so, also beside another request', async () => {
      await ask(creator, 5_000);
      const results = await Promise.allSettled(
        Array.from({ length: 20 }, () => returnPayout(operator, id, back)),
      );
      expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
      expect(await money()).toEqual([15_000, 5_000]);
      await expect(returnPayout(operator, id, back)).rejects.toThrow(/can’t become/);
      expect(await checkLedger(ctx)).toEqual([]);
    });

    test('its postings are those of paying, reversed', async () => {
      await returnPayout(operator, id, back);
      const entries = await db
        .select({
          id: ledgerTransactions.id,
          reversesId: ledgerTransactions.reversesId,
          accountId: ledgerPostings.accountId,
          amount: ledgerPostings.amount,
        })
        .from(ledgerTransactions)
        .innerJoin(ledgerPostings, eq(ledgerPostings.transactionId, ledgerTransactions.id))
        .where(and(eq(ledgerTransactions.subjectId, id), eq(ledgerTransactions.kind, 'payout_paid')));
      const posted = (isReversal: boolean) =>
        new Map(
          entries
            .filter(({ reversesId }) => (reversesId !== null) === isReversal)
            .map(({ accountId, amount }) => [accountId, isReversal ? -amount : amount]),
        );
      expect(posted(false).size).toBe(2);
      expect(posted(true)).toEqual(posted(false));
    });
  });

  test('no step can be skipped, repeated or taken after the end', async () => {
    const refused = (work: Promise<unknown>) => expect(work).rejects.toThrow(/can’t become/);
    await refused(processPayout(operator, id));
    await refused(payPayout(operator, id, 'x'));
    await refused(failPayout(operator, id, 'x'));
    await refused(returnPayout(operator, id, { reason: 'x', reference: 'y' }));
    await approvePayout(operator, id);
    await refused(approvePayout(operator, id));
    await processPayout(operator, id);
    await refused(rejectPayout(operator, id, 'x'));
    await payPayout(operator, id, 'x');
    for (const step of [approvePayout, processPayout, payPayout, rejectPayout, failPayout])
      await refused(step(operator, id, 'y'));
    await expect(approvePayout(operator, ports.ids())).rejects.toThrow('There is no payout');
    await expect(showPayout(operator, 'nonsense')).rejects.toThrow('There is no payout nonsense.');
    expect(await money()).toEqual([8_000, 0]);
  });

  test('fifty operators at once pay it once', async () => {
    await approvePayout(operator, id);
    await processPayout(operator, id);
    const results = await Promise.allSettled(
      Array.from({ length: 50 }, (_, at) =>
        at % 2 ? payPayout(operator, id, `R${at}`) : failPayout(operator, id, 'x'),
      ),
    );
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect((await money()).reduce((sum, one) => sum + one, 0)).toBe(
      (await view(creator, id)).state === 'paid' ? 8_000 : 20_000,
    );
    expect(await checkLedger(ctx)).toEqual([]);
  });

  test('nothing is paid to a locked method, or after a refund in between', async () => {
    await approvePayout(operator, id);
    await db
      .update(payoutMethods)
      .set({ lockedUntil: new Date('2026-05-05T10:00:00Z') })
      .where(eq(payoutMethods.accountId, creator.id));
    await expect(processPayout(operator, id)).rejects.toThrow(
      'Nothing can be paid there before 2026-05-05T10:00:00.000Z',
    );
    ports.clock.set('2026-05-05T10:00:00Z');
    await transaction(ctx, (tx) => reverse(tx, sale, 'Refund'));
    await expect(processPayout(operator, id)).rejects.toThrow('Refunds took $120.00');
    await earn(creator.id, 12_000);
    await processPayout(operator, id);
    expect((await view(creator, id)).next).toMatchObject({ who: 'time' });
  });
});

describe('through the gateway', () => {
  let id = '';
  beforeEach(async () => {
    await makeConnect(creator);
    id = (await ask(creator, 12_000))._id;
  });

  test("approval sends it, with the payout's id as the key", async () => {
    await approvePayout(operator, id);
    expect((await view(creator, id)).next).toMatchObject({ who: 'gateway' });
    await runJobs();
    expect(sent).toEqual([`${id} 12000`]);
    const { timeline, ...payout } = await view(creator, id);
    expect(payout).toMatchObject({ state: 'paid', reference: `tr_${id.slice(-6)}` });
    expect(timeline.map(({ event, by }) => [event, by])).toEqual([
      ['pending', 'creator'],
      ['approved', 'operator'],
      ['processing', 'gateway'],
      ['paid', 'gateway'],
    ]);
    expect(await money()).toEqual([8_000, 0]);
    await transferPayout(ctx, id);
    expect(sent).toHaveLength(1);
    await expect(processPayout(operator, id)).rejects.toThrow();
  });

  test("a refusal fails it with the gateway's reason, and the money is available again", async () => {
    answer = () =>
      Promise.reject(new AppError(402, 'transfer_failed', 'The account can’t receive transfers.'));
    await approvePayout(operator, id);
    await runJobs();
    expect(await view(creator, id)).toMatchObject({
      state: 'failed',
      reason: 'The account can’t receive transfers.',
    });
    expect(await money()).toEqual([20_000, 0]);
  });

  test('a gateway that is down or responds partially is retried with the same key, and pays once', async () => {
    answer = () => Promise.reject(new Error('socket hang up'));
    await approvePayout(operator, id);
    await expect(transferPayout(ctx, id)).rejects.toThrow('socket hang up');
    expect((await view(creator, id)).state).toBe('processing');
    expect(await money()).toEqual([8_000, 12_000]);
    answer = async () => ({ transferId: 'tr_9' });
    await transferPayout(ctx, id);
    expect(sent).toEqual([`${id} 12000`, `${id} 12000`]);
    expect(await view(creator, id)).toMatchObject({ state: 'paid', reference: 'tr_9' });
    expect(await checkLedger(ctx)).toEqual([]);
  });

  test('twenty runs of the job at once complete it once', async () => {
    await approvePayout(operator, id);
    await Promise.all(Array.from({ length: 20 }, () => transferPayout(ctx, id)));
    expect(new Set(sent).size).toBe(1);
    expect((await view(creator, id)).timeline.filter(({ event }) => event === 'paid')).toHaveLength(1);
    expect(await money()).toEqual([8_000, 0]);
  });

  test("a day later it isn't retried: the key may be forgotten, so a person checks", async () => {
    answer = () => Promise.reject(new Error('timed out'));
    await approvePayout(operator, id);
    await expect(transferPayout(ctx, id)).rejects.toThrow('timed out');
    ports.clock.move('1d');
    answer = async () => ({ transferId: 'tr_again' });
    await expect(transferPayout(ctx, id)).rejects.toThrow('look at the gateway');
    expect(sent).toHaveLength(1);
    await payPayout(operator, id, 'tr_first');
    expect((await view(creator, id)).state).toBe('paid');
  });

  test("waits for the lock, for enough earnings, and for the gateway's requirements", async () => {
    await db
      .update(payoutMethods)
      .set({ lockedUntil: new Date('2026-05-06T10:00:00Z') })
      .where(eq(payoutMethods.accountId, creator.id));
    await approvePayout(operator, id);
    await runJobs();
    expect([(await view(creator, id)).state, sent.length]).toEqual(['approved', 0]);
    const [job] = await db
      .select()
      .from(jobs)
      .where(eq(jobs.kind, 'payout-transfer'))
      .orderBy(desc(jobs.createdAt), desc(jobs.id))
      .limit(1);
    expect(job?.runAt.toISOString()).toBe('2026-05-06T10:00:00.000Z');
    // If it runs early, the job reschedules itself.
    await transferPayout(ctx, id);
    expect(sent).toEqual([]);
    ports.clock.set('2026-05-06T10:00:00Z');
    await db
      .update(connectAccounts)
      .set({ payoutsEnabled: false, requirements: ['external_account'] })
      .where(eq(connectAccounts.accountId, creator.id));
    await runJobs();
    expect([(await view(creator, id)).next?.who, sent.length]).toEqual(['you', 0]);
    const [account] = await db
      .select()
      .from(connectAccounts)
      .where(eq(connectAccounts.accountId, creator.id));
    await noteConnectStatus(ctx, account!.gatewayId, { payoutsEnabled: true, requirements: [] });
    await runJobs();
    expect([(await view(creator, id)).state, sent.length]).toEqual(['paid', 1]);
  });
});
