import { useEffect, useRef, useState } from 'react';
import type { PointerEvent as ReactPointerEvent, RefObject } from 'react';

interface Ordered {
  readonly key: string;
  readonly name: string;
}
interface ReorderingOptions<T extends Ordered> {
  readonly items: readonly T[];
  readonly move: (item: T, to: number) => void;
}
type Way = 'earlier' | 'later';

/** The place of the entry under the pointer, or -1. Entries carry their key in `data-entry`. */
const placeUnder = (event: PointerEvent, items: readonly Ordered[]): number => {
  const entry = document.elementFromPoint(event.clientX, event.clientY)?.closest('[data-entry]');
  return items.findIndex(({ key }) => key === entry?.getAttribute('data-entry'));
};

/**
 * Follows one pointer over the window: the entry itself moves in the document meanwhile, so nothing can be
 * captured on it.
 */
function useDrag<T extends Ordered>(
  latest: RefObject<ReorderingOptions<T>>,
  onMoved: (item: T, to: number) => void,
) {
  const [dragged, setDragged] = useState<string | null>(null);
  const begin = (item: T, event: ReactPointerEvent) => {
    if (event.button !== 0) return;
    event.preventDefault();
    setDragged(item.key);
    const stop = new AbortController();
    const { signal } = stop;
    const follow = (moved: PointerEvent) => {
      const { items, move } = latest.current;
      const [from, to] = [items.findIndex(({ key }) => key === item.key), placeUnder(moved, items)];
      if (to < 0 || from === to) return;
      move(item, to);
      onMoved(item, to);
    };
    const end = () => {
      setDragged(null);
      stop.abort();
    };
    window.addEventListener('pointermove', follow, { signal });
    window.addEventListener('pointerup', end, { signal });
    window.addEventListener('pointercancel', end, { signal });
  };
  return { dragged, begin };
}

/**
 * Puts entries into an order of one's own: by dragging (give `drag(item)` to a handle) and by two buttons
 * (`step`), which keep the focus while the entry moves. Each entry needs `data-entry={key}`, its buttons
 * `data-way`. `said` tells screen readers where it is now.
 */
export function useReordering<T extends Ordered>(options: ReorderingOptions<T>) {
  const root = useRef<HTMLUListElement>(null);
  const latest = useRef(options);
  const refocus = useRef<{ key: string; way: Way } | null>(null);
  const [said, setSaid] = useState('');
  const say = (item: T, to: number) =>
    setSaid(`${item.name} is now ${to + 1} of ${latest.current.items.length}.`);
  const { dragged, begin } = useDrag(latest, say);
  useEffect(() => {
    latest.current = options;
    const wanted = refocus.current;
    if (!wanted) return;
    refocus.current = null;
    const buttons = [
      ...(root.current?.querySelectorAll<HTMLButtonElement>(
        `[data-entry="${CSS.escape(wanted.key)}"] [data-way]`,
      ) ?? []),
    ].filter(({ disabled }) => !disabled);
    (buttons.find((button) => button.dataset['way'] === wanted.way) ?? buttons[0])?.focus();
  });
  return {
    root,
    said,
    dragged,
    drag: (item: T) => ({ onPointerDown: (event: ReactPointerEvent) => begin(item, event) }),
    step: (item: T, way: Way) => {
      const to = options.items.findIndex(({ key }) => key === item.key) + (way === 'earlier' ? -1 : 1);
      refocus.current = { key: item.key, way };
      options.move(item, to);
      say(item, to);
    },
  };
}
/** What each entry needs of it. */
export type Order<T extends Ordered> = Pick<ReturnType<typeof useReordering<T>>, 'dragged' | 'drag' | 'step'>;
