/*
 * Where the boxes of a page are. These functions run within the page (see boxes.ts), where nothing else of this file
 * exists.
 */

export interface Finding {
  /** What it is about: the tag, and its name as a person reads it. */
  readonly element: string;
  readonly reason: string;
}

/** What can be pressed, typed into or chosen. */
export function controlsIn(scope: Element): HTMLElement[] {
  const roles = ['button', 'link', 'menuitem', 'menuitemradio', 'menuitemcheckbox', 'tab', 'radio']
    .concat(['checkbox', 'switch', 'slider', 'option', 'combobox'])
    .map((role) => `[role="${role}"]`);
  const tags = ['a[href]', 'button', 'input:not([type="hidden"])', 'select', 'textarea', 'summary'];
  return [...scope.querySelectorAll<HTMLElement>([...tags, ...roles].join())].filter(
    (each) =>
      !each.closest('[inert], :disabled, [aria-disabled="true"], nextjs-portal') &&
      each.checkVisibility({ visibilityProperty: true }) &&
      !isAside(each),
  );
}

/** Only for screen readers, such as the native field behind a drawn one, or until it has focus, such as a skip link. */
export function isAside(element: HTMLElement): boolean {
  const { width, height } = shapeOf(element);
  const { bottom } = element.getBoundingClientRect();
  if (width <= 2 || height <= 2) return true;
  return element.matches('a[href^="#"]') && getComputedStyle(element).position === 'fixed' && bottom <= 0;
}

/** What a person sees of a control: the frame drawn around a field, or the label of a hidden one. */
export function outerOf(control: HTMLElement): HTMLElement {
  const own = control.getBoundingClientRect();
  const isChoice = control.matches('input:is([type="radio"], [type="checkbox"], [type="file"])');
  const frame = isChoice ? (control as HTMLInputElement).labels?.[0] : frameOf(control);
  const around = frame?.getBoundingClientRect() ?? own;
  return frame && around.width * around.height > own.width * own.height ? frame : control;
}

export function shapeOf(control: HTMLElement): DOMRect {
  return outerOf(control).getBoundingClientRect();
}

/** The element that draws the border around a text field, which takes presses for it. */
export function frameOf(field: HTMLElement): HTMLElement | null {
  if (!field.matches('input:not([type="range"]), textarea, select')) return null;
  let frame: HTMLElement | null = field;
  for (let up = 0; up < 9 && frame; up += 1, frame = frame.parentElement)
    if (Number.parseFloat(getComputedStyle(frame).borderTopWidth) > 0) return frame;
  return null;
}

/** The elements around one that limit where it can be seen, from the nearest on. */
export function framesOf(element: Element): Element[] {
  const frames: Element[] = [];
  let position = getComputedStyle(element).position;
  for (let parent = element.parentElement; parent; parent = parent.parentElement) {
    const style = getComputedStyle(parent);
    const holds =
      style.transform !== 'none' || style.filter !== 'none' || /paint|strict|content/.test(style.contain);
    const isFrame =
      position === 'fixed' ? holds : position === 'absolute' ? holds || style.position !== 'static' : true;
    if (!isFrame) continue;
    if (parent !== document.documentElement && parent !== document.body) frames.push(parent);
    position = style.position;
  }
  return frames;
}

interface Edges {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

/** How much of `seen` a frame cuts along one axis. Where it scrolls, `seen` becomes what can be scrolled into view. */
export function cutAlong(frame: Element, seen: Edges, axis: 'X' | 'Y'): string | null {
  const [from, to] = axis === 'X' ? (['left', 'right'] as const) : (['top', 'bottom'] as const);
  const overflow = getComputedStyle(frame)[`overflow${axis}`];
  if (overflow === 'visible') return null;
  const scrolls = overflow !== 'hidden' && overflow !== 'clip';
  const edge = frame.getBoundingClientRect();
  const scrolled = axis === 'X' ? frame.scrollLeft : frame.scrollTop;
  const before = edge[from] - (scrolls ? scrolled : 0) - seen[from];
  const after = scrolls ? 0 : seen[to] - edge[to];
  if (scrolls) [seen[from], seen[to]] = [edge[from], edge[to]];
  if (before > 1.5) return `${Math.round(before)} px cut off at the ${from}`;
  return after > 1.5 ? `${Math.round(after)} px cut off at the ${to}` : null;
}

/** What of a box can never be seen, with the side that is cut; null if all of it can. */
export function cutOf(element: Element, box: Edges, frames = framesOf(element)): string | null {
  const seen = { left: box.left, right: box.right, top: box.top, bottom: box.bottom };
  for (const frame of frames) {
    const { width, height } = frame.getBoundingClientRect();
    // Clipped to a pixel, for screen readers only; or shortened, with a button beside it that shows all.
    if (width <= 2 || height <= 2) return null;
    if (frame.parentElement?.querySelector(':scope > button[aria-expanded="false"]')) return null;
    const cut = cutAlong(frame, seen, 'X') ?? cutAlong(frame, seen, 'Y');
    if (cut) return cut;
  }
  return cutByWindow(element, seen);
}

export function cutByWindow(element: Element, seen: Edges): string | null {
  const root = document.documentElement;
  if (seen.right - root.clientWidth > 1.5)
    return `${Math.round(seen.right - root.clientWidth)} px beyond the window at the right`;
  if (seen.left < -1.5 - window.scrollX) return `${Math.round(-seen.left)} px beyond the window at the left`;
  let fixed: Element | null = element;
  while (fixed && getComputedStyle(fixed).position !== 'fixed' && !fixed.matches('dialog:modal'))
    fixed = fixed.parentElement;
  if (!fixed) return seen.top + window.scrollY < -1.5 ? 'above the page' : null;
  if (seen.bottom - window.innerHeight > 1.5)
    return `${Math.round(seen.bottom - window.innerHeight)} px below the window, which doesn’t scroll it`;
  return seen.top < -1.5 ? `${Math.round(-seen.top)} px above the window, which doesn’t scroll it` : null;
}

export function nameOf(element: Element): string {
  const html = element as HTMLElement;
  const named =
    element.getAttribute('aria-label') ??
    (element as HTMLInputElement).labels?.[0]?.innerText ??
    html.innerText;
  const text = (
    named ||
    element.getAttribute('title') ||
    element.querySelector('img')?.alt ||
    String(element.className)
  )
    .replaceAll(/\s+/g, ' ')
    .trim();
  return `${element.tagName.toLowerCase()} “${text.slice(0, 60)}”`;
}
