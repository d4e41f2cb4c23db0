import { chmod, mkdtemp, readFile, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
// @ts-expect-error the scripts are plain JavaScript
import { freePort } from '../../scripts/free-port.mjs';
import { fileOf, run, type Program } from '../setup/child.ts';
import { crowdAt, type Crowd, type Guest } from '../setup/live-crowd.ts';

/*
 * A stream whose audience comes and goes, with its chat, on a server and the relay beside it, for ten minutes.
 */
const isRun = Boolean(process.env.DEEP) && process.platform === 'linux';
const [seconds, warmUp, audience] = [600, 180, 40];
const sampleMs = 5_000;

let folder = '';
let url = '';
let server: Program;
beforeAll(async () => {
  if (!isRun) return;
  folder = await mkdtemp(join(tmpdir(), 'limelight-soak-'));
  await chmod(folder, 0o755);
  const port = await (freePort as () => Promise<number>)();
  url = `http://localhost:${port}`;
  server = run(fileOf('#backend/node/main.ts'), {
    // Without ffmpeg, because there is nothing in the pictures that it could pack.
    env: {
      PORT: String(port),
      DATA_DIR: folder,
      LIVE_UDP_PORT: '0',
      TRUSTED_PROXIES: '1',
      FFMPEG_PATH: '/nowhere/ffmpeg',
    },
  });
  await server.says(/^ready /m);
}, 180_000);
afterAll(async () => {
  if (!isRun) return;
  server.process.kill('SIGTERM');
  await server.ended;
  await rm(folder, { recursive: true, force: true });
});

async function relayOf(parent: number): Promise<number> {
  const children = await readFile(`/proc/${parent}/task/${parent}/children`, 'utf8');
  for (const pid of children.trim().split(' '))
    if ((await readFile(`/proc/${pid}/cmdline`, 'utf8')).includes('relay/child.ts')) return Number(pid);
  throw new Error('the server has no relay');
}
interface Sample {
  readonly megabytes: number;
  readonly threads: number;
  readonly files: number;
}
async function look(pid: number): Promise<Sample> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  const field = (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(status)?.[1]);
  const files = (await readdir(`/proc/${pid}/fd`)).length;
  return { megabytes: field('VmRSS') / 1_024, threads: field('Threads'), files };
}
function medians(samples: readonly Sample[]): Sample {
  const of = (name: keyof Sample) => samples.map((each) => each[name]).toSorted((a, b) => a - b);
  const middle = (values: readonly number[]) => values[Math.floor(values.length / 2)] ?? Number.NaN;
  return {
    megabytes: middle(of('megabytes')),
    threads: middle(of('threads')),
    files: middle(of('files')),
  };
}

/** People who come and go, one after the other, and chat; returns what was done. */
async function comeAndGo(crowd: Crowd, streamId: string, tokens: readonly string[]) {
  const until = Date.now() + seconds * 1_000;
  const outside = [...tokens];
  const inside: Guest[] = [];
  let [joins, retries, messages, silent] = [0, 0, 0, 0];
  const enter = async () => {
    const token = outside.shift();
    if (token === undefined) return;
    const guest = await crowd.enter(token, streamId);
    inside.push(guest);
    joins += 1;
    retries += guest.tries;
  };
  while (inside.length < audience) await enter();
  for (let turn = 0; Date.now() < until; turn += 1) {
    const since = Date.now();
    const [leaving] = inside.splice((turn * 7) % inside.length, 1);
    if (leaving) {
      if (leaving.heard() === 0 && messages > 20) silent += 1;
      await leaving.leave(turn % 3 !== 0);
      outside.push(leaving.token);
    }
    await enter();
    await inside[(turn * 3) % inside.length]?.say(`Message ${turn}`);
    messages += 1;
    await pause(Math.max(0, 250 - (Date.now() - since)));
  }
  return { inside, joins, retries, messages, silent };
}

test.runIf(isRun)(
  'an audience that comes and goes leaves nothing behind in the server or its relay',
  async () => {
    const crowd = crowdAt(url);
    const creator = await crowd.login('demo-creator');
    const tokens: string[] = [];
    for (let n = 0; n < audience + 4; n += 1) tokens.push(await crowd.register(n));
    const { streamId, end } = await crowd.goLive(creator, 'A long evening');
    const pid = server.process.pid ?? 0;
    const relay = await relayOf(pid);
    const quiet = { server: await look(pid), relay: await look(relay) };

    const samples: { at: number; server: Sample; relay: Sample }[] = [];
    const began = Date.now();
    const watch = setInterval(
      () =>
        void Promise.all([look(pid), look(relay)]).then(([ofServer, ofRelay]) =>
          samples.push({ at: Date.now() - began, server: ofServer, relay: ofRelay }),
        ),
      sampleMs,
    );
    const { inside, ...done } = await comeAndGo(crowd, streamId, tokens).finally(() => clearInterval(watch));
    const viewers = async () =>
      (await crowd.call<{ viewers: number }>(`GET /streaming/${streamId}`)).data.viewers;
    await expect.poll(viewers, { timeout: 15_000 }).toBe(audience);
    await Promise.all(inside.map((guest) => guest.leave(false)));
    await expect.poll(viewers, { timeout: 15_000 }).toBe(0);

    const span = (from: number, to: number, of: 'server' | 'relay') =>
      medians(samples.filter(({ at }) => at >= from * 1_000 && at < to * 1_000).map((each) => each[of]));
    const part = (seconds - warmUp) / 3;
    const told = (['server', 'relay'] as const).map((of) => ({
      of,
      before: span(warmUp, warmUp + part, of),
      after: span(seconds - part, seconds, of),
    }));
    // oxlint-disable-next-line no-console -- the figures are what a long run is for
    console.log(JSON.stringify({ ...done, audience, quiet, told }, null, 1));
    expect(done.joins).toBeGreaterThan(audience + seconds);
    expect(done.silent).toBe(0);
    expect(done.retries / done.joins).toBeLessThan(0.01);
    for (const { before, after } of told) {
      // The rest is what V8 and the allocator keep for later.
      expect(after.megabytes).toBeLessThan(before.megabytes * 1.1 + 10);
      expect(after.threads).toBeLessThanOrEqual(before.threads + 2);
      expect(after.files).toBeLessThanOrEqual(before.files + 6);
    }
    // What one viewer holds open goes with it: the relay has as little as before the first.
    await expect
      .poll(async () => (await look(relay)).files, { timeout: 15_000 })
      .toBeLessThanOrEqual(quiet.relay.files + 2);
    expect(await relayOf(pid)).toBe(relay);
    await end();
    expect(server.stderr()).toBe('');
  },
);
