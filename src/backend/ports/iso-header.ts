import { type Reader, type Reading, saying } from './header.ts';
import { endOfFragment, trackScale } from './iso-fragments.ts';

/** MP4, MOV, and M4A files consist of nested boxes, each with its length and a four-letter name. */
interface Box {
  readonly type: string;
  readonly start: number;
  readonly body: number;
  readonly end: number;
}

const mostBoxes = 100_000;
/**
 * Maximum size of the `moov` box, which describes the whole file. For hours of recording it is a few
 * megabytes.
 */
const mostMovieBytes = 32 * 1024 * 1024;
const tag = (data: DataView, at: number) =>
  String.fromCharCode(...new Uint8Array(data.buffer, data.byteOffset + at, 4));
const viewOf = (bytes: Uint8Array) => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);

/** Parses a box header of up to 16 bytes. `end` is where the enclosing box ends. */
function boxAt(data: DataView, at: number, { start, end }: { start: number; end: number }): Box {
  const short = data.getUint32(at);
  const size = short === 1 ? Number(data.getBigUint64(at + 8)) : short === 0 ? end - start : short;
  const header = short === 1 ? 16 : 8;
  if (size < header) throw new RangeError('a box shorter than its own header');
  return { type: tag(data, at + 4), start, body: start + header, end: start + size };
}

function* boxesIn(data: DataView, from: number, to: number): Generator<Box> {
  for (let [at, count] = [from, 0]; at + 8 <= to; count += 1) {
    const box = boxAt(data, at, { start: at, end: to });
    if (box.end > to || count > mostBoxes) throw new RangeError('a box that is longer than what it is in');
    yield box;
    at = box.end;
  }
}

async function outermost(read: Reading, bytes: number): Promise<Box[]> {
  const boxes: Box[] = [];
  for (let at = 0; at + 8 <= bytes && boxes.length < 10_000;) {
    const box = boxAt(viewOf(await read(at, 16)), 0, { start: at, end: bytes });
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

function trackOf(data: DataView, track: Box): Track {
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

function secondsOf(data: DataView, header: Box): number {
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
  readonly duration: number;
  readonly words: readonly Box[];
}

function movieOf(data: DataView, movie: Box): Movie {
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
  return {
    scale: media ? trackScale(data, media, within) : 0,
    sample: usual ? data.getUint32(usual.body + 12) : 0,
    tracks: tracks.map((track) => trackOf(data, track)),
    duration: header ? secondsOf(data, header) : 0,
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
  const data = viewOf(await read(last.start, last.end - last.start));
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
  const found = movieOf(viewOf(await read(movie.start, movie.end - movie.start)), movie);
  const { tracks, words } = found;
  const duration = found.duration || (await fragmentedLength(read, boxes, found));
  const picture = tracks.find(({ kind, width }) => kind === 'vide' && width > 0);
  if (!picture && !tracks.some(({ kind }) => kind === 'soun')) return null;
  const outside = boxes.filter(({ type }) => wordy.has(type)).map(({ start, end }) => [start, end] as const);
  return saying({
    ...(picture && { width: picture.width, height: picture.height }),
    duration: duration || null,
    words: [...outside, ...words.map(({ start, end }) => [movie.start + start, movie.start + end] as const)],
    cutShort: boxes.some(({ end }) => end > bytes) || !boxes.some(({ type }) => type === 'mdat'),
  });
};
