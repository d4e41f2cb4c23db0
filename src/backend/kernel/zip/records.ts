/* The records of a ZIP whose entries are stored as they are (APPNOTE 6.3.10). Sizes and checksums follow each
   entry's content (bit 3), because the checksum isn't known before it was read; sizes are, so that the length
   of every record, and with it of the whole file, is known beforehand. */

export interface ZipEntry {
  /** Unique in the ZIP. */
  readonly name: string;
  readonly bytes: number;
  readonly modified: Date;
}
/** An entry at its place. */
export interface PlacedEntry extends ZipEntry {
  readonly offset: number;
}

const MOST_32 = 0xff_ff_ff_ff;
const MOST_16 = 0xff_ff;
/** Bit 3: sizes follow the content. Bit 11: the name is UTF-8. */
const FLAGS = 0x08_08;
const UNIX = 3 << 8;
const REGULAR_FILE = 0o100_644 * 0x1_00_00;

type Width = 2 | 4 | 8;
type Field = readonly [width: Width, value: number];

function buildRecord(fields: readonly Field[], ...rest: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const length = fields.reduce((sum, [width]) => sum + width, 0);
  const record = new Uint8Array(length + rest.reduce((sum, { byteLength }) => sum + byteLength, 0));
  const view = new DataView(record.buffer);
  let at = 0;
  for (const [width, value] of fields) {
    if (width === 2) view.setUint16(at, value, true);
    else if (width === 4) view.setUint32(at, value, true);
    else view.setBigUint64(at, BigInt(value), true);
    at += width;
  }
  for (const bytes of rest) {
    record.set(bytes, at);
    at += bytes.byteLength;
  }
  return record;
}

const encodeName = ({ name }: ZipEntry): Uint8Array => new TextEncoder().encode(name);
/** Whether an entry's sizes take eight bytes. */
const isLong = ({ bytes }: ZipEntry): boolean => bytes >= MOST_32;
const neededVersion = (entry: ZipEntry, offset = 0): number => (isLong(entry) || offset >= MOST_32 ? 45 : 20);

/** Date and time in UTC as MS-DOS had them: from 1980, in steps of two seconds. */
function dosTime(modified: Date): readonly Field[] {
  const year = Math.min(Math.max(modified.getUTCFullYear(), 1980), 2107);
  const time =
    (modified.getUTCHours() << 11) | (modified.getUTCMinutes() << 5) | (modified.getUTCSeconds() >> 1);
  const date = ((year - 1980) << 9) | ((modified.getUTCMonth() + 1) << 5) | modified.getUTCDate();
  return [
    [2, time],
    [2, date],
  ];
}

/** What precedes an entry's content. */
export function localHeader(entry: ZipEntry): Uint8Array<ArrayBuffer> {
  const name = encodeName(entry);
  const long = isLong(entry);
  // Says that the sizes behind the content have eight bytes.
  const extra = long
    ? buildRecord([
        [2, 1],
        [2, 16],
        [8, 0],
        [8, 0],
      ])
    : new Uint8Array();
  return buildRecord(
    [
      [4, 0x04_03_4b_50],
      [2, neededVersion(entry)],
      [2, FLAGS],
      [2, 0],
      ...dosTime(entry.modified),
      [4, 0],
      [4, long ? MOST_32 : 0],
      [4, long ? MOST_32 : 0],
      [2, name.byteLength],
      [2, extra.byteLength],
    ],
    name,
    extra,
  );
}

/** What follows an entry's content. */
export function dataDescriptor(entry: ZipEntry, crc: number): Uint8Array<ArrayBuffer> {
  const width = isLong(entry) ? 8 : 4;
  return buildRecord([
    [4, 0x08_07_4b_50],
    [4, crc],
    [width, entry.bytes],
    [width, entry.bytes],
  ]);
}

function directoryEntry(entry: PlacedEntry, crc: number): Uint8Array<ArrayBuffer> {
  const { bytes, offset } = entry;
  const name = encodeName(entry);
  const far = offset >= MOST_32;
  const long: Field[] = [
    ...(isLong(entry)
      ? ([
          [8, bytes],
          [8, bytes],
        ] as const)
      : []),
    ...(far ? ([[8, offset]] as const) : []),
  ];
  const extra = long.length > 0 ? buildRecord([[2, 1], [2, long.length * 8], ...long]) : new Uint8Array();
  const shown = isLong(entry) ? MOST_32 : bytes;
  return buildRecord(
    [
      [4, 0x02_01_4b_50],
      [2, UNIX | 45],
      [2, neededVersion(entry, offset)],
      [2, FLAGS],
      [2, 0],
      ...dosTime(entry.modified),
      [4, crc],
      [4, shown],
      [4, shown],
      [2, name.byteLength],
      [2, extra.byteLength],
      [2, 0],
      [2, 0],
      [2, 0],
      [4, REGULAR_FILE],
      [4, far ? MOST_32 : offset],
    ],
    name,
    extra,
  );
}

interface Directory {
  readonly count: number;
  readonly bytes: number;
  readonly offset: number;
}

/** The end of a ZIP with more entries or bytes than two or four bytes can count. */
const longEnd = ({ count, bytes, offset }: Directory): Uint8Array =>
  buildRecord([
    [4, 0x06_06_4b_50],
    [8, 44],
    [2, UNIX | 45],
    [2, 45],
    [4, 0],
    [4, 0],
    [8, count],
    [8, count],
    [8, bytes],
    [8, offset],
    // Where this record is.
    [4, 0x07_06_4b_50],
    [4, 0],
    [8, offset + bytes],
    [4, 1],
  ]);

function endRecords(directory: Directory): Uint8Array<ArrayBuffer> {
  const { count, bytes, offset } = directory;
  const long = count >= MOST_16 || bytes >= MOST_32 || offset >= MOST_32;
  const shownCount = Math.min(count, MOST_16);
  const end = buildRecord([
    [4, 0x06_05_4b_50],
    [2, 0],
    [2, 0],
    [2, shownCount],
    [2, shownCount],
    [4, Math.min(bytes, MOST_32)],
    [4, Math.min(offset, MOST_32)],
    [2, 0],
  ]);
  return buildRecord([], ...(long ? [longEnd(directory)] : []), end);
}

/** The list of all entries at the end of a ZIP. `offset` is where it begins. */
export function centralDirectory(
  entries: readonly PlacedEntry[],
  { crcs, offset }: { readonly crcs: readonly number[]; readonly offset: number },
): Uint8Array<ArrayBuffer> {
  const list = buildRecord([], ...entries.map((entry, index) => directoryEntry(entry, crcs[index] ?? 0)));
  return buildRecord([], list, endRecords({ count: entries.length, bytes: list.byteLength, offset }));
}
