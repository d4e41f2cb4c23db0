import { describe, expect, test } from 'vitest';
import { readTracks } from '#backend/node/media/animated-avif.ts';
import { MediaError } from '#backend/node/media/ffmpeg.ts';
import { readProbe } from '#backend/node/media/probe.ts';

/* ffprobe prints what it finds, and of some files that is odd. Nothing of it may end in an error of ours. */

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

describe('what ffprobe prints', () => {
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
      const packet = { stream_index: 0, pts_time: '0.04', duration_time: '0.04' };
      for (const said of spoilt({ packets: [packet, { ...packet, pts_time: '0.08' }] }, value))
        for (const { delays } of readTracks(JSON.stringify(said)))
          expect(
            delays.every((delay) => Number.isFinite(delay) && delay >= 0),
            JSON.stringify(said),
          ).toBe(true);
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
    expect(readTracks('{"packets":[{"stream_index":0,"pts_time":"N/A"},{"stream_index":0}]}')).toEqual([
      { index: 0, delays: [0, 0] },
    ]);
  });

  test.each(['', 'N/A', '{"streams":[', 'Killed'])(
    '%s instead of JSON is an error about the file',
    (said) => {
      for (const read of [readProbe, readTracks]) expect(() => read(said)).toThrow(MediaError);
    },
  );
});
