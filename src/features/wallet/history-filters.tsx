import type { ReactNode } from 'react';
import { SearchBox } from '#components/lists/search-box.tsx';
import { itemsOf } from '#state/query/query-adapter.ts';
import { useListPaidCreatorsInfiniteQuery } from '#state/api/wallet.ts';
import { Button } from '#ui/content/button.tsx';
import { Row } from '#ui/layout/stack.tsx';
import { Select, type SelectOption, TextInput } from '#ui/forms/text-input.tsx';
import type { HistoryChoice } from './use-history-filter.ts';
import styles from './history.module.css';

export interface HistoryFiltersProps {
  readonly choice: HistoryChoice;
  readonly onChoose: (change: Partial<HistoryChoice>) => void;
  readonly onClear: () => void;
  readonly isFiltered: boolean;
  readonly kinds: readonly SelectOption[];
  /** Beside the button that clears. */
  readonly children?: ReactNode;
}

/** Everybody who was ever paid; one whom only the address names stays choosable. */
function useCreatorOptions(chosen: string): readonly SelectOption[] {
  const { data } = useListPaidCreatorsInfiniteQuery({ limit: 100 });
  const options = itemsOf(data).map(({ _id, performer }) => ({ value: _id, label: performer.name }));
  return chosen === '' || options.some(({ value }) => value === chosen)
    ? options
    : [...options, { value: chosen, label: 'Chosen creator' }];
}

/** Kind, creator, days and words of a history. */
export function HistoryFilters({
  choice,
  onChoose,
  onClear,
  isFiltered,
  kinds,
  children,
}: HistoryFiltersProps) {
  const creators = useCreatorOptions(choice.creator);
  return (
    <>
      <div className={styles.filters} role="group" aria-label="Filters">
        <Select
          label="Kind"
          placeholder="Everything"
          options={kinds}
          value={choice.kind}
          onChange={(event) => onChoose({ kind: event.target.value })}
        />
        <Select
          label="Creator"
          placeholder="Everybody"
          options={creators}
          value={choice.creator}
          onChange={(event) => onChoose({ creator: event.target.value })}
        />
        <TextInput
          label="From"
          type="date"
          max={choice.to || undefined}
          value={choice.from}
          onChange={(event) => onChoose({ from: event.target.value })}
        />
        <TextInput
          label="To"
          type="date"
          min={choice.from || undefined}
          value={choice.to}
          onChange={(event) => onChoose({ to: event.target.value })}
        />
        <div className={styles.search}>
          <SearchBox
            label="Search the history"
            placeholder="Words of the description"
            value={choice.q}
            onChange={(q) => onChoose({ q })}
          />
        </div>
      </div>
      <Row justify="between">
        {isFiltered ? (
          <Button variant="quiet" onClick={onClear}>
            Clear the filters
          </Button>
        ) : (
          <span />
        )}
        {children}
      </Row>
    </>
  );
}
