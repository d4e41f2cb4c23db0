import { crc32 } from 'node:zlib';
import sharp from 'sharp';

/*
 * libvips reads only the first picture of an animated PNG. The others are taken apart here into pictures of their own,
 * which it can decode, and laid over each other as the format wants.
 */

interface Chunk {
  readonly name: string;
  readonly data: Buffer;
}
/** One picture of an animation: where on the canvas, for how long, and what happens to what is there. */
interface Frame {
  readonly width: number;
  readonly height: number;
  readonly left: number;
  readonly top: number;
  /** In milliseconds. */
  readonly delay: number;
  /** After it was shown: 0 it stays, 1 its place is cleared, 2 what was there before comes back. */
  readonly disposal: number;
  /** Whether it is laid over what is there, instead of replacing it. */
  readonly isOver: boolean;
  readonly parts: Buffer[];
}
export interface AnimatedPng {
  readonly width: number;
  readonly height: number;
  /** How often it plays; 0 is without end. */
  readonly loop: number;
  readonly header: Buffer;
  /** Chunks that every picture needs, such as its colors. */
  readonly shared: readonly Chunk[];
  readonly frames: readonly Frame[];
}

const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const sharedNames: ReadonlySet<string> = new Set(['PLTE', 'tRNS', 'gAMA', 'cHRM', 'sRGB', 'iCCP', 'sBIT']);

function* readChunks(bytes: Buffer): Generator<Chunk> {
  for (let at = signature.length; at + 12 <= bytes.length;) {
    const end = at + 8 + bytes.readUInt32BE(at);
    if (end + 4 > bytes.length) return;
    yield { name: bytes.toString('latin1', at + 4, at + 8), data: bytes.subarray(at + 8, end) };
    at = end + 4;
  }
}

function parseFrame(data: Buffer): Frame {
  const [over, under] = [data.readUInt16BE(20), data.readUInt16BE(22) || 100];
  return {
    width: data.readUInt32BE(4),
    height: data.readUInt32BE(8),
    left: data.readUInt32BE(12),
    top: data.readUInt32BE(16),
    delay: Math.round((over / under) * 1000),
    disposal: data.readUInt8(24),
    isOver: data.readUInt8(25) === 1,
    parts: [],
  };
}

const fits = (frame: Frame, width: number, height: number): boolean =>
  frame.width > 0 &&
  frame.height > 0 &&
  frame.left + frame.width <= width &&
  frame.top + frame.height <= height;

function collectFrames(chunks: readonly Chunk[]): Frame[] {
  const frames: Frame[] = [];
  for (const { name, data } of chunks) {
    if (name === 'fcTL' && data.length === 26) frames.push(parseFrame(data));
    // Before the first `fcTL`, it is a picture for programs that don't know animations.
    else if (name === 'IDAT') frames.at(-1)?.parts.push(data);
    else if (name === 'fdAT') frames.at(-1)?.parts.push(data.subarray(4));
  }
  return frames;
}

/** Takes an animated PNG apart. Null for one that has a single picture, or whose pictures can't be told apart. */
export function readAnimatedPng(given: Uint8Array): AnimatedPng | null {
  const chunks = [...readChunks(Buffer.from(given.buffer, given.byteOffset, given.byteLength))];
  const findData = (wanted: string) => chunks.find(({ name }) => name === wanted)?.data;
  const [header, control] = [findData('IHDR'), findData('acTL')];
  if (header?.length !== 13 || control?.length !== 8) return null;
  const [width, height] = [header.readUInt32BE(0), header.readUInt32BE(4)];
  const frames = collectFrames(chunks);
  const isSound = frames.every((frame) => frame.parts.length > 0 && fits(frame, width, height));
  if (frames.length < 2 || !isSound) return null;
  const shared = chunks.filter(({ name }) => sharedNames.has(name));
  return { width, height, loop: control.readUInt32BE(4), header, shared, frames };
}

function chunkBytes({ name, data }: Chunk): Buffer {
  const named = Buffer.concat([Buffer.from(name, 'latin1'), data]);
  const [size, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  size.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(named));
  return Buffer.concat([size, named, sum]);
}

