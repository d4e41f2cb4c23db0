import { eq, like } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { ledgerTransactions } from '#backend/db/schema/ledger.ts';
import { disputes } from '#backend/db/schema/payment-outcomes.ts';
import { emailOutbox } from '#backend/db/schema/site.ts';
import { balanceOf } from '#backend/domain/base/ledger/ledger.ts';
import { checkLedger } from '#backend/domain/money/audit/ledger-check.ts';
import { refundTransaction } from '#backend/domain/across/operator/refunds.ts';
import { listDisputes } from '#backend/domain/across/operator/webhooks.ts';
import { stripePayer } from '../../../setup/stripe-payer.ts';
import type { Person } from '../../../setup/test-app.ts';

const app = await stripePayer();
const {
  backend,
  db,
  ctx,
  ports,
  pool,
  stand,
  report,
  deliver,
  eventOf,
  ok,
  payer,
  operator,
  walletOf,
  paid,
  unheard,
} = app;
const lossesOf = async (person: Person) =>
  (
    await pool.query<{ amount: number }>(
      `SELECT p.amount::int FROM ledger_postings p JOIN ledger_accounts a ON a.id = p.account_id JOIN ledger_transactions t ON t.id = p.transaction_id WHERE a.kind = 'losses' AND t.actor_id = $1`,
      [person.id],
    )
  ).rows.map((row) => row.amount);

interface Disputed {
  readonly charge: { id: string; amount: number; currency: string; payment_intent: string };
}
let count = 0;
/** A dispute as Stripe reports it. */
function disputeOf({ charge }: Disputed) {
  count += 1;
  const id = `dp_${count}`;
  const at = (status: string, more: object = {}) => ({
    id,
    object: 'dispute',
    charge: charge.id,
    payment_intent: charge.payment_intent,
    amount: charge.amount,
    currency: charge.currency,
    reason: 'fraudulent',
    status,
    ...more,
  });
  const row = async () => (await db.select().from(disputes).where(eq(disputes.gatewayId, id)))[0];
  return { id, at, row };
}
const undone = (person: Person) => db.$count(ledgerTransactions, eq(ledgerTransactions.actorId, person.id));

async function subscribed() {
  const creator = await app.makeCreator({ name: 'Cleo' });
  await ok('POST /payment/subscribe/performers', {
    token: payer.fan.token,
    key: ports.ids(),
    body: { performerId: creator.id, type: 'monthly', cardId: payer.cardId },
  });
  const stateOf = async () =>
    (await ok('GET /subscriptions/user/search', { token: payer.fan.token })).data.find(
      (row) => row.performer._id === creator.id,
    )?.state;
  return { creator, stateOf, ...(await app.taken(payer.fan)) };
}

