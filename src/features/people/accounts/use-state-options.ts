import { listStates } from '#services/base/site.ts';
import { useRead } from '#state/query/hooks.ts';
import type { SelectOption } from '#ui/forms/text-input.tsx';

/** A country's states by name, as options; empty until loaded, and for a country that isn't divided. */
export function useStateOptions(country: string): SelectOption[] {
  const { currentData } = useRead(
    listStates,
    /^[A-Z]{2}$/.test(country) && country !== 'ZZ' ? { params: { country } } : null,
  );
  return (currentData?.data ?? []).map(({ code, name }) => ({ value: code, label: name }));
}
