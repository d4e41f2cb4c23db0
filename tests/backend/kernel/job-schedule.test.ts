import { eq, sql } from 'drizzle-orm';
import type { PoolClient } from 'pg';
import { beforeEach, describe, expect, test } from 'vitest';
import { jobs } from '#backend/db/schema/kernel.ts';
import { transaction } from '#backend/kernel/context.ts';
import { endRest, enqueue, enqueueNow } from '#backend/kernel/job-queue.ts';
import {
  type JobFunction,
  jobKinds,
  longRunning,
  outbound,
  recurring,
  withStreams,
} from '#backend/jobs/kinds.ts';
import { type Lane, createJobRunner } from '#backend/jobs/runner.ts';
import { JobSchedule } from '#backend/jobs/schedule.ts';
import { makeTestApp } from '../../setup/test-app.ts';

/* When the server looks for jobs. The clock is the test's: each `tick` is one second. */

let queued = () => {};
const app = await makeTestApp({ ports: { jobQueued: () => queued() } });
const { ctx, db, ports, pool } = app;

/** What was sent to the database, which the tests of an idle server count. */
const statements: string[] = [];
const counted = new WeakSet<PoolClient>();
pool.on('acquire', (client) => {
  if (counted.has(client)) return;
  counted.add(client);
  const query = client.query.bind(client) as (...given: unknown[]) => unknown;
  client.query = ((...given: unknown[]) => {
    const [first] = given as [string | { text: string }];
    statements.push(typeof first === 'string' ? first : first.text);
    return query(...given);
  }) as typeof client.query;
});

const lanes = ['quick', 'outbound', 'long', 'long', 'streams'] as const;
const allKinds = { kinds: jobKinds, recurring, longRunning, outbound, withStreams };
type Known = Parameters<typeof createJobRunner>[1];

/** A server's schedule, as `host.ts` makes it. */
function startServer(known: Known = allKinds, runs: readonly Lane[] = lanes) {
  const runner = createJobRunner(ctx, known);
  const schedule = new JobSchedule({
    lanes: runs.map((lane) => ({ lane, run: (signal) => runner.runDue(undefined, { lane, signal }) })),
    loadDue: (until) => runner.loadDue(until),
    clock: ports.clock,
    log: ports.log,
  });
  return {
    wake: () => schedule.wake(),
    stop: () => schedule.stop(),
    tick: () => schedule.tick(),
    async seconds(count: number) {
      for (let passed = 0; passed < count; passed += 1) {
        ports.clock.move('1s');
        await schedule.tick();
      }
    },
  };
}

const mailId = ports.ids();
const mail = { kind: 'mail-send', payload: { mailId } } as const;
const done: string[] = [];
const mails = {
  kinds: {
    'mail-send': (async (_, { mailId: id }) => void done.push(id)) satisfies JobFunction<{ mailId: string }>,
  },
  recurring: {},
};
const inSeconds = (count: number) => new Date(ports.clock.now().getTime() + count * 1_000);

beforeEach(async () => {
  queued = () => {};
  await db.delete(jobs);
  done.length = 0;
});

describe('an idle server', () => {
  test('sends the database at most 30 statements a minute', async () => {
    const server = startServer();
    await server.seconds(120);
    statements.length = 0;
    await server.seconds(600);
    expect(statements.length).toBeGreaterThan(10);
    expect(statements.length / 10).toBeLessThanOrEqual(30);
  });

  test('still runs every recurring job in time', async () => {
    const ran = new Map<string, number>();
    const kinds = Object.fromEntries(
      Object.keys(recurring).map((kind): [string, JobFunction<never>] => [
        kind,
        async () => void ran.set(kind, (ran.get(kind) ?? 0) + 1),
      ]),
    );
    const server = startServer({ ...allKinds, kinds });
    await server.seconds(1);
    ran.clear();
    await server.seconds(3_600);
    const wanted = Object.entries(recurring).map(([kind, every]) => [kind, 3_600 / every]);
    expect(Object.fromEntries(ran)).toEqual(Object.fromEntries(wanted));
  });
});