/** One picture as a PNG of its own. */
function asPng({ header, shared }: AnimatedPng, { width, height, parts }: Frame): Buffer {
  const own = Buffer.from(header);
  own.writeUInt32BE(width, 0);
  own.writeUInt32BE(height, 4);
  const chunks = [
    { name: 'IHDR', data: own },
    ...shared,
    { name: 'IDAT', data: Buffer.concat(parts) },
    { name: 'IEND', data: Buffer.alloc(0) },
  ];
  return Buffer.concat([signature, ...chunks.map(chunkBytes)]);
}

/** Lays one pixel over another, both RGBA. */
function layOver(canvas: Buffer, at: number, pixel: Buffer): void {
  const [above, below] = [(pixel[3] ?? 0) / 255, (canvas[at + 3] ?? 0) / 255];
  const alpha = above + below * (1 - above);
  for (let part = 0; part < 3; part += 1) {
    const mixed = (pixel[part] ?? 0) * above + (canvas[at + part] ?? 0) * below * (1 - above);
    canvas[at + part] = Math.round(mixed / alpha);
  }
  canvas[at + 3] = Math.round(alpha * 255);
}

function drawRow(canvas: Buffer, at: number, { row, isOver }: { row: Buffer; isOver: boolean }): void {
  if (!isOver) {
    row.copy(canvas, at);
    return;
  }
  for (let from = 0; from < row.length; from += 4) {
    const alpha = row[from + 3];
    if (alpha === 255) row.copy(canvas, at + from, from, from + 4);
    else if (alpha !== 0) layOver(canvas, at + from, row.subarray(from, from + 4));
  }
}

/** Draws pictures in their order, and gives the whole canvas after each. The canvas is the same every time. */
async function* drawn(png: AnimatedPng): AsyncGenerator<Buffer> {
  const { width, height, frames } = png;
  const canvas = Buffer.alloc(width * height * 4);
  for (const [index, frame] of frames.entries()) {
    const pixels = await sharp(asPng(png, frame), { failOn: 'error' })
      .toColourspace('srgb')
      .ensureAlpha()
      .raw()
      .toBuffer();
    const bytesOfRow = frame.width * 4;
    const rows = Array.from({ length: frame.height }, (_, y) => ({
      at: ((frame.top + y) * width + frame.left) * 4,
      row: pixels.subarray(y * bytesOfRow, (y + 1) * bytesOfRow),
    }));
    const before = frame.disposal === 2 && index > 0 ? Buffer.from(canvas) : null;
    for (const { at, row } of rows) drawRow(canvas, at, { row, isOver: frame.isOver });
    yield canvas;
    if (before) before.copy(canvas);
    else if (frame.disposal > 0) for (const { at } of rows) canvas.fill(0, at, at + bytesOfRow);
  }
}

interface Frames {
  /** Of each frame. */
  readonly width: number;
  readonly height: number;
  /** Of each frame, in milliseconds. */
  readonly delays: readonly number[];
  /** How often it plays; 0 is without end. */
  readonly loop: number;
}

/** In milliseconds: sharp writes no more. */
const longestDelay = 65_535;

/** Frames in RGBA, one after the other, as an animated WebP of the same pixels. */
export function framesAsWebp(pixels: Buffer, { width, height, delays, loop }: Frames): Promise<Uint8Array> {
  const raw = { width, height: height * delays.length, channels: 4 as const, pageHeight: height };
  const delay = delays.map((each) => Math.min(Math.max(each, 0), longestDelay));
  return sharp(pixels, { raw, limitInputPixels: false })
    .webp({ lossless: true, effort: 0, delay, loop })
    .toBuffer();
}

/**
 * An animated PNG as an animated WebP of the same pixels, at most `widest` pixels wide.
 * @throws what sharp does if a picture is damaged.
 */
export async function toAnimatedWebp(png: AnimatedPng, widest: number): Promise<Uint8Array> {
  const width = Math.min(png.width, widest);
  const height = Math.max(1, Math.round((png.height * width) / png.width));
  const frames: Buffer[] = [];
  for await (const canvas of drawn(png))
    frames.push(
      await sharp(canvas, { raw: { width: png.width, height: png.height, channels: 4 } })
        .resize(width, height, { fit: 'fill' })
        .raw()
        .toBuffer(),
    );
  const delays = png.frames.map(({ delay }) => delay);
  return framesAsWebp(Buffer.concat(frames), { width, height, delays, loop: png.loop });
}
