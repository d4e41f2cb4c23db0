import { createFinder } from './sequence-finder.ts';

/** Accents of Latin, Greek and Cyrillic, vowel signs of Hebrew and Arabic, the variants of emoji, and what is invisible. */
const ignored = /\p{Script=Inherited}|[\u0483-\u0489\u0591-\u05c7\u0610-\u061a]|\p{Cf}/gu;

/** What is compared: case and accents don't matter, nor do full-width or styled letters. */
const fold = (text: string): string =>
  text.toUpperCase().normalize('NFKD').toLowerCase().replaceAll(ignored, '').replaceAll('ς', 'σ');

const splitWords = (folded: string): string[] => folded.match(/[\p{L}\p{N}\p{M}]+/gu) ?? [];

/** Every run of one letter as a single letter. A number isn't stretched: 1000 isn't 10. */
const squeeze = (folded: string): string => folded.replaceAll(/([^0-9])\1+/gu, '$1');

/** Scripts that put no spaces between words, so that a word can only be looked for anywhere in the text. */
const unspaced =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
const isLoose = (folded: string): boolean => unspaced.test(folded) || splitWords(folded).length === 0;

/** How long each run of one letter is: 1, 2, or 3 for any more. */
const countRuns = (word: string): string =>
  (word.match(/[0-9]|([^0-9])\1*/gu) ?? []).map((run) => Math.min(Array.from(run).length, 3)).join('');

/** Whether runs are those that were wanted. Three or more of a letter stand for any number: no word has them. */
const isStretched = (said: string, wanted: string): boolean =>
  Array.from(said).every((run, index) => run === '3' || run === wanted[index]);

/** A text in words, each with its runs squeezed, and as it is written, which few texts need. */
interface Words {
  readonly letters: readonly string[];
  readonly written: () => readonly string[];
}
function readWords(folded: string): Words {
  let written: readonly string[] | null = null;
  return { letters: splitWords(squeeze(folded)), written: () => (written ??= splitWords(folded)) };
}

const isLetter = (letters = ''): boolean =>
  letters.length === 1
    ? letters < '0' || letters > '9'
    : (letters.codePointAt(0) ?? 0) > 0xff_ff && letters.length === 2;

/** More letters in a row aren't one word that somebody spells. */
const mostSpelled = 200;

/** Words spelled letter by letter, "s p a m": joined, also without a first or last letter that may be a word itself. */
function spelledWords({ written, letters }: Words): string[] {
  const found: string[] = [];
  let from = 0;
  for (let end = 1; end <= letters.length; end += 1) {
    if (!isLetter(letters[end - 1])) from = end;
    else if (end - from >= 3 && end - from <= mostSpelled && !isLetter(letters[end])) {
      const spelled = written().slice(from, end);
      found.push(
        ...[spelled, spelled.slice(1), spelled.slice(0, -1), spelled.slice(1, -1)].map((one) => one.join('')),
      );
    }
  }
  return found;
}

/** The words of a phrase, and the phrase written as one word. */
const listForms = (phrase: readonly string[]): (readonly string[])[] =>
  phrase.length === 1 ? [phrase] : [phrase, [phrase.join('')]];

const finderOfWords = (folded: readonly string[]) =>
  createFinder(
    folded
      .flatMap((word) => listForms(splitWords(word)))
      .map((form) => ({ symbols: form.map(squeeze), value: form.map(countRuns) })),
  );

/**
 * Finds words and phrases in texts, in time that grows with the text and not with the list. They are found as
 * whole words whatever their case and accents, also with a letter repeated three times or more, spelled letter
 * by letter, or, for phrases, written together. In scripts without spaces, and for emoji, anywhere.
 */
export function wordMatcher(list: readonly string[]): (text: string) => boolean {
  const folded = list.map((word) => fold(word).trim()).filter((word) => word !== '');
  const anywhere = createFinder(
    folded.filter(isLoose).map((word) => ({ symbols: Array.from(word), value: null })),
  );
  const whole = finderOfWords(folded.filter((word) => !isLoose(word)));
  const standsIn = ({ written, letters }: Words): boolean =>
    whole.find(letters, (wanted, end) =>
      wanted.every((runs, index) =>
        isStretched(countRuns(written()[end - wanted.length + 1 + index] ?? ''), runs),
      ),
    );
  return (text) => {
    const plain = fold(text);
    if (!anywhere.isEmpty && anywhere.find(plain, () => true)) return true;
    if (whole.isEmpty) return false;
    const words = readWords(plain);
    return standsIn(words) || spelledWords(words).some((word) => standsIn(readWords(word)));
  };
}
