/* Eight tables, so that each step takes eight bytes: a gigabyte takes a few seconds instead of a minute. */
const SLICES = 8;
const POLYNOMIAL = 0xed_b8_83_20;

function makeTables(): Uint32Array[] {
  const tables = Array.from({ length: SLICES }, () => new Uint32Array(256));
  const [first] = tables as [Uint32Array];
  for (let byte = 0; byte < 256; byte += 1) {
    let value = byte;
    for (let bit = 0; bit < 8; bit += 1) value = value & 1 ? (value >>> 1) ^ POLYNOMIAL : value >>> 1;
    first[byte] = value >>> 0;
  }
  for (let slice = 1; slice < SLICES; slice += 1)
    for (let byte = 0; byte < 256; byte += 1) {
      const before = tables[slice - 1]?.[byte] ?? 0;
      (tables[slice] as Uint32Array)[byte] = ((before >>> 8) ^ (first[before & 0xff] ?? 0)) >>> 0;
    }
  return tables;
}
const [t0, t1, t2, t3, t4, t5, t6, t7] = makeTables() as [
  Uint32Array,
  Uint32Array,
  Uint32Array,
  Uint32Array,
  Uint32Array,
  Uint32Array,
  Uint32Array,
  Uint32Array,
];

/** Continues a CRC-32, which starts with 0, with the next bytes. */
export function crc32(bytes: Uint8Array, before = 0): number {
  const at = (table: Uint32Array, index: number): number => table[index & 0xff] as number;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let crc = ~before;
  let offset = 0;
  for (const end = bytes.byteLength - SLICES; offset <= end; offset += SLICES) {
    const low = crc ^ view.getUint32(offset, true);
    const high = view.getUint32(offset + 4, true);
    crc =
      at(t7, low) ^
      at(t6, low >>> 8) ^
      at(t5, low >>> 16) ^
      at(t4, low >>> 24) ^
      at(t3, high) ^
      at(t2, high >>> 8) ^
      at(t1, high >>> 16) ^
      at(t0, high >>> 24);
  }
  for (; offset < bytes.byteLength; offset += 1) crc = (crc >>> 8) ^ at(t0, crc ^ (bytes[offset] as number));
  return ~crc >>> 0;
}
