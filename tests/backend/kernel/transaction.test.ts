import { eq, sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { type Ctx, transaction } from '#backend/kernel/context.ts';
import { fetchRows } from '#backend/db/db.ts';
import { accounts } from '#backend/db/schema/accounts.ts';
import { testBackend } from '../../setup/backend.ts';

const app = await testBackend();
const { ctx, db } = app;
const hold = (tx: Ctx, id: string) =>
  tx.db.select({ id: accounts.id }).from(accounts).where(eq(accounts.id, id)).for('update');
/** Whether a transaction waits for a lock that `tx` holds. Others' waits, such as a job's, don't count. */
const isWaitedFor = async (tx: Ctx) =>
  (
    await fetchRows<{ n: number }>(
      tx.db.execute(
        sql`SELECT count(*)::int AS n FROM pg_stat_activity WHERE pg_backend_pid() = ANY(pg_blocking_pids(pid))`,
      ),
    )
  )[0]!.n > 0;

test('two in a deadlock both succeed, and their events are sent once', async () => {
  const [a, b] = [await app.makeFan(), await app.makeFan()];
  const runs = { first: 0, second: 0 };
  const told: string[] = [];
  let bHeld: () => void = () => undefined;
  const bIsHeld = new Promise<void>((resolve) => {
    bHeld = resolve;
  });
  const holdBoth = (
    name: 'first' | 'second',
    ids: readonly [string, string],
    between: (tx: Ctx) => Promise<void>,
  ) =>
    transaction(ctx, async (tx) => {
      runs[name] += 1;
      await hold(tx, ids[0]);
      tx.afterCommit(() => told.push(name));
      if (runs[name] === 1) await between(tx);
      await hold(tx, ids[1]);
      return name;
    });
  const first = holdBoth('first', [a.id, b.id], () => bIsHeld);
  const second = holdBoth('second', [b.id, a.id], async (tx) => {
    bHeld();
    while (!(await isWaitedFor(tx))) await new Promise((go) => setImmediate(go));
  });
  expect(await Promise.all([first, second])).toEqual(['first', 'second']);
  expect(told.toSorted()).toEqual(['first', 'second']);
  // Three, unless the machine is so busy that the victim comes back before the other one has its lock.
  expect(runs.first + runs.second).toBeGreaterThanOrEqual(3);
});

test('any other error is thrown at once, and rolled back', async () => {
  const fan = await app.makeFan({ name: 'Fay' });
  let runs = 0;
  const failing = transaction(ctx, async (tx) => {
    runs += 1;
    await tx.db.update(accounts).set({ name: 'Somebody else' }).where(eq(accounts.id, fan.id));
    await tx.db.execute(sql`SELECT 1 / 0`);
  });
  await expect(failing).rejects.toThrow();
  expect([
    runs,
    (await db.select({ name: accounts.name }).from(accounts).where(eq(accounts.id, fan.id)))[0]?.name,
  ]).toEqual([1, 'Fay']);
});
