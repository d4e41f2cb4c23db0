/** Joins class names, skipping false, null and undefined. */
export const cx = (...names: readonly (string | false | null | undefined)[]): string | undefined =>
  names.filter(Boolean).join(' ') || undefined;
