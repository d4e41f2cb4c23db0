import { expect, it } from 'vitest';
import { shortText } from '#lib/short-text.ts';

it.each([
  ['A short one', 20, 'A short one'],
  ['as long as it may be', 20, 'as long as it may be'],
  // A word that ends exactly at the limit is kept.
  ['twenty letters here and more', 19, 'twenty letters here…'],
  ['in your own grandmother', 14, 'in your own…'],
  ['first, second', 8, 'first…'],
  ['one\n\n<b>two</b>\tthree', 40, 'one two three'],
  ['abcdefghijklmnop', 8, 'abcdefgh…'],
  // A surrogate pair is never split.
  ['abc🙂🙂', 4, 'abc…'],
  ['', 10, ''],
])('%j in %i characters', (text, most, expected) => {
  expect(shortText(text, most)).toBe(expected);
});
