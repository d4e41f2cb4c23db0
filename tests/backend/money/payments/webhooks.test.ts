import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { jobs } from '#backend/db/schema/kernel.ts';
import { ledgerTransactions } from '#backend/db/schema/ledger.ts';
import { webhookEvents } from '#backend/db/schema/payment-outcomes.ts';
import { checkLedger } from '#backend/domain/money/audit/ledger-check.ts';
import { listEvents, retryEvent } from '#backend/domain/across/operator/webhooks.ts';
import { testBackend } from '../../../setup/backend.ts';
import { stripePayer } from '../../../setup/stripe-payer.ts';

const app = await stripePayer();
const {
  backend,
  db,
  ctx,
  ports,
  stand,
  deliver,
  report,
  eventOf,
  lastPayment,
  payer,
  operator,
  walletOf,
  paid,
  unheard,
} = app;

describe('incoming webhooks', () => {
  const anEvent = () =>
    stand.event('payment_intent.succeeded', {
      id: 'pi_x',
      status: 'succeeded',
      latest_charge: 'ch_x',
      amount_received: 5,
      currency: 'usd',
      metadata: { paymentId: ports.ids() },
    });
  const written = async () => [await db.$count(webhookEvents), await db.$count(jobs)];

  async function refuses(sent: { payload: BodyInit; signature: string | null }, status: number) {
    const before = await written();
    const answer = await deliver(sent);
    expect([answer.status, JSON.parse(answer.text)]).toEqual([
      status,
      { status, code: status === 413 ? 'too_large' : 'bad_signature', message: expect.any(String) },
    ]);
    expect(await written()).toEqual(before);
  }

  test('unsigned, wrongly signed, modified, too old, from the future, not an event: rejected, and nothing is written', async () => {
    const { payload, signature } = anEvent();
    const now = ports.clock.now().getTime();
    await refuses({ payload, signature: null }, 400);
    await refuses({ payload, signature: 'nonsense' }, 400);
    await refuses({ payload: `${payload} `, signature }, 400);
    await refuses({ payload: '', signature }, 400);
    await refuses(stand.event('payment_intent.succeeded', {}, { secret: 'whsec_guessed' }), 400);
    await refuses(stand.event('payment_intent.succeeded', {}, { signedAt: now - 301_000 }), 400);
    await refuses(stand.event('payment_intent.succeeded', {}, { signedAt: now + 301_000 }), 400);
  });

  test('ten megabytes are too many, whatever the headers say', async () => {
    const big = 'x'.repeat(10 * 1024 * 1024);
    await refuses({ payload: big, signature: 't=1,v1=0' }, 413);
    const infiniteListOf = new ReadableStream<Uint8Array>({
      pull: (controller) => controller.enqueue(new Uint8Array(64 * 1024)),
    });
    await refuses({ payload: infiniteListOf, signature: 't=1,v1=0' }, 413);
  });

  test('only at its own path, and only if Stripe is the gateway', async () => {
    expect((await deliver(anEvent(), 'GET')).status).toBe(404);
    expect((await deliver(anEvent(), 'PUT')).status).toBe(404);
    const sandbox = await testBackend();
    const { payload, signature } = anEvent();
    const response = await sandbox.backend.fetch(
      new Request('https://limelight.test/api/v1/webhooks/stripe', {
        method: 'POST',
        body: payload,
        headers: { 'stripe-signature': signature },
      }),
      { ip: '203.0.113.9' },
    );
    expect([response.status, await response.json()]).toMatchObject([404, { code: 'not_found' }]);
    expect(await sandbox.db.$count(webhookEvents)).toBe(0);
  });

  test("event types that we don't use are only recorded", async () => {
    for (const type of ['invoice.paid', 'no.such.thing', 'payment_intent.created']) {
      const before = await db.$count(jobs);
      expect((await deliver(stand.event(type, { id: 'x' }, { id: `evt_${type}` }))).status).toBe(200);
      expect([await eventOf(`evt_${type}`), await db.$count(jobs)]).toMatchObject([
        { outcome: 'Nothing of ours.', appliedAt: ports.clock.now() },
        before,
      ]);
    }
  });

  test('received a hundred times at once: stored once, applied once', async () => {
    const { intent } = await unheard();
    const sent = stand.event('payment_intent.succeeded', intent, { id: 'evt_hundred' });
    const answers = await Promise.all(Array.from({ length: 100 }, () => deliver(sent)));
    expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set([200]));
    await Promise.all([backend.runJobs(), backend.runJobs(), backend.runJobs()]);
    expect([await walletOf(payer.fan), (await eventOf('evt_hundred')).attempts]).toEqual([200, 1]);
    expect((await deliver(sent)).status).toBe(200);
    await backend.runJobs();
    expect([await walletOf(payer.fan), await checkLedger(ctx)]).toEqual([200, []]);
  });
});

