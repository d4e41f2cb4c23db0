import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, describe, expect, test } from 'vitest';
import { createMediaProcessor } from '#backend/node/media/media.ts';
import { probe } from '#backend/node/media/probe.ts';
import { recorded, sourceOf, tools, workFor } from '../../setup/recordings.ts';

const folder = await mkdtemp(join(tmpdir(), 'limelight-formats-'));
afterAll(() => rm(folder, { recursive: true, force: true }));
const media = createMediaProcessor({ tools: async () => tools, folder: join(folder, 'workshops') });
const encoders = tools ? (await promisify(execFile)(tools.ffmpeg, ['-hide_banner', '-encoders'])).stdout : '';
const seconds = 3;
const words = (text: string) => text.split(' ');
const bars = (size = '160x120', rate = 25) => words(`-f lavfi -i testsrc2=s=${size}:r=${rate}:d=${seconds}`);
const tone = (pitch = 440) => words(`-f lavfi -i sine=f=${pitch}:d=${seconds}`);
const h264 = '-c:v libx264 -preset ultrafast -pix_fmt yuv420p';
const both = [...bars(), ...tone()];

/** What is written by whom: file, encoders that it takes, and arguments behind picture and sound. */
const films: readonly (readonly [by: string, file: string, needs: string, args: string])[] = [
  ['telephones', 'a.mp4', 'libx264', `${h264} -c:a aac`],
  ['telephones of 2009', 'a.3gp', 'h263', '-s 176x144 -c:v h263 -c:a aac -ar 32000'],
  [
    'telephones of 2009, speech',
    'b.3gp',
    'libopencore_amrnb',
    '-s 176x144 -c:v h263 -c:a libopencore_amrnb -ar 8000 -ac 1',
  ],
  [
    'iPhones',
    'a.mov',
    'libx265',
    '-c:v libx265 -preset ultrafast -x265-params log-level=none -tag:v hvc1 -c:a aac',
  ],
  [
    'others with HEVC',
    'hev1.mp4',
    'libx265',
    '-c:v libx265 -preset ultrafast -x265-params log-level=none -tag:v hev1 -c:a aac',
  ],
  ['OBS', 'a.mkv', 'libx264', `${h264} -c:a aac`],
  ['screen recorders with lossless sound', 'b.mkv', 'libx264', `${h264} -c:a flac`],
  ['OBS while it records', 'frag.mp4', 'libx264', `${h264} -c:a aac -movflags frag_keyframe+empty_moov`],
  ['browsers', 'live.webm', 'libvpx', '-c:v libvpx -deadline realtime -c:a libopus -live 1 -f webm'],
  ['browsers, VP9', 'a.webm', 'libvpx-vp9', '-c:v libvpx-vp9 -deadline realtime -cpu-used 8 -c:a libopus'],
  [
    'screen recorders with transparency',
    'alpha.webm',
    'libvpx',
    '-c:v libvpx -deadline realtime -pix_fmt yuva420p -auto-alt-ref 0 -c:a libvorbis',
  ],
  ['AV1', 'av1.mp4', 'libsvtav1', '-c:v libsvtav1 -preset 12 -c:a aac'],
  ['cameras of 2008', 'a.avi', 'mjpeg', '-c:v mjpeg -pix_fmt yuvj420p -c:a pcm_s16le'],
  ['DivX', 'b.avi', 'mpeg4', '-c:v mpeg4 -vtag DIVX -c:a libmp3lame'],
  ['camcorders', 'a.mts', 'libx264', `${h264} -c:a ac3 -f mpegts -mpegts_m2ts_mode 1`],
  ['receivers', 'a.ts', 'mpeg2video', '-c:v mpeg2video -c:a mp2 -output_ts_offset 5000'],
  ['Windows', 'a.wmv', 'wmv2', '-c:v wmv2 -c:a wmav2'],
  ['Flash', 'a.flv', 'libx264', `${h264} -c:a aac`],
  ['Flash of old', 'b.flv', 'flv', '-c:v flv -c:a libmp3lame -ar 44100'],
  ['video CDs', 'a.mpg', 'mpeg1video', '-c:v mpeg1video -c:a mp2 -f mpeg'],
  ['DVDs', 'b.vob', 'mpeg2video', '-c:v mpeg2video -c:a ac3 -f vob'],
  ['broadcast cameras', 'a.mxf', 'mpeg2video', '-c:v mpeg2video -c:a pcm_s16le -ar 48000'],
  ['editors', 'prores.mov', 'prores_ks', '-c:v prores_ks -profile:v 0 -c:a pcm_s24le'],
  [
    'editors, Avid',
    'dnx.mov',
    'dnxhd',
    '-s 1280x720 -r 25 -c:v dnxhd -profile:v dnxhr_lb -pix_fmt yuv422p -c:a pcm_s16le',
  ],
  [
    'tape cameras',
    'a.dv',
    'dvvideo',
    '-s 720x576 -r 25 -c:v dvvideo -pix_fmt yuv420p -c:a pcm_s16le -ar 48000 -ac 2',
  ],
  ['Ogg', 'a.ogv', 'libtheora', '-c:v libtheora -c:a libvorbis'],
  ['RealPlayer', 'a.rm', 'rv20', '-s 176x144 -c:v rv20 -c:a ac3'],
  [
    'a clock that begins at 90 s',
    'late.webm',
    'libvpx',
    '-c:v libvpx -deadline realtime -c:a libopus -output_ts_offset 90',
  ],
  ['a timecode beside it', 'tc.mov', 'libx264', `${h264} -c:a aac -timecode 01:00:00:00`],
];

