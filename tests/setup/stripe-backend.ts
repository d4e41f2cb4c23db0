import { desc, eq } from 'drizzle-orm';
import { afterAll } from 'vitest';
import { payments } from '#backend/db/schema/ledger.ts';
import { webhookEvents } from '#backend/db/schema/payment-outcomes.ts';
import { createStripeGateway } from '#backend/node/payments/stripe-gateway.ts';
import { webhookPath } from '#backend/http/webhooks.ts';
import { type Answer, testBackend } from './backend.ts';
import type { TestDatabase } from './database.ts';
import { fakePorts } from './fake-ports.ts';
import { startStripe, stripeKeys } from './stripe-server.ts';
import type { Person } from './test-app.ts';

/** The whole backend with a fake Stripe. Call it at the top level of a test file. */
export async function stripeBackend({
  timeoutMs = 600,
  database,
}: { timeoutMs?: number; database?: TestDatabase } = {}) {
  const ports = fakePorts();
  const stand = await startStripe({ now: () => ports.clock.now() });
  afterAll(() => stand.close());
  const { secretKey, publishableKey, webhookSecret } = stripeKeys;
  const gateway = createStripeGateway(
    { secretKey, publishableKey, webhookSecrets: [webhookSecret], apiUrl: stand.url, timeoutMs },
    ports,
  );
  const app = await testBackend({
    ports: { ...ports, payments: gateway },
    ...(database ? { database } : {}),
  });
  const { backend, db, ok, call } = app;

  /** Delivers a request to the webhook; a null signature sends none. */
  async function deliver(
    { payload, signature }: { payload: BodyInit; signature: string | null },
    method = 'POST',
  ): Promise<{ status: number; text: string }> {
    const request = new Request(`https://limelight.test${webhookPath}`, {
      method,
      body: method === 'GET' ? null : payload,
      headers: signature === null ? {} : { 'stripe-signature': signature },
      ...(payload instanceof ReadableStream ? { duplex: 'half' } : {}),
    });
    const response = await backend.fetch(request, { ip: '203.0.113.9' });
    return { status: response.status, text: await response.text() };
  }
  /** Sends a valid event and applies it. */
  async function report(type: string, object: object, more: { id?: string } = {}): Promise<void> {
    const { status, text } = await deliver(stand.event(type, object, more));
    if (status !== 200) throw new Error(`the event was answered ${status}: ${text}`);
    await backend.runJobs();
  }
  /** Saves one of Stripe's test cards; returns its id. */
  const addCard = async (person: Person, token = 'pm_card_visa'): Promise<string> =>
    (
      await ok('POST /:provider/cards', {
        token: person.token,
        params: { provider: 'stripe' },
        body: { token },
      })
    )._id;
  const topUp = async (
    person: Person,
    given: { cardId: string; amount?: number; key?: string; challengeAnswer?: string },
  ): Promise<Answer<{ tokens: number; balance: number }>> => {
    const { key = ports.ids(), amount = 1_000, ...body } = given;
    return call('POST /payment/wallet/top-up', { token: person.token, key, body: { amount, ...body } });
  };
  const lastPayment = async (person: Person) =>
    (
      await db
        .select()
        .from(payments)
        .where(eq(payments.accountId, person.id))
        .orderBy(desc(payments.createdAt))
        .limit(1)
    )[0]!;
  const eventOf = async (id: string) =>
    (await db.select().from(webhookEvents).where(eq(webhookEvents.id, id)))[0]!;
  /** A payment of 10.00 whose response was lost, and Stripe's intent for it. */
  async function unheard(person: Person, cardId: string) {
    for (let turn = 0; turn < 3; turn += 1)
      stand.faults.push(
        { on: 'POST /v1/payment_intents', kind: 'cut' },
        { on: 'GET /v1/payment_intents', kind: 'fail' },
      );
    const { problem } = await topUp(person, { cardId });
    stand.faults.length = 0;
    const payment = await lastPayment(person);
    if (problem.code !== 'gateway_unavailable' || payment.state !== 'pending' || payment.gatewayRef !== null)
      throw new Error(`heard of: ${problem.code}, ${payment.state}`);
    return {
      payment,
      intent: [...stand.state.intents.values()].find((one) => one.metadata['paymentId'] === payment.id)!,
    };
  }
  /** Stripe's records of a person's latest payment. */
  async function taken(person: Person) {
    const payment = await lastPayment(person);
    return {
      payment,
      intent: stand.state.intents.get(payment.gatewayRef!)!,
      charge: stand.state.charges.get(payment.chargeId!)!,
    };
  }
  /** A successful top-up of 10.00. */
  async function paid(person: Person, cardId: string) {
    const { status, text } = await topUp(person, { cardId });
    if (status !== 201) throw new Error(text);
    return taken(person);
  }
  return { ...app, stand, deliver, report, addCard, topUp, lastPayment, eventOf, unheard, taken, paid };
}
export type StripeBackend = Awaited<ReturnType<typeof stripeBackend>>;
