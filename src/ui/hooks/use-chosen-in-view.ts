import { type RefObject, useEffect, useRef } from 'react';

const chosen = '[aria-pressed="true"], [aria-current="page"]';

function showIn(box: HTMLElement, element: Element): void {
  if (box.scrollWidth <= box.clientWidth) return;
  const [outer, inner] = [box.getBoundingClientRect(), element.getBoundingClientRect()];
  if (inner.left >= outer.left && inner.right <= outer.right) return;
  box.scrollLeft += (inner.left + inner.right - outer.left - outer.right) / 2;
}

/**
 * For a row that scrolls sideways: what is chosen in it is in view on arrival, such as by a link to a filtered list,
 * and whenever something else is chosen. Counts that arrive later may move it, so it is looked at again until the
 * person scrolls the row. The page itself isn't scrolled.
 */
export function useChosenInView<Row extends HTMLElement>(): RefObject<Row | null> {
  const row = useRef<Row>(null);
  const shown = useRef<{ element: Element; left: number } | null>(null);
  useEffect(() => {
    const box = row.current;
    const element = box?.querySelector(chosen);
    if (!box || !element) return;
    if (element === shown.current?.element && box.scrollLeft !== shown.current.left) return;
    showIn(box, element);
    shown.current = { element, left: box.scrollLeft };
  });
  return row;
}
