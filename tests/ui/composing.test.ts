import { expect, it } from 'vitest';
import { isComposing } from '#ui/forms/composing.ts';

it('Enter that confirms a word doesn’t send, in Safari either', () => {
  expect(isComposing({ isComposing: true, keyCode: 13 })).toBe(true);
  expect(isComposing({ nativeEvent: { isComposing: true }, keyCode: 13 })).toBe(true);
  expect(isComposing({ isComposing: false, keyCode: 229 })).toBe(true);
  expect(isComposing({ nativeEvent: { isComposing: false }, keyCode: 13 })).toBe(false);
});
