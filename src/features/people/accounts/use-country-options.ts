import { listCountries } from '#services/base/site.ts';
import { useRead } from '#state/query/hooks.ts';
import type { SelectOption } from '#ui/forms/text-input.tsx';

/** Countries by name, as options; empty until loaded. */
export function useCountryOptions(): SelectOption[] {
  const { data } = useRead(listCountries);
  return (data?.data ?? [])
    .map(({ code, name }) => ({ value: code, label: name }))
    .sort((a, b) => a.label.localeCompare(b.label, 'en'));
}
