import { eq, sql } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { jobs, rateLimits, settings } from '#backend/db/schema/kernel.ts';
import { delayed, type JobFunction, jobKinds, recurring } from '#backend/jobs/kinds.ts';
import { createJobRunner } from '#backend/jobs/runner.ts';
import { createEventBudget } from '#backend/kernel/event-budget.ts';
import { enqueue } from '#backend/kernel/job-queue.ts';
import { limitRate } from '#backend/kernel/rate-limit.ts';
import { createSettings } from '#backend/kernel/settings.ts';
import { makeTestApp } from '../../setup/test-app.ts';

const app = await makeTestApp();
const { ctx, db, ports } = app;
const ahead = 3 * 3600_000;
const putRight = () => ports.clock.move(-ahead);

const ran: string[] = [];
let mend = async () => {};
const kinds = Object.fromEntries(
  Object.keys(jobKinds).map((kind): [string, JobFunction<never>] => [
    kind,
    async () => {
      ran.push(kind);
      if (kind === 'mail-send') await mend();
    },
  ]),
);
const runner = () => createJobRunner(ctx, { kinds, recurring, delayed });
const theMail = async () => (await db.select().from(jobs).where(eq(jobs.kind, 'mail-send')))[0]!;
beforeEach(async () => {
  await db.delete(jobs);
  ran.length = 0;
  mend = async () => {};
});

describe('after a clock that ran ahead is put right', () => {
  const due = () =>
    db
      .select({ kind: jobs.kind, runAt: jobs.runAt })
      .from(jobs)
      .where(sql`dedupe_key LIKE 'every:%'`);

  test.each([
    ['a running process', (same: ReturnType<typeof runner>) => same],
    ['one that starts', () => runner()],
  ])('every recurring job is due within its interval: %s', async (_, next) => {
    const first = runner();
    await first.runDue();
    ports.clock.move(ahead);
    await first.runDue();
    putRight();
    ran.length = 0;
    await next(first).runDue();
    expect(ran.toSorted()).toEqual(Object.keys(recurring).toSorted());
    const late = (await due()).filter(
      ({ kind, runAt }) =>
        runAt.getTime() - ports.clock.now().getTime() >
        1_000 * (recurring[kind as keyof typeof recurring] ?? 0),
    );
    expect(late).toEqual([]);
  });

  test('a failed job is tried again at once, then waits as usual', async () => {
    const { runDue } = createJobRunner(ctx, { kinds, recurring: {} });
    mend = () => Promise.reject(new Error('no post office'));
    ports.clock.move(ahead);
    await enqueue(ctx, { kind: 'mail-send', payload: { mailId: ports.ids() } });
    await runDue();
    putRight();
    expect([await runDue(), await runDue()]).toEqual([1, 0]);
    ports.clock.move('10s');
    expect(await runDue()).toBe(1);
  });

  test('a payment is looked after as soon as if it had been made now, and a date that was chosen is kept', async () => {
    const { runDue } = createJobRunner(ctx, { kinds, recurring: {}, delayed });
    ports.clock.move(ahead);
    const inAMinute = () => new Date(ports.clock.now().getTime() + 60_000);
    await enqueue(ctx, {
      kind: 'payment-reconcile',
      payload: { paymentId: ports.ids() },
      runAt: inAMinute(),
    });
    await enqueue(ctx, { kind: 'auction-end', payload: { auctionId: ports.ids() }, runAt: inAMinute() });
    putRight();
    expect(await runDue()).toBe(0);
    ports.clock.move('1m');
    await runDue();
    expect(ran).toEqual(['payment-reconcile']);
    ports.clock.move(ahead);
    await runDue();
    expect(ran).toEqual(['payment-reconcile', 'auction-end']);
  });

  test('the job of a process that died meanwhile is taken over, and that of a living one isn’t', async () => {
    const { runDue } = createJobRunner(ctx, { kinds, recurring: {} });
    await runDue();
    await enqueue(ctx, { kind: 'mail-send', payload: { mailId: ports.ids() } });
    const lease = (ms: number) =>
      db.update(jobs).set({ leasedUntil: new Date(ports.clock.now().getTime() + ms) });
    await lease(ahead);
    for (let renewals = 0; renewals < 4; renewals += 1) {
      ports.clock.move('31s');
      await lease(ahead);
      expect(await runDue()).toBe(0);
    }
    ports.clock.move('31s');
    expect(await runDue()).toBe(1);
    expect((await theMail()).doneAt).not.toBeNull();
  });

  test('a rate limit ends when its own length is over', async () => {
    const rule = { max: 1, seconds: 60 };
    ports.clock.move(ahead);
    await limitRate(ctx, 'k', rule);
    putRight();
    await expect(limitRate(ctx, 'k', rule)).rejects.toMatchObject({ status: 429 });
    ports.clock.move('61s');
    await expect(limitRate(ctx, 'k', rule)).resolves.toBe(1);
    await db.delete(rateLimits);
  });

  test('settings are read again, and events are counted anew', async () => {
    const clock = () => ports.clock.now().getTime();
    const own = createSettings(db, clock);
    const count = createEventBudget(clock)();
    ports.clock.move(ahead);
    await own.all();
    for (let events = 0; events < 70; events += 1) count(null);
    expect(count(null).is).toBe('over');
    putRight();
    await db
      .insert(settings)
      .values({ key: 'siteName', value: sql`'"Elsewhere"'::jsonb`, updatedAt: ports.clock.now() });
    expect((await own.all()).siteName).toBe('Elsewhere');
    expect(count(null).is).toBe('within');
    await db.delete(settings).where(eq(settings.key, 'siteName'));
  });
});
