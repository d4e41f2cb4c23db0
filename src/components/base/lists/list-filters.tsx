import type { ReactNode } from 'react';
import { Select, type SelectOption } from '#ui/forms/text-input.tsx';
import styles from './list-filters.module.css';
import { useQueryParams } from './query-params.ts';
import { SearchBox } from './search-box.tsx';

export interface ListFiltersProps {
  /** Label of the search box: what can be searched. */
  readonly search: string;
  readonly states: readonly SelectOption[];
  /** The chosen state; null for any. */
  readonly state: string | null;
  /** Further filters. */
  readonly children?: ReactNode;
}

/** The search box and the status filter of a list. Both are kept in the URL, as `q` and `state`. */
export function ListFilters({ search, states, state, children }: ListFiltersProps) {
  const { get, set } = useQueryParams();
  return (
    <div className={styles.filters}>
      <SearchBox label={search} placeholder={search} value={get('q')} onChange={(q) => set({ q })} />
      <Select
        label="Status"
        hideLabel
        placeholder="Any status"
        options={states}
        value={state ?? ''}
        onChange={(event) => set({ state: event.target.value })}
      />
      {children}
    </div>
  );
}
