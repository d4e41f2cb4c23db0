/** Stands for the name of whoever receives the text. */
export const namePlaceholder = '{name}';

/** The text with `{name}` replaced, wherever it appears. */
export const fillName = (text: string, name: string): string => text.replaceAll(namePlaceholder, () => name);

/** The greatest length that the text can have once it is filled in. */
export const filledLength = (text: string, longestName: number): number =>
  fillName(text, 'x'.repeat(longestName)).length;
