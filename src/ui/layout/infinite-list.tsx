import type { CSSProperties, ReactNode } from 'react';
import { Button } from '../content/button.tsx';
import styles from './infinite-list.module.css';
import { useEndWatch } from '../hooks/use-scroll-end.ts';
import { useInViewport } from '../hooks/use-in-viewport.ts';

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
  /** A rough height of an item, until it has been drawn. */
  readonly estimate?: number;
  /** What the list holds, for those who listen. */
  readonly label: string;
}

interface ListItemProps {
  readonly position: number;
  /** -1 while nobody knows how many there are. */
  readonly count: number;
  readonly children: () => ReactNode;
}

/** An item has content only near the window; further off, an empty box of its height holds its place. */
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
 * A list as long as it likes: only what is near the window has content, further pages come as the end nears.
 */
export function InfiniteList<Item>(props: InfiniteListProps<Item>) {
  const {
    items,
    keyOf,
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
          <ListItem key={keyOf(item)} position={index + 1} count={hasMore ? -1 : items.length}>
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
