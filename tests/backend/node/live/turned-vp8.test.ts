import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { uuidv7 } from 'uuidv7';
import { afterAll, describe, expect, test, vi } from 'vitest';
import { startPackager } from '#backend/node/live/hls/packager.ts';
import { Feed, type Member } from '#backend/node/live/relay/feed.ts';
import { pli } from '#backend/node/live/relay/rtcp.ts';
import { Tap } from '#backend/node/live/relay/tap.ts';
import { sizeOfKeyFrame } from '#backend/node/live/relay/vp8.ts';
import { sendRaw } from '../../../setup/live-peers.ts';
import { pause, startSite } from '../../../setup/live-site.ts';
import { recorded, tools } from '../../../setup/recordings.ts';

const folder = await mkdtemp(join(tmpdir(), 'limelight-turned-'));
afterAll(() => rm(folder, { recursive: true, force: true }));

/** The frames of an IVF file. */
function framesOf(ivf: Uint8Array): Buffer[] {
  const file = Buffer.from(ivf);
  const frames: Buffer[] = [];
  for (let at = 32; at + 12 <= file.length; at += 12 + file.readUInt32LE(at))
    frames.push(file.subarray(at + 12, at + 12 + file.readUInt32LE(at)));
  return frames;
}
const film = async (size: string, seconds: number) =>
  framesOf(
    await recorded(
      `-f lavfi -i color=white:s=${size}:r=25:d=${seconds} -c:v libvpx -deadline realtime -g 25 -f ivf`.split(
        ' ',
      ),
      `${size}.ivf`,
      folder,
    ),
  );

const mostPayload = 1_000;
/** Packets of frames, numbered on and on, with the shortest payload descriptor that there is or the longest. */
function packetizer(form: 'short' | 'long' = 'short') {
  let [sequence, timestamp] = [65_530, 1_000];
  return (frame: Buffer): Buffer[] => {
    timestamp += 3_600;
    return Array.from({ length: Math.ceil(frame.length / mostPayload) }, (_, part) => {
      const rest = frame.subarray(part * mostPayload, (part + 1) * mostPayload);
      const isLast = (part + 1) * mostPayload >= frame.length;
      const head = Buffer.alloc(12);
      head.writeUInt8(0x80, 0);
      head.writeUInt8((isLast ? 0x80 : 0) | 96, 1);
      head.writeUInt16BE((sequence += 1) & 0xff_ff, 2);
      head.writeUInt32BE(timestamp, 4);
      head.writeUInt32BE(7, 8);
      const descriptor =
        form === 'short'
          ? [part === 0 ? 0x10 : 0]
          : [part === 0 ? 0x90 : 0x80, 0xf0, 0x80, sequence & 0xff, 2, 3];
      return Buffer.concat([head, Buffer.from(descriptor), rest]);
    });
  };
}

/** A feed with a host whose packets the test sends. */
function feedOf() {
  const feed = new Feed();
  let take: (packet: Buffer) => void = () => {};
  const track = { onMessage: (hear: typeof take) => void (take = hear), isOpen: () => false };
  feed.publish({ lines: { video: { track } } } as unknown as Member, 'vp8');
  return { feed, send: (packet: Buffer) => take(packet) };
}

