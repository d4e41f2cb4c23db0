import { readBrands } from './image-format.ts';
import { type Box, boxesIn, tag } from './iso-boxes.ts';

/** How an animated AVIF moves, by its header. */
export interface AvifSequence {
  /** Of one frame. */
  readonly width: number;
  readonly height: number;
  readonly frames: number;
  /** Whether the end of the file is missing. */
  readonly isCut: boolean;
}

/** The boxes that a file consists of. Some programs add something else at its end. */
const outermost: ReadonlySet<string> = new Set(['meta', 'moov', 'mdat']);
/** The boxes on the way to a track's list of samples. */
const way = ['mdia', 'minf', 'stbl'];
/** Bytes of a `stsz` or `stz2` box before its number of samples. */
const beforeCount = 8;
/** Bytes at the end of a `tkhd` box: width and height, in 65,536ths of a pixel. */
const sizeBytes = 8;

const find = (data: DataView, { body, end }: Pick<Box, 'body' | 'end'>, ...types: readonly string[]) =>
  [...boxesIn(data, body, end)].filter(({ type }) => types.includes(type));

/** The outermost boxes, as far as they can be read. */
function outerBoxes(data: DataView): { boxes: Box[]; isCut: boolean } {
  const boxes: Box[] = [];
  try {
    for (const box of boxesIn(data, 0, data.byteLength)) boxes.push(box);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
  }
  const rest = boxes.at(-1)?.end ?? 0;
  return { boxes, isCut: rest + 8 <= data.byteLength && outermost.has(tag(data, rest + 4)) };
}

function readSequence(data: DataView, track: Box): Omit<AvifSequence, 'isCut'> {
  const [header] = find(data, track, 'tkhd');
  let at: Box | undefined = track;
  for (const type of way) at = at && find(data, at, type)[0];
  const [samples] = at ? find(data, at, 'stsz', 'stz2') : [];
  const size = header ? header.end - sizeBytes : null;
  return {
    width: size === null ? 0 : Math.round(data.getUint32(size) / 65_536),
    height: size === null ? 0 : Math.round(data.getUint32(size + 4) / 65_536),
    frames: samples ? data.getUint32(samples.body + beforeCount) : 0,
  };
}

/**
 * Reads the longest track of an animated AVIF. Null for an AVIF that is a still picture. What can't be read has no
 * frames. What is inside decides, since not every program names the brand of a sequence; only of a file that ends
 * before its tracks, the brands are all there is.
 */
export function readAvifSequence(bytes: Uint8Array): AvifSequence | null {
  const data = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const { boxes, isCut } = outerBoxes(data);
  const unread = { width: 0, height: 0, frames: 0, isCut };
  try {
    const movie = boxes.find(({ type }) => type === 'moov');
    if (!movie) return isCut && readBrands(bytes).includes('avis') ? unread : null;
    const tracks = find(data, movie, 'trak').map((track) => readSequence(data, track));
    const [longest] = tracks.toSorted((a, b) => b.frames - a.frames);
    return { ...unread, ...longest };
  } catch (error) {
    if (error instanceof RangeError) return unread;
    throw error;
  }
}

/** Brands of files whose pictures follow each other. */
const moving: ReadonlySet<string> = new Set(['avis', 'msf1']);

/** The same file without what makes it an animation, which can keep libvips from reading even its first picture. */
export function asStillAvif(bytes: Uint8Array): Uint8Array {
  const picture = new Uint8Array(bytes);
  const write = (text: string, at: number) => picture.set(new TextEncoder().encode(text), at);
  // The first brand is followed by a number, and that by the others.
  for (const [index, brand] of readBrands(bytes).entries())
    if (index === 0 || moving.has(brand)) write('avif', index === 0 ? 8 : 12 + 4 * index);
  for (const { type, start } of outerBoxes(new DataView(picture.buffer)).boxes)
    if (type === 'moov') write('free', start + 4);
  return picture;
}
