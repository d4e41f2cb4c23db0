import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import type { AppError } from '#backend/kernel/errors.ts';
import { createMediaProcessor } from '#backend/node/media/media.ts';
import { probe } from '#backend/node/media/probe.ts';
import { clip, sourceOf, tools, workFor } from '../../setup/recordings.ts';

const folder = await mkdtemp(join(tmpdir(), 'limelight-dolby-'));
afterAll(() => rm(folder, { recursive: true }));
const film = Buffer.from(await clip('wheel.mp4'));

/** The record of a Dolby Vision stream, as a box. */
function record(name: 'dvcC' | 'dvvC', profile: number, compatibility: number): Buffer {
  const box = Buffer.alloc(32);
  box.writeUInt32BE(32, 0);
  box.write(name, 4, 'latin1');
  // Version 1.0; the profile in seven bits, level 6 in six, and that there are metadata and a base layer.
  box.set([1, 0, (profile << 1) | (6 >> 5), ((6 & 31) << 3) | 0b101, compatibility << 4], 8);
  return box;
}

/** The boxes that contain the description of the film's picture, from the outermost on. */
const way = ['moov', 'trak', 'mdia', 'minf', 'stbl', 'stsd', 'avc1'];

/** The film with a box more in the description of its picture. */
function withBox(box: Buffer): Buffer {
  const starts: number[] = [];
  let from = 0;
  for (const name of way) {
    const at = film.indexOf(name, from, 'latin1') - 4;
    expect(at).toBeGreaterThanOrEqual(0);
    starts.push(at);
    from = at + 8;
  }
  const movie = starts[0] ?? 0;
  const entry = starts.at(-1) ?? 0;
  const end = entry + film.readUInt32BE(entry);
  const made = Buffer.concat([film.subarray(0, end), box, film.subarray(end)]);
  for (const at of starts) made.writeUInt32BE(made.readUInt32BE(at) + box.length, at);
  // Where the media lies, if it comes behind the description.
  if (film.indexOf('mdat', 0, 'latin1') > movie)
    for (let at = made.indexOf('stco', 0, 'latin1'); at > 0; at = made.indexOf('stco', at + 4, 'latin1'))
      for (let entries = made.readUInt32BE(at + 8), each = 0; each < entries; each += 1)
        made.writeUInt32BE(made.readUInt32BE(at + 12 + each * 4) + box.length, at + 12 + each * 4);
  return made;
}

const refused = (profile: number) =>
  `This film is in Dolby Vision profile ${profile}, whose colors we can’t convert. Export it as HDR10, HLG or SDR and upload that.`;
/** Why, the record, and what is said; null where it has a picture that everyone can see. */
const table: readonly (readonly [why: string, box: Buffer, said: string | null])[] = [
  ['profile 5 has no other picture', record('dvcC', 5, 0), refused(5)],
  ['profile 10 without one, as AV1', record('dvvC', 10, 0), refused(10)],
  ['profile 7 has that of HDR10', record('dvcC', 7, 6), null],
  ['profile 8.1 has that of HDR10', record('dvvC', 8, 1), null],
  ['profile 8.2 has that of SDR', record('dvvC', 8, 2), null],
  ['profile 8.4 has that of HLG, as phones record it', record('dvvC', 8, 4), null],
  ['profile 10.1 has that of HDR10', record('dvvC', 10, 1), null],
];

const saidBy = (media: ReturnType<typeof createMediaProcessor>, bytes: Uint8Array) =>
  media.video(sourceOf(bytes), workFor().work).then(
    () => null,
    (error: unknown) => (error as AppError).message,
  );

describe('a film in Dolby Vision', () => {
  test.each(table)('where nothing is converted: %s', async (_, box, said) => {
    expect(await saidBy(createMediaProcessor({ folder }), withBox(box))).toBe(said);
  });

  test.skipIf(!tools).each(table)('with ffmpeg: %s', async (_, box, said) => {
    await writeFile(join(folder, 'film.mp4'), withBox(box));
    const signal = AbortSignal.timeout(20_000);
    const { pictures } = await probe({ tools: tools!, file: 'film.mp4', format: 'mp4', folder, signal });
    expect(pictures[0]?.dolbyVision).toEqual({
      profile: box.readUInt8(10) >> 1,
      compatibility: box.readUInt8(12) >> 4,
    });
    const media = createMediaProcessor({ tools: async () => tools, folder });
    if (said) expect(await saidBy(media, withBox(box))).toBe(said);
  });

  test.skipIf(!tools)(
    'with a picture for everyone is converted',
    async () => {
      const media = createMediaProcessor({ tools: async () => tools, folder });
      expect(await saidBy(media, withBox(record('dvvC', 8, 4)))).toBeNull();
    },
    120_000,
  );
});
