import { createSocket } from 'node:dgram';
import { uuidv7 } from 'uuidv7';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { nack } from '#backend/node/live/relay/rtcp.ts';
import { type RawPeer, sendRaw, watchRaw } from '../../../setup/live-peers.ts';
import { pause, startSite, type Site } from '../../../setup/live-site.ts';

let site: Site;
beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site.stop());

async function stream() {
  const [streamId, host] = [uuidv7(), uuidv7()];
  await site.live.open({ id: streamId, hosts: [host], isRecorded: false });
  /** Answers an offer as the site's addresses do, and tells the relay's port. */
  const exchange = (userId: string, role: 'host' | 'viewer') => async (sdp: string) => {
    const { token } = (await site.live.grant({ streamId, userId, role })) as { token: string };
    const answer = await site.live.connect({ role, streamId, token, sdp });
    if (!('sdp' in answer)) throw new Error(answer.why);
    port = Number(/ UDP \d+ \S+ (\d+) typ host/.exec(answer.sdp)?.[1] ?? port);
    return answer.sdp;
  };
  return {
    send: (first = 0) => sendRaw(exchange(host, 'host'), 1, first),
    watch: () => watchRaw(exchange(uuidv7(), 'viewer')),
    /** Waits until the host counts as silent, so that another may take its place. */
    silence: () =>
      expect.poll(async () => (await site.live.stats(streamId))?.hosts[0]?.sendingSince).toBeNull(),
  };
}
let port = 0;
const grows = (peer: RawPeer) => {
  const before = peer.received();
  return expect.poll(() => peer.received()).toBeGreaterThan(before + 20);
};
/** RTCP that means nothing, or claims to be longer than it is. */
const rubbish = [
  Buffer.from([0x80, 200, 0xff, 0xff, 0, 0, 0, 1]),
  Buffer.from([0x9f, 205, 0, 1, 0, 0, 0, 1]),
  Buffer.from([0x81, 206, 0, 2, 0, 0, 0, 1, 0, 0, 0, 2]),
  Buffer.alloc(1_200, 0xc8),
];

test('an encoder that connects again with older numbers, and viewers who ask for anything, end nothing', async () => {
  const [ours, theirs] = [await stream(), await stream()];
  const calm = await theirs.send();
  const watching = await theirs.watch();
  await grows(watching);

  let encoder = await ours.send(60_000);
  const viewer = await ours.watch();
  await grows(viewer);
  for (const first of [100, 30_000, 29_000]) {
    encoder.close();
    await ours.silence();
    encoder = await ours.send(first);
    await grows(viewer);
  }
  // Every number that there is, most of which were never sent to this viewer or long ago.
  for (let from = 0; from < 0x1_00_00; from += 128)
    viewer.say(
      nack(
        0x22,
        Array.from({ length: 128 }, (_, n) => from + n),
      ),
    );
  for (const peer of [viewer, encoder]) for (const packet of rubbish) peer.say(packet);
  const udp = createSocket('udp4');
  for (let n = 0; n < 200; n += 1)
    // Types of STUN, DTLS, RTP and nothing at all.
    udp.send(
      Buffer.from(Array.from({ length: n * 3 }, (_, at) => (n * 31 + at * 17) & 255)),
      port,
      '127.0.0.1',
    );
  await pause(500);
  udp.close();
  await grows(viewer);
  await grows(watching);
  expect(site.ends()).toEqual([]);
  for (const peer of [encoder, viewer, calm, watching]) peer.close();
}, 90_000);
