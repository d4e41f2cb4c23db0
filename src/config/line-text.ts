/* Names and titles are shown inside sentences, lists, mails and file names that other people read. So they are one
   line, and can't turn the direction of what stands beside them, be invisible, or climb over the lines above. */

/** Characters that turn the direction of the text after them: marks, embeddings, overrides and isolates. */
const directions = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;
/** Line breaks and other controls. */
const breaks = /[\p{Cc}\u2028\u2029]+/gu;
/**
 * Characters without a picture: format characters, fillers that count as letters, lone surrogates. Joiners, which
 * scripts and emoji need, and the tags of flags aren't among them.
 */
const invisible =
  /(?!\u200c|\u200d|[\u{e0020}-\u{e007f}])[\p{Cf}\p{Cs}\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u2800\u3164\uffa0]/gu;
/** Joiners and tags that join nothing. */
const loose =
  /(?<![\p{L}\p{M}\p{Extended_Pictographic}\u{1f3fb}-\u{1f3ff}])[\u200c\u200d]+|[\u200c\u200d]+(?![\p{L}\p{Extended_Pictographic}])|(?<![\u{1f3f4}\u{e0020}-\u{e007f}])[\u{e0020}-\u{e007f}]+/gu;
/** The same mark twice on one letter. */
const repeated = /(\p{Mn})\1+/gu;
/** More marks on one letter than any language writes: of those that go with every script, and of all. */
const stacks =
  /(?<=(?:(?=\p{M})\p{Script=Inherited}){3})(?:(?=\p{M})\p{Script=Inherited})+|(?<=\p{M}{6})\p{M}+|(?<=^|\s)\p{M}+/gu;
const visible = /[\p{L}\p{N}\p{P}\p{S}]/u;

/** A name or title as it is stored; empty if nothing of it can be seen. */
export function cleanLine(written: string): string {
  const line = written
    .normalize('NFC')
    .replaceAll(directions, '')
    .replaceAll(breaks, ' ')
    .replaceAll(invisible, '')
    .replaceAll(repeated, '$1')
    .replaceAll(stacks, '')
    .replaceAll(loose, '')
    .replaceAll(/\s+/gu, ' ')
    .trim();
  return visible.test(line) ? line : '';
}

/** Scripts that are written from right to left. */
const fromTheRight =
  /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Script=Samaritan}\p{Script=Mandaic}\p{Script=Adlam}\p{Script=Hanifi_Rohingya}]/u;

/**
 * A name or title inside plain text, such as a mail or a push message, where amounts and words beside it would
 * otherwise change their order. On pages, `<bdi>` does the same.
 */
export function isolated(name: string): string {
  const line = withoutDirections(name);
  return fromTheRight.test(line) ? `\u2068${line}\u2069` : line;
}

/** The first line of an email. */
export const greeting = (name: string): string => `Hi ${isolated(name)},`;

/** Removes what turns the direction of a text, for names that were stored by earlier versions. */
const withoutDirections = (text: string): string => text.replaceAll(directions, '');

/** The same for whole texts, whose isolated names stay isolated. */
export const withoutOverrides = (text: string): string =>
  text.replaceAll(/[\u061c\u200e\u200f\u202a-\u202e\u2066\u2067]/g, '');
