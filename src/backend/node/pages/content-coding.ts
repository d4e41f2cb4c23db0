/** The first of the given encodings, best first, that the client accepts. `br;q=0` refuses Brotli. */
export function bestCoding<Coding extends string>(
  accepted: string | string[] | undefined,
  codings: readonly Coding[],
): Coding | null {
  const wanted = String(accepted ?? '').toLowerCase();
  const takes = (coding: string) =>
    new RegExp(`(^|[,\\s])${coding}($|[,;\\s])(?!\\s*q=0(\\.0+)?($|[,\\s]))`).test(wanted);
  return codings.find(takes) ?? null;
}
