import type { CSSProperties, ReactNode } from 'react';
import { Button } from '../content/button.tsx';
import styles from './infinite-list.module.css';
import { useEndWatch } from '../hooks/use-scroll-end.ts';
import { useInViewport } from '../hooks/use-in-viewport.ts';

export interface InfiniteListProps<Item> {
  readonly items: readonly Item[];
  readonly getKey: (item: Item) => string;
  readonly children: (item: Item, index: number) => ReactNode;
  readonly hasMore: boolean;
  /** A page is being loaded. */
  readonly loading: boolean;
  readonly onMore: () => void;
  /** Why the last page failed to load. The list keeps its items and offers a retry. */
  readonly error?: string | null;
  /** Placeholder of one more item. */
  readonly skeleton: ReactNode;
  /** Shown after the last item. */
  readonly end?: ReactNode;
  /** Pixels between items; defaults to 16. */
  readonly gap?: number;
  /** Estimated height of an item in pixels, until it has rendered. */
  readonly estimate?: number;
  /** Accessible name of the list. */
  readonly label: string;
}

interface ListItemProps {
  readonly position: number;
  /** -1 if the total is unknown. */
  readonly count: number;
  readonly children: () => ReactNode;
}

/** Renders an item only near the viewport; elsewhere an empty box of the same height takes its place. */
function ListItem({ position, count, children }: ListItemProps) {
  const { box, height } = useInViewport();
  return (
    <div
      ref={box}
      role="listitem"
      aria-posinset={position}
      aria-setsize={count}
      className={styles.item}
      style={height === null ? undefined : { height }}
    >
      {height === null ? children() : null}
    </div>
  );
}

/**
 * A list of any length: items render only near the viewport, and further pages load as the end approaches.
 */
export function InfiniteList<Item>(props: InfiniteListProps<Item>) {
  const {
    items,
    getKey,
    children,
    hasMore,
    loading,
    onMore,
    error,
    skeleton,
    end,
    gap = 16,
    estimate = 480,
    label,
  } = props;
  const mark = useEndWatch({ hasMore, loading, error, onMore });
  const sizes = { '--gap': `${gap}px`, '--estimate': `${estimate}px` } as CSSProperties;
  return (
    <div style={sizes}>
      <div role="list" aria-label={label} aria-busy={loading}>
        {items.map((item, index) => (
          <ListItem key={getKey(item)} position={index + 1} count={hasMore ? -1 : items.length}>
            {() => children(item, index)}
          </ListItem>
        ))}
      </div>
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
