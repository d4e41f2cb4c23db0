import { joiners, wordLetters } from '../search/alphabet.ts';

/** The longest tag, in characters; longer words are no tags. */
const longestTag = 50;
/** A text with more than this is no text: the rest of it isn't linked. */
const mostReferences = 500;
/** As of the usernames that accounts can have. */
const username = { shortest: 3, longest: 30 };

/** Letters, digits and underscores. A mark begins none, as in the emoji of the keycap. */
const letters = `${wordLetters}_`;
const tag = String.raw`(?!\p{M})[${letters}]+(?:[${joiners}][${letters}]+)*`;
/** A tag or a mention that doesn't continue a word, an address or an entity. Each character is looked at once. */
const found = new RegExp(`(?<![${letters}#＃@&/])(?:([#＃])(${tag})|@([A-Za-z0-9][A-Za-z0-9._-]*))`, 'gu');

/**
 * A tag as it is compared and addressed. Databases know neither of a sigma at the end of a word nor of a capital that
 * becomes two characters.
 */
export const tagKey = (written: string): string =>
  /^\w+$/.test(written)
    ? written.toLowerCase()
    : written.normalize('NFKC').replaceAll('İ', 'i').toLowerCase().replaceAll('ς', 'σ');

/** Each tag once, as it was first written. */
export const distinctTags = (written: readonly string[]): string[] => {
  const keys = new Set<string>();
  return written.filter((each) => keys.size < keys.add(tagKey(each)).size);
};

/** The address of a tag's page. */
export const tagPath = (tag: string): string => `/tags/${encodeURIComponent(tag)}`;

/** As many characters as a tag can have; some are two in a string. */
const longEnough = new RegExp(`^.{0,${longestTag}}`, 'su');
/** Without a letter it's no tag, as in "#1" or "#١٢". */
const isTag = (written: string): boolean =>
  /\p{L}/u.test(written) && (written.length <= longestTag || longEnough.exec(written)?.[0] === written);

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
  for (const { index: at, 1: sign, 2: named, 3: name } of text.matchAll(found)) {
    if (all.length >= mostReferences) break;
    if (named !== undefined) {
      if (isTag(named)) all.push({ kind: 'hashtag', at, text: `${sign}${named}`, tag: tagKey(named) });
      continue;
    }
    const person = trimmed(name ?? '');
    if (isUsername(person))
      all.push({ kind: 'mention', at, text: `@${person}`, username: person.toLowerCase() });
  }
  return all;
}

/** The tag that was meant by what somebody typed or followed, with or without `#`; null if there is none. */
export function parseTag(typed: string): string | null {
  const text = `#${typed.trim().replace(/^[#＃]/, '')}`;
  const [only] = referencesIn(text);
  return only?.kind === 'hashtag' && only.text.length === text.length ? only.tag : null;
}
