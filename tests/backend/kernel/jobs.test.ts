import { eq, sql } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { transaction } from '#backend/kernel/context.ts';
import { idempotencyKeys, jobs, rateLimits } from '#backend/db/schema/kernel.ts';
import { type JobFunction, jobKinds, recurring } from '#backend/jobs/kinds.ts';
import type { JobKind } from '#backend/kernel/job-payloads.ts';
import { enqueue } from '#backend/kernel/job-queue.ts';
import { createJobRunner, retryDelayMs } from '#backend/jobs/runner.ts';
import { makeTestApp } from '../../setup/test-app.ts';

const app = await makeTestApp();
const { ctx, db, ports } = app;
const mailId = ports.ids();
const job = { kind: 'mail-send', payload: { mailId } } as const;
const waiting = () =>
  db
    .select()
    .from(jobs)
    .where(sql`done_at IS NULL AND failed_at IS NULL AND kind = 'mail-send'`);
const theJob = async () => (await db.select().from(jobs).where(eq(jobs.kind, 'mail-send')))[0]!;

/** A job whose work the test controls, and a record of what was done. */
const done: string[] = [];
let work: JobFunction<{ mailId: string }> = async () => {};
const kinds = {
  'mail-send': (async (by, payload, run) => {
    await work(by, payload, run);
    done.push(payload.mailId);
  }) satisfies JobFunction<{ mailId: string }>,
};
const runner = () => createJobRunner(ctx, { kinds, recurring: {} });
beforeEach(async () => {
  await db.delete(jobs);
  done.length = 0;
  work = async () => {};
});

describe('queueing', () => {
  test('a job exists exactly if its cause was committed', async () => {
    await transaction(ctx, (tx) => enqueue(tx, job));
    await transaction(ctx, async (tx) => {
      await enqueue(tx, job);
      throw new Error('rolled back');
    }).catch(() => {});
    expect(await waiting()).toHaveLength(1);
  });

  test('a job with the same key waits at most once, and can be queued again when it is done', async () => {
    const { runDue } = runner();
    for (let times = 0; times < 3; times += 1) await enqueue(ctx, { ...job, dedupeKey: 'k' });
    await Promise.all(Array.from({ length: 10 }, () => enqueue(ctx, { ...job, dedupeKey: 'k' })));
    expect(await waiting()).toHaveLength(1);
    expect(await runDue()).toBe(1);
    await enqueue(ctx, { ...job, dedupeKey: 'k' });
    expect(await waiting()).toHaveLength(1);
  });

  test('it waits for its time', async () => {
    const { runDue } = runner();
    await enqueue(ctx, { ...job, runAt: new Date(ports.clock.now().getTime() + 5_000) });
    expect(await runDue()).toBe(0);
    ports.clock.move('5s');
    expect(await runDue()).toBe(1);
    expect(await runDue()).toBe(0);
    expect(done).toEqual([mailId]);
  });
});

