import { listCountries } from '#services/base/site.ts';
import { useRead } from '#state/query/hooks.ts';
import { MultiSelectField } from '#ui/antd/select-field.tsx';
import { countryName } from './address-lines.tsx';

export interface CountriesFieldProps {
  readonly label: string;
  readonly hint: string;
  /** Two-letter country codes; empty means worldwide. */
  readonly value: readonly string[];
  readonly onChange: (codes: string[]) => void;
}

/** Selects the countries that an item ships to. */
export function CountriesField({ label, hint, value, onChange }: CountriesFieldProps) {
  const { data } = useRead(listCountries);
  const known = data?.data ?? value.map((code) => ({ code, name: countryName(code) }));
  const options = known
    .map(({ code, name }) => ({ value: code, label: name }))
    .toSorted((a, b) => a.label.localeCompare(b.label, 'en'));
  return <MultiSelectField {...{ label, hint, options, value, onChange }} placeholder="Worldwide" />;
}
