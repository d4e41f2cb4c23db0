import { SearchBox } from '#parts/search-box';
import { ChipButton, ChipRow } from '#ui/chip';
import { Stack } from '#ui/stack';

export type WorksSort = 'newest' | 'popular';
const sorts = [
  ['newest', 'Newest'],
  ['popular', 'Most liked'],
] as const;

export interface WorksFilterProps {
  /** "photos". */
  readonly what: string;
  readonly q: string;
  readonly sort: WorksSort;
  readonly onWords: (q: string) => void;
  readonly onSort: (sort: WorksSort) => void;
}

/** Narrows a tab of works to some words, and orders it. */
export const WorksFilter = ({ what, q, sort, onWords, onSort }: WorksFilterProps) => (
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
