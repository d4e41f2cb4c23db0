import { readFileSync } from 'node:fs';
import ipaddr from 'ipaddr.js';
import { StartError } from '../process/start-error.ts';

/** First and last address, of one family, in order. */
type Range = readonly [from: bigint, to: bigint];

const asNumber = (bytes: readonly number[]): bigint =>
  bytes.reduce((sum, byte) => (sum << 8n) | BigInt(byte), 0n);

function parseRange(line: string): { bits: 32 | 128; range: Range } | null {
  const text = line.includes('/') ? line : `${line}/${line.includes(':') ? 128 : 32}`;
  if (!ipaddr.isValidCIDR(text)) return null;
  const [address, length] = ipaddr.parseCIDR(text);
  const bits = address.kind() === 'ipv4' ? 32 : 128;
  const size = 1n << BigInt(bits - length);
  const from = (asNumber(address.toByteArray()) / size) * size;
  return { bits, range: [from, from + size - 1n] };
}

/** Sorted, with overlapping ranges joined. */
function inOrder(ranges: readonly Range[]): Range[] {
  const joined: [bigint, bigint][] = [];
  for (const [from, to] of ranges.toSorted(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))) {
    const last = joined.at(-1);
    if (last && from <= last[1] + 1n) last[1] = to > last[1] ? to : last[1];
    else joined.push([from, to]);
  }
  return joined;
}

function holds(ranges: readonly Range[], address: bigint): boolean {
  let [low, high] = [0, ranges.length - 1];
  while (low <= high) {
    const middle = (low + high) >> 1;
    const range = ranges[middle];
    if (!range || address < range[0]) high = middle - 1;
    else if (address > range[1]) low = middle + 1;
    else return true;
  }
  return false;
}

/**
 * Reads a list of networks, one a line: `192.0.2.0/24` or a single address, IPv4 or IPv6. Empty lines and those
 * after `#` are left out. Returns whether an address (as `plainAddress` writes it) is in one of them.
 * @throws StartError for a file that can't be read, or a line that isn't a network.
 */
export function readAddressRanges(path: string): (ip: string) => boolean {
  const ranges = { 32: [] as Range[], 128: [] as Range[] };
  let lines: string[];
  try {
    lines = readFileSync(path, 'utf8').split('\n');
  } catch (error) {
    throw new StartError(`VPN_RANGES can’t be read: ${(error as Error).message}`);
  }
  for (const [at, whole] of lines.entries()) {
    const line = whole.replace(/#.*/, '').trim();
    if (line === '') continue;
    const found = parseRange(line);
    if (!found) throw new StartError(`VPN_RANGES: line ${at + 1} of ${path} isn’t a network: ${line}`);
    ranges[found.bits].push(found.range);
  }
  const sorted = { 32: inOrder(ranges[32]), 128: inOrder(ranges[128]) };
  return (ip) => {
    if (!ipaddr.isValid(ip)) return false;
    const bytes = ipaddr.parse(ip).toByteArray();
    return holds(bytes.length === 4 ? sorted[32] : sorted[128], asNumber(bytes));
  };
}
