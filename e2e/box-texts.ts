import { cutOf, framesOf, isAside, nameOf } from './box-shapes.ts';
import type { Finding } from './box-shapes.ts';

/*
 * How texts stand in their boxes. These functions run within the page (see boxes.ts), where nothing else of this file
 * exists.
 */

/** A word that doesn't stand on one line, or null. */
export function brokenWord(text: Text): string | null {
  const range = document.createRange();
  for (const { 0: piece, index: start } of text.data.matchAll(/\S+/g)) {
    // Longer ones are addresses and made-up names, which have to break somewhere.
    if (piece.length > 18) continue;
    for (const { 0: word, index } of piece.matchAll(/[\p{Script=Latin}\d.,$€£%]{3,}/gu)) {
      range.setStart(text, start + index);
      range.setEnd(text, start + index + word.length);
      const [first, ...others] = range.getClientRects();
      if (first && others.some(({ top }) => Math.abs(top - first.top) > first.height / 2)) return word;
    }
  }
  return null;
}

/** Whether an element shortens its text by itself: what ends in “…” says that there is more. */
export function shortens(element: Element | null): boolean {
  if (!element) return false;
  const { textOverflow, webkitLineClamp } = getComputedStyle(element);
  return textOverflow === 'ellipsis' || webkitLineClamp !== 'none';
}

/** What is wrong with the lines that a text takes. */
export function linesOf(text: Text, { lines, width }: { lines: number; width: number }): string | null {
  const hyphens = text.parentElement && getComputedStyle(text.parentElement).hyphens === 'auto';
  const word = lines > 1 && !hyphens ? brokenWord(text) : null;
  if (word) return `the word “${word}” is broken`;
  return lines >= 5 && width < 72 && text.data.trim().length / lines < 6
    ? `squeezed into ${lines} lines of ${Math.round(width)} px`
    : null;
}

/** What is wrong with how a text stands in its box. */
export function textOf(text: Text, parent: HTMLElement): string | null {
  const range = document.createRange();
  range.selectNodeContents(text);
  const lines = range.getClientRects().length;
  const isHidden = framesOf(parent).some(
    ({ clientWidth, clientHeight }) => clientWidth <= 2 || clientHeight <= 2,
  );
  if (lines === 0 || isHidden) return null;
  const { left, right, top, bottom, width } = range.getBoundingClientRect();
  const crammed = linesOf(text, { lines, width });
  if (crammed || shortens(parent) || shortens(parent.parentElement)) return crammed;
  const frames = [...(getComputedStyle(parent).display === 'inline' ? [] : [parent]), ...framesOf(parent)];
  const cut = cutOf(parent, { left, right, top: top + 4, bottom: bottom - 4 }, frames);
  return cut && `its words are ${cut}`;
}

export function textsIn(scope: Element): Finding[] {
  const findings: Finding[] = [];
  const walker = document.createTreeWalker(scope, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const parent = node.parentElement;
    if (
      !parent ||
      !node.textContent?.trim() ||
      parent.closest('[inert], script, style, svg, textarea, select, nextjs-portal')
    )
      continue;
    if (!parent.checkVisibility({ visibilityProperty: true }) || isAside(parent)) continue;
    const reason = textOf(node as Text, parent);
    if (reason) findings.push({ element: nameOf(parent), reason });
  }
  return findings;
}
