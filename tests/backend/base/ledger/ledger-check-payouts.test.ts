import { expect, test } from 'vitest';
import { checkLedger } from '#backend/domain/money/audit/ledger-check.ts';
import { approvePayout, payPayout, processPayout } from '#backend/domain/across/operator/payouts.ts';
import { testBackend } from '../../../setup/backend.ts';
import { payoutsIn } from '../../../setup/payouts.ts';
import { plantedIn } from '../../../setup/planted.ts';

/* As in `ledger-check.test.ts`: each test plants one kind of corruption and expects the check to name it. */
const app = await testBackend();
const planted = plantedIn(app);
const { ctx } = app;
const { operator, earn, makeBank, ask } = payoutsIn(app);
const creator = await app.makeCreator();
await makeBank(creator);
await earn(creator.id, 30_000);
const paid = await ask(creator, 12_000);
await approvePayout(operator, paid._id);
await processPayout(operator, paid._id);
await payPayout(operator, paid._id, 'R1');
const open = await ask(creator, 10_000);

test('finds nothing in correct data', async () => {
  expect(await checkLedger(ctx)).toEqual([]);
});

test('a request that ended without returning its money', async () => {
  expect(await planted(`UPDATE payout_requests SET state = 'cancelled' WHERE id = '${open._id}'`)).toEqual([
    'I5 payout of … says 10000, the open requests 0',
    'I5 payout … is cancelled over 10000, its entries set aside 10000 and paid 0',
  ]);
});

test('a request for more than was reserved', async () => {
  expect(await planted(`UPDATE payout_requests SET amount = 10001 WHERE id = '${open._id}'`)).toEqual([
    'I5 payout of … says 10000, the open requests 10001',
    'I5 payout … is pending over 10001, its entries set aside 10000 and paid 0',
  ]);
});

test("a request marked as paid that wasn't", async () => {
  expect(await planted(`UPDATE payout_requests SET state = 'paid' WHERE id = '${open._id}'`)).toContain(
    'I5 payout … is paid over 10000, its entries set aside 10000 and paid 0',
  );
});

test('two open requests', async () => {
  expect(
    await planted(
      'DROP INDEX payout_requests_one_open',
      `UPDATE payout_requests SET state = 'approved' WHERE id = '${paid._id}'`,
    ),
  ).toContain('I5 2 payouts of … are open');
});

test('an entry without its request', async () => {
  expect(await planted(`DELETE FROM payout_requests WHERE id = '${paid._id}'`)).toEqual(
    expect.arrayContaining(['I5 payout entry … belongs to no request']),
  );
});

test('more paid out than ever came in', async () => {
  expect(
    await planted(
      `UPDATE ledger_postings p SET amount = 21999 FROM ledger_transactions t WHERE t.id = p.transaction_id AND t.kind = 'charge' AND p.amount = 30000`,
    ),
  ).toContain('I5 payouts of … come to 22000, all that was ever earned to 21999');
});
