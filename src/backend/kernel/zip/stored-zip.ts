import { crc32 } from './crc32.ts';
import { type PlacedEntry, type ZipEntry, centralDirectory, dataDescriptor, localHeader } from './records.ts';

/** A ZIP that isn't made yet: where everything will be in it. */
export interface ZipPlan {
  readonly entries: readonly PlacedEntry[];
  /** Where the list of all entries begins. */
  readonly directoryAt: number;
  readonly bytes: number;
}

export function planZip(entries: readonly ZipEntry[]): ZipPlan {
  const placed: PlacedEntry[] = [];
  let at = 0;
  for (const entry of entries) {
    placed.push({ ...entry, offset: at });
    at += localHeader(entry).byteLength + entry.bytes + dataDescriptor(entry, 0).byteLength;
  }
  const directory = centralDirectory(placed, { crcs: [], offset: at });
  return { entries: placed, directoryAt: at, bytes: at + directory.byteLength };
}

/** Where the content of a ZIP's entries comes from. */
export interface ZipSource {
  /** CRC-32 of an entry's content where it is known, so that a resumed ZIP doesn't read what was sent before. */
  readonly knownCrc: (index: number) => number | null;
  /** Reads an entry from a byte on. */
  readonly open: (index: number, from: number) => Promise<ReadableStream<Uint8Array>>;
  /** Is told the CRC-32 of an entry that was read whole. */
  readonly learned?: (index: number, crc: number) => Promise<void>;
}

/** The part of `bytes`, which begin at `at`, from `start` on. */
const from = (bytes: Uint8Array, at: number, start: number): Uint8Array =>
  start <= at ? bytes : bytes.subarray(Math.min(start - at, bytes.byteLength));

async function* readChunks(body: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  const reader = body.getReader();
  try {
    for (let read = await reader.read(); !read.done; read = await reader.read()) yield read.value;
  } finally {
    // Also where whoever reads the ZIP has gone away, so that nothing more is read for them.
    await reader.cancel().catch(() => {});
  }
}

const unlike = ({ name }: ZipEntry, what: string) =>
  new Error(`the stored file “${name}” ${what}, so the ZIP was cut off`);

interface Reading {
  readonly entry: ZipEntry;
  readonly index: number;
  readonly source: ZipSource;
  /** The first byte of the content that is wanted; past its end when only the CRC is. */
  readonly start: number;
}

/** The CRC-32 of an entry that was read from byte 0 on. */
async function checked({ entry, index, source }: Reading, crc: number): Promise<number> {
  const known = source.knownCrc(index);
  if (known === null) await source.learned?.(index, crc);
  else if (known !== crc) throw unlike(entry, 'isn’t what it was');
  return crc;
}

/**
 * An entry's content from `start` on; returns its CRC-32.
 * @throws when what is stored isn't what was announced: a ZIP that ends early is noticed, one with wrong bytes isn't.
 */
async function* readContent(reading: Reading): AsyncGenerator<Uint8Array, number> {
  const { entry, index, source, start } = reading;
  const known = source.knownCrc(index);
  if (known !== null && start >= entry.bytes) return known;
  const first = known === null ? 0 : start;
  let [at, crc] = [first, 0];
  for await (const chunk of readChunks(await source.open(index, first))) {
    crc = crc32(chunk, crc);
    const wanted = from(chunk, at, start);
    at += chunk.byteLength;
    if (at > entry.bytes) throw unlike(entry, 'is longer than it was');
    yield wanted;
  }
  if (at < entry.bytes) throw unlike(entry, 'is shorter than it was');
  return known !== null && first > 0 ? known : checked(reading, crc);
}

/** The bytes of a ZIP from `start` on, read and made only as they are asked for. */
export async function* bytesOfZip(
  { entries, directoryAt }: ZipPlan,
  source: ZipSource,
  start = 0,
): AsyncGenerator<Uint8Array> {
  const crcs: number[] = [];
  for (const [index, entry] of entries.entries()) {
    const header = localHeader(entry);
    const contentAt = entry.offset + header.byteLength;
    yield from(header, entry.offset, start);
    const crc = yield* readContent({ entry, index, source, start: Math.max(0, start - contentAt) });
    crcs.push(crc);
    yield from(dataDescriptor(entry, crc), contentAt + entry.bytes, start);
  }
  yield from(centralDirectory(entries, { crcs, offset: directoryAt }), directoryAt, start);
}
