import { plainText } from '#lib/text-tags';

/** The beginning of a person's text as one line, cut between words: for titles and descriptions. */
export function shortText(text: string, most: number): string {
  const line = plainText(text).replace(/\s+/g, ' ').trim();
  return line.length <= most ? line : `${line.slice(0, most).replace(/\s+\S*$/, '')}…`;
}
