/** A random generator seeded by name, so that the demo data is the same every time. */
export interface Random {
  /** At least 0 and less than 1. */
  next(): number;
  between(low: number, high: number): number;
  /** Inclusive of both ends. */
  int(low: number, high: number): number;
  chance(probability: number): boolean;
  pick<T>(list: readonly T[]): T;
  /** Random elements of a list in random order, without repetition. */
  some<T>(list: readonly T[], count: number): T[];
}

/** FNV-1a: hashes any name to 32 bits. */
function hash(name: string): number {
  let value = 0x811c9dc5;
  for (let at = 0; at < name.length; at += 1) value = Math.imul(value ^ name.charCodeAt(at), 0x01000193);
  return value >>> 0;
}

/** Mulberry32: small, fast, and good enough for demo data. */
export function createRandom(name: string): Random {
  let state = hash(name);
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const int = (low: number, high: number) => low + Math.floor(next() * (high - low + 1));
  return {
    next,
    int,
    between: (low, high) => low + next() * (high - low),
    chance: (probability) => next() < probability,
    pick: (list) => list[int(0, list.length - 1)] as (typeof list)[number],
    some(list, count) {
      const left = [...list];
      for (let at = left.length - 1; at > 0; at -= 1) {
        const other = int(0, at);
        [left[at], left[other]] = [left[other] as (typeof left)[number], left[at] as (typeof left)[number]];
      }
      return left.slice(0, count);
    },
  };
}

/** A UUIDv7 derived from a name: always the same, in no meaningful order. */
export function demoId(name: string): string {
  const hex = (part: string) => hash(`${part}:${name}`).toString(16).padStart(8, '0');
  const [a, b, c, d] = [hex('a'), hex('b'), hex('c'), hex('d')];
  // The time part is a fixed moment in 2025, so that ids created later sort after it.
  return `019400${a.slice(0, 2)}-${a.slice(2, 6)}-7${b.slice(0, 3)}-9${c.slice(0, 3)}-${b.slice(3, 7)}${d}`;
}
