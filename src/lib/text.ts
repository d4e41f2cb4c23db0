/** Tags a text may contain. All others, comments, and attributes are removed. */
export const allowedTags: ReadonlySet<string> = new Set(['b', 'strong', 'i', 'em', 'u', 's', 'code']);

export type TextPiece =
  | { readonly kind: 'text'; readonly text: string }
  /** A URL, shown as it was written or with words of the author's. */
  | { readonly kind: 'link'; readonly text: string; readonly href: string }
  /** A tag or a mention, which leads to a page of this site. */
  | { readonly kind: 'inside'; readonly text: string; readonly href: string }
  /** `start`: the number of a list's first item, if it isn't 1. */
  | {
      readonly kind: 'tag';
      readonly tag: string;
      readonly pieces: readonly TextPiece[];
      readonly start?: number;
    };

const address = /(?:https?:\/\/|www\.)[^\s<>"]+/gi;
const wholeAddress = /^https?:\/\/[^\s<>"]+$/i;
const closers: Readonly<Record<string, string>> = {
  ')': '(',
  ']': '[',
  '}': '{',
  '）': '（',
  '］': '［',
  '｝': '｛',
  '】': '【',
  '》': '《',
  '〉': '〈',
  '〕': '〔',
};

/**
 * What no address contains unless it's percent-encoded: the marks that end a sentence or a clause in any script, and
 * quotation marks. Those of ASCII may be part of one, and so may an apostrophe.
 */
export const neverInside = /(?![\0-\x7f‘’])[\p{Terminal_Punctuation}\p{Quotation_Mark}]/u;
/** What may stand within an address but doesn't end one, such as a dash, an ellipsis or a mark of direction. */
const neverLast = /[.,;:!?'*_~]|(?![\0-\x7f])[\p{P}\p{Cf}]/u;

/** @public Named by the specification. Whether the whole text is a single http or https URL. */
export const isLink = (text: string): boolean => wholeAddress.test(text.trim());

/** URLs written without a scheme get http (specification section 5). */
export const toHref = (written: string): string => (/^www\./i.test(written) ? `http://${written}` : written);

/** Up to the first character that can't be part of an address. Scripts without spaces put the next word right after it. */
function withinAddress(found: string): string {
  const end = found.search(neverInside);
  return end < 0 ? found : found.slice(0, end);
}

/** How often each character stands in a text. */
function countsIn(text: string): Map<string, number> {
  const counts = new Map<string, number>();
  for (const char of text) counts.set(char, (counts.get(char) ?? 0) + 1);
  return counts;
}

/** Removes the sentence's punctuation after a URL. A closing bracket stays if the URL opened it. */
function trimAddress(found: string): string {
  const trimmed = withinAddress(found);
  const counts = countsIn(trimmed);
  const count = (char: string): number => counts.get(char) ?? 0;
  let end = trimmed.length;
  for (; end > 0; end--) {
    const last = trimmed.charAt(end - 1);
    const opener = closers[last];
    const ends = opener === undefined ? neverLast.test(last) : count(last) > count(opener);
    if (!ends) break;
    counts.set(last, count(last) - 1);
  }
  return trimmed.slice(0, end);
}

const hasHost = (written: string) => /^(?:https?:\/\/|www\.)[\p{L}\p{N}[]/iu.test(written);

/** Splits a text into text and links, in time linear in its length. */
export function linkPieces(text: string): TextPiece[] {
  const pieces: TextPiece[] = [];
  let done = 0;
  for (const match of text.matchAll(address)) {
    const written = trimAddress(match[0]);
    if (!hasHost(written)) continue;
    if (match.index > done) pieces.push({ kind: 'text', text: text.slice(done, match.index) });
    pieces.push({ kind: 'link', text: written, href: toHref(written) });
    done = match.index + written.length;
  }
  if (done < text.length) pieces.push({ kind: 'text', text: text.slice(done) });
  return pieces;
}
