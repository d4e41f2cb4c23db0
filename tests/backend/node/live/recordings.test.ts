import { randomUUID } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { createRecordings } from '#backend/node/live/hls/recordings.ts';
import type { Tools } from '#backend/node/media/ffmpeg.ts';
import { probe } from '#backend/node/media/probe.ts';
import { everyTools, recorded } from '../../../setup/recordings.ts';

const folder = await mkdtemp(join(tmpdir(), 'limelight-replays-'));
afterAll(() => rm(folder, { recursive: true, force: true }));
const log = { debug() {}, info() {}, warn() {}, error: (text: string) => expect.unreachable(text) };
const words = (text: string) => text.split(' ');
const bars = words('-f lavfi -i testsrc2=s=320x180:r=25:d=2');
const tone = words('-f lavfi -i sine=d=2');
const asSent = words('-c:v libx264 -preset ultrafast -pix_fmt yuv420p -c:a aac -ar 48000 -ac 2');

interface Sent {
  readonly audio: boolean;
  readonly video: 'h264' | null;
}
/** What becomes of a stream that was recorded in these parts. */
async function replayOf(tools: Tools, parts: readonly Sent[]) {
  const streamId = randomUUID();
  const recordings = createRecordings({ folder, tools, log });
  for (const sent of parts) {
    const inputs = [...(sent.video ? bars : []), ...(sent.audio ? tone : [])];
    const part = await recordings.begin(streamId, sent);
    await part.append(await recorded([...inputs, ...asSent], 'sent.ts', folder));
  }
  const replay = await recordings.find(streamId);
  await writeFile(
    join(folder, 'replay.mp4'),
    new Uint8Array(await new Response(await replay!.open()).arrayBuffer()),
  );
  const signal = AbortSignal.timeout(20_000);
  const about = await probe({ tools, file: 'replay.mp4', format: 'mp4', folder, signal });
  expect((await readFile(join(folder, 'replay.mp4'))).length).toBe(replay!.bytes);
  return { replay: replay!, about };
}

describe.each(everyTools)('with %s', (_, tools) => {
  const sound: Sent = { audio: true, video: null };
  const both: Sent = { audio: true, video: 'h264' };

  test('a stream of sound alone is replayed with its waves as the picture', async () => {
    const { replay, about } = await replayOf(tools, [sound, sound]);
    expect(replay.mime).toBe('video/mp4');
    expect(Math.abs(replay.seconds - 4)).toBeLessThan(0.5);
    expect(about).toMatchObject({ pictures: [{ width: 1280, height: 720 }], sounds: [{ codec: 'aac' }] });
  });

  test('nothing is missing of one whose camera or microphone came later', async () => {
    const { replay, about } = await replayOf(tools, [sound, { audio: false, video: 'h264' }, both]);
    expect(replay.mime).toBe('video/mp4');
    expect(Math.abs(replay.seconds - 6)).toBeLessThan(0.7);
    expect(about).toMatchObject({ pictures: [{ width: 320, height: 180 }], sounds: [{ codec: 'aac' }] });
  });
});
