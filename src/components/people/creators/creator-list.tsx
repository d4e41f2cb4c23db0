import type { PerformerRow } from '#contract/people/creators.ts';
import { InfiniteList } from '#ui/layout/infinite-list.tsx';
import type { CreatorCardProps } from './creator-card.tsx';
import { CreatorGrid, CreatorGridSkeleton } from './creator-grid.tsx';

/** A multiple of every possible column count, so that only the last row can have gaps. */
const rowSize = 6;
const toRows = (creators: readonly PerformerRow[]): PerformerRow[][] =>
  Array.from({ length: Math.ceil(creators.length / rowSize) }, (_, at) =>
    creators.slice(at * rowSize, (at + 1) * rowSize),
  );
const rowKey = (row: readonly PerformerRow[]) => row[0]?._id ?? '';

export interface CreatorListProps {
  readonly creators: readonly PerformerRow[];
  readonly hasMore: boolean;
  readonly loading: boolean;
  readonly onMore: () => void;
  readonly error: string | null;
  /** Draws the texts of a card, with what was searched for marked. */
  readonly mark?: CreatorCardProps['mark'];
}

/** Creators in a responsive grid, loaded page by page. */
export const CreatorList = ({ creators, mark, ...rest }: CreatorListProps) => (
  <InfiniteList
    items={toRows(creators)}
    getKey={rowKey}
    skeleton={<CreatorGridSkeleton count={3} />}
    estimate={640}
    label="Creators"
    {...rest}
  >
    {(row, at) => <CreatorGrid creators={row} priority={at === 0} mark={mark} />}
  </InfiniteList>
);
