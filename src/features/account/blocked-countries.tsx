import X from 'lucide-react/icons/x';
import { useId } from 'react';
import { problemMessage } from '#lib/problem';
import { useCloseCountriesMutation, useListClosedCountriesQuery } from '#state/api-blocks';
import { Button } from '#ui/button';
import { BoneText, Skeleton } from '#ui/skeleton';
import { Stack } from '#ui/stack';
import { ErrorState } from '#ui/states';
import { Select } from '#ui/text-input';
import { toast } from '#ui/toast';
import styles from './account.module.css';
import { useCountryOptions } from './use-country-options.tsx';

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
  const { countries } = data;
  const nameOf = (code: string) => options.find(({ value }) => value === code)?.label ?? code;
  const save = async (next: string[], done: string) => {
    const { error: problem } = await close(next);
    if (problem) toast.error(problemMessage(problem));
    else toast.success(done);
  };
  const add = (code: string) =>
    void (code && !isLoading && save([...countries, code], `Your page is closed to ${nameOf(code)}.`));
  const remove = (code: string) =>
    void save(
      countries.filter((each) => each !== code),
      `Your page is open to ${nameOf(code)} again.`,
    );
  return (
    <Stack gap={12}>
      {countries.length === 0 ? (
        <p className={styles.quiet}>Your page is open everywhere.</p>
      ) : (
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
      )}
      <Select
        id={id}
        label="Close your page to a country"
        hint="Nobody there sees that you exist. What they bought stays theirs; a subscription isn’t renewed."
        placeholder="Choose a country"
        options={options.filter(({ value }) => !countries.includes(value))}
        value=""
        onChange={(event) => add(event.target.value)}
        disabled={isLoading}
      />
    </Stack>
  );
}
