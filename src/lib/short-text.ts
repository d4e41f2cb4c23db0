import { plainText } from './text-tags.ts';

/** The beginning of a user's text on one line, cut between words, for titles and descriptions. */
export function shortText(text: string, most: number): string {
  const line = plainText(text).replace(/\s+/g, ' ').trim();
  if (line.length <= most) return line;
  // One extra character shows whether the last word is complete. A single long word is cut anywhere.
  const words = line
    .slice(0, most + 1)
    .replace(/\s+\S*$/, '')
    .slice(0, most);
  return `${words.replace(/[\s,;:.–-]+$|[\uD800-\uDBFF]$/u, '')}…`;
}
