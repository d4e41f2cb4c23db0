import MapPin from 'lucide-react/icons/map-pin';
import { useEffect } from 'react';
import type { ReactNode } from 'react';
import { getPlaceQuestion, statePlace } from '#services/across/blocks.ts';
import { useRead, useWrite } from '#state/query/hooks.ts';
import { listCountries, listStates } from '#services/base/site.ts';
import { Button } from '#ui/content/button.tsx';
import { EmptyState } from '#ui/feedback/states.tsx';
import { Form } from '#ui/forms/form.tsx';
import { FormErrors } from '#ui/forms/form-errors.tsx';
import { Select } from '#ui/forms/text-input.tsx';
import { useForm } from '#ui/forms/use-form.ts';
import { PageHead } from '#ui/layout/page-head.tsx';
import { Stack } from '#ui/layout/stack.tsx';
import { storePlacePass } from './place-pass.ts';
import styles from './place-question.module.css';

const byName = (list: readonly { code: string; name: string }[] | undefined) =>
  (list ?? [])
    .map(({ code, name }) => ({ value: code, label: name }))
    .toSorted((a, b) => a.label.localeCompare(b.label, 'en'));

function PlaceForm({ known }: { readonly known: string | null }) {
  const [save] = useWrite(statePlace);
  const form = useForm({
    initial: { country: known ?? '', state: '' },
    check: ({ country }) => (country ? {} : { country: 'Choose a country.' }),
    submit: async ({ country, state }) => {
      const { pass, expiresAt } = await save({ body: { country, ...(state ? { state } : {}) } }).unwrap();
      storePlacePass(pass, expiresAt);
      location.reload();
    },
  });
  const { country, state } = form.values;
  const countries = useRead(listCountries);
  const { currentData: found } = useRead(listStates, country === '' ? null : { params: { country } });
  const states = byName(found?.data);
  // A state of the country chosen before isn't one of this country's.
  const isElsewhere = state !== '' && found !== undefined && !states.some(({ value }) => value === state);
  const { set } = form;
  useEffect(() => {
    if (isElsewhere) set('state', '');
  });
  return (
    <Form onSubmit={form.onSubmit} className={styles.form}>
      <Stack>
        <FormErrors errors={form.errors} />
        <Select
          label="Country"
          placeholder="Select a country"
          options={byName(countries.data?.data)}
          required
          {...form.text('country')}
        />
        {states.length > 0 ? (
          <Select
            label="State or region"
            placeholder="Select a state or region"
            options={states}
            required
            {...form.text('state')}
          />
        ) : null}
        <Button type="submit" variant="primary" busy={form.busy}>
          Continue
        </Button>
      </Stack>
    </Form>
  );
}

/**
 * Asks visitors where they are, if the page at this path opens once they have stated it; shows `otherwise` if
 * not, and until that is known.
 */
export function PlaceQuestion({ path, otherwise }: { readonly path: string; readonly otherwise: ReactNode }) {
  const { data } = useRead(getPlaceQuestion, { query: { path } });
  if (!data?.asked) return otherwise;
  return (
    <>
      <PageHead title="Where are you?" unlisted />
      <EmptyState
        level={1}
        icon={<MapPin size={28} />}
        title="Where are you?"
        text="This creator’s page isn’t available everywhere, and we can’t tell where you are. Your answer is kept on this device for 30 days. The creator doesn’t see it."
        action={<PlaceForm known={data.country} />}
      />
    </>
  );
}
