import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { settleDueStreams } from '#backend/domain/talk/streams/private/expiring.ts';
import { testBackend } from '../../../setup/backend.ts';
import { fileOf, run } from '../../../setup/child.ts';
import { privateStreamsIn } from '../../../setup/private-streams.ts';

/*
 * Many pairs stream in a process that is killed again and again. Afterwards nobody paid for time without media,
 * every hold is back, and all of the ledger adds up.
 */
const [size, rounds] = process.env.DEEP ? [50, 12] : [12, 2];
const app = await testBackend();
const { openCreator, richFan, ask, answer, wallet, held, metersOf, sound, rowOf } = privateStreamsIn(app);
const { ctx, ports } = app;

/** The last second that a killed process printed. */
const livedIn = (said: string): number => Number(/.*lived (\d+)\n/s.exec(said)?.[1] ?? 0);

/** Whether a meter is closed and charged no more than there was media; returns what it charged. */
async function closedFairly(id: string, { perMinute, media }: { perMinute: number; media: number }) {
  const [meter] = await metersOf(id);
  if (!meter) throw new Error(`${id} has no meter`);
  expect((await rowOf(id))?.state).toBe('ended');
  expect(meter.state).toBe('closed');
  expect(meter.seconds).toBeGreaterThan(0);
  expect(meter.seconds).toBeLessThanOrEqual(media);
  expect(meter.charged).toBe(Math.floor((meter.seconds * perMinute) / 60));
  return meter.charged;
}

test(`kill -9 of ${size} private streams: no second without media is charged, no hold is lost`, async () => {
  const pairs = await Promise.all(
    Array.from({ length: size }, async (_, index) => {
      const perMinute = 7 + index * 3;
      const [creator, fan] = [await openCreator({ perMinute }), await richFan(2_000 + index * 50)];
      const id = await ask(fan, creator, { expectedPerMinute: perMinute });
      await answer(creator, id, 'accept');
      return { fan, id, perMinute, funds: 2_000 + index * 50 };
    }),
  );
  let media = 0;
  for (let round = 0; round < rounds; round += 1) {
    const program = run(fileOf('./private-stream-program.ts'), {
      env: { DATABASE_URL: app.url, BEGINS: ports.clock.now().toISOString(), NODE_ENV: 'test' },
    });
    await program.says(/lived 12\n/);
    await sleep(round * 35);
    program.process.kill('SIGKILL');
    await program.ended;
    const lived = livedIn(program.stdout());
    media += lived;
    ports.clock.move((lived + 25) * 1_000);
    await settleDueStreams(ctx);
    await sound();
  }
  expect(media).toBeGreaterThanOrEqual(12 * rounds);
  ports.clock.move(300_000);
  await settleDueStreams(ctx);
  await sound();
  for (const { fan, id, perMinute, funds } of pairs) {
    const charged = await closedFairly(id, { perMinute, media });
    expect(await held(fan)).toBe(0);
    expect(await wallet(fan)).toBe(funds - charged);
  }
}, 120_000);
