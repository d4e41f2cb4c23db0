import {
  emoji,
  ignored,
  joiners,
  ligatures,
  marks,
  pairLetter,
  spacedLetter,
  spellings,
  tripleLetter,
  wordLetters,
} from './alphabet.ts';

/** The longest word that is indexed, in characters. A syllable of Korean is up to three. */
const longest = 60;

const dropped = new RegExp(ignored, 'gu');
const isPlain = /^[\0-\x7f]*$/;
const found: ReadonlyMap<string, string> = new Map([
  ...Array.from(spellings.written, (letter, at): [string, string] => [letter, spellings.found.charAt(at)]),
  ...Object.entries(ligatures),
]);
const respelled = new RegExp(`[${[...found.keys()].join('')}]`, 'gu');

/**
 * A text as searches compare it: in lower case, without accents, and with one spelling of each letter. The same as
 * the database's `search_text`.
 */
export function foldText(text: string): string {
  if (isPlain.test(text)) return text.replaceAll("'", '').toLowerCase();
  return text
    .normalize('NFKD')
    .replaceAll(dropped, '')
    .toLowerCase()
    .replaceAll(respelled, (letter) => found.get(letter) ?? letter);
}

/** In half width, the marks of kana are characters of their own until they are folded. */
const pairs = `(?:${pairLetter})[${marks}\\uff9e\\uff9f]*`;
const triples = `(?:${tripleLetter})[${marks}]*`;
const spaced = `(?![${marks}])(?:${spacedLetter})+`;
/** Names such as .NET, C++ and C#, whose sign belongs to them. */
const dotted = String.raw`(?<![${wordLetters}.])\.(?=[a-z])${spaced}`;
const signed = String.raw`${spaced}(?:\+{1,2}(?![${wordLetters}+])|#(?![${wordLetters}#]))`;
const tokens = new RegExp(
  `((?:${pairs})+)|((?:${triples})+)|(${dotted}|${signed})|(${spaced}|${emoji})`,
  'gu',
);
const units = new RegExp(`${pairs}|${triples}`, 'gu');
const unspaced = new RegExp(`^(?:${pairLetter}|${tripleLetter})`, 'u');

/** Whether a word of the index is a part of a text without spaces. */
export const isGram = (word: string): boolean => unspaced.test(word);

/** All parts of some characters in a row, as words. */
const sliceGrams = (run: readonly string[], size: number): string[] =>
  Array.from({ length: Math.max(0, run.length - size + 1) }, (_, at) => run.slice(at, at + size).join(''));
const splitUnits = (run: string): string[] => run.match(units) ?? [];

const isShort = (word: string): boolean => word.length <= longest || Array.from(word).length <= longest;

/** What a text is made of: words, or for scripts without spaces runs with the size of their parts. */
function* tokenize(
  text: string,
): Generator<{ word: string; isSigned: boolean } | { run: string[]; size: number }> {
  for (const [, pair, triple, name, word] of foldText(text).matchAll(tokens)) {
    if (pair !== undefined) yield { run: splitUnits(pair), size: 2 };
    else if (triple !== undefined) yield { run: splitUnits(triple), size: 3 };
    else yield { word: name ?? word ?? '', isSigned: name !== undefined };
  }
}

/**
 * The words of a text as the search index has them; of scripts without spaces, every character and every two or three
 * in a row. The same as the database's `search_words_of`.
 */
export function splitSearchWords(text: string): string[] {
  const words = new Set<string>();
  for (const part of tokenize(text)) {
    if ('run' in part)
      for (let size = 1; size <= part.size; size += 1)
        for (const gram of sliceGrams(part.run, size)) words.add(gram);
    else {
      words.add(part.word);
      if (part.isSigned) words.add(part.word.replaceAll(/[.+#]/g, ''));
    }
  }
  return [...words].filter(isShort);
}

/** The words that were typed, each to be found: of scripts without spaces the longest parts that are indexed. */
export function splitTypedWords(q: string): string[] {
  const words = new Set<string>();
  for (const part of tokenize(q))
    for (const word of 'run' in part
      ? sliceGrams(part.run, Math.min(part.size, part.run.length))
      : [part.word])
      words.add(word);
  return [...words].filter(isShort);
}

/** The words of a text that continue what was typed. */
export const wordsBegunBy = (text: string, typed: readonly string[]): ReadonlySet<string> =>
  new Set(splitSearchWords(text).filter((word) => typed.some((each) => word.startsWith(each))));

export interface MarkedPart {
  readonly text: string;
  readonly isMatch: boolean;
}

/** Emoji that are shown as one: flags, and those joined to each other or to a skin tone. */
const shownEmoji = String.raw`(?:\p{RI}{2}|(?:${emoji})(?:[\ufe0e\ufe0f\u20e3\u{1f3fb}-\u{1f3ff}\u{e0020}-\u{e007f}]|\u200d(?:${emoji}))*)`;
const letters = `(?:${spacedLetter}|['\\u2019${joiners}])+`;
const run = `(?:${pairs})+|(?:${triples})+`;
const plainPieces = new RegExp(`(${run}|${letters}|${shownEmoji})`, 'u');
const signedPieces = new RegExp(
  String.raw`(${run}|(?<![${wordLetters}.])\.?${letters}(?:\+{1,2}|#)?|${shownEmoji})`,
  'u',
);

/** A run of a script without spaces in parts: those characters are marked that are in a part that was found. */
function partsOfRun(written: string, sought: ReadonlySet<string>): MarkedPart[] {
  const characters = splitUnits(written);
  const isFound = characters.map(() => false);
  for (let size = 1; size <= 3; size += 1)
    for (const [at, gram] of sliceGrams(characters, size).entries())
      if (sought.has(foldText(gram))) isFound.fill(true, at, at + size);
  return characters.map((text, at) => ({ text, isMatch: isFound[at] ?? false }));
}

/** A text in parts, with the words that were found as parts of their own. */
export function markedParts(text: string, sought: ReadonlySet<string>): MarkedPart[] {
  const parts: MarkedPart[] = [];
  const pieces = [...sought].some((word) => /[.+#]/.test(word)) ? signedPieces : plainPieces;
  for (const piece of text.split(pieces)) {
    if (!piece) continue;
    const all = isGram(piece)
      ? partsOfRun(piece, sought)
      : [{ text: piece, isMatch: splitSearchWords(piece).some((word) => sought.has(word)) }];
    for (const part of all) {
      const last = parts.at(-1);
      const joins = last && last.isMatch === part.isMatch && (!part.isMatch || all.length > 1);
      if (joins) parts[parts.length - 1] = { text: last.text + part.text, isMatch: part.isMatch };
      else parts.push(part);
    }
  }
  return parts;
}