const sounds: readonly (readonly [by: string, file: string, needs: string, args: string])[] = [
  ['voice memos', 'a.m4a', 'aac', '-c:a aac'],
  ['voice memos, lossless', 'alac.m4a', 'alac', '-c:a alac'],
  ['QuickTime', 'a.mov', 'aac', '-c:a aac'],
  ['Apple recorders', 'a.caf', 'alac', '-c:a alac'],
  ['Apple recorders, plain', 'b.caf', 'pcm_s16le', '-c:a pcm_s16le'],
  ['Apple studios', 'a.aiff', 'pcm_s16be', '-c:a pcm_s16be'],
  ['dictation', 'a.amr', 'libopencore_amrnb', '-c:a libopencore_amrnb -ar 8000 -ac 1'],
  ['dictation in 3GP', 'a.3gp', 'aac', '-c:a aac -ar 16000 -ac 1'],
  ['messengers', 'a.ogg', 'libopus', '-c:a libopus'],
  ['browsers', 'a.webm', 'libopus', '-c:a libopus -live 1 -f webm'],
  ['Vorbis', 'b.ogg', 'libvorbis', '-c:a libvorbis'],
  ['Speex', 'c.ogg', 'libspeex', '-c:a libspeex -ar 16000 -ac 1'],
  ['FLAC', 'a.flac', 'flac', '-c:a flac'],
  ['FLAC in Ogg', 'd.ogg', 'flac', '-c:a flac -f ogg'],
  ['WAV', 'a.wav', 'pcm_s16le', '-c:a pcm_s16le'],
  ['WAV of 24 bits', 'b.wav', 'pcm_s24le', '-c:a pcm_s24le -ac 6'],
  ['WAV of floats', 'c.wav', 'pcm_f32le', '-c:a pcm_f32le'],
  ['WAV of doubles', 'f.wav', 'pcm_f64le', '-c:a pcm_f64le'],
  ['large WAV', 'd.wav', 'pcm_s16le', '-c:a pcm_s16le -rf64 always'],
  ['telephone systems', 'e.wav', 'pcm_mulaw', '-c:a pcm_mulaw -ar 8000 -ac 1'],
  ['dictaphones', 'g.wav', 'adpcm_ima_wav', '-c:a adpcm_ima_wav'],
  ['Sony recorders', 'a.w64', 'pcm_s16le', '-c:a pcm_s16le'],
  ['Windows', 'a.wma', 'wmav2', '-c:a wmav2'],
  ['AAC without a container', 'a.aac', 'aac', '-c:a aac'],
  ['AC-3', 'a.ac3', 'ac3', '-c:a ac3'],
  ['MP3', 'a.mp3', 'libmp3lame', '-c:a libmp3lame -b:a 128k'],
  [
    'MP3 of a variable rate that doesn’t say its length',
    'vbr.mp3',
    'libmp3lame',
    '-c:a libmp3lame -q:a 9 -write_xing 0',
  ],
  ['MPEG layer 2', 'a.mp2', 'mp2', '-c:a mp2'],
  ['Matroska', 'a.mka', 'libopus', '-c:a libopus'],
  ['Sun', 'a.au', 'pcm_s16be', '-c:a pcm_s16be'],
];

/** A film takes seconds to make, send and convert: `npm test` tries every eighth row, the deep run all. */
const inTurn = <Row>(rows: readonly Row[]): readonly Row[] =>
  process.env.DEEP ? rows : rows.filter((_, at) => at % 8 === 0);
