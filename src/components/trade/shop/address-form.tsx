import type { Address, PostalAddress } from '#contract/people/addresses.ts';
import {
  ChangedElsewhere,
  hasAll,
  useChangedElsewhere,
} from '#components/base/writing/changed-elsewhere.tsx';
import { createAddress, everyAddress, listAddresses, updateAddress } from '#services/people/addresses.ts';
import type { Api } from '#services/http/api.ts';
import { useWrite } from '#state/query/hooks.ts';
import { useApi } from '#state/hooks.ts';
import { listCities, listCountries, listStates } from '#services/base/site.ts';
import { useRead } from '#state/query/hooks.ts';
import { Button } from '#ui/content/button.tsx';
import { Form } from '#ui/forms/form.tsx';
import { FormErrors } from '#ui/forms/form-errors.tsx';
import { Row, Stack } from '#ui/layout/stack.tsx';
import { Select, TextInput } from '#ui/forms/text-input.tsx';
import { useForm } from '#ui/forms/use-form.ts';
import { formatAddress } from './address-lines.tsx';
import styles from './addresses.module.css';
import { PhoneField } from './phone-field.tsx';

const empty = { name: '', line1: '', line2: '', zip: '', city: '', state: '', country: '', phone: '' };

const needed = {
  name: 'Enter the recipient’s name.',
  line1: 'Enter a street address.',
  city: 'Enter a city.',
  country: 'Choose a country from the list.',
} as const;

/** Checks required fields before anything is sent; the server validates the rest. */
export function addressErrors(values: PostalAddress): Partial<Record<keyof PostalAddress, string>> {
  return Object.fromEntries(
    Object.entries(needed).filter(([field]) => !values[field as keyof typeof needed].trim()),
  );
}

const toFields = ({ name, line1, line2, zip, city, state, country, phone }: PostalAddress) => ({
  name,
  line1,
  line2,
  zip,
  city,
  state,
  country,
  phone,
});

export interface AddressFormProps {
  /** The address to edit; absent for a new one. */
  readonly address?: Address;
  /** Button label; defaults to "Save address". */
  readonly action?: string;
  /** Countries to choose from; all if empty or absent. */
  readonly countries?: readonly string[];
  readonly onSaved: (address: Address) => void;
  readonly onCancel?: () => void;
}

type AddressFormState = ReturnType<typeof useForm<PostalAddress>>;

/** Countries by name: those that can be shipped to, or all. */
function useDestinations(countries: readonly string[]) {
  const { data } = useRead(listCountries);
  return (data?.data ?? [])
    .filter(({ code }) => countries.length === 0 || countries.includes(code))
    .map(({ code, name }) => ({ value: code, label: name }));
}

/** States of the chosen country, and cities of the entered state that begin like the entered city. */
function usePlaceSuggestions({ country, state, city }: PostalAddress) {
  const { currentData: states } = useRead(listStates, country ? { params: { country } } : null);
  const entered = state.trim().toLowerCase();
  const code = states?.data.find(({ name }) => name.toLowerCase() === entered)?.code;
  const beginning = city.trim().slice(0, 3);
  const { currentData: cities } = useRead(
    listCities,
    code && beginning.length >= 2
      ? { params: { country, state: code }, query: { q: beginning, limit: 100 } }
      : null,
  );
  return {
    states: country ? states?.data.map(({ name }) => name) : undefined,
    cities: code ? cities?.data.map(({ name }) => name) : undefined,
  };
}

/** The address as it is now. One page holds all that an account can have. */
async function loadAddress(api: Api, id: string | undefined): Promise<Address> {
  const { data } = await listAddresses(api, everyAddress);
  const now = data.find(({ _id }) => _id === id);
  if (!now) throw new Error('This address was removed elsewhere.');
  return now;
}

function useAddressForm({ address, countries = [], onSaved }: AddressFormProps) {
  const [create] = useWrite(createAddress);
  const [update] = useWrite(updateAddress);
  const api = useApi();
  const elsewhere = useChangedElsewhere<Address>({
    record: address ?? null,
    load: () => loadAddress(api, address?._id),
    getParts: toFields,
  });
  const form = useForm({
    initial: address
      ? toFields(address)
      : { ...empty, country: countries.length === 1 ? (countries[0] ?? '') : '' },
    check: addressErrors,
    submit: async (values) =>
      onSaved(
        address
          ? await elsewhere.send(
              (version) =>
                update({
                  params: { id: address._id },
                  body: values,
                  ...(version && { version }),
                }).unwrap(),
              (now) => hasAll(now, values),
            )
          : await create({ body: values }).unwrap(),
      ),
  });
  return { form, elsewhere };
}

/** Country, state, postal code and city. States and cities are suggested, and anything else is accepted. */
function PlaceFields({
  form: { text, values },
  countries,
}: {
  form: AddressFormState;
  countries: ReturnType<typeof useDestinations>;
}) {
  const { states, cities } = usePlaceSuggestions(values);
  return (
    <>
      <div className={styles.pair}>
        <Select
          label="Country"
          autoComplete="shipping country"
          placeholder="Select a country"
          options={countries}
          required
          {...text('country')}
        />
        <TextInput
          label="State or region"
          optional
          autoComplete="shipping address-level1"
          maxLength={100}
          suggestions={states}
          {...text('state')}
        />
      </div>
      <div className={styles.pair}>
        <TextInput
          label="Postal code"
          optional
          autoComplete="shipping postal-code"
          maxLength={20}
          {...text('zip')}
        />
        <TextInput
          label="City"
          autoComplete="shipping address-level2"
          required
          maxLength={100}
          suggestions={cities}
          {...text('city')}
        />
      </div>
    </>
  );
}

/** The form for a delivery address. */
export function AddressForm(props: AddressFormProps) {
  const { action = 'Save address', countries = [], onCancel } = props;
  const destinations = useDestinations(countries);
  const { form, elsewhere } = useAddressForm(props);
  return (
    <Form onSubmit={form.onSubmit} aria-label="Address">
      <Stack gap={12}>
        <FormErrors errors={form.errors} />
        <TextInput
          label="Name"
          autoComplete="shipping name"
          required
          maxLength={100}
          {...form.text('name')}
        />
        <TextInput
          label="Street address"
          autoComplete="shipping address-line1"
          required
          maxLength={150}
          {...form.text('line1')}
        />
        <TextInput
          label="Apartment, floor or company"
          optional
          autoComplete="shipping address-line2"
          maxLength={150}
          {...form.text('line2')}
        />
        <PlaceFields form={form} countries={destinations} />
        <PhoneField
          value={form.values.phone}
          onChange={(phone) => form.set('phone', phone)}
          country={form.values.country}
          error={form.text('phone').error}
        />
        <Row>
          <Button type="submit" variant="primary" busy={form.busy}>
            {action}
          </Button>
          {onCancel ? (
            <Button variant="quiet" onClick={onCancel}>
              Cancel
            </Button>
          ) : null}
        </Row>
        <ChangedElsewhere noun="address" elsewhere={elsewhere} getTexts={formatAddress} />
      </Stack>
    </Form>
  );
}