describe('a disputed subscription', () => {
  test('open: everything stays, and fan, creator and operator are notified, once', async () => {
    const { creator, stateOf, charge } = await subscribed();
    const { id, at, row } = disputeOf({ charge });
    for (const event of ['evt_o1', 'evt_o1', 'evt_o2'])
      await report('charge.dispute.created', at('needs_response'), { id: event });
    await report('charge.dispute.updated', at('under_review'));
    expect([await row(), await stateOf(), await balanceOf(ctx, 'earnings', creator.id)]).toMatchObject([
      { state: 'open', amount: 999, reason: 'fraudulent' },
      'active',
      799,
    ]);
    expect(
      ports.transport
        .of('notification/created')
        .filter(({ payload }) => payload.kind === 'dispute')
        .map(({ payload }) => payload.text),
    ).toEqual([
      expect.stringMatching(/^Your bank is disputing .*You keep access/),
      expect.stringMatching(/^A fan’s bank is disputing .*Nothing changes/),
    ]);
    const to = async (address: string) => db.$count(emailOutbox, eq(emailOutbox.to, address));
    expect([
      await db.$count(emailOutbox, like(emailOutbox.text, `%is disputing%`)),
      (await to(creator.email)) > 0,
      (await to('operator@limelight.test')) > 0,
    ]).toEqual([2, true, true]);
    expect(
      (await listDisputes(operator, { state: 'open', limit: 10 })).map((dispute) => dispute.gatewayId),
    ).toContain(id);
    expect(await checkLedger(ctx)).toEqual([]);
  });

  test('lost: access ends and the share is taken back, whatever happens later', async () => {
    const { creator, stateOf, charge } = await subscribed();
    const { at, row } = disputeOf({ charge });
    await report('charge.dispute.created', at('needs_response'));
    for (const event of ['evt_l1', 'evt_l1', 'evt_l2'])
      await report('charge.dispute.closed', at('lost'), { id: event });
    await report('charge.dispute.updated', at('under_review'));
    expect([await row(), await stateOf(), await balanceOf(ctx, 'earnings', creator.id)]).toMatchObject([
      { state: 'lost', transactionId: expect.any(String) },
      'expired',
      0,
    ]);
    expect([await undone(payer.fan), await lossesOf(payer.fan), await checkLedger(ctx)]).toEqual([2, [], []]);
    expect(
      (
        await db
          .select()
          .from(ledgerTransactions)
          .where(eq(ledgerTransactions.id, (await row())!.transactionId!))
      )[0],
    ).toMatchObject({ kind: 'dispute', description: 'Lost dispute: Monthly subscription to Cleo' });
  });

  test("lost: the fan's statement and the creator's list of subscribers both sum to zero", async () => {
    const { creator, charge } = await subscribed();
    const statement = () =>
      ok('GET /wallet/statement/:id', { token: payer.fan.token, params: { id: creator.id } });
    expect((await statement()).total).toEqual({ count: 1, tokens: 0, money: 999 });
    await report('charge.dispute.closed', disputeOf({ charge }).at('lost'));
    expect(await statement()).toMatchObject({
      total: { count: 2, tokens: 0, money: 0 },
      kinds: [
        { kind: 'subscription', money: 999 },
        { kind: 'dispute', count: 1, tokens: 0, money: -999 },
      ],
    });
    expect((await ok('GET /wallet/statements', { token: payer.fan.token })).data).toMatchObject([
      { _id: creator.id, count: 2, money: 0 },
    ]);
    expect((await ok('GET /subscriptions/performer/search', { token: creator.token })).data).toMatchObject([
      { spend: 0 },
    ]);
  });

  test('won: recorded, and the payment is unchanged', async () => {
    const { stateOf, charge } = await subscribed();
    const { at, row } = disputeOf({ charge });
    await report('charge.dispute.closed', at('won'));
    await report('charge.dispute.created', at('needs_response'));
    expect([await row(), await stateOf(), await undone(payer.fan), await checkLedger(ctx)]).toMatchObject([
      { state: 'won', transactionId: null },
      'active',
      1,
      [],
    ]);
  });

  test('won after being lost needs a person to resolve', async () => {
    const { charge } = await subscribed();
    const { at, row } = disputeOf({ charge });
    await report('charge.dispute.closed', at('lost'));
    await report('charge.dispute.closed', at('won'), { id: 'evt_appeal' });
    expect([await row(), await eventOf('evt_appeal')]).toMatchObject([
      { state: 'lost' },
      { appliedAt: null, error: expect.stringMatching(/by hand/) },
    ]);
  });
});