describe('a job', () => {
  test('runs as soon as it is queued, without a tick', async () => {
    const server = startServer(mails);
    await server.seconds(3);
    queued = server.wake;
    await enqueue(ctx, mail);
    await expect.poll(() => done).toEqual([mailId]);
  });

  test('queued in a transaction runs after the commit, and one that is rolled back announces nothing', async () => {
    const server = startServer(mails);
    await server.seconds(3);
    let woken = 0;
    queued = () => {
      woken += 1;
      server.wake();
    };
    await transaction(ctx, async (tx) => {
      await enqueue(tx, mail);
      await server.seconds(5);
      expect([done, woken]).toEqual([[], 0]);
    });
    await expect.poll(() => done).toEqual([mailId]);
    await transaction(ctx, async (tx) => {
      await enqueue(tx, mail);
      throw new Error('rolled back');
    }).catch(() => {});
    expect(woken).toBe(1);
  });

  test('several queued at once are looked for twice at most', async () => {
    const server = startServer(mails);
    await server.seconds(3);
    queued = server.wake;
    statements.length = 0;
    await Promise.all(Array.from({ length: 20 }, () => enqueue(ctx, mail)));
    await server.seconds(1);
    expect(done).toHaveLength(20);
    expect(statements.filter((text) => text.includes('GROUP BY 1')).length).toBeLessThanOrEqual(2);
  });

  test('due later runs in the second when it is due, without statements until then', async () => {
    const server = startServer(mails);
    await server.seconds(3);
    queued = server.wake;
    await enqueue(ctx, { ...mail, runAt: inSeconds(40) });
    await server.seconds(1);
    statements.length = 0;
    await server.seconds(38);
    expect([done, statements]).toEqual([[], []]);
    await server.seconds(1);
    expect(done).toEqual([mailId]);
  });

  test('of another process, whose announcement was lost, runs within a minute', async () => {
    const server = startServer(mails);
    await server.seconds(3);
    await enqueue(ctx, mail);
    await server.seconds(61);
    expect(done).toEqual([mailId]);
  });

  test('due in an hour runs in its second', async () => {
    const server = startServer(mails);
    await enqueue(ctx, { ...mail, runAt: inSeconds(3_600) });
    await server.seconds(3_599);
    expect(done).toEqual([]);
    await server.seconds(1);
    expect(done).toEqual([mailId]);
  });

  test('that fails is tried again when its wait is over', async () => {
    let tries = 0;
    const failing = async () => {
      tries += 1;
      throw new Error('no post office');
    };
    const server = startServer({ kinds: { 'mail-send': failing }, recurring: {} });
    await server.seconds(3);
    queued = server.wake;
    await enqueue(ctx, mail);
    await expect.poll(() => tries).toBe(1);
    await server.seconds(4);
    expect(tries).toBe(1);
    await server.seconds(1);
    expect(tries).toBe(2);
    await server.seconds(10);
    expect(tries).toBe(3);
  });

  test('that gave up costs nothing', async () => {
    await enqueue(ctx, mail);
    await db.update(jobs).set({ failedAt: ports.clock.now() });
    const server = startServer(mails);
    await server.seconds(5);
    statements.length = 0;
    await server.seconds(50);
    expect([done, statements]).toEqual([[], []]);
  });

  test('of a killed process runs when its lease is over', async () => {
    await enqueue(ctx, mail);
    await db.update(jobs).set({ leasedUntil: inSeconds(20), attempts: 1 });
    const server = startServer(mails);
    await server.seconds(19);
    expect(done).toEqual([]);
    await server.seconds(1);
    expect(done).toEqual([mailId]);
  });

  test('runs once, whichever of two servers looks first', async () => {
    const [one, other] = [startServer(mails), startServer(mails)];
    await Promise.all([one.seconds(2), other.seconds(1)]);
    queued = () => {
      one.wake();
      other.wake();
    };
    for (let count = 0; count < 20; count += 1) await enqueue(ctx, mail);
    await one.seconds(2);
    await other.seconds(2);
    expect(done).toHaveLength(20);
  });

  test('is put forward by queuing it for now', async () => {
    const server = startServer(mails);
    await server.seconds(3);
    queued = server.wake;
    await enqueue(ctx, { ...mail, dedupeKey: 'k', runAt: inSeconds(3_600) });
    await server.seconds(1);
    await enqueueNow(ctx, { ...mail, dedupeKey: 'k' });
    await expect.poll(() => done).toEqual([mailId]);
  });
});

