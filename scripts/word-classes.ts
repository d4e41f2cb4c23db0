// Writes the character classes of src/lib/search/alphabet.ts out for a migration, since PostgreSQL's regular
// expressions know no Unicode properties: node scripts/word-classes.ts [tags|search]
import {
  emoji,
  ignored,
  joiners,
  marks,
  pairLetter,
  spacedLetter,
  tripleLetter,
  wordLetters,
} from '../src/lib/search/alphabet.ts';
import { neverInside } from '../src/lib/text.ts';

const last = 0x10ffff;
const isSurrogate = (code: number) => code >= 0xd800 && code <= 0xdfff;

/** A code point as PostgreSQL's regular expressions write it. */
const written = (code: number): string =>
  code > 0xffff ? `\\U${code.toString(16).padStart(8, '0')}` : `\\u${code.toString(16).padStart(4, '0')}`;

/** The characters that match, as ranges. No text in PostgreSQL has a zero. */
function rangesOf(one: RegExp): string {
  const ranges: [from: number, to: number][] = [];
  for (let code = 1; code <= last; code += 1) {
    if (isSurrogate(code) || !one.test(String.fromCodePoint(code))) continue;
    const range = ranges.at(-1);
    if (range?.[1] === code - 1) range[1] = code;
    else ranges.push([code, code]);
  }
  return ranges
    .map(([from, to]) => (from === to ? written(from) : `${written(from)}-${written(to)}`))
    .join('');
}
const classOf = (inside: string): RegExp => new RegExp(`[${inside}]`, 'u');

/** The classes by the names that the database gives them. */
const classes: Readonly<Record<string, Readonly<Record<string, RegExp>>>> = {
  tags: {
    word: classOf(wordLetters),
    letter: /\p{L}/u,
    mark: classOf(marks),
    joiner: classOf(joiners),
    space: /\s/u,
    'address end': neverInside,
  },
  search: {
    pair: new RegExp(pairLetter, 'u'),
    triple: new RegExp(tripleLetter, 'u'),
    spaced: new RegExp(spacedLetter, 'u'),
    emoji: new RegExp(emoji, 'u'),
    ignored: new RegExp(ignored, 'u'),
  },
};

if (import.meta.main) {
  for (const [name, one] of Object.entries(classes[process.argv[2] ?? 'tags'] ?? {}))
    console.log(`    WHEN '${name}' THEN '${rangesOf(one)}'`);
}
