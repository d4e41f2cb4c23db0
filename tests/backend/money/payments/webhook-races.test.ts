import { eq, like } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { ledgerTransactions } from '#backend/db/schema/ledger.ts';
import { disputes } from '#backend/db/schema/payment-outcomes.ts';
import { emailOutbox } from '#backend/db/schema/site.ts';
import { balanceOf } from '#backend/domain/base/ledger/ledger.ts';
import { checkLedger } from '#backend/domain/money/audit/ledger-check.ts';
import { applyEvent } from '#backend/domain/trade/payment-outcomes/webhook-apply.ts';
import { stripeBackend } from '../../../setup/stripe-backend.ts';
import type { Person } from '../../../setup/test-app.ts';

const app = await stripeBackend();
const { backend, db, ctx, ports, stand, addCard, deliver, eventOf } = app;
const walletOf = (person: Person) => balanceOf(ctx, 'wallet', person.id);
const transactionsOf = (person: Person) =>
  db.$count(ledgerTransactions, eq(ledgerTransactions.actorId, person.id));

let count = 0;
async function paying() {
  const fan = await app.makeFan();
  return { fan, ...(await app.paid(fan, await addCard(fan))) };
}
type Charge = Awaited<ReturnType<typeof paying>>['charge'];
const disputeOf = (charge: Charge, id: string, status: string) => ({
  id,
  object: 'dispute',
  charge: charge.id,
  payment_intent: charge.payment_intent,
  amount: charge.amount,
  currency: charge.currency,
  reason: 'fraudulent',
  status,
});
/** Delivers an event; returns its id, for the test to apply. */
async function taken(type: string, object: object): Promise<string> {
  count += 1;
  const id = `evt_race_${count}`;
  expect((await deliver(stand.event(type, object, { id }))).status).toBe(200);
  return id;
}

test('one event applied by fifty at once (a job whose lease was lost) has one effect', async () => {
  const { fan, charge } = await paying();
  const part = await taken('charge.refunded', { ...charge, amount_refunded: 400 });
  await Promise.all(Array.from({ length: 50 }, () => applyEvent(ctx, part)));
  expect(await db.$count(emailOutbox, like(emailOutbox.text, `%${charge.metadata['paymentId']}%`))).toBe(1);
  const whole = await taken('charge.refunded', { ...charge, amount_refunded: 1_000 });
  await Promise.all(Array.from({ length: 50 }, () => applyEvent(ctx, whole)));
  expect([
    await walletOf(fan),
    await transactionsOf(fan),
    (await eventOf(whole)).attempts,
    await checkLedger(ctx),
  ]).toEqual([0, 2, 1, []]);
});

test('lost while the fan is spending: whichever comes first, the ledger balances at the first try', async () => {
  const creator = await app.makeCreator();
  for (let turn = 0; turn < 12; turn += 1) {
    const { fan, charge } = await paying();
    const id = await taken('charge.dispute.closed', disputeOf(charge, `dp_spent_${turn}`, 'lost'));
    const tip = () =>
      app.call('POST /wallet/charges/tip/:id', {
        token: fan.token,
        key: ports.ids(),
        params: { id: creator.id },
        body: { amount: 15 },
      });
    const [before, after] = [Array.from({ length: 8 }, tip), Array.from({ length: 8 }, tip)];
    const applied = applyEvent(ctx, id);
    const tips = await Promise.all([...before, ...after]);
    await applied;
    const spent = tips.filter(({ status }) => status === 201).length * 15;
    expect([await eventOf(id), await walletOf(fan)]).toMatchObject([{ attempts: 1, error: null }, 0]);
    expect(spent).toBeLessThanOrEqual(200);
  }
  expect(await checkLedger(ctx)).toEqual([]);
});

test('won and lost reported at once: one of them applies, and the ledger agrees', async () => {
  for (let turn = 0; turn < 20; turn += 1) {
    const { fan, charge } = await paying();
    const id = `dp_both_${turn}`;
    await applyEvent(ctx, await taken('charge.dispute.created', disputeOf(charge, id, 'needs_response')));
    const both = [
      await taken('charge.dispute.closed', disputeOf(charge, id, 'lost')),
      await taken('charge.dispute.closed', disputeOf(charge, id, 'won')),
    ];
    const results = await Promise.allSettled(both.map((event) => applyEvent(ctx, event)));
    const [row] = await db.select().from(disputes).where(eq(disputes.gatewayId, id));
    expect([results.filter(({ status }) => status === 'rejected').length, await transactionsOf(fan)]).toEqual(
      [1, row?.state === 'lost' ? 2 : 1],
    );
  }
  expect(await checkLedger(ctx)).toEqual([]);
});

test('the result is the same in any order and with any repetition', async () => {
  for (let seed = 1; seed <= 12; seed += 1) {
    const person = await app.makeFan();
    const { intent } = await app.unheard(person, await addCard(person));
    const charge = stand.state.charges.get(intent.latest_charge!)!;
    const at = (status: string) => disputeOf(charge, `dp_order_${seed}`, status);
    const events = [
      stand.event('payment_intent.succeeded', intent),
      stand.event('charge.refunded', { ...charge, amount_refunded: 300 }),
      stand.event('charge.dispute.created', at('needs_response')),
      stand.event('charge.dispute.closed', at('lost')),
    ];
    const shuffled = [...events, ...events, ...events]
      .map((event, index) => ({ event, key: Math.sin(seed * 99 + index * 7) }))
      .toSorted((a, b) => a.key - b.key);
    for (const { event } of shuffled) await deliver(event);
    for (let turn = 0; turn < 4; turn += 1) {
      await backend.runJobs();
      ports.clock.move('1m');
    }
    expect([seed, await walletOf(person), await transactionsOf(person)]).toEqual([seed, 0, 2]);
  }
  expect(await db.$count(disputes, like(disputes.gatewayId, 'dp_order_%'))).toBe(12);
  expect(await checkLedger(ctx)).toEqual([]);
});
