import { countryNames } from '#lib/country-names.ts';
import { useListCountriesQuery } from '#state/api/site.ts';
import { Button } from '#ui/content/button.tsx';
import { Stack } from '#ui/layout/stack.tsx';
import { Select } from '#ui/forms/text-input.tsx';
import styles from './studio-auctions.module.css';

export interface CountryListProps {
  /** Two-letter codes; none means everywhere. */
  readonly value: readonly string[];
  readonly onChange: (codes: string[]) => void;
}

/** Where the item is sent: everywhere, or to the countries chosen. */
export function CountryList({ value, onChange }: CountryListProps) {
  const { data } = useListCountriesQuery();
  const options = (data?.data ?? [])
    .filter(({ code }) => !value.includes(code))
    .map(({ code, name }) => ({ value: code, label: name }))
    .sort((a, b) => a.label.localeCompare(b.label, 'en'));
  const nameOf = (code: string) =>
    data?.data.find((country) => country.code === code)?.name ?? countryNames([code])[0] ?? code;
  return (
    <Stack gap={12}>
      <Select
        label="Ships to"
        hint={
          value.length === 0
            ? 'Worldwide. Choose countries to limit shipping. Shipping is included in the bid.'
            : 'Only to these countries. Shipping is included in the bid.'
        }
        placeholder={value.length === 0 ? 'Worldwide' : 'Add a country'}
        options={options}
        value=""
        onChange={(event) => event.target.value && onChange([...value, event.target.value])}
      />
      {value.length > 0 ? (
        <ul className={styles.countries} aria-label="Countries it ships to">
          {value.map((code) => (
            <li key={code} className={styles.country}>
              {nameOf(code)}
              <Button
                variant="quiet"
                aria-label={`Remove ${nameOf(code)}`}
                onClick={() => onChange(value.filter((each) => each !== code))}
              >
                Remove
              </Button>
            </li>
          ))}
        </ul>
      ) : null}
    </Stack>
  );
}
