import { afterAll, expect, test } from 'vitest';
import type { LiveGrant } from '#contract/core/live-grant.ts';
import { renewPrivate } from '#backend/domain/talk/streams/private/joining.ts';
import { silentMs } from '#backend/node/live/relay-flow.ts';
import { testBackend } from '../../../setup/backend.ts';
import { FakeClock } from '../../../setup/fake-ports.ts';
import { type RawPeer, sendRaw, watchRaw } from '../../../setup/live-peers.ts';
import { pause, startRelay } from '../../../setup/live-site.ts';
import { privateStreamsIn } from '../../../setup/private-streams.ts';
import type { Person } from '../../../setup/test-app.ts';

/* The relay's process dies in the middle of a private stream: what was delivered is charged, and nothing else. */

/** The relay counts in real time. */
class RealClock extends FakeClock {
  override now = (): Date => new Date();
}
const relay = await startRelay();
const undo: (() => void)[] = [() => void relay.stop()];
afterAll(() => undo.toReversed().forEach((each) => each()));
const { live } = relay;
const app = await testBackend({ ports: { live, clock: new RealClock() } });
const { pair, metersOf, wallet, held, answer, sound } = privateStreamsIn(app);

/** A pair whose pages connect as real ones do, again whenever they are told to. */
async function streaming() {
  const { creator, fan, id } = await pair();
  const peers: RawPeer[] = [];
  const exchange =
    (who: Person, watches?: Person) =>
    async (sdp: string): Promise<string> => {
      for (let tries = 0; tries < 20; tries += 1) {
        const given = { streamId: id, watches: watches?.id };
        const grant = (await renewPrivate(app.ctxOf(who.viewer), given)) as LiveGrant & { token: string };
        const role = watches ? 'viewer' : 'host';
        const reply = await live.connect({ role, streamId: id, token: grant.token, sdp });
        if ('sdp' in reply) return reply.sdp;
        await pause(100);
      }
      throw new Error('nobody is let in');
    };
  const kept = async (peer: Promise<RawPeer>) => {
    peers.push(await peer);
    return peer;
  };
  /** What reaches the fan. */
  let shown: RawPeer | null = null;
  let [packets, grewAt, ms] = [0, Number.NEGATIVE_INFINITY, 0];
  const timer = setInterval(() => {
    const now = performance.now();
    if (!shown || shown.received() <= packets) return;
    packets = shown.received();
    // A shorter break is none, on one connection.
    if (now - grewAt < silentMs) ms += now - grewAt;
    grewAt = now;
  }, 20);
  undo.push(() => clearInterval(timer));
  return {
    creator,
    fan,
    id,
    /** What pages do at first and after each crash. */
    async connect() {
      await kept(sendRaw(exchange(creator)));
      shown = null;
      [packets, grewAt] = [0, Number.NEGATIVE_INFINITY];
      shown = await kept(watchRaw(exchange(fan, creator)));
      const before = ms;
      await expect.poll(() => ms).toBeGreaterThan(before);
    },
    seconds: () => ms / 1_000,
    /** Resolves once so much more was delivered. */
    deliver: (more: number) => {
      const until = ms + more * 1_000;
      return expect.poll(() => ms, { timeout: 20_000 }).toBeGreaterThan(until);
    },
    async crash() {
      process.kill(live.relays.of(id)?.pid ?? 0, 'SIGKILL');
      await expect.poll(() => live.load()).toMatchObject({ hosts: 0, viewers: 0 });
    },
    async end() {
      await answer(creator, id, 'end');
      for (const peer of peers) peer.close();
    },
  };
}
const meterOf = async (id: string) => (await metersOf(id))[0]!;

/** In seconds, of each time that media flowed: looks are a second apart, and only whole seconds are charged. */
const mostForgotten = 2.5;

test('crashes of the relay are charged neither while it is dark nor while pages connect again', async () => {
  const stream = await streaming();
  await stream.connect();
  const crashes = 3;
  for (let crash = 0; crash < crashes; crash += 1) {
    // A process that lived this long is started again at once, before anyone would call the media silent.
    await stream.deliver(4);
    await stream.crash();
    await stream.connect();
  }
  await stream.deliver(4);
  await stream.end();
  const { seconds, charged } = await meterOf(stream.id);
  expect(seconds).toBeLessThanOrEqual(stream.seconds() + 0.5);
  expect(seconds).toBeGreaterThan(stream.seconds() - mostForgotten * (crashes + 1));
  expect(charged).toBe(seconds);
  expect([await wallet(stream.fan), await held(stream.fan)]).toEqual([1_000 - charged, 0]);
  await sound();
}, 60_000);

test('the meter stands while nothing is delivered after a crash, and goes on with the media', async () => {
  const stream = await streaming();
  await stream.connect();
  await stream.deliver(3);
  await stream.crash();
  await expect.poll(async () => (await meterOf(stream.id)).runningSince, { timeout: 5_000 }).toBeNull();
  const dark = await meterOf(stream.id);
  await pause(3_000);
  expect((await meterOf(stream.id)).seconds).toBe(dark.seconds);
  expect(dark.seconds).toBeLessThanOrEqual(stream.seconds() + 0.5);
  await stream.connect();
  await stream.deliver(3);
  await stream.end();
  const { seconds, charged } = await meterOf(stream.id);
  expect(charged).toBe(seconds);
  expect(seconds).toBeGreaterThan(dark.seconds);
  expect(seconds).toBeLessThanOrEqual(stream.seconds() + 0.5);
  expect(seconds).toBeGreaterThan(stream.seconds() - 2 * mostForgotten);
}, 60_000);
