import { eq } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import type { UserCtx } from '#backend/kernel/context.ts';
import { idempotencyKeys } from '#backend/db/schema/kernel.ts';
import { claimKey, once } from '#backend/kernel/idempotency.ts';
import { AppError } from '#backend/kernel/errors.ts';
import { type Person, makeTestApp } from '../../setup/test-app.ts';

const app = await makeTestApp();
let fan: Person;
let key: string;
beforeEach(async () => {
  fan = await app.makeFan();
  key = app.ports.ids();
});
const as = (person: Person, idempotencyKey: string | null = key): UserCtx =>
  app.ctxOf(person.viewer, { idempotencyKey });
const kept = () => app.db.select().from(idempotencyKeys).where(eq(idempotencyKeys.key, key));
const intent = (input: unknown = { amount: 1 }) => ({ route: 'POST /x', input });

test('the operation runs once, and its reply is repeated', async () => {
  let runs = 0;
  const work = async () => ({ number: (runs += 1), at: '2026-01-01', deep: { list: [1, null] } });
  const first = await once(as(fan), intent(), work);
  expect(await once(as(fan), intent(), work)).toEqual(first);
  expect(runs).toBe(1);
});

test('fifty at once: one runs, the others wait and get its reply', async () => {
  let runs = 0;
  const replies = await Promise.all(
    Array.from({ length: 50 }, () => once(as(fan), intent(), async () => ({ number: (runs += 1) }))),
  );
  expect([runs, new Set(replies.map((reply) => JSON.stringify(reply)))]).toEqual([
    1,
    new Set(['{"number":1}']),
  ]);
});

test('a different body or call with a used key is rejected', async () => {
  await once(as(fan), intent(), async () => ({}));
  for (const other of [intent({ amount: 2 }), { route: 'POST /y', input: { amount: 1 } }]) {
    await expect(once(as(fan), other, async () => ({}))).rejects.toMatchObject({
      status: 409,
      code: 'idempotency_mismatch',
    });
  }
});

test('a failure leaves no trace: the key can be used again, even with a different body', async () => {
  await expect(
    once(as(fan), intent(), async () => {
      throw new AppError(402, 'insufficient_balance', 'no');
    }),
  ).rejects.toMatchObject({ status: 402 });
  expect(await kept()).toEqual([]);
  expect(await once(as(fan), intent({ amount: 2 }), async () => ({ fine: true }))).toEqual({ fine: true });
});

test('of fifty whose first attempts fail, exactly one succeeds', async () => {
  let runs = 0;
  const outcomes = await Promise.allSettled(
    Array.from({ length: 50 }, () =>
      once(as(fan), intent(), async () => {
        runs += 1;
        if (runs < 5) throw new Error('not yet');
        return { run: runs };
      }),
    ),
  );
  const replies = outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : []));
  expect([outcomes.length - replies.length, runs, new Set(replies.map((reply) => reply.run))]).toEqual([
    4,
    5,
    new Set([5]),
  ]);
});

test('keys belong to an account, and an empty key is ignored', async () => {
  const other = await app.makeFan();
  let runs = 0;
  const work = async () => ({ run: (runs += 1) });
  await once(as(fan), intent(), work);
  await once(as(other), intent(), work);
  await once(as(fan, null), intent(), work);
  await once(as(fan, null), intent(), work);
  expect(runs).toBe(4);
});

test('the reply is stored with the effect: a crash between the two keeps neither', async () => {
  await app.db
    .transaction(async (db) => {
      const tx = { ...as(fan), db, inTransaction: true };
      expect(await claimKey(tx, intent())).toEqual({ isNew: true });
      throw new Error('killed');
    })
    .catch(() => {});
  expect(await kept()).toEqual([]);
});
