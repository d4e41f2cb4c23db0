import { useEffect, useEffectEvent, useRef } from 'react';
import type { CSSProperties, ReactNode } from 'react';
import { WindowVirtualizer } from 'virtua';
import { Button } from './button.tsx';
import styles from './infinite-list.module.css';

export interface InfiniteListProps<Item> {
  readonly items: readonly Item[];
  readonly keyOf: (item: Item) => string;
  readonly children: (item: Item, index: number) => ReactNode;
  readonly hasMore: boolean;
  /** A page is on its way. */
  readonly loading: boolean;
  readonly onMore: () => void;
  /** Why the last page didn't come; the list keeps what it has and offers a retry. */
  readonly error?: string | null;
  /** Bones of one more item. */
  readonly skeleton: ReactNode;
  /** After the last item. */
  readonly end?: ReactNode;
  /** Pixels between items (16). */
  readonly gap?: number;
  /** A rough height of an item, until it has been measured. */
  readonly estimate?: number;
  /** What the list holds, for those who listen. */
  readonly label: string;
}

/** Asks for the next page when its end comes within two screens. */
function useEndWatch({ hasMore, loading, error, onMore }: Pick<InfiniteListProps<never>, 'hasMore' | 'loading' | 'error' | 'onMore'>) {
  const mark = useRef<HTMLDivElement>(null);
  const more = useEffectEvent(onMore);
  const wanted = hasMore && !loading && !error;
  useEffect(() => {
    const element = mark.current;
    if (!wanted || !element || typeof IntersectionObserver === 'undefined') return undefined;
    const watch = new IntersectionObserver((entries) => entries.some((entry) => entry.isIntersecting) && more(), { rootMargin: '200% 0px' });
    watch.observe(element);
    return () => watch.disconnect();
  }, [wanted]);
  return mark;
}

/** A list as long as it likes: only what is near the window is in the page, further pages come as the end nears. */
export function InfiniteList<Item>({ items, keyOf, children, hasMore, loading, onMore, error, skeleton, end, gap = 16, estimate = 480, label }: InfiniteListProps<Item>) {
  const mark = useEndWatch({ hasMore, loading, error, onMore });
  return (
    <div role="list" aria-label={label} aria-busy={loading} style={{ '--gap': `${gap}px` } as CSSProperties}>
      <WindowVirtualizer itemSize={estimate} ssrCount={Math.min(items.length, 5)} bufferSize={600}>
        {items.map((item, index) => (
          <div key={keyOf(item)} role="listitem" aria-posinset={index + 1} aria-setsize={hasMore ? -1 : items.length} className={styles.item}>
            {children(item, index)}
          </div>
        ))}
      </WindowVirtualizer>
      <div ref={mark}>
        {loading ? skeleton : null}
        {error ? (
          <div className={styles.end} role="alert">
            <Button onClick={onMore}>{error} Try again</Button>
          </div>
        ) : null}
        {!hasMore && !loading && items.length > 0 && end ? <div className={styles.end}>{end}</div> : null}
      </div>
    </div>
  );
}
