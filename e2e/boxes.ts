import type { Page } from 'playwright/test';
import * as shapes from './box-shapes.ts';
import type { Finding } from './box-shapes.ts';
import * as texts from './box-texts.ts';

/*
 * Looks at the boxes of what a page shows now: is each control in view, whole and large enough for a finger, and
 * is no word broken? The functions run within the page, where nothing else of this file exists.
 */

const { controlsIn, cutOf, frameOf, nameOf, outerOf, shapeOf } = shapes;
const { shortens, textsIn } = texts;

/** Whether a press at a point reaches a control. */
function isHit(control: HTMLElement, x: number, y: number): boolean {
  const hit = document.elementFromPoint(x, y);
  if (!hit) return false;
  const labels = [...((control as HTMLInputElement).labels ?? [])];
  return (
    control.contains(hit) ||
    frameOf(control)?.contains(hit) === true ||
    labels.some((label) => label.contains(hit)) ||
    (hit.contains(control) && hit.matches('label'))
  );
}

/** How far a press around the middle of a control reaches it, up to 44 px. */
function reachOf(
  control: HTMLElement,
  middle: { x: number; y: number },
  [right, down]: readonly [number, number],
): number {
  let reach = 1;
  for (const way of [1, -1])
    for (
      let step = 1;
      step <= 44 && isHit(control, middle.x + right * way * step, middle.y + down * way * step);
      step += 1
    )
      reach += 1;
  return reach;
}

/** Runs `look` while an element is in the middle of the window, and leaves everything scrolled as it was. */
function inView<Result>(element: Element, look: () => Result): Result {
  const scrolled: [Element, number, number][] = [];
  for (let each: Element | null = element; each; each = each.parentElement)
    scrolled.push([each, each.scrollLeft, each.scrollTop]);
  element.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' });
  const result = look();
  for (const [each, left, top] of scrolled)
    if (each.scrollLeft !== left || each.scrollTop !== top) each.scrollTo({ left, top, behavior: 'instant' });
  return result;
}

/** A link that is nothing but words, or a button that looks like one. */
function isTextLink(control: HTMLElement): boolean {
  const { display, backgroundColor, borderTopWidth, paddingTop } = getComputedStyle(control);
  if (display === 'inline') return control.matches('a, button');
  if (!control.matches('a, button') || control.querySelector('img, svg, video')) return false;
  const isPlain = backgroundColor === 'rgba(0, 0, 0, 0)' && borderTopWidth === '0px';
  return isPlain && (control.matches('a') || paddingTop === '0px');
}

/** What a finger needs: 24 px (WCAG 2.2 AA) for words and for what is dragged along, nothing within a sentence. */
function leastOf(control: HTMLElement, least: number): number {
  if (control.matches('a') && getComputedStyle(control).display === 'inline') return 0;
  return isTextLink(control) || control.matches('input[type="range"], [role="slider"]') ? 24 : least;
}

/** Whether another control that is large enough leads to the same place. */
function hasEqual(control: HTMLElement, scope: Element): boolean {
  if (!control.matches('a')) return false;
  const { href } = control;
  return [...scope.querySelectorAll('a')].some((each) => {
    const { width, height } = each.getBoundingClientRect();
    return each !== control && each.href === href && width >= 43.5 && height >= 43.5;
  });
}

/** The middle of what is to be pressed: of a link within a text, the middle of its first line. */
function middleOf(control: HTMLElement): { x: number; y: number } {
  const { left, top, width, height } =
    (isTextLink(control) ? control.getClientRects()[0] : undefined) ?? shapeOf(control);
  return { x: left + width / 2, y: top + height / 2 };
}

/** What keeps a finger from pressing a control that is in view. */
function missed(control: HTMLElement, { scope, least }: { scope: Element; least: number }): string | null {
  const [box, middle] = [shapeOf(control), middleOf(control)];
  if (!isHit(control, middle.x, middle.y)) {
    const over = document.elementFromPoint(middle.x, middle.y);
    return `can’t be pressed: ${over ? nameOf(over) : 'the edge of the window'} lies over it`;
  }
  const needed = leastOf(control, least);
  if (needed === 0 || hasEqual(control, scope)) return null;
  const width = box.width >= needed ? box.width : reachOf(control, middle, [1, 0]);
  const height = box.height >= needed ? box.height : reachOf(control, middle, [0, 1]);
  // The pixel of a border on either side counts too.
  return Math.min(width, height) >= needed - 2
    ? null
    : `only ${Math.round(width)} × ${Math.round(height)} px for a finger`;
}

/** Scrolls to a control only if something seems wrong where it is: that takes a hundred times longer. */
function touchOf(control: HTMLElement, within: { scope: Element; least: number }): string | null {
  return missed(control, within) && inView(control, () => missed(control, within));
}

/** What a person can use now: what lies over the page, or all of it. */
function scopeNow(): Element {
  return (
    [...document.querySelectorAll('dialog:modal, :popover-open:not([role="status"])')].at(-1) ?? document.body
  );
}

function sidewaysOf(scope: Element): Finding[] {
  return [document.documentElement, scope]
    .filter(
      (each) =>
        (each.scrollWidth > each.clientWidth + 1 && getComputedStyle(each).overflowX !== 'visible') ||
        (each === document.documentElement && each.scrollWidth > each.clientWidth),
    )
    .map((each) => ({
      element: nameOf(each).slice(0, 40),
      reason: `scrolls sideways: ${each.scrollWidth} px in ${each.clientWidth}`,
    }));
}

function controlOf(control: HTMLElement, within: { scope: Element; least: number }): Finding[] {
  // Its frame may crop a picture, and a long name ends in dots.
  const isPicture = control.querySelector('img, video') !== null && control.innerText.trim() === '';
  const mayBeCut = isPicture || shortens(control.parentElement);
  const cut = mayBeCut ? null : cutOf(outerOf(control), shapeOf(control));
  const room =
    control.matches('textarea') && shapeOf(control).width < 160
      ? `only ${Math.round(shapeOf(control).width)} px to write in`
      : null;
  const reason = cut ?? room ?? touchOf(control, within);
  return reason ? [{ element: nameOf(control), reason }] : [];
}

function findingsNow(least: number): Finding[] {
  const scope = scopeNow();
  const found = [
    ...sidewaysOf(scope),
    ...textsIn(scope),
    ...controlsIn(scope).flatMap((control) => controlOf(control, { scope, least })),
  ];
  const lines = new Set(found.map((each) => JSON.stringify(each)));
  return [...lines].map((line) => JSON.parse(line) as Finding);
}

/** Everything that runs within the page. */
const parts = [isHit, reachOf, inView, isTextLink, leastOf, hasEqual, middleOf, missed, touchOf, scopeNow]
  .map(String)
  .concat([sidewaysOf, controlOf, findingsNow].map(String))
  .concat([...Object.values(shapes), ...Object.values(texts)].map(String))
  .join('\n');

/** What is clipped, out of reach, broken or too small in what the page shows now. */
export const lookAtBoxes = (page: Page, least = 44): Promise<Finding[]> =>
  page.evaluate<Finding[]>(`(() => { ${parts}\nreturn findingsNow(${least}); })()`);
