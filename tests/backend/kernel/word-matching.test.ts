import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { wordMatcher } from '#backend/kernel/word-matching.ts';
import { readsToTheEnd } from '../../setup/long-texts.ts';

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
  it('is read to its end, however long', async () => {
    const hostile = ['a', 'a ', 'aa ', 'a b c d ', 'wor ', '\u0301', '\u200B', ' ', '色'];
    const texts = hostile.map((part) => ({ start: 'e', part }));
    await readsToTheEnd({ reader: 'listedWords', texts, length: 2_000_000 });
  });
});
