import { useListCountriesQuery } from '#state/api/site.ts';
import type { SelectOption } from '#ui/forms/text-input.tsx';

/** Countries by name, for a choice; empty until they have come. */
export function useCountryOptions(): SelectOption[] {
  const { data } = useListCountriesQuery();
  return (data?.data ?? [])
    .map(({ code, name }) => ({ value: code, label: name }))
    .sort((a, b) => a.label.localeCompare(b.label, 'en'));
}
