export type Range = { readonly start: number; readonly end?: number };

/**
 * Parses a single `bytes=` range: a start and optional end, or a length counted from the end. Returns null,
 * meaning the whole object, for anything else.
 */
export function parseRange(header: string | null): Range | { readonly last: number } | null {
  const [, first = '', last = ''] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header ?? '') ?? [];
  if (first === '') return last === '' ? null : { last: Number(last) };
  if (last === '') return { start: Number(first) };
  return Number(last) < Number(first) ? null : { start: Number(first), end: Number(last) };
}
