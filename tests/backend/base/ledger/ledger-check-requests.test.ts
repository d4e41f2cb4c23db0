import { expect, test } from 'vitest';
import { checkLedger } from '#backend/domain/money/audit/ledger-check.ts';
import { testBackend } from '../../../setup/backend.ts';
import { plantedIn } from '../../../setup/planted.ts';
import { requestingIn } from '../../../setup/requesting.ts';

/* As in `ledger-check.test.ts`: each test plants one kind of corruption and expects the check to name it. */
const app = await testBackend();
const planted = plantedIn(app);
const { request, answer } = requestingIn(app);
const waiting = await request(100);
const accepted = await request(40);
await answer(accepted.creator, accepted.id, 'accept');
const set = (what: string, { id }: { id: string }) =>
  `UPDATE message_requests SET ${what} WHERE conversation_id = '${id}'`;

test('finds nothing in correct data', async () => {
  expect(await checkLedger(app.ctx)).toEqual([]);
});

test('a request that ended without its hold being returned', async () => {
  expect(await planted(set(`state = 'expired'`, waiting))).toEqual([
    'I5 wallet_held of … says 100, the bids that lead, requests that wait and meters that are open 0',
    'I5 request in conversation … is expired for 100, on hold for it is 100',
  ]);
});

test('a request that waits for another price than is on hold', async () => {
  expect(await planted(set('price = 70', waiting))).toEqual([
    'I5 wallet_held of … says 100, the bids that lead, requests that wait and meters that are open 70',
    'I5 request in conversation … is pending for 70, on hold for it is 100',
  ]);
});

test('an accepted request that was charged another price', async () => {
  expect(await planted(set('price = 1', accepted))).toEqual([
    'I5 request in conversation … is accepted for 1, charged for it is 40',
  ]);
});

test('a charge without an accepted request', async () => {
  expect(await planted(set(`state = 'declined', transaction_id = NULL`, accepted))).toEqual([
    'I5 first message … belongs to no accepted request',
  ]);
});
