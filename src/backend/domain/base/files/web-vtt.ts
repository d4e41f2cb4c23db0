import { limits } from '#config/limits.ts';

/** Matches `01:02:03.004` or `02:03.004`. */
const clock = String.raw`(?:(\d{2,3}):)?([0-5]\d):([0-5]\d\.\d{3})`;
const timing = new RegExp(String.raw`^${clock}[ \t]+-->[ \t]+${clock}(?:[ \t]+(\S.*))?$`);
/** Cue settings to keep. Regions are dropped, because their definitions aren't stored. */
const setting =
  /^(?:vertical:(?:rl|lr)|(?:line|position|size):-?[\d.]{1,6}%?(?:,(?:start|center|end|line-left|line-right))?|align:(?:start|center|end|left|right))$/;
/** Blocks other than cues: comments, styles, and regions. */
const isNoCue = (line: string): boolean => /^(?:NOTE|STYLE|REGION)(?:[ \t]|$)/.test(line);

const toSeconds = ([hours = '0', minutes, seconds]: readonly (string | undefined)[]): number =>
  Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds);

/** Why a text isn't valid WebVTT, in words for its author. */
export class CaptionsError extends Error {}

interface Block {
  readonly at: number;
  readonly lines: string[];
}

/** Groups of non-empty lines, each with the number of its first line. */
function splitBlocks(lines: readonly string[]): Block[] {
  const blocks: Block[] = [];
  let open: Block | null = null;
  for (const [index, line] of lines.entries()) {
    if (line === '') open = null;
    else if (open) open.lines.push(line);
    else blocks.push((open = { at: index + 1, lines: [line] }));
  }
  return blocks;
}

/**
 * A cue in normalized form: times, settings, and text. Cue identifiers are dropped.
 * @throws CaptionsError
 */
function parseCue({ at, lines }: Block): string {
  const named = lines[0]?.includes('-->') ? 0 : 1;
  const line = at + named;
  const found = timing.exec(lines[named] ?? '');
  if (!found)
    throw new CaptionsError(`Line ${line} needs a start and an end time, like 00:01.000 --> 00:04.000.`);
  const [from, to] = [toSeconds(found.slice(1, 4)), toSeconds(found.slice(4, 7))];
  if (to <= from) throw new CaptionsError(`Line ${line} ends before it begins.`);
  const words = lines.slice(named + 1);
  if (words.some((text) => text.includes('-->')))
    throw new CaptionsError(`An empty line is missing after line ${line}.`);
  const settings = (found[7] ?? '').split(/[ \t]+/).filter((text) => setting.test(text));
  const [times] = /^.*?-->[ \t]+\S+/.exec(found[0]) ?? [''];
  return [[times, ...settings].join(' '), ...words].join('\n');
}

/**
 * Parses captions and writes a clean WebVTT file that contains only cues.
 * @throws CaptionsError naming the invalid line.
 */
export function readCaptions(text: string): string {
  const lines = text
    .replace(/^\uFEFF/, '')
    .replaceAll(/\r\n?/g, '\n')
    .replaceAll('\0', '\uFFFD')
    .split('\n');
  if (!/^WEBVTT(?:[ \t]|$)/.test(lines[0] ?? ''))
    throw new CaptionsError('This isn’t a WebVTT file. Its first line must be WEBVTT.');
  const [, ...blocks] = splitBlocks(lines);
  const cues = blocks.filter(({ lines: [first = ''] }) => !isNoCue(first)).map(parseCue);
  if (cues.length === 0) throw new CaptionsError('This file has no captions.');
  if (cues.length > limits.captions.cues)
    throw new CaptionsError(`Use at most ${limits.captions.cues} cues.`);
  return `WEBVTT\n\n${cues.join('\n\n')}\n`;
}
