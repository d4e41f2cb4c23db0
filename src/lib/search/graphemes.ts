/**
 * What continues a character where the browser can't tell: marks, joiners and what they join, the second half of a
 * character of two, skin tones, and in Indian scripts a letter behind a virama.
 */
const continues = /^(?:\p{M}|\p{Emoji_Modifier}|[\u200c-\u200d]|[\u{e0020}-\u{e007f}])/u;
const binds = /[\u200d\u094d\u09cd\u0a4d\u0acd\u0b4d\u0bcd\u0c4d\u0ccd\u0d4d\u0dca\u1039\u17d2]$/u;
const isSecondHalf = (text: string, at: number): boolean => /^[\udc00-\udfff]/.test(text.charAt(at));

/** No character that people write is longer. Looking at a whole text takes as long as the text is. */
const longest = 64;

const isFlagLetter = (text: string, at: number): boolean => /^\p{RI}/u.test(text.slice(at, at + 2));

/** Whether the second letter of a flag stands here: an odd number of such letters is before it. */
function isInFlag(text: string, at: number): boolean {
  if (!isFlagLetter(text, at)) return false;
  let before = 0;
  while (at - 2 * (before + 1) >= 0 && isFlagLetter(text, at - 2 * (before + 1))) before += 1;
  return before % 2 === 1;
}

/** Whether a text may be cut here without a segmenter. */
const isBoundary = (text: string, at: number): boolean =>
  !isInFlag(text, at) &&
  !isSecondHalf(text, at) &&
  !continues.test(text.slice(at, at + 2)) &&
  !binds.test(text.charAt(at - 1));

/** Where to cut for those that have no segmenter (Firefox before 125). */
export function cutByHand(text: string, at: number): number {
  let from = at;
  while (from > 0 && from < text.length && !isBoundary(text, from)) from -= 1;
  return from;
}

const segmenter =
  typeof Intl !== 'undefined' && 'Segmenter' in Intl
    ? new Intl.Segmenter(undefined, { granularity: 'grapheme' })
    : null;

/** The last place up to `at` where a text can be cut without cutting a character as readers see it. */
export function cutBefore(text: string, at: number): number {
  if (at <= 0 || at >= text.length) return Math.max(0, Math.min(at, text.length));
  if (!segmenter) return cutByHand(text, at);
  const from = cutByHand(text, Math.max(0, at - longest));
  const found = segmenter.segment(text.slice(from, at + longest)).containing(at - from);
  return from + (found?.index ?? at - from);
}
