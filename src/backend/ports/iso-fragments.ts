/** A box of an MP4 file, by its position in what was read. */
export interface Piece {
  readonly type: string;
  readonly start: number;
  readonly body: number;
  readonly end: number;
}
type Inside = (from: number, to: number) => Iterable<Piece>;

const readFlags = (data: DataView, box: Piece): number => data.getUint32(box.body) & 0xff_ff_ff;
const isLong = (data: DataView, box: Piece): boolean => data.getUint8(box.body) === 1;

/** Units a second of a track, by its `mdia` box; 0 if unknown. */
export function trackScale(data: DataView, media: Piece, inside: Inside): number {
  for (const box of inside(media.body, media.end))
    if (box.type === 'mdhd') return data.getUint32(box.body + (isLong(data, box) ? 20 : 12));
  return 0;
}

/** The default length of a sample in a `tfhd` box; 0 if it has none. */
function readDefaultLength(data: DataView, header: Piece): number {
  const flags = readFlags(data, header);
  const at = header.body + 8 + (flags & 0x1 ? 8 : 0) + (flags & 0x2 ? 4 : 0);
  return flags & 0x8 ? data.getUint32(at) : 0;
}

/** The length of the samples of a `trun` box. */
function lengthOfRun(data: DataView, run: Piece, fallback: number): number {
  const flags = readFlags(data, run);
  const count = data.getUint32(run.body + 4);
  if (!(flags & 0x100)) return count * fallback;
  const fields = [0x100, 0x200, 0x400, 0x800].filter((flag) => flags & flag).length;
  const first = run.body + 8 + (flags & 0x1 ? 4 : 0) + (flags & 0x4 ? 4 : 0);
  let total = 0;
  for (let index = 0; index < count; index += 1) total += data.getUint32(first + index * fields * 4);
  return total;
}

/**
 * Where the last fragment (`moof`) of a streamed recording ends, in the units of its track. `usual` is the
 * track's default length of a sample.
 */
export function endOfFragment(
  data: DataView,
  fragment: Piece,
  { inside, usual }: { inside: Inside; usual: number },
): number {
  let end = 0;
  for (const track of inside(fragment.body, fragment.end)) {
    if (track.type !== 'traf') continue;
    let [begins, sample, runs] = [0, usual, 0];
    for (const box of inside(track.body, track.end)) {
      if (box.type === 'tfhd') sample = readDefaultLength(data, box) || sample;
      if (box.type === 'tfdt')
        begins = isLong(data, box) ? Number(data.getBigUint64(box.body + 4)) : data.getUint32(box.body + 4);
      if (box.type === 'trun') runs += lengthOfRun(data, box, sample);
    }
    end = Math.max(end, begins + runs);
  }
  return end;
}