describe('reported payments', () => {
  test('a success before anything else; the later job finds it done', async () => {
    const { payment, intent } = await unheard();
    await report('payment_intent.succeeded', intent, { id: 'evt_first' });
    expect(await lastPayment(payer.fan)).toMatchObject({
      state: 'succeeded',
      gatewayRef: intent.id,
      chargeId: intent.latest_charge,
    });
    expect(await eventOf('evt_first')).toMatchObject({ outcome: 'The payment has succeeded.', error: null });
    ports.clock.move('3m');
    await backend.runJobs();
    expect([
      await walletOf(payer.fan),
      await db.$count(ledgerTransactions, eq(ledgerTransactions.actorId, payer.fan.id)),
      await checkLedger(ctx),
    ]).toEqual([200, 1, []]);
    expect(ports.transport.of('balance/updated')).toHaveLength(1);
    expect(payment.id).toBe(intent.metadata['paymentId']);
  });

  test('the job that asks, without any webhook', async () => {
    await unheard();
    ports.clock.move('3m');
    await backend.runJobs();
    expect([await walletOf(payer.fan), await checkLedger(ctx)]).toEqual([200, []]);
  });

  test('after the reply, three times and in another event: nothing more happens', async () => {
    const { intent } = await paid();
    for (const id of ['evt_again1', 'evt_again1', 'evt_again2'])
      await report('payment_intent.succeeded', intent, { id });
    expect(await eventOf('evt_again2')).toMatchObject({ outcome: 'The payment had succeeded already.' });
    expect([await walletOf(payer.fan), await checkLedger(ctx)]).toEqual([200, []]);
  });

  test.each([
    ['amount_received', 999],
    ['amount_received', 100_000],
    ['currency', 'eur'],
  ])(
    'a different %s (%s): nothing is changed, and the operator sees it until it is resolved',
    async (field, value) => {
      const { intent } = await unheard();
      const id = `evt_${field}${value}`;
      const wrong = { ...intent, [field]: value };
      await report('payment_intent.succeeded', wrong, { id });
      expect([(await lastPayment(payer.fan)).state, await walletOf(payer.fan)]).toEqual(['pending', 0]);
      expect(await eventOf(id)).toMatchObject({
        appliedAt: null,
        attempts: 1,
        error: expect.stringMatching(/the gateway took .* not 1000 USD/),
      });
      expect(
        (await listEvents(operator, { state: 'waiting', limit: 100 })).map((event) => event.id),
      ).toContain(id);
      const isFailed = async () =>
        (await listEvents(operator, { state: 'failed', limit: 100 })).some((event) => event.id === id);
      expect(await isFailed()).toBe(false);
      for (let turn = 0; turn < 10; turn += 1) {
        ports.clock.move('2h');
        // The reconciliation job would settle the payment too, but only the event is tested here.
        await db.update(jobs).set({ doneAt: ports.clock.now() }).where(eq(jobs.kind, 'payment-reconcile'));
        await backend.runJobs();
      }
      expect([await isFailed(), (await eventOf(id)).attempts, await walletOf(payer.fan)]).toEqual([
        true,
        10,
        0,
      ]);
      await retryEvent(operator, id);
      expect(await isFailed()).toBe(false);
      await backend.runJobs();
      expect([(await eventOf(id)).attempts, await walletOf(payer.fan), await checkLedger(ctx)]).toEqual([
        11,
        0,
        [],
      ]);
    },
  );

  test('a second charge for the same payment is reported', async () => {
    const { intent } = await paid();
    await report(
      'payment_intent.succeeded',
      { ...intent, id: 'pi_second', latest_charge: 'ch_second' },
      { id: 'evt_second' },
    );
    expect(await eventOf('evt_second')).toMatchObject({
      appliedAt: null,
      error: expect.stringMatching(/charged twice/),
    });
    expect(await walletOf(payer.fan)).toBe(200);
  });

  test('a failure declines a pending payment, and money that arrives after all counts', async () => {
    const { intent } = await unheard();
    const failed = {
      ...intent,
      status: 'requires_payment_method',
      latest_charge: null,
      last_payment_error: { code: 'card_declined', decline_code: 'insufficient_funds' },
    };
    await report('payment_intent.payment_failed', failed);
    expect(await lastPayment(payer.fan)).toMatchObject({
      state: 'declined',
      reason: expect.stringMatching(/insufficient funds/),
    });
    await report('payment_intent.succeeded', intent);
    await report('payment_intent.payment_failed', failed, { id: 'evt_late_failure' });
    expect([(await lastPayment(payer.fan)).state, await walletOf(payer.fan), await checkLedger(ctx)]).toEqual(
      ['succeeded', 200, []],
    );
  });

  test('from another site on the same account: recorded, no more', async () => {
    const { intent } = await paid();
    await report(
      'payment_intent.succeeded',
      { ...intent, metadata: { paymentId: ports.ids() } },
      { id: 'evt_elsewhere' },
    );
    expect(await eventOf('evt_elsewhere')).toMatchObject({ outcome: 'There is no such payment here.' });
  });

  test("an applied event can't be retried, nor can an unknown one", async () => {
    const { intent } = await paid();
    await report('payment_intent.succeeded', intent, { id: 'evt_done' });
    await expect(retryEvent(operator, 'evt_done')).rejects.toMatchObject({ status: 409 });
    await expect(retryEvent(operator, 'evt_nobodys')).rejects.toMatchObject({ status: 404 });
    expect((await listEvents(operator, { state: 'applied', limit: 50 })).map((event) => event.id)).toContain(
      'evt_done',
    );
  });
});
