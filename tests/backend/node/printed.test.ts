import { describe, expect, test } from 'vitest';
import { readTracks } from '#backend/node/media/animated-avif.ts';
import { MediaError } from '#backend/node/media/ffmpeg.ts';
import { readProbe } from '#backend/node/media/probe.ts';

/* ffprobe and ffmpeg print what they find, and of some files that is odd. Nothing of it may end in an error of ours. */

const odd = [
  'N/A',
  '',
  'unknown',
  'nan',
  'inf',
  '-inf',
  '-1',
  '0/0',
  '1/0',
  '1e999',
  -1,
  0,
  1.5,
  1e300,
  null,
  true,
  [],
  [null],
  {},
];

const stream = {
  index: 0,
  codec_type: 'video',
  codec_name: 'h264',
  profile: 'High',
  width: 640,
  height: 360,
  sample_aspect_ratio: '1:1',
  avg_frame_rate: '25/1',
  color_space: 'bt709',
  color_transfer: 'bt709',
  color_primaries: 'bt709',
  color_range: 'tv',
  field_order: 'progressive',
  start_time: '0.000000',
  disposition: { attached_pic: 0, timed_thumbnails: 0 },
  side_data_list: [{ rotation: 0 }, { dv_profile: 8, dv_bl_signal_compatibility_id: 4 }],
  tags: { rotate: '0' },
};
const sound = { index: 1, codec_type: 'audio', codec_name: 'aac', profile: 'LC', start_time: '0.1' };
const format = { format_name: 'mov,mp4', duration: '4.2', start_time: '0.0' };

/** Every copy of a value in which one of its parts is `value`, or missing. */
function* spoilt(given: unknown, value: unknown): Generator<unknown> {
  yield value;
  if (typeof given !== 'object' || given === null) return;
  for (const [key, part] of Object.entries(given))
    for (const other of spoilt(part, value))
      yield Array.isArray(given) ? given.with(Number(key), other) : { ...given, [key]: other };
}

describe('what ffprobe and ffmpeg print', () => {
  test.each(odd.map((value) => [JSON.stringify(value), value] as const))(
    '%s anywhere is taken as unknown',
    (_, value) => {
      for (const said of spoilt({ streams: [stream, sound], format }, value)) {
        const { pictures, sounds, start, duration } = readProbe(JSON.stringify(said));
        const numbers = [
          start,
          duration ?? 1,
          ...[...pictures, ...sounds].flatMap((each) => [each.index, each.start]),
        ];
        const sizes = pictures.flatMap(({ width, height, framesPerSecond }) => [
          width,
          height,
          framesPerSecond ?? 1,
        ]);
        expect([...numbers, ...sizes].every(Number.isFinite), JSON.stringify(said)).toBe(true);
        expect(duration === null || duration > 0).toBe(true);
      }
      const packet = ['0', '512', '512', '512', '630'];
      const word = typeof value === 'string' ? value : JSON.stringify(value);
      for (const at of packet.keys())
        for (const scale of ['1/10240', word])
          for (const { delays } of readTracks(
            `#tb 0: ${scale}\n${packet.with(at, word).join(', ')}, 0x1\n0, 9, 9, 9, 9, 0x1\n`,
          ))
            expect(delays.every((delay) => Number.isFinite(delay) && delay >= 0)).toBe(true);
    },
  );

  test('a value that can’t be read leaves the others', () => {
    const said = {
      streams: [
        { ...stream, start_time: 'N/A', profile: 4 },
        { ...sound, index: 'N/A' },
      ],
      format: { ...format, duration: 'N/A' },
    };
    expect(readProbe(JSON.stringify(said))).toMatchObject({
      pictures: [
        {
          index: 0,
          codec: 'h264',
          width: 640,
          height: 360,
          start: 0,
          framesPerSecond: 25,
          dolbyVision: { profile: 8, compatibility: 4 },
        },
      ],
      sounds: [],
      duration: null,
    });
    expect(readTracks('#tb 0: 1/10\n0, NOPTS, NOPTS, 0, 5, 0x1\n0, 2, 2, 3, 5, 0x1\n')).toEqual([
      { index: 0, delays: [200, 300] },
    ]);
  });

  test.each(['', 'N/A', '{"streams":[', 'Killed'])(
    '%s instead of JSON is an error about the file, and no track',
    (said) => {
      expect(() => readProbe(said)).toThrow(MediaError);
      expect(readTracks(said)).toEqual([]);
    },
  );
});
