import { type DolbyVision, findDolbyVision } from './dolby-vision.ts';
import { type Reader, type Reading, saying } from './header.ts';
import { type Box, boxAt, boxesIn, tag } from './iso-boxes.ts';
import { endOfFragment, trackScale } from './iso-fragments.ts';

/**
 * Maximum size of the `moov` box, which describes the whole file. For hours of recording it is a few
 * megabytes.
 */
const mostMovieBytes = 32 * 1024 * 1024;
const toDataView = (bytes: Uint8Array) => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);

async function outermost(read: Reading, bytes: number): Promise<Box[]> {
  const boxes: Box[] = [];
  for (let at = 0; at + 8 <= bytes && boxes.length < 10_000;) {
    const box = boxAt(toDataView(await read(at, 16)), 0, { start: at, end: bytes });
    boxes.push(box);
    at = box.end;
  }
  return boxes;
}

interface Track {
  readonly kind: string;
  readonly width: number;
  readonly height: number;
}

/** Version 1 boxes use 8 bytes for times, version 0 uses 4. */
const isLong = (data: DataView, box: Box) => data.getUint8(box.body) === 1;

function readTrack(data: DataView, track: Box): Track {
  let found: Track = { kind: '', width: 0, height: 0 };
  for (const box of boxesIn(data, track.body, track.end)) {
    if (box.type === 'tkhd') {
      const matrix = box.body + (isLong(data, box) ? 52 : 40);
      const [width, height] = [
        data.getUint32(matrix + 36) / 65_536,
        data.getUint32(matrix + 40) / 65_536,
      ].map(Math.round) as [number, number];
      // A quarter turn has zeros on the matrix's diagonal.
      const turned = data.getInt32(matrix) === 0 && data.getInt32(matrix + 16) === 0;
      found = { ...found, width: turned ? height : width, height: turned ? width : height };
    }
    if (box.type === 'mdia')
      for (const inner of boxesIn(data, box.body, box.end))
        if (inner.type === 'hdlr') found = { ...found, kind: tag(data, inner.body + 8) };
  }
  return found;
}

function readSeconds(data: DataView, header: Box): number {
  const long = isLong(data, header);
  const scale = data.getUint32(header.body + (long ? 20 : 12));
  const duration = long ? Number(data.getBigUint64(header.body + 24)) : data.getUint32(header.body + 16);
  // All ones means unknown.
  return scale === 0 || duration >= (long ? 2 ** 63 : 0xff_ff_ff_ff) ? 0 : duration / scale;
}

const wordy: ReadonlySet<string> = new Set(['udta', 'meta', 'uuid']);

interface Movie {
  /** Units a second of the first track, and its default length of a sample. */
  readonly scale: number;
  readonly sample: number;
  readonly tracks: readonly Track[];
  /** Absent unless there is such a record. */
  readonly dolby: { readonly dolbyVision?: DolbyVision };
  readonly duration: number;
  readonly words: readonly Box[];
}

function readMovie(data: DataView, movie: Box): Movie {
  const inside = [...boxesIn(data, movie.body - movie.start, movie.end - movie.start)];
  const tracks = inside.filter(({ type }) => type === 'trak');
  const header = inside.find(({ type }) => type === 'mvhd');
  const words = [...inside, ...tracks.flatMap((track) => [...boxesIn(data, track.body, track.end)])].filter(
    ({ type }) => wordy.has(type),
  );
  const within = (from: number, to: number) => boxesIn(data, from, to);
  const media = tracks[0] && [...within(tracks[0].body, tracks[0].end)].find(({ type }) => type === 'mdia');
  const extended = inside.find(({ type }) => type === 'mvex');
  const usual = extended && [...within(extended.body, extended.end)].find(({ type }) => type === 'trex');
  const read = tracks.map((track) => readTrack(data, track));
  const films = tracks.filter((_, at) => read[at]?.kind === 'vide');
  const dolbyVision = films.map((track) => findDolbyVision(data, track)).find((found) => found !== null);
  return {
    scale: media ? trackScale(data, media, within) : 0,
    sample: usual ? data.getUint32(usual.body + 12) : 0,
    tracks: read,
    dolby: dolbyVision ? { dolbyVision } : {},
    duration: header ? readSeconds(data, header) : 0,
    words,
  };
}

/** The length of a recording that was streamed as it was made: its last fragment says where it ends. */
async function fragmentedLength(
  read: Reading,
  boxes: readonly Box[],
  { scale, sample }: Movie,
): Promise<number> {
  const last = boxes.findLast(({ type }) => type === 'moof');
  if (!last || scale === 0 || last.end - last.start > mostMovieBytes) return 0;
  const data = toDataView(await read(last.start, last.end - last.start));
  const [fragment] = [...boxesIn(data, 0, data.byteLength)];
  if (!fragment) return 0;
  return (
    endOfFragment(data, fragment, { inside: (from, to) => boxesIn(data, from, to), usual: sample }) / scale
  );
}

/** Reads the `moov` box. The duration may be missing in a recording that was streamed as it was made. */
export const readIso: Reader = async (read, bytes) => {
  const boxes = await outermost(read, bytes);
  const movie = boxes.find(({ type }) => type === 'moov');
  if (!movie || movie.end - movie.start > mostMovieBytes || movie.end > bytes) return null;
  const found = readMovie(toDataView(await read(movie.start, movie.end - movie.start)), movie);
  const { tracks, words } = found;
  const duration = found.duration || (await fragmentedLength(read, boxes, found));
  const picture = tracks.find(({ kind, width }) => kind === 'vide' && width > 0);
  if (!picture && !tracks.some(({ kind }) => kind === 'soun')) return null;
  const outside = boxes.filter(({ type }) => wordy.has(type)).map(({ start, end }) => [start, end] as const);
  return saying({
    ...(picture && { width: picture.width, height: picture.height }),
    ...found.dolby,
    duration: duration || null,
    words: [...outside, ...words.map(({ start, end }) => [movie.start + start, movie.start + end] as const)],
    cutShort: boxes.some(({ end }) => end > bytes) || !boxes.some(({ type }) => type === 'mdat'),
  });
};
