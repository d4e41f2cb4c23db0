import { uuidv7 } from 'uuidv7';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type RawPeer, sendRaw, watchRaw } from '../../../setup/live-peers.ts';
import { pause, startSite, type Site } from '../../../setup/live-site.ts';

/* What a private stream charges for: the relay counts what it delivers to each, whatever their pages say. */

let site: Site;
beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site.stop());

async function privateStream() {
  const [streamId, creator, fan] = [uuidv7(), uuidv7(), uuidv7()];
  await site.live.open({ id: streamId, hosts: [creator, fan], isRecorded: false });
  const exchange = (userId: string, watches?: string) => async (sdp: string) => {
    const role = watches === undefined ? 'host' : 'viewer';
    const request = { streamId, userId, role, ...(watches && { watches }) } as const;
    // As pages do while the relay starts.
    for (let tries = 0; tries < 20; tries += 1) {
      const { token } = (await site.live.grant(request)) as { token: string };
      const answer = await site.live.connect({ role, streamId, token, sdp });
      if ('sdp' in answer) return answer.sdp;
      await pause(100);
    }
    throw new Error('nobody is let in');
  };
  return {
    creator,
    fan,
    crash: async () => {
      process.kill(site.live.relays.of(streamId)?.pid ?? 0, 'SIGKILL');
      await expect
        .poll(() => site.live.stats(streamId))
        .toMatchObject({ viewers: 0, hosts: [{ isConnected: false }, { isConnected: false }] });
    },
    send: (userId: string) => sendRaw(exchange(userId)),
    watch: (userId: string, watches: string) => watchRaw(exchange(userId, watches)),
    delivered: async (userId: string) =>
      (await site.live.stats(streamId))?.deliveries.find(
        (each) => each.userId === userId && each.watches === creator,
      ),
  };
}
const receives = (peer: RawPeer) => {
  const before = peer.received();
  return expect.poll(() => peer.received()).toBeGreaterThan(before + 20);
};
const close = (peers: readonly RawPeer[]) => peers.forEach((peer) => peer.close());

test('a fan who sends nothing and says nothing pays for every second that is delivered, over several connections', async () => {
  const { creator, fan, send, watch, delivered } = await privateStream();
  const host = await send(creator);
  expect(await delivered(fan)).toBeUndefined();
  const first = await watch(fan, creator);
  await receives(first);
  const begun = (await delivered(fan))!.since!.getTime();
  const second = await watch(fan, creator);
  await receives(second);
  first.close();
  await pause(2_000);
  await receives(second);
  const { since, until } = (await delivered(fan))!;
  // One stretch, counted once, up to a moment ago.
  expect(since?.getTime()).toBe(begun);
  expect(Date.now() - until.getTime()).toBeLessThan(1_000);
  close([host, second]);
  await expect.poll(async () => (await delivered(fan))?.since).toBeNull();
});

test('nothing is delivered, and so nothing paid, while the creator sends nothing', async () => {
  const { creator, fan, send, watch, delivered } = await privateStream();
  const own = await send(fan);
  const watching = [await watch(fan, creator), await watch(creator, fan)] as const;
  await receives(watching[1]);
  expect(await delivered(fan)).toBeUndefined();
  expect(watching[0].received()).toBe(0);
  close([own, ...watching]);
});

test('a spectator gets the fan’s media only together with the creator’s, which is what they pay for', async () => {
  const { creator, fan, send, watch, delivered } = await privateStream();
  const hosts = [await send(creator), await send(fan)];
  const guest = uuidv7();
  const free = await watch(guest, fan);
  await pause(2_000);
  expect(free.received()).toBe(0);
  const paid = await watch(guest, creator);
  await receives(paid);
  await receives(free);
  expect((await delivered(guest))?.since).toBeTruthy();
  hosts[0]!.close();
  await expect.poll(async () => (await delivered(guest))?.since).toBeNull();
  await pause(500);
  const after = free.received();
  await pause(1_500);
  expect(free.received()).toBeLessThanOrEqual(after + 2);
  close([hosts[1]!, free, paid]);
});

test('after a crash of the relay, a spectator gets the fan’s media only once the creator’s is back', async () => {
  const { creator, fan, send, watch, delivered, crash } = await privateStream();
  const guest = uuidv7();
  const before = [await send(creator), await send(fan), await watch(guest, fan), await watch(guest, creator)];
  await Promise.all([receives(before[2]!), receives(before[3]!)]);
  await crash();
  expect((await delivered(guest))?.since).toBeNull();
  const own = await send(fan);
  const free = await watch(guest, fan);
  await pause(1_500);
  expect(free.received()).toBe(0);
  const again = [await send(creator), await watch(guest, creator)] as const;
  await receives(again[1]);
  await receives(free);
  expect((await delivered(guest))?.since).toBeTruthy();
  close([...before, own, free, ...again]);
});
