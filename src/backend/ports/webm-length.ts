import type { Reading } from './header.ts';
import { variable, whole } from './webm-elements.ts';

/**
 * Ids of WebM elements that hold frames, and of those that hold these. A browser that records doesn't know the
 * length when it writes the header, so it has to be read from the frames.
 */
const opened: ReadonlySet<number> = new Set([
  0x18_53_80_67, // Segment
  0x1f_43_b6_75, // Cluster
  0xa0, // BlockGroup
]);
const clusterTime = 0xe7;
const blocks: ReadonlySet<number> = new Set([0xa3, 0xa1]);
/** Longer files come from programs that write the length; they aren't read whole. */
const mostBytes = 32 * 1024 * 1024;

/**
 * The time of the last frame, in the file's own units; null if there is none or the file is too large to look.
 * A file that ends within a frame has the length of those before it.
 */
export async function findLastFrame(read: Reading, bytes: number): Promise<number | null> {
  if (bytes > mostBytes) return null;
  const content = await read(0, bytes);
  const data = new DataView(content.buffer, content.byteOffset, content.byteLength);
  let [base, last]: [number, number | null] = [0, null];
  for (let at = 0; at + 2 < data.byteLength;) {
    const id = variable(data, at, true);
    const size = variable(data, at + id.length, false);
    const body = at + id.length + size.length;
    if (id.value === clusterTime) base = whole(data, body, size.value);
    // A block begins with its track, then its time within the cluster.
    if (blocks.has(id.value))
      last = Math.max(last ?? 0, base + data.getInt16(body + variable(data, body, false).length));
    at = opened.has(id.value) ? body : body + size.value;
    if (at + 16 > data.byteLength) break;
  }
  return last;
}