describe('running', () => {
  test('many runners at once run each job once', async () => {
    const runners = Array.from({ length: 5 }, runner);
    const ids = Array.from({ length: 60 }, () => ports.ids());
    for (const id of ids) await enqueue(ctx, { kind: 'mail-send', payload: { mailId: id } });
    const counts = await Promise.all(runners.map(({ runDue }) => runDue()));
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(60);
    expect(done.toSorted()).toEqual(ids.toSorted());
  });

  test('a round is limited', async () => {
    const { runDue } = runner();
    for (let count = 0; count < 12; count += 1) await enqueue(ctx, job);
    expect([await runDue(5), await runDue(5), await runDue(5)]).toEqual([5, 5, 2]);
  });

  test('a failed job is retried at growing intervals, then given up, while the others continue', async () => {
    const { runDue } = runner();
    work = async () => {
      throw new Error('no post office');
    };
    await enqueue(ctx, { ...job, dedupeKey: 'k' });
    let tries = 0;
    while ((await theJob()).failedAt === null && tries < 20) {
      tries += await runDue();
      expect(await runDue()).toBe(0);
      ports.clock.move(retryDelayMs(tries));
    }
    expect(tries).toBe(10);
    expect(await theJob()).toMatchObject({
      attempts: 10,
      lastError: 'Error: no post office',
      doneAt: null,
      leasedUntil: null,
    });
    await enqueue(ctx, { ...job, dedupeKey: 'k' });
    expect(await waiting()).toHaveLength(1);
    expect(ports.log.lines.filter((line) => line.message === 'job gave up')).toHaveLength(1);
  });

  test('the wait doubles from five seconds to an hour', () => {
    expect([1, 2, 3, 9, 10, 11, 50].map((attempts) => retryDelayMs(attempts) / 1000)).toEqual([
      5, 10, 20, 1280, 2560, 3600, 3600,
    ]);
  });

  test('the job of a killed process runs again once its lease expires; its previous holder can no longer change anything', async () => {
    const { runDue } = runner();
    await enqueue(ctx, job);
    let release = () => {};
    work = () =>
      new Promise((resolve) => {
        release = resolve;
      });
    const stuck = runDue();
    await expect.poll(async () => (await theJob()).leasedUntil).not.toBeNull();
    work = async () => {
      throw new Error('still broken');
    };
    expect(await runDue()).toBe(0);
    ports.clock.move('31s');
    expect(await runDue()).toBe(1);
    release();
    await stuck;
    expect(await theJob()).toMatchObject({ attempts: 2, doneAt: null, lastError: 'Error: still broken' });
  });

  test('a process frozen while holding a job finds it taken over, and leaves it alone', async () => {
    let asleep: Promise<unknown> = Promise.resolve();
    // Claims the job and stalls until its lease has expired, while another process does the job.
    const execute = async (query: never) => {
      const claimed = await db.execute(query);
      await asleep;
      asleep = Promise.resolve();
      return claimed;
    };
    const sleepy = createJobRunner(
      {
        ...ctx,
        db: new Proxy(db, { get: (target, key) => (key === 'execute' ? execute : Reflect.get(target, key)) }),
      },
      { kinds, recurring: {} },
    );
    await sleepy.runDue();
    await enqueue(ctx, job);
    const wake = Promise.withResolvers<void>();
    asleep = wake.promise;
    const frozen = sleepy.runDue();
    await expect.poll(async () => (await theJob()).leasedUntil).not.toBeNull();
    ports.clock.move('31s');
    expect(await runner().runDue()).toBe(1);
    wake.resolve();
    await frozen;
    expect(done).toEqual([mailId]);
    expect(await theJob()).toMatchObject({ attempts: 2, doneAt: ports.clock.now() });
  });

  test('an unknown kind fails like any other', async () => {
    const { runDue } = runner();
    await enqueue(ctx, { kind: 'unheard-of' as JobKind, payload: {} });
    expect(await runDue()).toBe(1);
    const [row] = await db.select().from(jobs).where(eq(jobs.kind, 'unheard-of'));
    expect(row?.lastError).toBe('Error: there is no job of kind unheard-of');
  });
});

