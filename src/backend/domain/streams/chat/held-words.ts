/** Letters and digits of any language; accents and case don't matter. */
const plain = (text: string): string =>
  ` ${text
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()} `;

/** Whether a text contains one of the words or phrases as whole words. */
export function holdsWord(text: string, words: readonly string[]): boolean {
  if (text === '' || words.length === 0) return false;
  const said = plain(text);
  const exact = text.toLowerCase();
  return words.some((word) => {
    const wanted = plain(word);
    // A word of signs alone, such as an emoji, has no letters to compare.
    return wanted.trim() === '' ? exact.includes(word) : said.includes(wanted);
  });
}
