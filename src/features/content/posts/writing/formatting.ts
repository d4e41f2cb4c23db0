/** The text of a field with what is selected in it. */
export interface Selected {
  readonly text: string;
  readonly from: number;
  readonly to: number;
}
/** What replaces a part of the text, and what is selected then, counted from where it begins. */
export interface Replacement {
  readonly from: number;
  readonly to: number;
  readonly text: string;
  readonly select: readonly [number, number];
}

/** The selection without spaces at its ends, because marks stand directly at words. */
function trimmed({ text, from, to }: Selected): { from: number; to: number } {
  const part = text.slice(from, to);
  const start = from + (part.length - part.trimStart().length);
  return part.trim() === '' ? { from, to: from } : { from: start, to: start + part.trim().length };
}

const isMarked = (text: string, mark: string, { from, to }: { from: number; to: number }): boolean =>
  text.slice(from - mark.length, from) === mark &&
  text.slice(to, to + mark.length) === mark &&
  // One star within two is bold.
  (mark.length > 1 || text.slice(from - 2, from) !== '**' || text.slice(from - 3, from) === '***');

/** Puts marks around the selection, or removes them. Without a selection, around what is typed next. */
export function toggleMark(selected: Selected, mark: '**' | '*'): Replacement {
  const { text } = selected;
  const { from, to } = trimmed(selected);
  const words = text.slice(from, to);
  const size = mark.length;
  if (isMarked(text, mark, { from, to }))
    return { from: from - size, to: to + size, text: words, select: [0, words.length] };
  return { from, to, text: `${mark}${words}${mark}`, select: [size, size + words.length] };
}

const isAddress = (text: string): boolean => /^(?:https?:\/\/|www\.)\S+$/i.test(text);

/** Makes a link of the selection: its words, or its address. What is missing is selected, to be typed next. */
export function insertLink(selected: Selected): Replacement {
  const { from, to } = trimmed(selected);
  const words = selected.text.slice(from, to);
  if (isAddress(words)) return { from, to, text: `[words](${words})`, select: [1, 6] };
  const label = words.replaceAll(/[[\]\n]/g, ' ') || 'words';
  const address = 'https://';
  return {
    from,
    to,
    text: `[${label}](${address})`,
    select: words ? [label.length + 3, label.length + 3 + address.length] : [1, 1 + label.length],
  };
}

const bullet = /^- /;
const number = /^\d{1,3}\. /;

/** Makes a list of the selected lines, or lines of a list. */
export function toggleList({ text, from, to }: Selected, kind: 'bullets' | 'numbers'): Replacement {
  const start = text.lastIndexOf('\n', from - 1) + 1;
  const after = text.indexOf('\n', Math.max(from, to - 1));
  const end = after < 0 ? text.length : after;
  const lines = text.slice(start, end).split('\n');
  const mark = kind === 'bullets' ? bullet : number;
  const bare = lines.map((line) => line.replace(bullet, '').replace(number, ''));
  const isList = lines.every((line) => mark.test(line));
  const made = isList ? bare : bare.map((line, at) => `${kind === 'bullets' ? '-' : `${at + 1}.`} ${line}`);
  const replaced = made.join('\n');
  return {
    from: start,
    to: end,
    text: replaced,
    select: lines.length === 1 ? [replaced.length, replaced.length] : [0, replaced.length],
  };
}
