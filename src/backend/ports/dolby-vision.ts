import { unsupported } from './image-format.ts';
import { type Box, boxesIn } from './iso-boxes.ts';

/** What a film says of itself in its Dolby Vision configuration record. */
export interface DolbyVision {
  readonly profile: number;
  /** 0: no player without Dolby Vision can show it. Others say what it looks like to those. */
  readonly compatibility: number;
}

/**
 * Refuses a film whose colors only Dolby Vision knows. Its numbers look like those of HDR10, and anything that shows
 * them as such shows green and purple. Other profiles have a picture for everyone.
 * @throws AppError 422 `unsupported_file`
 */
export function refuseDolbyVision(found: DolbyVision | null): void {
  if (!found || found.compatibility !== 0 || ![5, 10, 20].includes(found.profile)) return;
  throw unsupported(
    `This film is in Dolby Vision profile ${found.profile}, whose colors we can’t convert. Export it as HDR10, HLG or SDR and upload that.`,
  );
}

const records: ReadonlySet<string> = new Set(['dvcC', 'dvvC', 'dvwC']);
/** Bytes of a `stsd` box before its entries, and of an entry for pictures before the boxes in it. */
const [beforeEntries, beforeBoxes] = [8, 78];
const way = ['mdia', 'minf', 'stbl', 'stsd'];

function find(data: DataView, track: Box): DolbyVision | null {
  let at: Box | undefined = track;
  for (const type of way) at = at && [...boxesIn(data, at.body, at.end)].find((box) => box.type === type);
  if (!at) return null;
  for (const entry of boxesIn(data, at.body + beforeEntries, at.end)) {
    if (entry.end - entry.body < beforeBoxes) continue;
    for (const box of boxesIn(data, entry.body + beforeBoxes, entry.end))
      if (records.has(box.type) && box.end - box.body >= 5)
        return { profile: data.getUint8(box.body + 2) >> 1, compatibility: data.getUint8(box.body + 4) >> 4 };
  }
  return null;
}

/** The record in the description of a film's track; null if it has none. */
export function findDolbyVision(data: DataView, track: Box): DolbyVision | null {
  try {
    return find(data, track);
  } catch (error) {
    // What follows in its description are no boxes.
    if (error instanceof RangeError) return null;
    throw error;
  }
}