describe('a disputed top-up', () => {
  test.each([
    [0, 0, []],
    [50, 0, [-250]],
    [200, 0, [-1_000]],
  ])(
    'lost after %i of 200 tokens were spent: the wallet has %i, the site bears %j',
    async (spent, left, losses) => {
      const creator = await app.makeCreator();
      const disputed = await paid();
      if (spent > 0)
        await ok('POST /wallet/charges/tip/:id', {
          token: payer.fan.token,
          key: ports.ids(),
          params: { id: creator.id },
          body: { amount: spent },
        });
      const { at } = disputeOf(disputed);
      await report('charge.dispute.closed', at('lost'));
      expect([
        await walletOf(payer.fan),
        await lossesOf(payer.fan),
        await balanceOf(ctx, 'earnings', creator.id),
        await checkLedger(ctx),
      ]).toEqual([left, losses, spent * 4, []]);
      // The loss appears in the wallet's history and links to the receipt, which mentions it too.
      const [row] = (
        await ok('GET /wallet/charges/search', { token: payer.fan.token, query: { kind: 'dispute' } })
      ).data;
      if (spent < 200) expect(row).toMatchObject({ tokens: spent - 200, opens: { kind: 'receipt' } });
      if (row)
        expect(
          await ok('GET /payment/receipts/:id', { token: payer.fan.token, params: { id: row.opens!._id } }),
        ).toMatchObject({ total: 1_000, state: 'returned' });
    },
  );

  test('with a bonus from the site: the missing tokens cost the site no more than they were worth', async () => {
    const packageId = ports.ids();
    await pool.query(
      `INSERT INTO token_packages (id, name, tokens, bonus, price, is_active, created_at) VALUES ($1, 'Big', 200, 100, 1000, true, now())`,
      [packageId],
    );
    await ok('POST /payment/wallet/top-up', {
      token: payer.fan.token,
      key: ports.ids(),
      body: { packageId, cardId: payer.cardId },
    });
    const creator = await app.makeCreator();
    await ok('POST /wallet/charges/tip/:id', {
      token: payer.fan.token,
      key: ports.ids(),
      params: { id: creator.id },
      body: { amount: 100 },
    });
    await report('charge.dispute.closed', disputeOf(await app.taken(payer.fan)).at('lost'));
    expect([await walletOf(payer.fan), await lossesOf(payer.fan), await checkLedger(ctx)]).toEqual([
      0,
      [-500],
      [],
    ]);
  });

  test('fifty events of one dispute at once have one effect', async () => {
    const disputed = await paid();
    const { at, row } = disputeOf(disputed);
    await Promise.all(
      Array.from({ length: 50 }, (_, turn) =>
        deliver(
          stand.event(
            turn % 2 ? 'charge.dispute.closed' : 'charge.dispute.created',
            at(turn % 2 ? 'lost' : 'needs_response'),
            { id: `evt_many_${count}_${turn}` },
          ),
        ),
      ),
    );
    await Promise.all([backend.runJobs(), backend.runJobs(), backend.runJobs(), backend.runJobs()]);
    expect([
      (await row())?.state,
      await undone(payer.fan),
      await walletOf(payer.fan),
      await checkLedger(ctx),
    ]).toEqual(['lost', 2, 0, []]);
  });
});

describe('edge cases', () => {
  test('before the success is known it waits; a refunded payment is already reversed', async () => {
    const { intent } = await unheard();
    const { at, row } = disputeOf({ charge: stand.state.charges.get(intent.latest_charge!)! });
    await report('charge.dispute.closed', at('lost'), { id: 'evt_too_early' });
    expect([await row(), (await eventOf('evt_too_early')).appliedAt]).toEqual([undefined, null]);
    await report('payment_intent.succeeded', intent);
    ports.clock.move('1m');
    await backend.runJobs();
    expect([(await row())?.state, await walletOf(payer.fan), await checkLedger(ctx)]).toEqual([
      'lost',
      0,
      [],
    ]);
  });

  test('lost after our own refund', async () => {
    const disputed = await paid();
    await refundTransaction(operator, disputed.payment.transactionId!, '');
    const { at, row } = disputeOf(disputed);
    await report('charge.dispute.closed', at('lost'));
    expect([await row(), await undone(payer.fan), await checkLedger(ctx)]).toMatchObject([
      { state: 'lost', transactionId: null },
      2,
      [],
    ]);
  });

  test.each([
    ['a part of it', { amount: 400 }],
    ['more than it', { amount: 5_000 }],
    ['another currency', { currency: 'eur' }],
  ])('lost: %s changes nothing, and the operator sees it', async (_what, more) => {
    const disputed = await paid();
    const { at } = disputeOf(disputed);
    const id = `evt_misfit_${count}`;
    await report('charge.dispute.closed', at('lost', more), { id });
    expect([await walletOf(payer.fan), await eventOf(id), await checkLedger(ctx)]).toMatchObject([
      200,
      { appliedAt: null, error: expect.stringMatching(/./) },
      [],
    ]);
  });

  test("for a charge that isn't ours", async () => {
    const { at } = disputeOf({
      charge: { id: 'ch_nobodys', amount: 1, currency: 'usd', payment_intent: 'pi_nobodys' },
    });
    await report('charge.dispute.closed', at('lost'), { id: 'evt_nobodys' });
    expect(await eventOf('evt_nobodys')).toMatchObject({
      appliedAt: null,
      error: expect.stringMatching(/no payment with charge ch_nobodys/),
    });
  });
});
