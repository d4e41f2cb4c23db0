import type { ReactNode } from 'react';
import { toLocalInput } from '#lib/local-time.ts';
import { plusDays, plusMonths } from '#lib/utc-days.ts';
import { SearchBox } from '#components/base/lists/search-box.tsx';
import { uniqueItems } from '#state/query/pages.ts';
import { listPaidCreators } from '#services/money/wallet.ts';
import { useList } from '#state/query/hooks.ts';
import type { RangePreset } from '#ui/antd/range-control.tsx';
import { RangeField } from '#ui/antd/range-field.tsx';
import { SelectField } from '#ui/antd/select-field.tsx';
import { Button } from '#ui/content/button.tsx';
import { useNow } from '#ui/content/relative-time.tsx';
import { Row } from '#ui/layout/stack.tsx';
import { Select, type SelectOption } from '#ui/forms/text-input.tsx';
import { type HistoryChoice, paidCreatorOptions } from './use-history-filter.ts';
import styles from './history.module.css';

export interface HistoryFiltersProps {
  readonly choice: HistoryChoice;
  readonly onChoose: (change: Partial<HistoryChoice>) => void;
  readonly onClear: () => void;
  readonly isFiltered: boolean;
  readonly kinds: readonly SelectOption[];
  /** Shown next to the clear button. */
  readonly children?: ReactNode;
}

/** All creators that the user has paid. A creator from the URL who isn't among them stays selectable. */
function useCreatorOptions(chosen: string): readonly SelectOption[] {
  const { data } = useList(listPaidCreators, paidCreatorOptions);
  const options = uniqueItems(data).map(({ _id, performer }) => ({ value: _id, label: performer.name }));
  return chosen === '' || options.some(({ value }) => value === chosen)
    ? options
    : [...options, { value: chosen, label: 'Selected creator' }];
}

/** Recent days and months as presets, up to the given day. */
function listPresets(today: string): readonly RangePreset[] {
  const month = today.slice(0, 7);
  return [
    { label: 'Last 7 days', range: { from: plusDays(today, -6), to: today } },
    { label: 'Last 30 days', range: { from: plusDays(today, -29), to: today } },
    { label: 'This month', range: { from: `${month}-01`, to: today } },
    {
      label: 'Last month',
      range: { from: `${plusMonths(month, -1)}-01`, to: plusDays(`${month}-01`, -1) },
    },
  ];
}

/** Filters by kind, creator, dates and search term. */
export function HistoryFilters({
  choice,
  onChoose,
  onClear,
  isFiltered,
  kinds,
  children,
}: HistoryFiltersProps) {
  const creators = useCreatorOptions(choice.creator);
  const today = toLocalInput(new Date(useNow())).slice(0, 10);
  return (
    <>
      <div className={styles.filters} role="group" aria-label="Filters">
        <Select
          label="Type"
          placeholder="All types"
          options={kinds}
          value={choice.kind}
          onChange={(event) => onChoose({ kind: event.target.value })}
        />
        <SelectField
          label="Creator"
          options={[{ value: '', label: 'All creators' }, ...creators]}
          value={choice.creator}
          onChange={(creator) => onChoose({ creator })}
        />
        <RangeField
          label="Dates"
          className={styles.dates}
          value={{ from: choice.from, to: choice.to }}
          max={today}
          presets={listPresets(today)}
          onChange={onChoose}
        />
        <div className={styles.search}>
          <SearchBox
            label="Search the history"
            placeholder="Search descriptions"
            value={choice.q}
            onChange={(q) => onChoose({ q })}
          />
        </div>
      </div>
      <Row justify="between">
        {isFiltered ? (
          <Button variant="quiet" onClick={onClear}>
            Clear filters
          </Button>
        ) : (
          <span />
        )}
        {children}
      </Row>
    </>
  );
}
