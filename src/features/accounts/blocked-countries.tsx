import { problemMessage } from '#lib/problem.ts';
import { LoadedView } from '#components/lists/loaded-view.tsx';
import type { BodyOf } from '#services/http/call.ts';
import { useCloseCountriesMutation, useListClosedCountriesQuery } from '#state/api/blocks.ts';
import { MultiSelectField } from '#ui/antd/select-field.tsx';
import { Checkbox } from '#ui/forms/choice.tsx';
import { SkeletonText, Skeleton } from '#ui/feedback/skeleton.tsx';
import { Stack } from '#ui/layout/stack.tsx';
import { toast } from '#ui/overlays/toast.ts';
import styles from './account.module.css';
import { useCountryOptions } from './use-country-options.ts';

interface ClosedTo {
  readonly countries: readonly string[];
  /** Also blocks visitors whose country is unknown. */
  readonly unknownClosed: boolean;
}

function CountriesForm({ countries, unknownClosed }: ClosedTo) {
  const [close, { isLoading }] = useCloseCountriesMutation();
  const options = useCountryOptions();
  const nameOf = (code: string) => options.find(({ value }) => value === code)?.label ?? code;
  const save = async (change: BodyOf<'POST /block/countries'>, done: string) => {
    const { error: problem } = await close(change);
    if (problem) toast.error(problemMessage(problem));
    else toast.success(done);
  };
  const choose = (chosen: string[]) => {
    if (isLoading) return;
    const added = chosen.find((code) => !countries.includes(code));
    const removed = countries.find((code) => !chosen.includes(code));
    void save(
      { countries: chosen },
      added
        ? `Your page is closed to ${nameOf(added)}.`
        : `Your page is open to ${nameOf(removed ?? '')} again.`,
    );
  };
  const place = (closed: boolean) =>
    save(
      { countries: [...countries], unknownClosed: closed },
      closed
        ? 'Your page is closed to visitors from unknown countries.'
        : 'Your page is open to visitors from unknown countries again.',
    );
  return (
    <Stack gap={12}>
      {countries.length === 0 && !unknownClosed ? (
        <p className={styles.quiet}>Your page is open to every country.</p>
      ) : null}
      <MultiSelectField
        label="Block a country"
        hint="People there can’t see you at all. They keep what they bought; subscriptions don’t renew."
        placeholder="Choose a country"
        options={options}
        value={countries}
        onChange={choose}
      />
      <Checkbox
        label="Block visitors from unknown countries"
        hint="Private networks, Tor and some proxies hide their country. Most visitors aren’t affected."
        checked={unknownClosed}
        onChange={() => void place(!unknownClosed)}
        disabled={isLoading}
      />
    </Stack>
  );
}

/** The countries that a page is blocked in. Each change is saved at once. */
export function BlockedCountries() {
  const request = useListClosedCountriesQuery();
  const skeleton = (
    <Skeleton label="Loading blocked countries">
      <SkeletonText lines={2} />
    </Skeleton>
  );
  return (
    <LoadedView request={request} skeleton={skeleton} level={3}>
      {(closed) => <CountriesForm {...closed} />}
    </LoadedView>
  );
}
