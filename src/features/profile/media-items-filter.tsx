import { useQueryParams } from '#components/lists/query-params.ts';
import { SearchBox } from '#components/lists/search-box.tsx';
import { ChipButton, ChipRow } from '#ui/content/chip.tsx';
import { Stack } from '#ui/layout/stack.tsx';

type MediaItemsSort = 'newest' | 'popular';
const sorts = [
  ['newest', 'Newest'],
  ['popular', 'Most liked'],
] as const;

export interface MediaItemsFilterProps {
  /** Plural noun, such as "photos". */
  readonly what: string;
  readonly q: string;
  readonly sort: MediaItemsSort;
  readonly onWords: (q: string) => void;
  readonly onSort: (sort: MediaItemsSort) => void;
}

/** Search and sort order of a tab, kept in the URL. */
export function useMediaItemsFilter(): Omit<MediaItemsFilterProps, 'what'> {
  const params = useQueryParams();
  return {
    q: params.get('q'),
    sort: params.get('sort') === 'popular' ? 'popular' : 'newest',
    onWords: (q) => params.set({ q }),
    onSort: (sort) => params.set({ sort: sort === 'newest' ? '' : sort }),
  };
}

/** Search and sort order of a tab. */
export const MediaItemsFilter = ({ what, q, sort, onWords, onSort }: MediaItemsFilterProps) => (
  <Stack gap={12}>
    <SearchBox value={q} onChange={onWords} label={`Search ${what}`} placeholder={`Search ${what}`} />
    <ChipRow label="Order">
      {sorts.map(([key, label]) => (
        <ChipButton key={key} pressed={key === sort} onClick={() => onSort(key)}>
          {label}
        </ChipButton>
      ))}
    </ChipRow>
  </Stack>
);