describe('a clock', () => {
  test('put forward runs what has become due at the next tick', async () => {
    const server = startServer(mails);
    await enqueue(ctx, { ...mail, runAt: inSeconds(86_400) });
    await server.seconds(2);
    ports.clock.move('24h');
    // Known to be due only after looking, which the tick does first.
    await server.seconds(1);
    expect(done).toEqual([mailId]);
  });

  test('put back doesn’t leave recurring jobs waiting for the wrong time', async () => {
    let ran = 0;
    const server = startServer({ kinds: { tidy: async () => void (ran += 1) }, recurring: { tidy: 60 } });
    ports.clock.move('3h');
    await server.seconds(2);
    ran = 0;
    ports.clock.move(-3 * 3_600_000);
    await server.seconds(2);
    expect(ran).toBe(1);
  });
});

describe('a lane', () => {
  test('that is busy leaves the others alone', async () => {
    let release = () => {};
    const slow = () => new Promise<void>((resolve) => (release = resolve));
    const known = {
      kinds: { ...mails.kinds, 'process-file': slow },
      recurring: {},
      longRunning: ['process-file'],
    };
    const server = startServer(known, ['quick', 'long']);
    await server.seconds(3);
    queued = server.wake;
    await enqueue(ctx, { kind: 'process-file', payload: { fileId: ports.ids() } });
    const theFile = () => db.select().from(jobs).where(eq(jobs.kind, 'process-file'));
    await expect.poll(async () => (await theFile())[0]!.attempts).toBe(1);
    // A tick waits for its rounds, which this one would do forever.
    ports.clock.move('1s');
    const ticked = server.tick();
    await enqueue(ctx, mail);
    await expect.poll(() => done).toEqual([mailId]);
    release();
    await ticked;
  });

  test('whose round fails tries again, and says so', async () => {
    const server = startServer(mails);
    await server.seconds(2);
    await db.execute(sql`ALTER TABLE jobs RENAME TO jobs_away`);
    server.wake();
    await server.seconds(2);
    await db.execute(sql`ALTER TABLE jobs_away RENAME TO jobs`);
    await enqueue(ctx, mail);
    await server.seconds(1);
    expect(done).toEqual([mailId]);
    expect(ports.log.lines.some(({ message }) => message.startsWith('Jobs could not run'))).toBe(true);
  });

  test('stops for good', async () => {
    const server = startServer(mails);
    await server.seconds(2);
    await server.stop();
    await enqueue(ctx, mail);
    server.wake();
    await server.seconds(3);
    expect(done).toEqual([]);
  });
});

describe('a recurring job that found nothing to wait for', () => {
  const runAt = async () => (await db.select().from(jobs))[0]!.runAt;
  const rests = { kinds: { 'streams-due': async () => 'rests' as const }, recurring: { 'streams-due': 10 } };

  test('runs again after a minute, or soon after something begins', async () => {
    const server = startServer(rests);
    await server.seconds(2);
    expect((await runAt()).getTime() % 60_000).toBe(0);
    const soon = inSeconds(10);
    await db.update(jobs).set({ runAt: inSeconds(50) });
    await endRest(ctx, 'streams-due', 10);
    expect(await runAt()).toEqual(soon);
    await endRest(ctx, 'streams-due', 30);
    expect(await runAt()).toEqual(soon);
  });
});
