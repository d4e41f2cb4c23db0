import { useState } from 'react';
import { findPhoneCode, wholePhone } from './phone-number.ts';
import { listPhoneCodes } from '#services/base/site.ts';
import { useRead } from '#state/query/hooks.ts';
import { Select, TextInput } from '#ui/forms/text-input.tsx';
import styles from './addresses.module.css';

interface PhoneFieldProps {
  /** As it is dialed from abroad, or empty. */
  readonly value: string;
  readonly onChange: (whole: string) => void;
  /** The country whose code is chosen as long as no other is. */
  readonly country: string;
  readonly error?: string | null | undefined;
}

interface Entered {
  readonly country: string;
  readonly number: string;
}

/** What is shown of a saved number: its code apart from the rest. */
function splitNumber(value: string, codes: Parameters<typeof findPhoneCode>[1], country: string): Entered {
  const given = findPhoneCode(value, codes, country);
  return given
    ? { country: given.countryCode, number: value.slice(given.code.length) }
    : { country, number: value };
}

/**
 * A telephone number, with the code of a country beside it. Without the list of codes, which is optional, the number
 * is entered with its own.
 */
export function PhoneField({ value, onChange, country, error }: PhoneFieldProps) {
  const { data } = useRead(listPhoneCodes);
  const codes = data?.data ?? [];
  const [entered, setEntered] = useState<Entered | null>(null);
  const { country: chosen, number } = entered ?? splitNumber(value, codes, country);
  const enter = (next: Entered) => {
    const code = codes.find(({ countryCode }) => countryCode === next.country);
    const whole = wholePhone(next.number, code ?? { code: '', countryCode: '' });
    // A pasted number with a code of its own moves the choice there.
    const own = next.number.trim().startsWith('+') ? findPhoneCode(whole, codes, next.country) : undefined;
    setEntered(own ? { ...next, country: own.countryCode } : next);
    onChange(whole);
  };
  return (
    <div className={styles.pair}>
      <Select
        label="Country code"
        autoComplete="shipping tel-country-code"
        placeholder="Choose a code"
        options={codes.map(({ code, country: name, countryCode }) => ({
          value: countryCode,
          label: `${name} (${code})`,
        }))}
        value={codes.some(({ countryCode }) => countryCode === chosen) ? chosen : ''}
        onChange={({ target }) => enter({ country: target.value, number })}
      />
      <TextInput
        label="Phone"
        type="tel"
        optional
        autoComplete="shipping tel-national"
        hint="For the creator and the carrier."
        maxLength={30}
        error={error}
        value={number}
        onChange={({ target }) => enter({ country: chosen, number: target.value })}
      />
    </div>
  );
}