const lacks = (needs: string): boolean => !new RegExp(` ${needs} `).test(encoders);
/** The tracks of the best rendition, as ffmpeg sees them. */
async function tracksOf(bytes: Uint8Array | undefined) {
  await writeFile(join(folder, 'made'), bytes ?? '');
  const asked = { tools: tools!, file: 'made', format: null, folder, signal: AbortSignal.timeout(20_000) };
  return probe(asked);
}
async function film(bytes: Uint8Array) {
  const { work, kept } = workFor();
  const made = await media.video(sourceOf(bytes), work);
  return { made, tracks: await tracksOf(kept.get(made.renditions[0]!.name)) };
}
async function sound(bytes: Uint8Array) {
  const { work } = workFor();
  return media.audio(sourceOf(bytes), work);
}
const near = (made: { duration: number | null }, expected = seconds) =>
  expect(Math.abs((made.duration ?? 0) - expected)).toBeLessThan(0.5);

describe.skipIf(!tools)("with ffmpeg (skipped where it isn't installed)", () => {
  for (const [by, file, needs, args] of inTurn(films))
    test(`a film by ${by} (${file})`, { timeout: 60_000 }, async ({ skip }) => {
      if (lacks(needs)) skip(`this ffmpeg has no encoder ${needs}`);
      const { made, tracks } = await film(await recorded([...both, ...words(args)], file, folder));
      near(made);
      expect(tracks.pictures).toHaveLength(1);
      expect(tracks.sounds).toHaveLength(1);
      near(tracks);
    });

  for (const [by, file, needs, args] of inTurn(sounds))
    test(`a sound by ${by} (${file})`, { timeout: 60_000 }, async ({ skip }) => {
      if (lacks(needs)) skip(`this ffmpeg has no encoder ${needs}`);
      const made = await sound(await recorded([...tone(), ...words(args)], file, folder));
      near(made);
      expect(made.peaks).toHaveLength(200);
    });

  const beside = (name: string, args: readonly string[]) => recorded(args, name, folder);
  const quick = words(`${h264} -c:a aac`);

  test('Apple’s spatial sound, which can’t be decoded, is left out', async () => {
    const args = [...both, ...tone(880), ...words('-map 0 -map 1 -map 2'), ...quick];
    const bytes = Buffer.from(await beside('two.mov', args));
    const entry = bytes.indexOf('mp4a', bytes.indexOf('stsd', bytes.indexOf('stsd') + 4));
    bytes.write('apac', entry, 'latin1');
    bytes.write('dapa', bytes.indexOf('esds', entry), 'latin1');
    const { made, tracks } = await film(bytes);
    near(made);
    expect(tracks.sounds).toHaveLength(1);
    // The only sound there is.
    const alone = Buffer.from(await beside('one.mov', [...both, ...quick]));
    const last = alone.indexOf('mp4a', alone.indexOf('stsd', alone.indexOf('stsd') + 4));
    alone.write('apac', last, 'latin1');
    alone.write('dapa', alone.indexOf('esds', last), 'latin1');
    const silent = await film(alone);
    near(silent.made);
    expect(silent.tracks.sounds).toEqual([]);
    await expect(sound(alone)).rejects.toMatchObject({
      status: 422,
      message: expect.stringMatching(/^Its sound is in a format we can’t read/),
    });
  }, 120_000);

  test('subtitles, a second camera, a second sound and a cover are left out', async () => {
    await writeFile(join(folder, 's.srt'), '1\n00:00:00,000 --> 00:00:01,000\nHello\n');
    await beside('cover.png', [...bars('640x640'), '-frames:v', '1']);
    const inputs = [...both, ...bars('320x240'), ...tone(880), ...words('-i s.srt -i cover.png')];
    const maps = words('-map 0 -map 1 -map 2 -map 3 -map 4 -map 5 -c:v:2 png -disposition:v:2 attached_pic');
    const bytes = await beside('all.mp4', [...inputs, ...quick, ...words('-c:s mov_text'), ...maps]);
    const { made, tracks } = await film(bytes);
    near(made);
    expect(tracks.pictures).toMatchObject([{ width: 160, height: 120 }]);
    expect(tracks.sounds).toHaveLength(1);
    near(await sound(bytes));
  }, 60_000);

  test('a picture that can’t be decoded is refused for that, unless there is another one', async () => {
    const spoiled = (bytes: Uint8Array) => {
      const copy = Buffer.from(bytes);
      const entry = copy.indexOf('avc1', copy.indexOf('stsd'));
      copy.write('zzzz', entry, 'latin1');
      copy.write('free', copy.indexOf('avcC', entry), 'latin1');
      return copy;
    };
    const one = spoiled(await beside('one.mp4', [...both, ...quick]));
    await expect(film(one)).rejects.toMatchObject({
      message: 'Its picture is in a format we can’t read. Save it as MP4 with H.264 and upload that.',
    });
    near(await sound(one));
    const two = [...both, ...bars('320x240'), ...words('-map 0 -map 1 -map 2'), ...quick];
    const { tracks } = await film(spoiled(await beside('two.mp4', two)));
    expect(tracks.pictures).toMatchObject([{ width: 320, height: 240 }]);
  }, 60_000);

  test('a track that is left out doesn’t delay the others', async () => {
    await writeFile(join(folder, 's.srt'), '1\n00:00:00,000 --> 00:00:01,000\nHello\n');
    const late = ['-itsoffset', '20', ...bars(), '-itsoffset', '20', ...tone(), '-i', 's.srt'];
    const bytes = await beside('late.mkv', [...late, ...words('-map 0 -map 1 -map 2'), ...quick]);
    near((await film(bytes)).made);
    near(await sound(bytes));
    const cut = { start: 1, seconds: 1 };
    const teaser = await media.video(sourceOf(bytes), workFor({ cut }).work);
    near(teaser, 1);
  }, 60_000);

  test('a clock that jumps by a day on the way', async () => {
    const piece = (name: string, offset: string) =>
      beside(name, [...both, ...words(`-c:v mpeg2video -c:a mp2 -output_ts_offset ${offset}`)]);
    const bytes = Buffer.concat([await piece('1.ts', '10'), await piece('2.ts', '86000')]);
    const { made, tracks } = await film(bytes);
    near(made, 2 * seconds);
    near(tracks, 2 * seconds);
    near(await sound(bytes), 2 * seconds);
  }, 60_000);

  test('a picture that grows and turns is shown undistorted in the size of its largest frame', async () => {
    // Halves of white and black, so that an edge shows how it was scaled.
    const half = (size: string) =>
      words(`-f lavfi -i color=white:s=${size}:r=25:d=2,drawbox=w=iw/2:c=red:t=fill -f lavfi -i sine=d=2`);
    const parts: Uint8Array[] = [];
    for (const size of ['160x90', '320x180', '180x320'])
      parts.push(await beside(`${size}.ts`, [...half(size), ...quick]));
    await writeFile(join(folder, 'turns.ts'), Buffer.concat(parts));
    const { work, kept } = workFor();
    const bytes = await beside('turns.mp4', words('-i turns.ts -c copy'));
    const made = await media.video(sourceOf(bytes), work);
    expect(made).toMatchObject({ width: 320, height: 180 });
    await writeFile(join(folder, 'shown.mp4'), kept.get(made.renditions[0]!.name)!);
    /** Where red ends and where white does on the middle line, in parts of the width. */
    const edges = async (at: number) => {
      await beside('frame.rgb', words(`-ss ${at} -i shown.mp4 -frames:v 1 -pix_fmt rgb24 -f rawvideo`));
      const row = (await readFile(join(folder, 'frame.rgb'))).subarray(90 * 320 * 3, 91 * 320 * 3);
      const red = Array.from({ length: 320 }, (_, x) => row[x * 3]! > 128);
      const white = Array.from({ length: 320 }, (_, x) => row[x * 3 + 1]! > 128);
      return [red.indexOf(true), white.indexOf(true), red.lastIndexOf(true)];
    };
    const about = (values: readonly number[]) => values.map((value) => expect.closeTo(value, -0.8));
    expect(await edges(1)).toEqual(about([0, 160, 319]));
    expect(await edges(3)).toEqual(about([0, 160, 319]));
    // 180 by 320 in a height of 180: a hundred wide, in the middle.
    expect(await edges(5)).toEqual(about([109, 160, 210]));
  }, 60_000);

  test('only what lacks bytes wasn’t copied whole', async () => {
    const copied = /wasn’t copied whole/;
    for (const [name, args] of [
      ['whole.mkv', [...both, ...quick]],
      ['whole.mp4', [...both, ...quick, ...words('-movflags +faststart')]],
    ] as const) {
      const whole = await beside(name, args);
      await expect(film(whole.slice(0, whole.length / 2))).rejects.toThrow(copied);
    }
    for (const name of ['cut.flac', 'cut.mp3']) {
      const whole = await beside(name, tone());
      await expect(sound(whole.slice(0, whole.length / 2))).rejects.toThrow(copied);
    }
    // A recorder that lost its power: what there is counts.
    const lost = await beside('lost.ts', [...both, ...words('-c:v mpeg2video -c:a mp2')]);
    near((await film(lost.slice(0, lost.length / 2))).made, seconds / 2);
  }, 60_000);

  test('what nothing here reads is called neither damaged nor incomplete', async () => {
    const noise = Uint8Array.from({ length: 50_000 }, (_, at) => ((at * 7919) ^ (at >> 5)) % 251);
    for (const make of [film, sound])
      await expect(make(noise)).rejects.toMatchObject({
        message:
          'This file is in a format we can’t read. Save it in another one, such as MP4, and upload that.',
      });
  });
});
