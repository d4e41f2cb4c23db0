import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { RefObject } from 'react';

/** Lines in the document: what fits on a large screen, and how many are added on the way up. */
const WINDOW = { least: 80, step: 60 };
/** Pixels from an edge that still count as being there. */
const NEAR = 48;

interface Line {
  readonly _id: string;
  readonly senderId: string | null;
}
interface Reading {
  /** Called at the top of what is loaded. */
  readonly onTop: () => void;
  /** Whose own lines come into view when they are sent. */
  readonly ownId: string | null;
}
interface Frozen {
  /** The last line that is shown while the reader looks further up. */
  readonly lastId: string;
  readonly size: number;
}

/** Pictures that load and boxes that open above the list don't move its end out of sight. */
function useRestAtEnd(box: RefObject<HTMLDivElement | null>, isAtEnd: boolean): void {
  useEffect(() => {
    const element = box.current;
    if (!element || !isAtEnd || typeof ResizeObserver === 'undefined') return undefined;
    const watching = new ResizeObserver(() => (element.scrollTop = element.scrollHeight));
    for (const each of [element, ...element.children]) watching.observe(each);
    return () => watching.disconnect();
  }, [box, isAtEnd]);
}

/** Calls back while rendering, once for each line at the end that the reader has written. */
function useOwnLine(items: readonly Line[], ownId: string | null, onWritten: () => void): void {
  const newest = items.at(-1);
  const last = newest?._id ?? '';
  const [seen, setSeen] = useState(last);
  if (last === seen) return;
  setSeen(last);
  // Where the line after it was removed, an old line is the newest again.
  if (newest && newest.senderId === ownId && last > seen) onWritten();
}

/**
 * Which lines of a long list are in the document. At the end these are the newest; while the reader looks further
 * up, nothing moves: new lines are only counted, and older ones are added above. What they write themselves comes
 * into view.
 */
export function useChatWindow<Item extends Line>(items: readonly Item[], { onTop, ownId }: Reading) {
  const box = useRef<HTMLDivElement>(null);
  const [frozen, setFrozen] = useState<Frozen | null>(null);
  useOwnLine(items, ownId, () => setFrozen(null));
  const place = frozen ? items.findIndex(({ _id }) => _id === frozen.lastId) : -1;
  const end = place === -1 ? items.length : place + 1;
  const isAtEnd = place === -1;
  const start = Math.max(0, end - (isAtEnd || !frozen ? WINDOW.least : frozen.size));
  const shown = items.slice(start, end);
  const anchor = useRef<{ id: string; top: number } | null>(null);

  const remember = () => {
    const first = box.current?.querySelector<HTMLElement>('[data-line]');
    anchor.current = first ? { id: first.dataset['line'] ?? '', top: first.offsetTop } : null;
  };
  const onScroll = () => {
    const element = box.current;
    if (!element) return;
    const below = element.scrollHeight - element.scrollTop - element.clientHeight;
    const last = shown.at(-1);
    if (below <= NEAR) {
      if (frozen) setFrozen(null);
      return;
    }
    if (!frozen && last) setFrozen({ lastId: last._id, size: shown.length });
    if (element.scrollTop > NEAR) return;
    remember();
    if (start > 0 && last) setFrozen({ lastId: last._id, size: shown.length + WINDOW.step });
    else onTop();
  };
  const toEnd = useCallback(() => {
    setFrozen(null);
    const element = box.current;
    if (element) element.scrollTop = element.scrollHeight;
  }, []);

  const firstId = shown[0]?._id;
  const newest = shown.at(-1);
  useLayoutEffect(() => {
    const element = box.current;
    if (!element) return;
    if (isAtEnd) element.scrollTop = element.scrollHeight;
  }, [isAtEnd, newest, shown.length]);
  useRestAtEnd(box, isAtEnd);
  // Lines that are added above push down what the reader looks at, unless the browser keeps it in place.
  useLayoutEffect(() => {
    const previous = anchor.current;
    anchor.current = null;
    const element = box.current;
    const line = previous && element?.querySelector<HTMLElement>(`[data-line="${CSS.escape(previous.id)}"]`);
    if (!element || !line || !previous) return;
    if (element.scrollTop <= NEAR) element.scrollTop += line.offsetTop - previous.top;
  }, [firstId]);
  return { box, onScroll, shown, isAtEnd, unseen: items.length - end, toEnd };
}
