/** MP4, MOV, and M4A files consist of nested boxes, each with its length and a four-letter name. */
export interface Box {
  readonly type: string;
  readonly start: number;
  readonly body: number;
  readonly end: number;
}

const mostBoxes = 100_000;

export const tag = (data: DataView, at: number) =>
  String.fromCharCode(...new Uint8Array(data.buffer, data.byteOffset + at, 4));

/** Parses a box header of up to 16 bytes. `end` is where the enclosing box ends. */
export function boxAt(data: DataView, at: number, { start, end }: { start: number; end: number }): Box {
  const short = data.getUint32(at);
  const size = short === 1 ? Number(data.getBigUint64(at + 8)) : short === 0 ? end - start : short;
  const header = short === 1 ? 16 : 8;
  if (size < header) throw new RangeError('a box shorter than its own header');
  return { type: tag(data, at + 4), start, body: start + header, end: start + size };
}

/** The boxes between two places. */
export function* boxesIn(data: DataView, from: number, to: number): Generator<Box> {
  for (let [at, count] = [from, 0]; at + 8 <= to; count += 1) {
    const box = boxAt(data, at, { start: at, end: to });
    if (box.end > to || count > mostBoxes) throw new RangeError('a box that is longer than what it is in');
    yield box;
    at = box.end;
  }
}
