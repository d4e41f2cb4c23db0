/** What is being typed at the cursor: a tag or a mention. */
export interface TypedReference {
  readonly sign: '#' | '@';
  /** What follows the sign. */
  readonly q: string;
  /** Where the sign is. */
  readonly from: number;
  readonly to: number;
}

/** How far before the cursor a sign is looked for: no tag is longer. */
const furthest = 60;

/** The tag or mention that ends at the cursor, or null. */
export function typedReference(text: string, cursor: number): TypedReference | null {
  const start = Math.max(0, cursor - furthest);
  const found = /(?:^|[^\p{L}\p{N}\p{M}_#@&/])([#@])([\p{L}\p{N}\p{M}_.-]*)$/u.exec(
    text.slice(start, cursor),
  );
  const [, sign, q = ''] = found ?? [];
  if (sign !== '#' && sign !== '@') return null;
  return { sign, q, from: cursor - q.length - 1, to: cursor };
}