describe('long jobs', () => {
  /** Ends only when told to, or when aborted. */
  const untilReleased: JobFunction<unknown> = (_, __, { signal }) =>
    new Promise((resolve, reject) => {
      release = () => resolve();
      signal.addEventListener('abort', () => reject(signal.reason as Error));
    });
  let release = () => {};
  const known = {
    kinds: { ...kinds, 'process-file': untilReleased },
    recurring: {},
    longRunning: ['process-file'],
    renewEveryMs: 10,
  };
  const long = { kind: 'process-file', payload: { fileId: ports.ids() } } as const;
  const theLong = async () => (await db.select().from(jobs).where(eq(jobs.kind, 'process-file')))[0]!;

  test('keep their lease however long they take', async () => {
    const { runDue } = createJobRunner(ctx, known);
    await enqueue(ctx, long);
    const running = runDue();
    await expect.poll(async () => (await theLong()).leasedUntil).not.toBeNull();
    for (let beats = 0; beats < 5; beats += 1) {
      ports.clock.move('20s');
      const moment = ports.clock.now();
      await expect.poll(async () => (await theLong()).leasedUntil!.getTime() - moment.getTime()).toBe(30_000);
      expect(await createJobRunner(ctx, known).runDue()).toBe(0);
    }
    release();
    expect(await running).toBe(1);
    expect(await theLong()).toMatchObject({ attempts: 1, doneAt: ports.clock.now() });
  });

  test('let quick jobs pass in their own lane', async () => {
    const { runDue } = createJobRunner(ctx, known);
    await enqueue(ctx, long);
    await enqueue(ctx, job);
    expect(await runDue(10, { lane: 'quick' })).toBe(1);
    expect([done, (await theLong()).attempts]).toEqual([[mailId], 0]);
    const running = runDue(10, { lane: 'long' });
    await expect.poll(async () => (await theLong()).attempts).toBe(1);
    release();
    expect(await running).toBe(1);
  });

  test('and leave those that need the streams to the process that carries them', async () => {
    const lanes = createJobRunner(ctx, { ...known, longRunning: [], withStreams: [long.kind] });
    await enqueue(ctx, long);
    for (const lane of ['quick', 'long', 'outbound'] as const)
      expect(await lanes.runDue(10, { lane })).toBe(0);
    const running = lanes.runDue(10, { lane: 'streams' });
    await expect.poll(async () => (await theLong()).attempts).toBe(1);
    release();
    expect(await running).toBe(1);
  });

  test('and those that wait for other servers, in theirs', async () => {
    const lanes = createJobRunner(ctx, { ...known, longRunning: [], outbound: [long.kind] });
    await enqueue(ctx, long);
    await enqueue(ctx, job);
    expect(await lanes.runDue(10, { lane: 'quick' })).toBe(1);
    expect(await lanes.runDue(10, { lane: 'long' })).toBe(0);
    const running = lanes.runDue(10, { lane: 'outbound' });
    await expect.poll(async () => (await theLong()).attempts).toBe(1);
    release();
    expect(await running).toBe(1);
  });

  test('are handed back when the process ends, and taken up by the next at once', async () => {
    const { runDue } = createJobRunner(ctx, known);
    await enqueue(ctx, long);
    const ending = new AbortController();
    const running = runDue(10, { lane: 'long', signal: ending.signal });
    await expect.poll(async () => (await theLong()).attempts).toBe(1);
    ending.abort();
    await running;
    expect(await theLong()).toMatchObject({
      attempts: 0,
      leasedUntil: null,
      doneAt: null,
      failedAt: null,
      lastError: null,
    });
    const again = createJobRunner(ctx, known).runDue();
    await expect.poll(async () => (await theLong()).attempts).toBe(1);
    release();
    await again;
  });

  test('are told when another process has taken them over', async () => {
    await enqueue(ctx, long);
    const running = createJobRunner(ctx, known).runDue();
    await expect.poll(async () => (await theLong()).attempts).toBe(1);
    const theirs = new Date(ports.clock.now().getTime() + 100_000);
    await db.update(jobs).set({ leasedUntil: theirs });
    await running;
    expect(await theLong()).toMatchObject({ leasedUntil: theirs, lastError: null });
  });
});

describe('recurring jobs', () => {
  test('have one row per kind, which is rescheduled even after a failure', async () => {
    const [first, second] = [createJobRunner(ctx), createJobRunner(ctx)];
    await Promise.all([first.runDue(), second.runDue()]);
    const rows = () =>
      db
        .select()
        .from(jobs)
        .where(sql`dedupe_key LIKE 'every:%'`);
    expect((await rows()).map((row) => row.kind).toSorted()).toEqual(Object.keys(recurring).toSorted());
    ports.clock.move('2h');
    expect(await first.runDue()).toBe(Object.keys(recurring).length);
    expect(await rows()).toHaveLength(Object.keys(recurring).length);
    expect(
      (await rows()).every(
        (row) => row.doneAt === null && row.attempts === 0 && row.runAt > ports.clock.now(),
      ),
    ).toBe(true);
  });

  test('cleanup deletes what has expired and nothing else', async () => {
    const fan = await app.makeFan();
    const ago = (days: number) => new Date(ports.clock.now().getTime() - days * 86_400_000);
    await db.insert(idempotencyKeys).values([
      { accountId: fan.id, key: 'old-key-1', fingerprint: 'f', createdAt: ago(8) },
      { accountId: fan.id, key: 'new-key-1', fingerprint: 'f', createdAt: ago(6) },
    ]);
    await db.insert(rateLimits).values([
      { key: 'past', hits: 1, resetAt: ago(1) },
      { key: 'present', hits: 1, resetAt: ago(-1) },
    ]);
    await db.insert(jobs).values(
      [8, 6].map((days) => ({
        id: ports.ids(),
        kind: 'mail-send',
        payload: {},
        runAt: ago(days),
        createdAt: ago(days),
        doneAt: ago(days),
      })),
    );
    await jobKinds.tidy(ctx, {}, { attempt: 1, signal: new AbortController().signal });
    expect((await db.select().from(idempotencyKeys)).map((row) => row.key)).toEqual(['new-key-1']);
    expect((await db.select().from(rateLimits)).map((row) => row.key)).toEqual(['present']);
    expect(await db.select().from(jobs).where(eq(jobs.kind, 'mail-send'))).toHaveLength(1);
  });
});
