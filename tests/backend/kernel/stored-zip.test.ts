import { crc32 as nodesCrc32 } from 'node:zlib';
import { BlobReader, Reader, Uint8ArrayWriter, ZipReader, configure } from '@zip.js/zip.js';
import { describe, expect, test } from 'vitest';
import { crc32 } from '#backend/kernel/zip/crc32.ts';
import { entryNames } from '#backend/kernel/zip/entry-names.ts';
import { type ZipSource, bytesOfZip, planZip } from '#backend/kernel/zip/stored-zip.ts';

configure({ useWebWorkers: false });

const modified = new Date('2026-02-03T04:05:06Z');
const streamOf = (chunks: readonly Uint8Array[]) =>
  new ReadableStream<Uint8Array>({
    start(controller) {
      for (const chunk of chunks) controller.enqueue(chunk);
      controller.close();
    },
  });
async function collect(bytes: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of bytes) chunks.push(chunk.slice());
  return Buffer.concat(chunks);
}
const numbered = (length: number, first: number) =>
  Uint8Array.from({ length }, (_, at) => (first + at * 7) & 0xff);

describe('CRC-32', () => {
  test.each([0, 1, 7, 8, 9, 15, 16, 1000, 65_537])('of %i bytes is zlib’s', (length) =>
    expect(crc32(numbered(length, 3))).toBe(nodesCrc32(numbered(length, 3))),
  );
  test('goes on over chunks of any length and alignment', () => {
    const whole = numbered(10_001, 9);
    let [crc, at] = [0, 0];
    for (let step = 1; at < whole.length; at += step, step += 1)
      crc = crc32(whole.subarray(at, at + step), crc);
    expect(crc).toBe(nodesCrc32(whole));
  });
});

describe('names', () => {
  test.each([
    [
      ['a.pdf', 'b.pdf'],
      ['a.pdf', 'b.pdf'],
    ],
    [
      ['a.pdf', 'a.pdf', 'a.pdf'],
      ['a.pdf', 'a (2).pdf', 'a (3).pdf'],
    ],
    [
      ['Log.PDF', 'log.pdf'],
      ['Log.PDF', 'log (2).pdf'],
    ],
    [
      ['a.pdf', 'a.pdf', 'a (2).pdf'],
      ['a.pdf', 'a (3).pdf', 'a (2).pdf'],
    ],
    [
      ['é.pdf', 'e\u0301.pdf'],
      ['é.pdf', 'e\u0301 (2).pdf'],
    ],
    [
      ['notes', 'notes'],
      ['notes', 'notes (2)'],
    ],
    [
      ['v1.2.tar.gz', 'v1.2.tar.gz'],
      ['v1.2.tar.gz', 'v1.2.tar (2).gz'],
    ],
  ])('%j become %j', (given, shown) => expect(entryNames(given)).toEqual(shown));
});

const contents = [numbered(70_001, 1), new Uint8Array(), numbered(5, 200), numbered(40_000, 77)];
const plan = planZip(
  ['Glasur Übersicht.pdf', 'empty.bin', '釉薬.pdf', 'z.pdf'].map((name, index) => ({
    name,
    bytes: contents[index]!.length,
    modified,
  })),
);
/** Contents in chunks of an odd length; remembers what was read. */
function source(crcs: readonly (number | null)[] = [null, null, null, null]) {
  const opened: [number, number][] = [];
  const learned: number[] = [];
  const from: ZipSource = {
    knownCrc: (index) => crcs[index] ?? null,
    async open(index, start) {
      opened.push([index, start]);
      const chunks: Uint8Array[] = [];
      for (let at = start; at < contents[index]!.length; at += 999)
        chunks.push(contents[index]!.subarray(at, at + 999));
      return streamOf(chunks);
    },
    async learned(index, crc) {
      learned[index] = crc;
    },
  };
  return { from, opened, learned };
}
const known = contents.map((bytes) => nodesCrc32(bytes));

