import { describe, expect, it } from 'vitest';
import {
  type Replacement,
  type Selected,
  insertLink,
  toggleList,
  toggleMark,
} from '#features/content/posts/writing/formatting.ts';

/** A text whose selection is between bars. */
const selected = (marked: string): Selected => {
  const from = marked.indexOf('|');
  const to = marked.indexOf('|', from + 1);
  return { text: marked.replaceAll('|', ''), from, to: to < 0 ? from : to - 1 };
};
const after = ({ text }: Selected, { from, to, text: put, select }: Replacement): string => {
  const made = text.slice(0, from) + put + text.slice(to);
  const [start, end] = [from + select[0], from + select[1]];
  return start === end
    ? `${made.slice(0, start)}|${made.slice(start)}`
    : `${made.slice(0, start)}|${made.slice(start, end)}|${made.slice(end)}`;
};

describe('the tools of the post editor', () => {
  it.each([
    ['a |word| b', 'a **|word|** b'],
    ['a |word |b', 'a **|word|** b'],
    ['a **|word|** b', 'a |word| b'],
    ['a | b', 'a **|** b'],
    ['*|word|*', '***|word|***'],
  ])('bold: %s', (before, expected) =>
    expect(after(selected(before), toggleMark(selected(before), '**'))).toBe(expected),
  );

  it.each([
    ['a |word|', 'a *|word|*'],
    ['a *|word|*', 'a |word|'],
    ['**|word|**', '***|word|***'],
    ['***|word|***', '**|word|**'],
  ])('italic: %s', (before, expected) =>
    expect(after(selected(before), toggleMark(selected(before), '*'))).toBe(expected),
  );

  it.each([
    ['see |this| now', 'see [this](|https://|) now'],
    ['|https://a.b|', '[|words|](https://a.b)'],
    ['go |', 'go [|words|](https://)'],
    ['|a [b]|', '[a  b ](|https://|)'],
  ])('a link: %s', (before, expected) =>
    expect(after(selected(before), insertLink(selected(before)))).toBe(expected),
  );

  it.each([
    ['one\n|two\nthree|', 'one\n|- two\n- three|', 'bullets'],
    ['|- two\n- three|', '|two\nthree|', 'bullets'],
    ['|- two\n- three|', '|1. two\n2. three|', 'numbers'],
    ['one|', '- one|', 'bullets'],
  ] as const)('a list: %s', (before, expected, kind) =>
    expect(after(selected(before), toggleList(selected(before), kind))).toBe(expected),
  );
});
