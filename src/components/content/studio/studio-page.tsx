import type { ReactNode } from 'react';
import type { BulkItem } from '#components/content/media-items/bulk-edit-values.ts';
import { ListFilters } from '#components/base/lists/list-filters.tsx';
import { PinnedViews } from '#components/base/lists/pinned-views.tsx';
import { useQueryParams } from '#components/base/lists/query-params.ts';
import { ButtonLink } from '#ui/content/button-link.tsx';
import { PageHead } from '#ui/layout/page-head.tsx';
import { PageHeader } from '#ui/layout/page-header.tsx';
import { Stack } from '#ui/layout/stack.tsx';
import { type FilteredList, type StudioQuery, capitalized } from './studio-kind.ts';
import { StudioTable } from './studio-table.tsx';

export interface StudioPageProps<Item extends BulkItem, Query extends StudioQuery> {
  readonly list: FilteredList<Item, Query>;
  /** Links in the header, before the one to a new item. */
  readonly links?: ReactNode;
  /** Filters above the search box. */
  readonly filters?: ReactNode;
}

/** A page of the studio with the creator's items of one kind. The filters are kept in the URL. */
export function StudioPage<Item extends BulkItem, Query extends StudioQuery>({
  list,
  links,
  filters,
}: StudioPageProps<Item, Query>) {
  const { kind, states, readQuery } = list;
  const query = readQuery(useQueryParams().get);
  const title = capitalized(kind.plural);
  return (
    <Stack gap={24}>
      <PageHead title={title} unlisted />
      <PageHeader
        title={title}
        actions={
          <>
            {links}
            <ButtonLink href={kind.newPath} variant="primary">
              New {kind.noun}
            </ButtonLink>
          </>
        }
      />
      <Stack gap={12}>
        {filters}
        <ListFilters search={`Search your ${kind.plural}`} states={states} state={query.state ?? null} />
        <PinnedViews list={list.pinned} />
      </Stack>
      <StudioTable list={list} query={query} />
    </Stack>
  );
}
