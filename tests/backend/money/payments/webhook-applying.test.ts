import { setTimeout } from 'node:timers/promises';
import { eq, like } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { transaction } from '#backend/kernel/context.ts';
import { jobs } from '#backend/db/schema/kernel.ts';
import { webhookEvents } from '#backend/db/schema/payment-outcomes.ts';
import { connectAccounts } from '#backend/db/schema/payouts.ts';
import { emailOutbox } from '#backend/db/schema/site.ts';
import { applyEvent } from '#backend/domain/trade/payment-outcomes/webhook-apply.ts';
import { webhookPath } from '#backend/http/webhooks.ts';
import type { GatewayEvent } from '#backend/ports/payment-gateway.ts';
import { stripeBackend } from '../../../setup/stripe-backend.ts';

const app = await stripeBackend();
const { backend, db, ctx, ports, stand, deliver, eventOf } = app;

let count = 0;
type What = GatewayEvent extends infer Event
  ? Event extends GatewayEvent
    ? Omit<Event, 'id' | 'type' | 'happenedAt'>
    : never
  : never;
/** An event that was received but not applied yet. */
async function waiting(what: What): Promise<string> {
  count += 1;
  const id = `evt_waiting_${count}`;
  const moment = ports.clock.now();
  await db.insert(webhookEvents).values({
    id,
    gateway: 'stripe',
    type: 'test',
    payload: { id, type: 'test', happenedAt: moment, ...what },
    happenedAt: moment,
    receivedAt: moment,
  });
  return id;
}
const refundOf = (
  payment: { id: string; chargeId: string | null },
  more: { amount?: number; currency?: string } = {},
): What => ({
  kind: 'refund',
  paymentId: payment.id,
  chargeId: payment.chargeId ?? '',
  amount: 400,
  currency: 'USD',
  ...more,
});
async function paid() {
  const fan = await app.makeFan();
  return (await app.paid(fan, await app.addCard(fan))).payment;
}

test("the gateway account's state is the one at the time the event is applied, whatever the event says", async () => {
  const creator = await app.makeCreator();
  const { gatewayId } = await ports.payments.connect.createAccount({
    idempotencyKey: ports.ids(),
    accountId: creator.id,
    email: null,
    country: 'US',
  });
  const moment = ports.clock.now();
  await db
    .insert(connectAccounts)
    .values({ accountId: creator.id, gateway: 'stripe', gatewayId, createdAt: moment, updatedAt: moment });
  const stale = await waiting({
    kind: 'connect',
    gatewayId,
    status: { payoutsEnabled: true, requirements: [] },
  });
  await applyEvent(ctx, stale);
  expect((await eventOf(stale)).outcome).toBe('Payouts are not possible.');
  Object.assign(stand.state.accounts.get(gatewayId)!, {
    payouts_enabled: true,
    capabilities: { transfers: 'active' },
    requirements: { currently_due: [], past_due: [], disabled_reason: null },
  });
  const fresh = await waiting({
    kind: 'connect',
    gatewayId,
    status: { payoutsEnabled: false, requirements: ['old'] },
  });
  await applyEvent(ctx, fresh);
  expect([(await eventOf(fresh)).outcome, (await db.select().from(connectAccounts))[0]]).toMatchObject([
    'Payouts are possible.',
    { payoutsEnabled: true, requirements: [] },
  ]);
  const nobodys = await ports.payments.connect.createAccount({
    idempotencyKey: ports.ids(),
    accountId: ports.ids(),
    email: null,
    country: 'US',
  });
  const strange = await waiting({
    kind: 'connect',
    ...nobodys,
    status: { payoutsEnabled: true, requirements: [] },
  });
  await applyEvent(ctx, strange);
  expect((await eventOf(strange)).outcome).toBe('There is no such account here.');
});

