import type { PayoutMethod } from '#contract/trade/payouts.ts';
import type { CurrentUser } from '#contract/people/accounts.ts';
import { hasIbans, isIban, isRoutingNumber, normalAccount } from '#lib/iban.ts';
import { listCountries } from '#services/base/site.ts';
import { saveBankAccount } from '#services/trade/payouts.ts';
import { useRead, useWrite } from '#state/query/hooks.ts';
import { useAppSelector } from '#state/hooks.ts';
import { selectSettings } from '#state/session/settings.ts';
import { selectCurrentUser } from '#state/session/user.ts';
import { SelectField } from '#ui/antd/select-field.tsx';
import { Button } from '#ui/content/button.tsx';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { Form } from '#ui/forms/form.tsx';
import { FormErrors } from '#ui/forms/form-errors.tsx';
import { Stack } from '#ui/layout/stack.tsx';
import { TextInput } from '#ui/forms/text-input.tsx';
import { toast } from '#ui/overlays/toast.ts';
import { useForm } from '#ui/forms/use-form.ts';
import styles from './payout-methods.module.css';

interface Values {
  [field: string]: string;
  holder: string;
  bank: string;
  country: string;
  currency: string;
  iban: string;
  account: string;
  routing: string;
}

/** Errors in the account number, by field. The server validates it again. */
function numberErrors({ country, iban, account, routing }: Values): Partial<Values> {
  if (!country) return {};
  if (hasIbans(country))
    return isIban(normalAccount(iban))
      ? {}
      : { iban: 'Check the IBAN. It has a typo or a missing character.' };
  const isUs = country === 'US';
  return {
    ...((isUs ? /^\d{4,17}$/.test(normalAccount(account)) : account.trim())
      ? {}
      : { account: 'Enter the account number.' }),
    ...((isUs ? isRoutingNumber(normalAccount(routing)) : routing.trim())
      ? {}
      : { routing: isUs ? 'Check the routing number. It has nine digits.' : 'Enter the bank code.' }),
  };
}

const needed = {
  holder: 'Enter the account holder’s name.',
  bank: 'Enter the bank’s name.',
  country: 'Choose a country from the list.',
  currency: 'Enter a three-letter currency code, like USD.',
};

export function bankErrors(values: Values): Partial<Values> {
  const missing = Object.fromEntries(
    Object.entries(needed).filter(([field]) => !(values[field] ?? '').trim()),
  );
  return { ...missing, ...numberErrors(values) };
}

/**
 * Sends only the fields that the chosen country uses; what was typed for another country stays in the form.
 */
function toBody({ iban, account, routing, currency, ...rest }: Values) {
  const number = hasIbans(rest.country) ? { iban } : { account, routing };
  return {
    holder: rest.holder,
    bank: rest.bank,
    country: rest.country,
    currency: currency.trim().toUpperCase(),
    ...number,
  };
}

const Numbers = ({
  country,
  text,
}: {
  country: string;
  text: (name: 'iban' | 'account' | 'routing') => object;
}) => {
  if (!country) return null;
  if (hasIbans(country))
    return (
      <TextInput
        label="IBAN"
        autoComplete="off"
        spellCheck={false}
        autoCapitalize="characters"
        required
        maxLength={60}
        {...text('iban')}
      />
    );
  return (
    <div className={styles.pair}>
      <TextInput label="Account number" autoComplete="off" required maxLength={40} {...text('account')} />
      <TextInput
        label={country === 'US' ? 'Routing number' : 'Bank code'}
        hint={country === 'US' ? 'Nine digits.' : 'Routing, sort or SWIFT code.'}
        autoComplete="off"
        required
        maxLength={40}
        {...text('routing')}
      />
    </div>
  );
};

type Person = Pick<CurrentUser, 'name' | 'country'>;
const nobody: Person = { name: '', country: null };
/** Initial values. Account numbers are never prefilled. */
function initialDetails(
  present: PayoutMethod | null,
  { name, country }: Person,
): Pick<Values, 'holder' | 'bank' | 'country'> {
  return present
    ? { holder: present.holder, bank: present.bank, country: present.country }
    : { holder: name, bank: '', country: country ?? '' };
}

/** Countries by name, as options. */
function useCountries() {
  const { data } = useRead(listCountries);
  return (data?.data ?? []).map(({ code, name }) => ({ value: code, label: name }));
}

export interface BankDialogProps {
  /** The current bank account; its full number is never returned. */
  readonly present: PayoutMethod | null;
  readonly onClose: () => void;
}

function useBankForm({ present, onClose }: BankDialogProps) {
  const user = useAppSelector(selectCurrentUser);
  const { currency } = useAppSelector(selectSettings);
  const [save] = useWrite(saveBankAccount);
  return useForm<Values>({
    initial: {
      ...initialDetails(present, user ?? nobody),
      currency,
      iban: '',
      account: '',
      routing: '',
    },
    check: bankErrors,
    submit: async (values) => {
      await save({ params: { id: user?._id ?? '' }, body: toBody(values) }).unwrap();
      toast.success('Saved. We emailed you a link to undo it.');
      onClose();
    },
  });
}

/** The form for the bank account that receives payouts. Saving takes a proof. */
export function PayoutBankDialog({ present, onClose }: BankDialogProps) {
  const countries = useCountries();
  const form = useBankForm({ present, onClose });
  return (
    <Dialog open onClose={onClose} title={present ? 'New bank account' : 'Your bank account'}>
      <Form method="post" onSubmit={form.onSubmit}>
        <Stack gap={12}>
          <FormErrors errors={form.errors} />
          <TextInput
            label="Account holder"
            autoComplete="name"
            required
            maxLength={100}
            {...form.text('holder')}
          />
          <SelectField
            label="Country of the bank"
            placeholder="Select a country"
            options={countries}
            required
            {...form.picked('country')}
          />
          <TextInput label="Bank" required maxLength={100} {...form.text('bank')} />
          <Numbers country={form.values.country} text={form.text} />
          <TextInput
            label="Currency of the account"
            hint="Three letters. Your bank converts other currencies."
            maxLength={3}
            required
            {...form.text('currency')}
          />
          <Button type="submit" variant="primary" block busy={form.busy}>
            Save bank account
          </Button>
        </Stack>
      </Form>
    </Dialog>
  );
}
