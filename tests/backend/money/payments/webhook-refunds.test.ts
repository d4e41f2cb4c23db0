import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { emailOutbox } from '#backend/db/schema/site.ts';
import { balanceOf } from '#backend/domain/base/ledger/ledger.ts';
import { checkLedger } from '#backend/domain/money/audit/ledger-check.ts';
import { refundTransaction } from '#backend/domain/across/operator/refunds.ts';
import { stripePayer } from '../../../setup/stripe-payer.ts';

const app = await stripePayer();
const { backend, db, ctx, ports, stand, report, eventOf, payer, operator, walletOf, paid, unheard } = app;

describe('refunds made at the gateway', () => {
  const refundRequests = () => stand.requests.filter((line) => line === 'POST /v1/refunds').length;

  test('a full refund reverses the payment, once, and triggers no other', async () => {
    const { charge } = await paid();
    const before = refundRequests();
    stand.state.refund({ charge: charge.id });
    for (const id of ['evt_r1', 'evt_r1', 'evt_r2']) await report('charge.refunded', charge, { id });
    expect([await walletOf(payer.fan), refundRequests() - before, (await eventOf('evt_r2')).outcome]).toEqual(
      [0, 0, 'The payment was undone already.'],
    );
    expect(ports.transport.of('balance/updated').map(({ payload }) => payload.added)).toEqual([200, -200]);
    expect(await checkLedger(ctx)).toEqual([]);
  });

  test('before the success is known, it waits for it', async () => {
    const { intent } = await unheard();
    const charge = stand.state.charges.get(intent.latest_charge!)!;
    stand.state.refund({ charge: charge.id });
    await report('charge.refunded', charge, { id: 'evt_early' });
    expect(await eventOf('evt_early')).toMatchObject({
      appliedAt: null,
      error: expect.stringMatching(/isn’t known yet/),
    });
    await report('payment_intent.succeeded', intent);
    ports.clock.move('10s');
    await backend.runJobs();
    expect([(await eventOf('evt_early')).outcome, await walletOf(payer.fan), await checkLedger(ctx)]).toEqual(
      ['Refunded at the gateway: the payment is undone.', 0, []],
    );
  });

  test('the site bears the value of spent tokens; no wallet goes below zero', async () => {
    const creator = await app.makeCreator();
    const { charge } = await paid();
    await app.ok('POST /wallet/charges/tip/:id', {
      token: payer.fan.token,
      key: ports.ids(),
      params: { id: creator.id },
      body: { amount: 150 },
    });
    stand.state.refund({ charge: charge.id });
    await report('charge.refunded', charge, { id: 'evt_spent' });
    expect([(await eventOf('evt_spent')).outcome, await walletOf(payer.fan)]).toEqual([
      'Refunded at the gateway: the payment is undone.',
      0,
    ]);
    const { rows } = await app.pool.query(
      `SELECT p.amount::int FROM ledger_postings p JOIN ledger_accounts a ON a.id = p.account_id JOIN ledger_transactions t ON t.id = p.transaction_id WHERE a.kind = 'losses' AND t.actor_id = $1`,
      [payer.fan.id],
    );
    expect(rows).toEqual([{ amount: -750 }]);
    expect([await balanceOf(ctx, 'earnings', creator.id), await checkLedger(ctx)]).toEqual([600, []]);
  });

  test('a partial refund changes nothing here and is reported to the operator; the rest completes it', async () => {
    const { charge } = await paid();
    stand.state.refund({ charge: charge.id, amount: 400 });
    await report('charge.refunded', charge, { id: 'evt_part' });
    expect([await walletOf(payer.fan), (await eventOf('evt_part')).outcome]).toEqual([
      200,
      'Refunded in part: $4.00 of $10.00. The payment stands as it was; settle it by hand.',
    ]);
    const mails = await db.select().from(emailOutbox).where(eq(emailOutbox.to, 'operator@limelight.test'));
    expect(mails.at(-1)?.text).toContain('$4.00 of $10.00');
    stand.state.refund({ charge: charge.id });
    await report('charge.refunded', charge);
    expect([await walletOf(payer.fan), await checkLedger(ctx)]).toEqual([0, []]);
  });

  test("our own refund, reported back, isn't a second one", async () => {
    const { payment, charge } = await paid();
    await refundTransaction(operator, payment.transactionId!, 'A mistake');
    await backend.runJobs();
    expect(charge.refunded).toBe(true);
    await report('charge.refunded', charge, { id: 'evt_own' });
    expect([(await eventOf('evt_own')).outcome, await walletOf(payer.fan), await checkLedger(ctx)]).toEqual([
      'The payment was undone already.',
      0,
      [],
    ]);
  });

  test.each([
    ['currency', 'eur'],
    ['amount_refunded', 5_000],
    ['id', 'ch_other'],
  ])('with a different %s, it is only recorded', async (field, value) => {
    const { charge } = await paid();
    await report(
      'charge.refunded',
      { ...charge, amount_refunded: 1_000, [field]: value },
      { id: `evt_wrong_${field}` },
    );
    expect([(await eventOf(`evt_wrong_${field}`)).appliedAt, await walletOf(payer.fan)]).toEqual([null, 200]);
  });
});