test("a dispute is recorded once and isn't a refund", async () => {
  const payment = await paid();
  const id = await waiting({
    kind: 'dispute',
    disputeId: 'dp_1',
    chargeId: payment.chargeId!,
    gatewayRef: payment.gatewayRef,
    amount: 1_000,
    currency: 'USD',
    reason: 'fraudulent',
    state: 'open',
  });
  await applyEvent(ctx, id);
  expect(await eventOf(id)).toMatchObject({
    attempts: 1,
    error: null,
    outcome: expect.stringMatching(/dispute/i),
  });
});

test("a refund of a payment that isn't ours is recorded", async () => {
  const id = await waiting(refundOf({ id: ports.ids(), chargeId: 'ch_elsewhere' }));
  await applyEvent(ctx, id);
  expect((await eventOf(id)).outcome).toBe('There is no such payment here.');
});

test("five workers at once apply it once; afterwards, or if it doesn't exist, they do nothing", async () => {
  const payment = await paid();
  const id = await waiting(refundOf(payment));
  await Promise.all(Array.from({ length: 5 }, () => applyEvent(ctx, id)));
  await applyEvent(ctx, id);
  expect([
    (await eventOf(id)).attempts,
    await db.$count(emailOutbox, like(emailOutbox.text, `%went back to the card%`)),
  ]).toEqual([1, 1]);
  expect(await applyEvent(ctx, 'evt_nowhere')).toBeUndefined();
});

test('two workers that waited for each other apply it once', async () => {
  const id = await waiting(refundOf(await paid(), { amount: 300 }));
  const both: Promise<void>[] = [];
  await transaction(ctx, async (tx) => {
    await tx.db.select().from(webhookEvents).where(eq(webhookEvents.id, id)).for('update');
    both.push(applyEvent(ctx, id), applyEvent(ctx, id));
    const waits = async () =>
      (
        await app.pool.query(
          `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
        )
      ).rowCount;
    for (let turn = 0; turn < 500 && (await waits()) !== 2; turn += 1) await setTimeout(10);
  });
  await Promise.all(both);
  expect([
    (await eventOf(id)).attempts,
    await db.$count(emailOutbox, like(emailOutbox.text, '%$3.00 of $10.00%')),
  ]).toEqual([1, 1]);
});

test('at most a thousand characters of a reason are stored', async () => {
  const id = await waiting(refundOf(await paid(), { currency: 'x'.repeat(3_000) }));
  await expect(applyEvent(ctx, id)).rejects.toThrow('went back of payment');
  expect([(await eventOf(id)).error?.length, (await eventOf(id)).attempts]).toEqual([1_000, 1]);
});

test('the response is short, never cached, and the same however often it is requested', async () => {
  const { payload, signature } = stand.event(
    'payment_intent.succeeded',
    {
      id: 'pi_1',
      status: 'succeeded',
      latest_charge: 'ch_1',
      amount_received: 5,
      currency: 'usd',
      metadata: { paymentId: ports.ids() },
    },
    { id: 'evt_answer' },
  );
  const send = async () => {
    const response = await backend.fetch(
      new Request(`https://limelight.test${webhookPath}`, {
        method: 'POST',
        body: payload,
        headers: { 'stripe-signature': signature },
      }),
      { ip: '203.0.113.9' },
    );
    return [response.status, response.headers.get('cache-control'), await response.json()];
  };
  const answer = [200, 'no-store', { status: 200, data: { success: true } }];
  expect(await send()).toEqual(answer);
  await backend.runJobs();
  expect(await send()).toEqual(answer);
  // An applied event isn't queued again.
  expect(await db.$count(jobs, eq(jobs.dedupeKey, 'webhook:evt_answer'))).toBe(1);
});

test("unsigned bodies aren't even parsed", async () => {
  const { status, text } = await deliver({ payload: 'x'.repeat(1024 * 1024), signature: null });
  expect([status, JSON.parse(text)]).toEqual([
    400,
    { status: 400, code: 'bad_signature', message: 'This isn’t signed by the payment gateway.' },
  ]);
});

test("at most a hundred characters of a type's name are stored", async () => {
  await deliver(stand.event('x'.repeat(300), { id: 'x' }, { id: 'evt_long' }));
  expect((await eventOf('evt_long')).type).toBe('x'.repeat(100));
});
