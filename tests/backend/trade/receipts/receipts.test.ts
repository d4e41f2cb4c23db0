import { and, desc, eq, like } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { transaction } from '#backend/kernel/context.ts';
import { accounts } from '#backend/db/schema/accounts.ts';
import { coupons, couponUses } from '#backend/db/schema/coupons.ts';
import { ledgerTransactions, payments } from '#backend/db/schema/ledger.ts';
import { tokenPackages } from '#backend/db/schema/operator.ts';
import { disputes } from '#backend/db/schema/payment-outcomes.ts';
import { receipts } from '#backend/db/schema/receipts.ts';
import { emailOutbox } from '#backend/db/schema/site.ts';
import { refund, undoGone } from '#backend/domain/trade/payment-outcomes/refund.ts';
import { subscriptionApp } from '../../../setup/subscribing.ts';
import type { Person } from '../../../setup/test-app.ts';

const app = await subscriptionApp();
const { call, raw, ok, db, ctx, ports, backend, addCard, newKey, subscribe, settings, until } = app;

let fan: Person;
let creator: Person;
let cardId: string;
beforeEach(async () => {
  ({ fan, creator, cardId } = await app.begin());
});

const topUp = async (amount = 1_000) =>
  (await ok('POST /payment/wallet/top-up', { token: fan.token, body: { amount, cardId } }))._id;
const receiptOf = (id: string, who: Person = fan) =>
  ok('GET /payment/receipts/:id', { token: who.token, params: { id } });
const paymentOf = async (transactionId: string) =>
  (await db.select().from(payments).where(eq(payments.transactionId, transactionId)))[0]!;
const mailsOf = (who: Person) =>
  db
    .select()
    .from(emailOutbox)
    .where(eq(emailOutbox.to, who.email))
    .orderBy(emailOutbox.createdAt, emailOutbox.id);
/** Id of the ledger transaction of the latest payment. */
async function newest(): Promise<string> {
  const [row] = await db
    .select({ id: payments.transactionId })
    .from(payments)
    .where(eq(payments.accountId, fan.id))
    .orderBy(desc(payments.createdAt))
    .limit(1);
  return row!.id!;
}

