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

/** Index of the item under the pointer, or -1. Each item carries its key in `data-entry`. */
const placeUnder = (event: PointerEvent, items: readonly Ordered[]): number => {
  const entry = document.elementFromPoint(event.clientX, event.clientY)?.closest('[data-entry]');
  return items.findIndex(({ key }) => key === entry?.getAttribute('data-entry'));
};

/**
 * Follows a pointer across the window. Pointer capture isn't an option because the dragged element moves in
 * the document.
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
 * Reorders items by dragging (attach `drag(item)` to a handle) and with two buttons (`step`) that keep focus
 * while the item moves. Each item needs `data-entry={key}`, its buttons `data-way`. `said` announces the new
 * position to screen readers.
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
/** The part of `useReordering` that each item needs. */
export type Order<T extends Ordered> = Pick<ReturnType<typeof useReordering<T>>, 'dragged' | 'drag' | 'step'>;
