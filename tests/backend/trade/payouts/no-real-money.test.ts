import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { request } from '#backend/domain/trade/payouts/requests.ts';
import { jobs } from '#backend/db/schema/kernel.ts';
import { transferPayout } from '#backend/domain/trade/payouts/transfer.ts';
import type { OperatorCtx } from '#backend/domain/across/operator/audit.ts';
import {
  approvePayout,
  payPayout,
  processPayout,
  rejectPayout,
} from '#backend/domain/across/operator/payouts.ts';
import { getSettings } from '#backend/domain/across/operator/settings.ts';
import { testBackend } from '../../../setup/backend.ts';
import { newOperator } from '../../../setup/operators.ts';
import { payoutsIn } from '../../../setup/payouts.ts';

/* What test cards brought in on a real site is never paid out. */
const app = await testBackend();
const { operator, earn, makeBank, ask } = payoutsIn(app);
const unpaid: OperatorCtx = { ...operator, config: { ...operator.config, takesNoMoney: true } };
const refusal = 'This site takes no real money yet';

async function requested(): Promise<string> {
  const creator = await app.makeCreator();
  await earn(creator.id, 20_000);
  await makeBank(creator);
  return (await ask(creator, 10_000))._id;
}

test('each step on the way to a payout is refused, and only rejecting it works', async () => {
  const id = await requested();
  await expect(approvePayout(unpaid, id)).rejects.toThrow(refusal);
  await approvePayout(operator, id);
  await expect(processPayout(unpaid, id)).rejects.toThrow(refusal);
  // The job waits for the provider's keys.
  await transferPayout(unpaid, id);
  const waiting = await app.db.select().from(jobs).where(eq(jobs.kind, 'payout-transfer'));
  expect(waiting.map(({ payload }) => payload)).toContainEqual({ payoutId: id });
  await processPayout(operator, id);
  await expect(payPayout(unpaid, id, 'REF-1')).rejects.toThrow(refusal);
  const other = await requested();
  expect((await rejectPayout(unpaid, other, 'Nothing was real.')).state).toBe('rejected');
});

test('a creator can’t request one', async () => {
  const creator = await app.makeCreator();
  await earn(creator.id, 20_000);
  await makeBank(creator);
  const ctx = { ...app.ctxOf(creator.viewer), config: unpaid.config };
  await expect(request(ctx, { amount: 10_000 } as never)).rejects.toThrow(refusal);
});

test('the desk and the settings say what is really in use', async () => {
  await app.settings.set('paymentGateway', 'stripe');
  expect(await getSettings(operator, 'paymentGateway')).toMatchObject([{ value: 'sandbox' }]);
  const { token } = await newOperator(app);
  expect((await app.ok('GET /operator/health', { token })).payments).toBe('sandbox');
  expect((await app.ok('GET /operator/me', { token })).takesNoMoney).toBe(false);
  const real = await testBackend({ config: { takesNoMoney: true } });
  const { token: there } = await newOperator(real);
  expect((await real.ok('GET /operator/me', { token: there })).takesNoMoney).toBe(true);
});
