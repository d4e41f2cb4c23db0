import type { Cents, Tokens as TokenCount } from '#lib/units.ts';
import { createContext, useContext } from 'react';
import { centsOfTokens, formatMoney, formatTokens } from '#lib/format.ts';
import { cx } from '../theme/class-names.ts';
import styles from './money.module.css';

export interface Rate {
  /** ISO 4217 code of the site's only currency. */
  readonly currency: string;
  /** Tokens per 1.00 of the currency. */
  readonly tokenRate: number;
}

/** The site's currency and token rate, provided by the shell from the public settings. */
export const RateContext = createContext<Rate>({ currency: 'USD', tokenRate: 20 });
export const useRate = () => useContext(RateContext);

/** Formats integer cents, as in `$9.99`. Amounts are the site's word on what is paid: no translator touches them. */
export const Money = ({ cents, className }: { cents: Cents; className?: string }) => (
  <span translate="no" className={cx(styles.amount, className)}>
    {formatMoney(cents, useRate().currency)}
  </span>
);

/** `120 tokens ($6.00)` as plain text, for labels. */
export const tokensText = (tokens: TokenCount, { currency, tokenRate }: Rate): string =>
  `${formatTokens(tokens)} (${formatMoney(centsOfTokens(tokens, tokenRate), currency)})`;

/** A number of tokens with its value in money: `120 tokens ($6.00)`. */
export function Tokens({ tokens, className }: { tokens: TokenCount; className?: string }) {
  const { currency, tokenRate } = useRate();
  return (
    <span translate="no" className={cx(styles.both, className)}>
      <span className={styles.amount}>{formatTokens(tokens)}</span>{' '}
      <span className={cx(styles.amount, styles.beside)}>
        ({formatMoney(centsOfTokens(tokens, tokenRate), currency)})
      </span>
    </span>
  );
}
