import type { ComponentProps } from 'react';
import { TextButton } from '#ui/content/button.tsx';
import { Notice } from '#ui/feedback/notice.tsx';
import { TextInput } from '#ui/forms/text-input.tsx';
import {
  type CardDraft,
  type CardErrors,
  formatCode,
  formatExpiry,
  formatNumber,
  testNumbers,
} from './card-number.ts';
import styles from './payment.module.css';

export interface CardFormProps {
  readonly value: CardDraft;
  readonly onChange: (value: CardDraft) => void;
  readonly errors: CardErrors;
  /** True while the bank's confirmation is pending. */
  readonly disabled?: boolean;
}

const digitsOnly = {
  inputMode: 'numeric',
  autoCapitalize: 'none',
  spellCheck: false,
} satisfies ComponentProps<'input'>;
const codePlaceholder = (number: string) => (/^3[47]/.test(number) ? '1234' : '123');

/** Says that no money moves and offers test cards for each outcome. */
function TestCards({ onPick, disabled }: { onPick: (number: string) => void; disabled?: boolean }) {
  return (
    <Notice tone="warning" title="Test mode">
      <p>Use one of the public test cards:</p>
      <ul className={styles.tests}>
        {testNumbers.map(({ number, does }) => (
          <li key={number}>
            <TextButton disabled={disabled} onClick={() => onPick(number)}>
              {formatNumber(number)}
            </TextButton>{' '}
            {does.toLowerCase()}
          </li>
        ))}
      </ul>
    </Notice>
  );
}

/** Card number, expiry and security code for the sandbox gateway, formatted as the user types. */
export function CardForm({ value, onChange, errors, disabled }: CardFormProps) {
  const fill = (number: string) => {
    const year = String(new Date().getFullYear() + 2).slice(2);
    onChange({ number: formatNumber(number), expiry: `12 / ${year}`, code: codePlaceholder(number) });
  };
  return (
    <div className={styles.card}>
      <TestCards onPick={fill} disabled={disabled} />
      <TextInput
        label="Card number"
        {...digitsOnly}
        autoComplete="cc-number"
        maxLength={23}
        value={value.number}
        error={errors.number}
        disabled={disabled}
        onChange={(event) => onChange({ ...value, number: formatNumber(event.target.value) })}
      />
      <div className={styles.pair}>
        <TextInput
          label="Expiry date"
          placeholder="MM / YY"
          {...digitsOnly}
          autoComplete="cc-exp"
          maxLength={9}
          value={value.expiry}
          error={errors.expiry}
          disabled={disabled}
          onChange={(event) => onChange({ ...value, expiry: formatExpiry(event.target.value, value.expiry) })}
        />
        <TextInput
          label="Security code"
          {...digitsOnly}
          autoComplete="cc-csc"
          maxLength={4}
          value={value.code}
          error={errors.code}
          disabled={disabled}
          onChange={(event) => onChange({ ...value, code: formatCode(event.target.value) })}
        />
      </div>
    </div>
  );
}
