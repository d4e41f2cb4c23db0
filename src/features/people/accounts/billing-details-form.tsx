import type { BillingDetails } from '#contract/money/earnings.ts';
import { problemMessage } from '#lib/problem.ts';
import { getBillingDetails, updateBillingDetails } from '#services/money/earnings.ts';
import { useRead, useWrite } from '#state/query/hooks.ts';
import { ErrorState } from '#ui/feedback/states.tsx';
import { Skeleton, SkeletonBlock } from '#ui/feedback/skeleton.tsx';
import { Form } from '#ui/forms/form.tsx';
import { FormErrors } from '#ui/forms/form-errors.tsx';
import { Select, TextInput } from '#ui/forms/text-input.tsx';
import { useForm } from '#ui/forms/use-form.ts';
import { Stack } from '#ui/layout/stack.tsx';
import { toast } from '#ui/overlays/toast.ts';
import styles from './account.module.css';
import { SaveBar } from './save-bar.tsx';
import { useCountryOptions } from './use-country-options.ts';

const empty: BillingDetails = {
  name: '',
  line1: '',
  line2: '',
  city: '',
  state: '',
  zip: '',
  country: '',
  taxNumber: '',
};
const needed = {
  name: 'Enter your legal name.',
  line1: 'Enter a street address.',
  city: 'Enter a city.',
  country: 'Choose a country from the list.',
} as const;

const missing = (values: BillingDetails): Partial<Record<keyof BillingDetails, string>> =>
  Object.fromEntries(
    Object.entries(needed).filter(([field]) => !values[field as keyof typeof needed].trim()),
  );

type DetailsFormState = ReturnType<typeof useForm<BillingDetails>>;

function AddressFields({ form: { text } }: { form: DetailsFormState }) {
  const countries = useCountryOptions();
  return (
    <>
      <TextInput
        label="Street address"
        autoComplete="billing address-line1"
        maxLength={150}
        required
        {...text('line1')}
      />
      <TextInput
        label="Apartment, floor or company"
        optional
        autoComplete="billing address-line2"
        maxLength={150}
        {...text('line2')}
      />
      <div className={styles.pair}>
        <TextInput
          label="City"
          autoComplete="billing address-level2"
          maxLength={100}
          required
          {...text('city')}
        />
        <TextInput
          label="State or region"
          optional
          autoComplete="billing address-level1"
          maxLength={100}
          {...text('state')}
        />
      </div>
      <div className={styles.pair}>
        <TextInput
          label="Postal code"
          optional
          autoComplete="billing postal-code"
          maxLength={20}
          {...text('zip')}
        />
        <Select
          label="Country"
          autoComplete="billing country"
          placeholder="Select a country"
          options={countries}
          required
          {...text('country')}
        />
      </div>
    </>
  );
}

function DetailsForm({ details }: { details: BillingDetails | null }) {
  const [update] = useWrite(updateBillingDetails);
  const form = useForm({
    initial: details ?? empty,
    check: missing,
    submit: async (values) => {
      await update({ body: values }).unwrap();
      toast.success('Billing details saved');
    },
  });
  const { text } = form;
  return (
    <Form onSubmit={form.onSubmit} aria-label="Billing details">
      <Stack>
        <FormErrors errors={form.errors} />
        <TextInput
          label="Legal name"
          hint="Your own, or your company’s."
          autoComplete="billing name"
          maxLength={150}
          required
          {...text('name')}
        />
        <AddressFields form={form} />
        <TextInput
          label="Tax number"
          optional
          hint="Such as your EIN or VAT number. Stored encrypted."
          autoComplete="off"
          maxLength={40}
          {...text('taxNumber')}
        />
        <SaveBar isChanged={form.changed.length > 0} busy={form.busy} onDiscard={form.discard} />
      </Stack>
    </Form>
  );
}

/** A creator's legal name, address and tax number, which statements print. */
export function BillingDetailsForm() {
  const { data, error, isFetching, refetch } = useRead(getBillingDetails);
  if (data) return <DetailsForm details={data.details} />;
  if (error)
    return (
      <ErrorState
        compact
        level={3}
        text={problemMessage(error)}
        onRetry={() => void refetch()}
        busy={isFetching}
      />
    );
  return (
    <Skeleton label="Loading billing details">
      <SkeletonBlock height={520} width="100%" />
    </Skeleton>
  );
}