describe.skipIf(!tools)("a VP8 picture that turns (skipped where ffmpeg isn't installed)", () => {
  test.each(['short', 'long'] as const)(
    'tells its size with each key frame, and with nothing else: %s',
    async (form) => {
      const [[key, later], [turned]] = [await film('320x180', 1), await film('180x320', 1)];
      const packets = packetizer(form);
      const { feed, send } = feedOf();
      expect(feed.media(Date.now()).size).toBeNull();
      for (const packet of packets(key!)) send(packet);
      expect(feed.media(Date.now())).toEqual({
        audio: false,
        video: 'vp8',
        size: { width: 320, height: 180 },
      });
      for (const packet of packets(later!)) send(packet);
      expect(feed.media(Date.now()).size).toEqual({ width: 320, height: 180 });
      for (const packet of packets(turned!)) send(packet);
      expect(feed.media(Date.now()).size).toEqual({ width: 180, height: 320 });
      for (const packet of packets(later!)) expect(sizeOfKeyFrame(packet)).toBeNull();
      const [first] = packets(key!);
      const least = form === 'short' ? 23 : 28;
      for (let length = 12; length < least; length += 1)
        expect(sizeOfKeyFrame(first!.subarray(0, length))).toBeNull();
    },
  );

  test('stays whole and undistorted in segments and in the recording', async () => {
    const [wide, tall] = [await film('320x180', 2), await film('180x320', 3)];
    const { feed, send } = feedOf();
    const packets = packetizer();
    for (const packet of packets(wide[0]!)) send(packet);
    const segments: string[] = [];
    let said = '';
    const packager = await startPackager({
      ffmpeg: tools!.ffmpeg,
      folder,
      media: feed.media(Date.now()),
      firstNumber: 0,
      onSegment: (number) => void segments.push(`${number}.ts`),
      onEnd: (text) => (said = text),
    });
    feed.tap = new Tap(packager.ports);
    await pause(1_000);
    for (const frame of [...wide, ...wide, ...tall]) {
      for (const packet of packets(frame)) send(packet);
      await pause(40);
    }
    await packager.stop();
    feed.tap.close();
    expect(segments.length, said).toBeGreaterThan(2);
    const shown = async (args: string) => {
      const png = await recorded(`${args} -frames:v 1 -f image2`.split(' '), 'shown.png', folder);
      const { data, info } = await sharp(png).greyscale().raw().toBuffer({ resolveWithObject: true });
      const at = (x: number) => (data[(info.height >> 1) * info.width + x] ?? 0) > 128;
      return [info.width, info.height, at(20), at(80), at(160), at(240), at(300)];
    };
    expect(await shown(`-i ${segments[0]}`)).toEqual([320, 180, true, true, true, true, true]);
    // 180 by 320 in this size is 101 wide.
    expect(await shown(`-i ${segments.at(-1)}`)).toEqual([320, 180, false, false, true, false, false]);
  });
});

test('a host that comes back is asked for a key frame until its size is known, also where no one watches', () => {
  const frame = (...start: number[]) => Buffer.from([...start, ...Array<number>(30).fill(0)]);
  const later = frame(1, 0, 0);
  const key = frame(0, 0, 0, 0x9d, 0x01, 0x2a, 64, 1, 180, 0);
  vi.useFakeTimers({ toFake: ['Date'] });
  const feed = new Feed();
  /** A connection of the host, and whether it is asked in a second in which it sends this frame. */
  const host = () => {
    const asked: Buffer[] = [];
    let take: (packet: Buffer) => void = () => {};
    const track = {
      onMessage: (hear: typeof take) => void (take = hear),
      isOpen: () => true,
      sendMessageBinary: (packet: Buffer) => asked.push(packet) > 0,
    };
    feed.publish({ lines: { video: { track } } } as unknown as Member, 'vp8');
    const isAsked = (frameSent: Buffer | null) => {
      vi.advanceTimersByTime(1_000);
      for (const packet of frameSent ? packets(frameSent) : []) take(packet);
      asked.length = 0;
      feed.everySecond(Date.now());
      return asked.some((packet) => packet.equals(pli(7)));
    };
    return { isAsked };
  };
  const packets = packetizer();
  const first = host();
  expect([first.isAsked(key), first.isAsked(later)]).toEqual([false, false]);
  const again = host();
  expect([again.isAsked(later), again.isAsked(later)]).toEqual([true, true]);
  // Nothing arrives that a request could change.
  expect([again.isAsked(null), again.isAsked(key), again.isAsked(later)]).toEqual([false, false, false]);
  expect(feed.media(Date.now()).size).toEqual({ width: 320, height: 180 });
  vi.useRealTimers();
});

test('a sender turns the picture itself: the answer never agrees that viewers do', async () => {
  const site = await startSite();
  const [streamId, host] = [uuidv7(), uuidv7()];
  await site.live.open({ id: streamId, hosts: [host], isRecorded: false });
  const { token } = (await site.live.grant({ streamId, userId: host, role: 'host' })) as {
    token: string;
  };
  let answered = '';
  const peer = await sendRaw(async (offer) => {
    const sdp = offer.replace(/(a=mid:1\r\n)/, '$1a=extmap:4 urn:3gpp:video-orientation\r\n');
    expect(sdp).toContain('video-orientation');
    const answer = await site.live.connect({ role: 'host', streamId, token, sdp });
    answered = 'sdp' in answer ? answer.sdp : '';
    return answered;
  });
  peer.close();
  await site.stop();
  expect(answered).toContain('m=video');
  expect(answered).not.toContain('video-orientation');
});
