import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { wordMatcher } from '#backend/kernel/word-matching.ts';

const holds = (words: readonly string[], text: string) => wordMatcher(words)(text);

describe('words are found', () => {
  it.each([
    ['whatever their case', 'free', 'It’s FREE, really'],
    ['whatever their accents', 'cafe', 'meet me at the CAFÉ'],
    ['whatever their spelling in capitals', 'straße', 'STRASSE'],
    ['in full-width and styled letters', 'free', 'ｆｒｅｅ'],
    ['in bold letters of mathematics', 'free', '𝐅𝐑𝐄𝐄'],
    ['with invisible characters in between', 'spam', 's\u200Bpa\u00ADm'],
    ['with letters repeated', 'free', 'freeeee and frrrreeeee'],
    ['with letters repeated, one of them double', 'ass', 'asssss'],
    ['spelled with spaces', 'spam', 'no s p a m here'],
    ['spelled with dots, after a word of one letter', 'free', 'this is a f.r.e.e thing'],
    ['spelled with letters repeated', 'spam', 's p aaa m'],
    ['as phrases, whatever is between', 'big twist', 'The BIG —  twist'],
    ['as phrases written together', 'free money', 'get #freemoney now'],
    ['in scripts without spaces', '色情', '看色情片'],
    ['as emoji', '🍆', 'hello 🍆🍆'],
    ['as emoji with a variant', '❤️', '❤ you'],
  ])('%s', (_, word, text) => expect(holds([word], text)).toBe(true));

  it('beside many others', () => {
    const many = Array.from({ length: 1_200 }, (_, at) => `word${at.toString(36)}`);
    expect(holds(many, 'this is wordxb')).toBe(true);
    expect(holds(many, 'this is wordxxb')).toBe(false);
  });
});

describe('words aren’t found', () => {
  it.each([
    ['within others', 'free', 'freedom carefree'],
    ['with one letter too many', 'god', 'good'],
    ['with one letter too few', 'ass', 'as'],
    ['in longer numbers', '10', '1000 100'],
    ['across two words', 'free', 'fre e'],
    ['as parts of phrases', 'big twist', 'big, twisted'],
    ['in emoji beside them', '🍆', '🍅'],
  ])('%s', (_, word, text) => expect(holds([word], text)).toBe(false));

  it('in nothing, and nothing in everything', () => {
    expect(holds(['free'], '')).toBe(false);
    expect(holds(['', '   ', '\u200B'], 'anything at all')).toBe(false);
    expect(holds([], 'anything')).toBe(false);
  });
});

const letter = fc.constantFrom('a', 'b', 'c', 'x', 'y', 'z');
const word = fc.array(letter, { minLength: 1, maxLength: 8 }).map((letters) => letters.join(''));
const phrase = fc.array(word, { minLength: 1, maxLength: 3 }).map((words) => words.join(' '));
const separator = fc.constantFrom(' ', '  ', ', ', '-', '. ', '\n');

describe('whatever the text', () => {
  it('a phrase is found wherever it is whole', () => {
    fc.assert(
      fc.property(
        phrase,
        fc.tuple(fc.array(phrase), fc.array(phrase)),
        separator,
        (wanted, around, between) => {
          const [before, after] = around;
          const text = [...before, wanted, ...after].join(between);
          return holds([wanted], text.toUpperCase()) && holds(['qqq', wanted], text);
        },
      ),
    );
  });

  it('a word with no letter in the text isn’t found', () => {
    fc.assert(fc.property(fc.array(phrase), (said) => !holds(['qq', 'qw q'], said.join(' '))));
  });

  it('many words at once find what one of them finds', () => {
    fc.assert(
      fc.property(fc.array(phrase, { maxLength: 20 }), fc.array(phrase), (words, said) => {
        const text = said.join(' ');
        return holds(words, text) === words.some((one) => holds([one], text));
      }),
    );
  });

  it('nothing breaks it', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'binary' })), fc.string({ unit: 'binary' }), (words, text) => {
        expect(typeof holds(words, text)).toBe('boolean');
      }),
    );
  });
});

describe('adversarial text', () => {
  const list = [
    ...Array.from({ length: 1_198 }, (_, at) => `word${at.toString(36)}`),
    `${'a '.repeat(29)}b`,
    `${'aa '.repeat(19)}b`,
  ];
  const matches = wordMatcher(list);
  /** Processor time: the machine may have other work. The least of several, as a collection may fall into one. */
  const cost = (text: string) =>
    Math.min(
      ...Array.from({ length: 7 }, () => {
        const begun = process.cpuUsage();
        expect(matches(text)).toBe(false);
        const { user, system } = process.cpuUsage(begun);
        return user + system;
      }),
    );

  it.each([
    ['one letter', 'a'],
    ['letters alone', 'a '],
    ['double letters', 'aa '],
    ['spelled words', 'a b c d '],
    ['beginnings of words', 'wor '],
    ['accents', '\u0301'],
    ['invisible characters', '\u200B'],
    ['spaces', ' '],
    ['a script without spaces', '色'],
  ])('costs eight times as much for eight times the text, not 64 times: %s', (_, part) => {
    const textOf = (length: number) => `e${part.repeat(length / part.length)}`;
    cost(textOf(12_500));
    // Quadratic would be 64. Slow machines have shown up to 38 for what is linear.
    expect(cost(textOf(100_000)) / cost(textOf(12_500))).toBeLessThan(48);
  });
});
