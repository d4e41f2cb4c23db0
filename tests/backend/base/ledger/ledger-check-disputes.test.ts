import { expect, test } from 'vitest';
import { checkLedger } from '#backend/domain/money/audit/ledger-check.ts';
import { plantedIn } from '../../../setup/planted.ts';
import { stripeBackend } from '../../../setup/stripe-backend.ts';

const app = await stripeBackend();
const planted = plantedIn(app);
const { ctx, ports, report, stand } = app;
const fan = await app.makeFan();
const creator = await app.makeCreator();
const cardId = await app.addCard(fan);
const { charge } = await app.paid(fan, cardId);
await app.ok('POST /wallet/charges/tip/:id', {
  token: fan.token,
  key: ports.ids(),
  params: { id: creator.id },
  body: { amount: 120 },
});
await report('charge.dispute.closed', {
  id: 'dp_1',
  charge: charge.id,
  payment_intent: charge.payment_intent,
  amount: 1_000,
  currency: 'usd',
  reason: 'fraudulent',
  status: 'lost',
});
await app.paid(fan, cardId);

test('a lost dispute with a loss for the site balances', async () => {
  expect([await checkLedger(ctx), stand.problems]).toEqual([[], []]);
});

test.each([
  [
    `UPDATE ledger_transactions SET reverses_id = NULL WHERE kind = 'dispute'`,
    'I3 dispute … is lost, its payment stands',
  ],
  [`UPDATE disputes SET state = 'open'`, 'I3 transaction … undid a payment without a lost dispute'],
  [`UPDATE disputes SET transaction_id = NULL`, 'I3 transaction … undid a payment without a lost dispute'],
  [`UPDATE payments SET amount = 999 WHERE state = 'succeeded'`, 'I3 payment … of 999 took 1000'],
  [
    `DELETE FROM ledger_postings WHERE account_id = '00000000-0000-7000-8000-000000000006'`,
    'I1 transaction … sums to 600 money',
  ],
  [
    `UPDATE ledger_transactions SET provider_event_id = NULL WHERE kind = 'top_up'`,
    'I3 transaction … took 1000 from outside without a provider event',
  ],
])('%s', async (statement, finding) => {
  expect(await planted(statement)).toContain(finding);
});
