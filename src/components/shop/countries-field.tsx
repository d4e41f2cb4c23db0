import X from 'lucide-react/icons/x';
import { useListCountriesQuery } from '#state/api/site.ts';
import { Button } from '#ui/content/button.tsx';
import { Stack } from '#ui/layout/stack.tsx';
import { Select } from '#ui/forms/text-input.tsx';
import { countryName } from './address-lines.tsx';
import styles from './addresses.module.css';

export interface CountriesFieldProps {
  readonly label: string;
  readonly hint: string;
  /** Two-letter codes; none means everywhere. */
  readonly value: readonly string[];
  readonly onChange: (codes: string[]) => void;
}

/** Everywhere, or the countries chosen. */
export function CountriesField({ label, hint, value, onChange }: CountriesFieldProps) {
  const { data } = useListCountriesQuery();
  const nameOf = (code: string) =>
    data?.data.find((country) => country.code === code)?.name ?? countryName(code);
  const options = (data?.data ?? [])
    .filter(({ code }) => !value.includes(code))
    .map(({ code, name }) => ({ value: code, label: name }));
  return (
    <Stack gap={12}>
      <Select
        label={label}
        hint={hint}
        placeholder={value.length === 0 ? 'Worldwide' : 'Add a country'}
        options={options}
        value=""
        onChange={(event) => event.target.value && onChange([...value, event.target.value])}
      />
      {value.length > 0 ? (
        <ul className={styles.countries} aria-label={`${label}: selected`}>
          {value.map((code) => (
            <li key={code}>
              <Button
                icon={<X size={16} aria-hidden="true" />}
                aria-label={`Remove ${nameOf(code)}`}
                onClick={() => onChange(value.filter((each) => each !== code))}
              >
                {nameOf(code)}
              </Button>
            </li>
          ))}
        </ul>
      ) : null}
    </Stack>
  );
}
