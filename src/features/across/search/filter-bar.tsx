import { useState } from 'react';
import type { Country } from '#contract/base/site.ts';
import { formatMoney } from '#lib/format.ts';
import { Button } from '#ui/content/button.tsx';
import { ChipButton, ChipRow } from '#ui/content/chip.tsx';
import { useRate } from '#ui/content/money.tsx';
import { Select } from '#ui/forms/text-input.tsx';
import {
  type Category,
  type Filters,
  type SortOrder,
  isNarrowed,
  noFilters,
  priceSteps,
  sortLabels,
} from './filters.ts';
import styles from './search.module.css';

export interface FilterBarProps {
  readonly filters: Filters;
  readonly onChange: (change: Partial<Filters>) => void;
  readonly categories: readonly Category[];
  readonly countries: readonly Pick<Country, 'code' | 'name'>[];
}

/** Fits into a few lines on a phone; the others are behind a button. */
const FEW = 10;

/**
 * One category at a time. A category from the URL that no profile has is shown too, so that it can be
 * removed.
 */
function Categories({ filters, onChange, categories }: Omit<FilterBarProps, 'countries'>) {
  const [all, setAll] = useState(false);
  const names = categories.map((category) => category.name);
  const few = all ? names : names.slice(0, FEW);
  const shown = filters.category && !few.includes(filters.category) ? [filters.category, ...few] : few;
  if (shown.length === 0) return null;
  return (
    <ChipRow label="Category" className={styles.categories}>
      {shown.map((name) => (
        <ChipButton
          key={name}
          pressed={name === filters.category}
          className={styles.category}
          onClick={() => onChange({ category: name === filters.category ? '' : name })}
        >
          {name}
        </ChipButton>
      ))}
      {names.length > FEW ? (
        <Button variant="quiet" aria-expanded={all} onClick={() => setAll(!all)}>
          {all ? 'Show fewer' : `Show all ${names.length}`}
        </Button>
      ) : null}
    </ChipRow>
  );
}

const sorts = (Object.keys(sortLabels) as SortOrder[]).map((value) => ({ value, label: sortLabels[value] }));

/** The filters of creators. */
export function FilterBar({ filters, onChange, categories, countries }: FilterBarProps) {
  const { currency } = useRate();
  const upTo = priceSteps.map((step) => ({
    value: String(step),
    label: `Up to ${formatMoney(step * 100, currency)} a month`,
  }));
  const places = countries.map(({ code, name }) => ({ value: code, label: name }));
  // While the list loads, show the country from the URL rather than "any".
  if (filters.country && !countries.some(({ code }) => code === filters.country))
    places.unshift({ value: filters.country, label: filters.country });
  return (
    <div className={styles.filters}>
      <Categories {...{ filters, onChange, categories }} />
      <div className={styles.selects}>
        <Select
          label="Sort by"
          options={sorts}
          value={filters.sort}
          onChange={(event) => onChange({ sort: event.target.value as SortOrder })}
        />
        <Select
          label="Price"
          placeholder="Any price"
          options={upTo}
          value={filters.price === 0 ? '' : String(filters.price)}
          onChange={(event) => onChange({ price: Number(event.target.value) })}
        />
        <Select
          label="Country"
          placeholder="Any country"
          options={places}
          value={filters.country}
          onChange={(event) => onChange({ country: event.target.value })}
        />
      </div>
      <div className={styles.flags}>
        <ChipRow label="Show only">
          <ChipButton pressed={filters.free} onClick={() => onChange({ free: !filters.free })}>
            Free to try
          </ChipButton>
          <ChipButton pressed={filters.live} onClick={() => onChange({ live: !filters.live })}>
            Live now
          </ChipButton>
        </ChipRow>
        {isNarrowed(filters) ? (
          <Button
            variant="quiet"
            onClick={() => onChange({ ...noFilters, q: filters.q, kind: 'creators', sort: filters.sort })}
          >
            Clear filters
          </Button>
        ) : null}
      </div>
    </div>
  );
}
