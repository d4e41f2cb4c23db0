import { useEffect } from 'react';

const focusable =
  'a[href], button:not([disabled]), input:not([disabled]), select, textarea, [tabindex]:not([tabindex="-1"])';
const listed = 'li, tr, [role="listitem"], [role="row"], article';

const controlIn = (element: Element | null): HTMLElement | null =>
  element?.matches(focusable)
    ? (element as HTMLElement)
    : (element?.querySelector<HTMLElement>(focusable) ?? null);

/** The control of a neighbor that is closest to the one that went: of the same kind, if it has one. */
function counterpart(gone: HTMLElement, neighbor: Element | null): HTMLElement | null {
  const popup = gone.getAttribute('aria-haspopup');
  const same = popup ? neighbor?.querySelector<HTMLElement>(`[aria-haspopup="${popup}"]`) : null;
  return same ?? controlIn(neighbor);
}

const elementFrom = (node: Node | null, step: 'nextSibling' | 'previousSibling'): Element | null => {
  let at = node;
  while (at && !(at instanceof Element)) at = at[step];
  return at;
};

/** Where the focus goes from a control that was removed; null if it wasn't in a list. */
function placeBeside(
  gone: HTMLElement,
  { removedNodes, nextSibling, previousSibling }: MutationRecord,
): HTMLElement | null {
  const item = [...removedNodes].find((node) => node.contains(gone));
  if (!(item instanceof Element)) return null;
  if (!item.matches(listed) && !item.querySelector(listed)) return null;
  return (
    counterpart(gone, elementFrom(nextSibling, 'nextSibling')) ??
    counterpart(gone, elementFrom(previousSibling, 'previousSibling')) ??
    document.getElementById('content')
  );
}

/**
 * Keeps the focus of people who use a keyboard in a list from which an item is removed while it has the focus, such
 * as after deleting a comment: it goes to the item that takes its place, else to what stands before, else to the page.
 * Left alone, it would start again at the top. Returns a function that stops it.
 */
export function keepFocus(): () => void {
  let last: HTMLElement | null = null;
  const note = ({ target }: FocusEvent) => void (last = target instanceof HTMLElement ? target : null);
  const isLost = () => document.activeElement === document.body || document.activeElement === null;
  const removed = (changes: MutationRecord[]) => {
    const gone = last;
    if (!gone || gone.isConnected || !isLost()) return;
    const change = changes.find(({ removedNodes }) => [...removedNodes].some((node) => node.contains(gone)));
    if (!change) return;
    last = null;
    placeBeside(gone, change)?.focus({ preventScroll: true });
  };
  const observer = new MutationObserver(removed);
  document.addEventListener('focusin', note);
  observer.observe(document.body, { childList: true, subtree: true });
  return () => {
    document.removeEventListener('focusin', note);
    observer.disconnect();
  };
}

export function useFocusReturn(): void {
  useEffect(() => keepFocus(), []);
}
