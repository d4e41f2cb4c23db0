import X from 'lucide-react/icons/x';
import { useId } from 'react';
import { problemMessage } from '#lib/problem.ts';
import type { BodyOf } from '#services/http/call.ts';
import { useCloseCountriesMutation, useListClosedCountriesQuery } from '#state/api/blocks.ts';
import { Button } from '#ui/content/button.tsx';
import { Checkbox } from '#ui/forms/choice.tsx';
import { BoneText, Skeleton } from '#ui/feedback/skeleton.tsx';
import { Stack } from '#ui/layout/stack.tsx';
import { ErrorState } from '#ui/feedback/states.tsx';
import { Select } from '#ui/forms/text-input.tsx';
import { toast } from '#ui/overlays/toast.ts';
import styles from './account.module.css';
import { useCountryOptions } from './use-country-options.ts';

/** The countries that a page is closed to. Each choice holds at once. */
export function BlockedCountries() {
  const id = useId();
  const { data, error, isFetching, refetch } = useListClosedCountriesQuery();
  const [close, { isLoading }] = useCloseCountriesMutation();
  const options = useCountryOptions();
  if (error && !data)
    return (
      <ErrorState
        compact
        level={3}
        text={problemMessage(error)}
        onRetry={() => void refetch()}
        busy={isFetching}
      />
    );
  if (!data)
    return (
      <Skeleton label="Loading blocked countries">
        <BoneText lines={2} />
      </Skeleton>
    );
  const { countries, unknownClosed } = data;
  const nameOf = (code: string) => options.find(({ value }) => value === code)?.label ?? code;
  const save = async (change: BodyOf<'POST /block/countries'>, done: string) => {
    const { error: problem } = await close(change);
    if (problem) toast.error(problemMessage(problem));
    else toast.success(done);
  };
  const add = (code: string) =>
    void (
      code &&
      !isLoading &&
      save({ countries: [...countries, code] }, `Your page is closed to ${nameOf(code)}.`)
    );
  const remove = (code: string) =>
    void save(
      { countries: countries.filter((each) => each !== code) },
      `Your page is open to ${nameOf(code)} again.`,
    );
  const place = (closed: boolean) =>
    save(
      { countries, unknownClosed: closed },
      closed
        ? 'Your page is closed to visitors from unknown countries.'
        : 'Your page is open to visitors from unknown countries again.',
    );
  return (
    <Stack gap={12}>
      {countries.length === 0 && !unknownClosed ? (
        <p className={styles.quiet}>Your page is open to every country.</p>
      ) : null}
      {countries.length > 0 ? (
        <ul className={styles.countries} aria-labelledby={id}>
          {countries.map((code) => (
            <li key={code}>
              <Button
                icon={<X size={16} aria-hidden="true" />}
                disabled={isLoading}
                onClick={() => remove(code)}
                aria-label={`Open to ${nameOf(code)} again`}
              >
                {nameOf(code)}
              </Button>
            </li>
          ))}
        </ul>
      ) : null}
      <Select
        id={id}
        label="Block a country"
        hint="People there can’t see you at all. They keep what they bought; subscriptions don’t renew."
        placeholder="Choose a country"
        options={options.filter(({ value }) => !countries.includes(value))}
        value=""
        onChange={(event) => add(event.target.value)}
        disabled={isLoading}
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
