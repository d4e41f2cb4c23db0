import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { findExcerpt } from '#lib/search/excerpt.ts';
import { cutBefore, cutByHand } from '#lib/search/graphemes.ts';
import { findSnippet } from '#lib/snippet.ts';

const marked = (text: string, query: string) =>
  findSnippet(text, query)
    .map((part) => (part.isMatch ? `[${part.text}]` : part.text))
    .join('');

/** Why, a text, what is searched for, and the text with the hits in brackets. */
const table: readonly (readonly [why: string, text: string, query: string, shown: string])[] = [
  ['Latin: an accent is part of its letter', 'Un cafe\u0301 noir', 'cafe', 'Un [cafe\u0301] noir'],
  ['German: the other spelling', 'Eine Straße', 'strasse', 'Eine [Straße]'],
  ['Turkish: the dotless i', 'Çok ılık', 'ilik', 'Çok [ılık]'],
  ['Cyrillic: ё for е', 'Зелёная ёлка', 'елка', 'Зелёная [ёлка]'],
  ['Greek: tones and the last sigma', 'Ο κήπος μου', 'κηποσ ', 'Ο [κήπος] μου'],
  ['Arabic: another kaf and ye', 'كيك يدوي', 'یدوی', 'كيك [يدوي]'],
  ['Hebrew: points stay with their letters', 'שָׁלוֹם עולם', 'שלום', '[שָׁלוֹם] עולם'],
  ['Devanagari: a conjunct is whole', 'यह क्षत्रिय है', 'क्षत्रिय', 'यह [क्षत्रिय] है'],
  ['Bengali: vowel signs', 'আমার বাংলা গান', 'বাংলা', 'আমার [বাংলা] গান'],
  ['Tamil: vowel signs', 'தமிழ் இசை', 'இசை', 'தமிழ் [இசை]'],
  ['Thai: a word between others', 'ฉันรักแมวมาก', 'แมว', 'ฉันรัก[แมว]มาก'],
  ['Khmer: marks below', 'ខ្ញុំស្រលាញ់ភាសា', 'ភាសា', 'ខ្ញុំស្រលាញ់[ភាសា]'],
  ['Chinese: two characters between others', '我喜欢摄影和旅行', '摄影', '我喜欢[摄影]和旅行'],
  ['Chinese: beyond the first plane', '在𠮷野家吃', '𠮷野', '在[𠮷野]家吃'],
  ['Japanese: kanji', '今日は東京都です', '東京', '今日は[東京]都です'],
  ['Japanese: half width', 'ｶﾞﾗｽ細工', 'ガラス', '[ｶﾞﾗｽ]細工'],
  ['Korean: what follows the word', '한국어를 배워요', '한국', '[한국어를] 배워요'],
  ['Armenian: the mark over a vowel', 'ինչո՞ւ չէ', 'ինչու', '[ինչո՞ւ] չէ'],
  ['Georgian', 'ჩემი ბაღი', 'ბაღი', 'ჩემი [ბაღი]'],
  ['Ethiopic', 'አማርኛ ሙዚቃ', 'ሙዚቃ', 'አማርኛ [ሙዚቃ]'],
  ['signs that belong to a name', 'C, C++ and C#', 'c++', 'C, [C++] and C#'],
  ['emoji that are joined', 'The 👩‍🚀 flies', '👩‍🚀', 'The [👩‍🚀] flies'],
  ['a flag', 'From 🇩🇪 to 🇫🇷', '🇩🇪', 'From [🇩🇪] to 🇫🇷'],
];

/** Why, and characters that are one each for readers. */
const characters: readonly (readonly [why: string, ...of: string[]])[] = [
  ['an accent of its own', 'e\u0301', 'o\u0302\u0323'],
  ['two halves of a character', '𠮷', '𝄞'],
  ['emoji joined', '👩‍👩‍👧', '🏳️‍🌈', '👍🏽'],
  ['flags', '🇩🇪', '🇫🇷'],
  ['a keycap', '1️⃣'],
  ['Hebrew points', 'שָׁ', 'לוֹ'.slice(0, 1)],
  ['Arabic vowel points', 'كِ', 'تَّ'],
  ['Devanagari conjuncts', 'क्ष', 'त्रि'],
  ['Bengali conjuncts', 'ক্ষ', 'ন্দু'],
  ['Thai tones', 'ที่', 'น้ำ'.slice(0, 2)],
  ['Tamil vowel signs', 'மி', 'ழ்'],
  ['Japanese voiced marks', 'か\u3099', 'ハ\u309a'],
  ['Vietnamese, decomposed', 'e\u0323\u0302', 'u\u031b\u0301'],
  ['Khmer vowels', 'កា', 'គី'],
];

describe('an excerpt', () => {
  test.each(table)('marks hits: %s', (...[, text, query, shown]) => expect(marked(text, query)).toBe(shown));

  test.each(characters)('is cut between characters as readers see them: %s', (_, ...each) => {
    const starts = new Set<number>();
    let text = '';
    for (let n = 0; n < 40; n += 1) {
      starts.add(text.length);
      text += each[n % each.length];
    }
    starts.add(text.length);
    for (let at = 0; at <= text.length; at += 1)
      for (const cut of [cutBefore, cutByHand]) {
        const found = cut(text, at);
        expect(starts, `${cut.name} at ${at}`).toContain(found);
        expect(found).toBeLessThanOrEqual(at);
        expect(at - found).toBeLessThan(12);
      }
    // Around a hit without spaces near it, both ends are such places.
    const long = `${text.repeat(8)} zebra ${text.repeat(8)}`;
    for (const shown of [
      findSnippet(long, 'zebra')
        .map((part) => part.text)
        .join(''),
      findExcerpt(long, new Set(['zebra'])),
    ]) {
      const whole = shown.replaceAll('…', '');
      const from = long.indexOf(whole);
      expect(from).toBeGreaterThanOrEqual(0);
      for (const place of [from, from + whole.length]) expect(cutBefore(long, place)).toBe(place);
    }
  });

  test('is a part of the text with nothing added, whatever it is', () =>
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom('e\u0301', '👩‍🚀', 'क्ष', '東京', ' ', 'word', '🇩🇪', 'ที่', 'C++', '.'), {
          maxLength: 200,
        }),
        fc.constantFrom('word', '東京', 'e', '🚀', 'c++', 'ที่'),
        (parts, query) => {
          const line = parts.join('').replaceAll(/\s+/g, ' ').trim();
          const shown = findSnippet(line, query)
            .map(({ text }) => text)
            .join('')
            .replace(/^…/, '')
            .replace(/…$/, '');
          expect(line).toContain(shown);
          expect(shown.length).toBeLessThanOrEqual(170);
        },
      ),
    ));
});