describe('a receipt', () => {
  test('for a top-up: buyer, seller, item, amount, card', async () => {
    const paidAt = ports.clock.now().toISOString();
    const id = await topUp(1_250);
    const receipt = await receiptOf(id);
    expect(receipt).toEqual({
      _id: id,
      number: expect.stringMatching(/^R-[0-9A-HJKMNP-TV-Z]{5}-[0-9A-HJKMNP-TV-Z]{5}$/),
      paidAt,
      seller: { name: 'Limelight', email: 'operator@limelight.test' },
      buyer: { name: expect.any(String), email: fan.email },
      lines: [{ text: '250 tokens', tokens: 250, amount: 1_250 }],
      total: 1_250,
      currency: 'USD',
      paidUntil: null,
      card: { brand: 'visa', last4: '4242' },
      state: 'paid',
      stateAt: null,
    });
  });

  test('for a package lists the bonus', async () => {
    const packageId = newKey();
    await db.insert(tokenPackages).values({
      id: packageId,
      name: 'Plus',
      tokens: 400,
      bonus: 40,
      price: 2_000,
      createdAt: ports.clock.now(),
    });
    const { _id } = await ok('POST /payment/wallet/top-up', {
      token: fan.token,
      body: { packageId, cardId },
    });
    expect((await receiptOf(_id)).lines).toEqual([
      { text: '400 tokens', tokens: 400, amount: 2_000 },
      { text: '40 bonus tokens', tokens: 40, amount: 0 },
    ]);
  });

  test('for a subscription says until when it is paid, then and later', async () => {
    await subscribe('monthly');
    const first = await newest();
    await until('2026-02-28T09:30:00Z');
    const second = await newest();
    expect(await receiptOf(first)).toMatchObject({
      lines: [{ text: `Monthly subscription to ${creator.viewer.name}`, tokens: 0, amount: 999 }],
      total: 999,
      paidUntil: '2026-02-28T10:00:00.000Z',
    });
    expect(await receiptOf(second)).toMatchObject({ total: 999, paidUntil: '2026-03-31T10:00:00.000Z' });
    expect((await receiptOf(first)).number).not.toBe((await receiptOf(second)).number);
  });

  test('shows discounts, and its lines sum to the amount paid', async () => {
    const id = await topUp(900);
    const payment = await paymentOf(id);
    const coupon = { id: newKey(), code: `TEN${newKey().slice(-6).toUpperCase()}` };
    await db.insert(coupons).values({
      ...coupon,
      kind: 'percent',
      off: 10,
      appliesTo: 'all',
      startsAt: ports.clock.now(),
      createdAt: ports.clock.now(),
    });
    await db.insert(couponUses).values({
      id: newKey(),
      couponId: coupon.id,
      accountId: fan.id,
      paymentId: payment.id,
      discount: 100,
      state: 'used',
      createdAt: ports.clock.now(),
    });
    await db.update(payments).set({ discount: 100 }).where(eq(payments.id, payment.id));
    const { lines, total } = await receiptOf(id);
    expect(lines).toEqual([
      { text: '180 tokens', tokens: 180, amount: 1_000 },
      { text: `Coupon ${coupon.code}`, tokens: 0, amount: -100 },
    ]);
    expect([total, lines.reduce((sum, line) => sum + line.amount, 0)]).toEqual([900, 900]);
  });

  test("for a discounted first period names the offer's part", async () => {
    await subscribe('monthly');
    const _id = await newest();
    const { id, intent } = await paymentOf(_id);
    if (intent.kind !== 'subscription') throw new Error('not a subscription');
    await db
      .update(payments)
      .set({ intent: { ...intent, price: 1_500 } })
      .where(eq(payments.id, id));
    const { lines, total } = await receiptOf(_id);
    expect(lines.map((line) => line.amount)).toEqual([1_500, -501]);
    expect([lines[1]?.text, total]).toEqual(['Credit for unused time', 999]);
  });

  test('keeps the names and the number of its day', async () => {
    const id = await topUp();
    const before = await receiptOf(id);
    await db
      .update(accounts)
      .set({ name: 'Somebody Else', email: `new-${fan.email}` })
      .where(eq(accounts.id, fan.id));
    await settings.set('siteName', 'Another Name');
    expect(await receiptOf(id)).toEqual(before);
    const later = await receiptOf(await topUp());
    expect([later.seller.name, later.buyer.name]).toEqual(['Another Name', 'Somebody Else']);
    await settings.set('siteName', 'Limelight');
  });

  test('for a payment from before receipts existed is written once, even if requested by fifty at once', async () => {
    const id = await topUp();
    await db.delete(receipts).where(eq(receipts.transactionId, id));
    const asked = await Promise.all(Array.from({ length: 50 }, () => receiptOf(id)));
    expect(new Set(asked.map((receipt) => receipt.number)).size).toBe(1);
    expect(await db.$count(receipts, eq(receipts.transactionId, id))).toBe(1);
  });
});

describe('after a refund', () => {
  test("shows when, by the payment's id and by the refund's", async () => {
    const id = await topUp();
    ports.clock.move('2d');
    const { posted } = await transaction(ctx, (tx) => refund(tx, id, 'Paid twice.'));
    const receipt = await receiptOf(id);
    expect(receipt).toMatchObject({
      state: 'refunded',
      stateAt: posted.createdAt.toISOString(),
      total: 1_000,
    });
    expect(await receiptOf(posted.transactionId)).toEqual(receipt);
    expect((await mailsOf(fan)).map((mail) => mail.subject)).toEqual([
      'Your receipt from Limelight: $10.00',
      'Your refund from Limelight: $10.00',
    ]);
    expect((await mailsOf(fan))[1]?.text).toContain(
      `Paid twice.\n\n$10.00 is being returned to Visa ending in 4242.`,
    );
    expect((await mailsOf(fan))[1]?.text).toContain(
      `Receipt ${receipt.number}: https://limelight.test/user/receipts/${id}`,
    );
  });

  test('a dispute is shown until it is won, and permanently if it is lost', async () => {
    const id = await topUp();
    const dispute = {
      id: newKey(),
      gateway: 'sandbox',
      gatewayId: newKey(),
      paymentId: (await paymentOf(id)).id,
      amount: 1_000,
      reason: 'fraudulent',
      createdAt: ports.clock.now(),
      updatedAt: ports.clock.now(),
    };
    await db.insert(disputes).values({ ...dispute, state: 'open' });
    expect(await receiptOf(id)).toMatchObject({
      state: 'disputed',
      stateAt: dispute.createdAt.toISOString(),
    });
    ports.clock.move('3d');
    const lost = await transaction(ctx, (tx) =>
      undoGone(tx, id, { kind: 'dispute', reason: 'Lost dispute' }),
    );
    await db
      .update(disputes)
      .set({ state: 'lost', transactionId: lost!.id, updatedAt: ports.clock.now() })
      .where(eq(disputes.id, dispute.id));
    expect(await receiptOf(id)).toMatchObject({
      state: 'returned',
      stateAt: ports.clock.now().toISOString(),
    });
    expect(await receiptOf(lost!.id)).toEqual(await receiptOf(id));
  });

  test('a dispute that is won leaves it paid', async () => {
    const id = await topUp();
    const dispute = {
      id: newKey(),
      gateway: 'sandbox',
      gatewayId: newKey(),
      paymentId: (await paymentOf(id)).id,
      amount: 1_000,
      reason: 'fraudulent',
      state: 'open' as const,
      createdAt: ports.clock.now(),
      updatedAt: ports.clock.now(),
    };
    await db.insert(disputes).values(dispute);
    await db.update(disputes).set({ state: 'won' }).where(eq(disputes.id, dispute.id));
    expect(await receiptOf(id)).toMatchObject({ state: 'paid', stateAt: null });
  });
});

