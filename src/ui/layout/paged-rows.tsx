import type { ReactNode } from 'react';
import { problemMessage } from '#lib/problem.ts';
import { Button } from '../content/button.tsx';
import { Notice } from '../feedback/notice.tsx';
import { Skeleton, SkeletonBlock } from '../feedback/skeleton.tsx';
import { ErrorState } from '../feedback/states.tsx';
import { Stack } from './stack.tsx';

/** The part of an RTK Query infinite query that a paginated list needs. */
export interface InfinitePages<Row> {
  readonly currentData?: { readonly pages: readonly { readonly data: readonly Row[] }[] } | undefined;
  readonly error?: unknown;
  readonly isFetching: boolean;
  readonly hasNextPage: boolean;
  readonly fetchNextPage: () => unknown;
  readonly refetch: () => unknown;
}

export interface PagedRowsProps<Row extends { readonly _id: string }> {
  readonly caption: string;
  readonly query: InfinitePages<Row>;
  /** Shown if there are no rows. */
  readonly empty: ReactNode;
  /** Estimated height of a row in pixels. */
  readonly rowHeight?: number | undefined;
  readonly children: (rows: readonly Row[]) => ReactNode;
}

/** The rows without duplicates, which occur when new rows shift others to the next page. */
export const uniqueRows = <Row extends { readonly _id: string }>({
  currentData,
}: Pick<InfinitePages<Row>, 'currentData'>): Row[] => [
  ...new Map((currentData?.pages ?? []).flatMap((page) => page.data).map((row) => [row._id, row])).values(),
];

const skeletonRows = Array.from({ length: 10 }, (_, row) => row);

/** As tall as a typical page of rows, so that content below doesn't shift within the viewport. */
export const TableSkeleton = ({
  caption,
  rowHeight = 44,
}: {
  caption: string;
  rowHeight?: number | undefined;
}) => (
  <Skeleton label={`Loading ${caption.toLowerCase()}`}>
    <Stack gap={12}>
      {skeletonRows.map((row) => (
        <SkeletonBlock key={row} height={rowHeight} width="100%" />
      ))}
    </Stack>
  </Skeleton>
);

/** Rows with a button that loads the next page. Loaded rows stay if a further page fails. */
export function PagedRows<Row extends { readonly _id: string }>({
  caption,
  query,
  empty,
  rowHeight,
  children,
}: PagedRowsProps<Row>) {
  const { currentData, error, isFetching, hasNextPage, fetchNextPage, refetch } = query;
  if (!currentData)
    return error && !isFetching ? (
      <ErrorState compact level={3} text={problemMessage(error)} onRetry={() => void refetch()} />
    ) : (
      <TableSkeleton caption={caption} rowHeight={rowHeight} />
    );
  const rows = uniqueRows(query);
  if (rows.length === 0) return <>{empty}</>;
  return (
    <Stack gap={12}>
      {children(rows)}
      {error && !isFetching ? (
        <Notice tone="danger" announce>
          {problemMessage(error)}
        </Notice>
      ) : null}
      {hasNextPage ? (
        <Button variant="quiet" block busy={isFetching} onClick={() => void fetchNextPage()}>
          Show more
        </Button>
      ) : null}
    </Stack>
  );
}