describe('a ZIP made while it is sent', () => {
  test('is as long as announced, and unpacks to the same names, times and bytes', async () => {
    const { from, learned } = source();
    const whole = await collect(bytesOfZip(plan, from));
    expect(whole.length).toBe(plan.bytes);
    expect(learned).toEqual(known);
    const entries = await new ZipReader(new BlobReader(new Blob([new Uint8Array(whole)]))).getEntries();
    expect(entries.map(({ filename }) => filename)).toEqual(plan.entries.map(({ name }) => name));
    for (const [index, entry] of entries.entries()) {
      if (entry.directory) throw new Error('not a file');
      expect(entry.lastModDate.getFullYear()).toBe(2026);
      // Checks the checksum as well.
      const bytes = await entry.getData(new Uint8ArrayWriter(), { checkSignature: true });
      expect(Buffer.compare(bytes, contents[index]!)).toBe(0);
    }
  });

  test('resumed anywhere, has the same rest; what was sent isn’t read again once its checksum is known', async () => {
    const whole = await collect(bytesOfZip(plan, source().from));
    const steps = [0, 1, 29, 30, 31, 50, 51, 52, 70_000, 70_051, 70_052, 70_070, 70_200, plan.directoryAt];
    for (const start of [...steps, plan.directoryAt + 3, plan.bytes - 1, plan.bytes])
      for (const crcs of [undefined, known]) {
        const rest = await collect(bytesOfZip(plan, source(crcs).from, start));
        expect([start, Buffer.compare(rest, whole.subarray(start))]).toEqual([start, 0]);
      }
    const { from, opened } = source(known);
    await collect(bytesOfZip(plan, from, plan.entries[3]!.offset + 1_000));
    expect(opened).toEqual([[3, 1_000 - 30 - 'z.pdf'.length]]);
  });

  test.each([
    ['shorter', contents[0]!.subarray(1), 'is shorter than it was'],
    ['longer', numbered(70_002, 1), 'is longer than it was'],
    ['different', numbered(70_001, 2), 'isn’t what it was'],
  ])('fails when a stored file is %s than announced', async (_, bytes, message) => {
    const from: ZipSource = { ...source(known).from, open: async () => streamOf([bytes]) };
    await expect(collect(bytesOfZip(plan, from))).rejects.toThrow(message);
  });

  test('stops reading when nobody takes it anymore', async () => {
    let [pulled, isCancelled] = [0, false];
    const from: ZipSource = {
      knownCrc: () => null,
      open: async () =>
        new ReadableStream<Uint8Array>(
          {
            pull(controller) {
              pulled += 1;
              controller.enqueue(new Uint8Array(100));
            },
            cancel() {
              isCancelled = true;
            },
          },
          { highWaterMark: 0 },
        ),
    };
    const bytes = bytesOfZip(plan, from);
    for (let taken = 0; taken < 4; taken += 1) await bytes.next();
    await bytes.return(undefined);
    expect([pulled, isCancelled]).toEqual([3, true]);
  });
});

/** Reads parts of a ZIP that doesn't exist as a whole: each is made when it is asked for. */
class MadeOnDemand extends Reader<null> {
  readonly part: (start: number) => AsyncGenerator<Uint8Array>;
  constructor(size: number, part: MadeOnDemand['part']) {
    super(null);
    this.part = part;
    Object.assign(this, { size });
  }
  override async readUint8Array(index: number, length: number): Promise<Uint8Array> {
    const chunks: Uint8Array[] = [];
    let missing = length;
    for await (const chunk of this.part(index)) {
      chunks.push(chunk.slice(0, missing));
      missing -= chunk.length;
      if (missing <= 0) break;
    }
    return Buffer.concat(chunks).subarray(0, length);
  }
}

describe('ZIP64', () => {
  const GB = 2 ** 30;
  const big = (sizes: readonly number[]) => {
    const huge = planZip(sizes.map((bytes, index) => ({ name: `film ${index}.mp4`, bytes, modified })));
    const zeros = (left: number) =>
      new ReadableStream<Uint8Array>(
        {
          pull(controller) {
            if (left <= 0) return controller.close();
            controller.enqueue(new Uint8Array(Math.min(left, 65_536)));
            left -= 65_536;
          },
        },
        { highWaterMark: 0 },
      );
    const from: ZipSource = {
      knownCrc: (index) => 7 + index,
      open: async (index, start) => zeros(huge.entries[index]!.bytes - start),
    };
    return { huge, read: (start: number) => bytesOfZip(huge, from, start) };
  };

  test('holds files of more than 4 GB, and files that begin after them', async () => {
    const { huge, read } = big([5 * GB, 100, 0xff_ff_ff_ff, 0xff_ff_ff_fe]);
    const entries = await new ZipReader(new MadeOnDemand(huge.bytes, read)).getEntries();
    expect(
      entries.map(({ uncompressedSize, offset, signature }) => [uncompressedSize, offset, signature]),
    ).toEqual(huge.entries.map(({ bytes, offset }, index) => [bytes, offset, 7 + index]));
    expect(entries.map(({ zip64 }) => zip64)).toEqual([true, true, true, true]);
  });

  test('holds more files than two bytes can count', async () => {
    const { read } = big(Array.from({ length: 65_540 }, () => 0));
    const entries = await new ZipReader(
      new BlobReader(new Blob([new Uint8Array(await collect(read(0)))])),
    ).getEntries();
    expect([entries.length, entries.at(-1)?.filename]).toEqual([65_540, 'film 65539.mp4']);
  });
});