describe('the email', () => {
  test('for every card payment is sent once, with a link to its page', async () => {
    const key = newKey();
    const body = { amount: 1_000, cardId };
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => call('POST /payment/wallet/top-up', { token: fan.token, key, body })),
    );
    const { _id } = answers.find((answer) => answer.status === 201)!.data;
    await backend.runJobs();
    const { number } = await receiptOf(_id);
    const mails = await mailsOf(fan);
    expect(mails.map((mail) => mail.subject)).toEqual(['Your receipt from Limelight: $10.00']);
    expect(mails[0]?.text).toMatch(
      /You paid \$10\.00 with Visa ending in 4242 on .*\n\n200 tokens: \$10\.00\nTotal: \$10\.00\n\n/,
    );
    expect(mails[0]?.text).toContain(`Receipt ${number}: https://limelight.test/user/receipts/${_id}`);
    expect(mails[0]?.sentAt).not.toBeNull();
  });

  test('is also sent for a renewal, and says until when it is paid', async () => {
    await subscribe('monthly');
    await until('2026-02-28T09:30:00Z');
    const texts = (await mailsOf(fan))
      .filter((mail) => mail.subject === 'Your receipt from Limelight: $9.99')
      .map((mail) => mail.text);
    expect(texts.map((text) => /paid through (.*)\./.exec(text)?.[1])).toEqual([
      'Feb 28, 2026',
      'Mar 31, 2026',
    ]);
  });

  test("isn't sent for declined, free or token payments, nor without an address", async () => {
    const poor = await addCard(fan, 'poor');
    expect(
      (await call('POST /payment/wallet/top-up', { token: fan.token, body: { amount: 1_000, cardId: poor } }))
        .status,
    ).toBe(402);
    await subscribe('free');
    await app.fund(fan.id, 100);
    await db.update(accounts).set({ email: null }).where(eq(accounts.id, fan.id));
    await topUp();
    expect(await mailsOf(fan)).toEqual([]);
    expect(await db.$count(emailOutbox, like(emailOutbox.to, '%null%'))).toBe(0);
  });
});

describe('access', () => {
  test("another person's, one for a token payment, and a missing one get the same reply", async () => {
    const id = await topUp();
    await app.fund(fan.id, 100);
    const [gift] = await db
      .select({ id: ledgerTransactions.id })
      .from(ledgerTransactions)
      .where(and(eq(ledgerTransactions.actorId, fan.id), eq(ledgerTransactions.kind, 'grant')));
    const nothing = await call('GET /payment/receipts/:id', {
      token: creator.token,
      params: { id: newKey() },
    });
    expect(nothing.status).toBe(404);
    expect((await call('GET /payment/receipts/:id', { token: creator.token, params: { id } })).text).toBe(
      nothing.text,
    );
    expect(
      (await call('GET /payment/receipts/:id', { token: fan.token, params: { id: gift!.id } })).text,
    ).toBe(nothing.text);
    expect((await raw('GET /payment/receipts/:id', { params: { id } })).status).toBe(401);
    expect((await raw('GET /payment/receipts/:id', { token: fan.token, params: { id: 'x' } })).status).toBe(
      404,
    );
    expect(
      (await raw('GET /payment/receipts/:id', { token: fan.token, params: { id }, query: { as: 'pdf' } }))
        .status,
    ).toBe(422);
  });
});
