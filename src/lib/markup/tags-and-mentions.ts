/** The longest tag, in characters; longer words are no tags. */
const longestTag = 50;
/** A text with more than this is no text: the rest of it isn't linked. */
const mostReferences = 500;
/** As of the usernames that accounts can have. */
const username = { shortest: 3, longest: 30 };

/**
 * What ends a tag: spaces, punctuation except the underscore, and symbols, emoji among them. Spelled out as in the
 * database's `hashtags_of`, since databases differ in what they count as a letter.
 */
const ends = String.raw`\s\u0000-/:-@[-^\u0060{-\u00bf\u2000-\u2bff\u3000-\u303f\ufe00-\ufe0f\uff01-\uff0f\uff1a-\uff20\uff3b-\uff40\uff5b-\uff65\u{1f000}-\u{1faff}`;
/** A tag or a mention that doesn't continue a word, an address or an entity. Each character is looked at once. */
const found = new RegExp(`(?<![^${ends}]|[#@&/])(?:#([^${ends}]+)|@([A-Za-z0-9][A-Za-z0-9._-]*))`, 'gu');

/** A tag as it is compared and addressed. Databases don't know about a sigma at the end of a word. */
export const tagKey = (written: string): string =>
  (/^\w+$/.test(written) ? written : written.normalize('NFKC')).toLowerCase().replaceAll('ς', 'σ');

/** The address of a tag's page. */
export const tagPath = (tag: string): string => `/tags/${encodeURIComponent(tag)}`;

/** As many characters as a tag can have; some are two in a string. */
const longEnough = new RegExp(`^.{0,${longestTag}}`, 'su');
/** Only digits and underscores make no tag, as in "#1". */
const isTag = (written: string): boolean =>
  /[^\d_]/.test(written) && (written.length <= longestTag || longEnough.exec(written)?.[0] === written);

/** Without the end of the sentence. Usernames don't end with a dot or a dash where they are mentioned. */
function trimmed(name: string): string {
  let end = name.length;
  while (end > 0 && '.-'.includes(name.charAt(end - 1))) end -= 1;
  return name.slice(0, end);
}

const isUsername = ({ length }: string): boolean => length >= username.shortest && length <= username.longest;

export type Reference =
  | { readonly kind: 'hashtag'; readonly at: number; readonly text: string; readonly tag: string }
  | { readonly kind: 'mention'; readonly at: number; readonly text: string; readonly username: string };

/** The tags and mentions in a text without URLs, in order, in time linear in its length. */
export function referencesIn(text: string): Reference[] {
  const all: Reference[] = [];
  for (const { index: at, 1: tag, 2: name } of text.matchAll(found)) {
    if (all.length >= mostReferences) break;
    if (tag !== undefined) {
      if (isTag(tag)) all.push({ kind: 'hashtag', at, text: `#${tag}`, tag: tagKey(tag) });
      continue;
    }
    const named = trimmed(name ?? '');
    if (isUsername(named))
      all.push({ kind: 'mention', at, text: `@${named}`, username: named.toLowerCase() });
  }
  return all;
}

/** The tag that was meant by what somebody typed or followed, with or without `#`; null if there is none. */
export function tagOf(typed: string): string | null {
  const text = `#${typed.trim().replace(/^#/, '')}`;
  const [only] = referencesIn(text);
  return only?.kind === 'hashtag' && only.text.length === text.length ? only.tag : null;
}
