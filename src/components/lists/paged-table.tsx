import type { ReactNode } from 'react';
import { problemMessage } from '#lib/problem.ts';
import { Button } from '#ui/content/button.tsx';
import { Notice } from '#ui/feedback/notice.tsx';
import { SkeletonBlock, Skeleton } from '#ui/feedback/skeleton.tsx';
import { Stack } from '#ui/layout/stack.tsx';
import { ErrorState } from '#ui/feedback/states.tsx';
import { type Column, Table } from '#ui/layout/table.tsx';

/** What an endless query gives, as far as a list of its pages cares. */
export interface InfinitePages<Row> {
  readonly currentData?: { readonly pages: readonly { readonly data: readonly Row[] }[] } | undefined;
  readonly error?: unknown;
  readonly isFetching: boolean;
  readonly hasNextPage: boolean;
  readonly fetchNextPage: () => unknown;
  readonly refetch: () => unknown;
}

export interface PagedTableProps<Row extends { readonly _id: string }> {
  readonly caption: string;
  readonly columns: readonly Column<Row>[];
  readonly query: InfinitePages<Row>;
  /** Shown when there is no row at all. */
  readonly empty: ReactNode;
}

/** As tall as a page of rows is likely to be, so that what follows doesn't move within the window. */
const boneRows = Array.from({ length: 10 }, (_, row) => row);

const PageSkeleton = ({ caption }: { caption: string }) => (
  <Skeleton label={`Loading ${caption.toLowerCase()}`}>
    <Stack gap={12}>
      {boneRows.map((row) => (
        <SkeletonBlock key={row} height={44} width="100%" />
      ))}
    </Stack>
  </Skeleton>
);

/** A table that grows by a page at a press. Keeps what it has when a further page doesn't come. */
export function PagedTable<Row extends { readonly _id: string }>({
  caption,
  columns,
  query,
  empty,
}: PagedTableProps<Row>) {
  const { currentData, error, isFetching, hasNextPage, fetchNextPage, refetch } = query;
  if (!currentData)
    return error && !isFetching ? (
      <ErrorState compact level={3} text={problemMessage(error)} onRetry={() => void refetch()} />
    ) : (
      <PageSkeleton caption={caption} />
    );
  // Something new at the top pushes rows onto the next page too: each is shown once.
  const rows = [
    ...new Map(currentData.pages.flatMap((page) => page.data).map((row) => [row._id, row])).values(),
  ];
  if (rows.length === 0) return <>{empty}</>;
  return (
    <Stack gap={12}>
      <Table caption={caption} columns={columns} rows={rows} keyOf={(row) => row._id} />
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
