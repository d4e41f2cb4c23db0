import { type Reader, saying } from './header.ts';
import { variable, whole } from './webm-elements.ts';
import { findLastFrame } from './webm-length.ts';

/**
 * Ids of WebM elements. Elements nest; each has an id and a length, both as long as their first byte says.
 */
const ids = {
  segment: 0x18_53_80_67,
  info: 0x15_49_a9_66,
  scale: 0x2a_d7_b1,
  duration: 0x44_89,
  tracks: 0x16_54_ae_6b,
  entry: 0xae,
  video: 0xe0,
  width: 0xb0,
  height: 0xba,
  cluster: 0x1f_43_b6_75,
  tags: 0x12_54_c3_67,
} as const;
const opened: ReadonlySet<number> = new Set([ids.segment, ids.info, ids.tracks, ids.entry, ids.video]);
/** The descriptive elements come before the first frames, within this many bytes. */
const headerBytes = 512 * 1024;
const nanoseconds = 1e9;

/** Yields the elements in order, descending into containers, up to the first cluster of frames. */
function* elements(data: DataView): Generator<{ id: number; at: number; size: number }> {
  for (let at = 0; at + 2 < data.byteLength;) {
    const id = variable(data, at, true);
    const size = variable(data, at + id.length, false);
    const body = at + id.length + size.length;
    if (id.value === ids.cluster) return;
    yield { id: id.value, at: body, size: size.value };
    at = opened.has(id.value) ? body : body + size.value;
  }
}

const real = (data: DataView, at: number, size: number): number =>
  size === 4 ? data.getFloat32(at) : data.getFloat64(at);

export const readWebm: Reader = async (read, size) => {
  const bytes = await read(0, headerBytes);
  const data = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const found = [...elements(data)];
  const first = (id: number, valueOf: typeof whole): number => {
    const element = found.find((one) => one.id === id);
    return element ? valueOf(data, element.at, element.size) : 0;
  };
  if (!found.some(({ id }) => id === ids.tracks)) return null;
  const stated = first(ids.duration, real);
  const segment = found.find(({ id }) => id === ids.segment);
  const units = stated > 0 ? stated : ((await findLastFrame(read, size)) ?? 0);
  const seconds = (units * (first(ids.scale, whole) || 1e6)) / nanoseconds;
  return saying({
    width: first(ids.width, whole) || null,
    height: first(ids.height, whole) || null,
    duration: Number.isFinite(seconds) && seconds > 0 ? seconds : null,
    cutShort: segment !== undefined && segment.at + segment.size > size,
  });
};
