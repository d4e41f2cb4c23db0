import { useQueryParams } from '#components/base/lists/query-params.ts';
import { ChipButton, ChipRow } from '#ui/content/chip.tsx';

type MediaItemsSort = 'newest' | 'popular';

export interface MediaItemsFilter {
  readonly q: string;
  readonly sort: MediaItemsSort;
  readonly onSort: (sort: MediaItemsSort) => void;
}

/** Search and sort order of a tab, kept in the address. */
export function useMediaItemsFilter(): MediaItemsFilter {
  const params = useQueryParams();
  return {
    q: params.get('q'),
    sort: params.get('sort') === 'popular' ? 'popular' : 'newest',
    onSort: (sort) => params.set({ sort: sort === 'newest' ? '' : sort }),
  };
}

/** The order of a tab; `popular` names the one that isn't the newest first. */
export const MediaItemsOrder = ({
  sort,
  onSort,
  popular = 'Most liked',
}: Pick<MediaItemsFilter, 'sort' | 'onSort'> & { readonly popular?: string }) => (
  <ChipRow label="Order">
    {(
      [
        ['newest', 'Newest'],
        ['popular', popular],
      ] as const
    ).map(([key, label]) => (
      <ChipButton key={key} pressed={key === sort} onClick={() => onSort(key)}>
        {label}
      </ChipButton>
    ))}
  </ChipRow>
);
