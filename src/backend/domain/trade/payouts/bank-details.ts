import type { BankingSettings } from '#contract/trade/payouts.ts';
import { hasIbans, ibanCountry, isIban, isRoutingNumber, normalAccount } from '#lib/iban.ts';
import { invalid } from '../../../kernel/errors.ts';

/** Bank details as stored, before encryption. */
export interface BankDetails {
  holder: string;
  bank: string;
  country: string;
  currency: string;
  iban?: string;
  account?: string;
  routing?: string;
}
type About = Pick<BankDetails, 'holder' | 'bank' | 'country' | 'currency'>;
interface Typed {
  iban: string;
  account: string;
  routing: string;
}

function withIban(about: About, { iban, account, routing }: Typed): BankDetails {
  if (account || routing)
    throw invalid(account ? 'account' : 'routing', 'Accounts in this country only need an IBAN.');
  if (!isIban(iban)) throw invalid('iban', 'Check the IBAN. It has a typo or a missing character.');
  if (!iban.startsWith(ibanCountry(about.country)))
    throw invalid('iban', 'This IBAN is from another country.');
  return { ...about, iban };
}

function inTheUs(about: About, { account, routing }: Typed): BankDetails {
  if (!/^\d{4,17}$/.test(account)) throw invalid('account', 'Enter an account number of 4 to 17 digits.');
  if (!isRoutingNumber(routing))
    throw invalid('routing', 'Check the routing number. It has nine digits, and at least one is wrong.');
  return { ...about, account, routing };
}

function elsewhere(about: About, { account, routing }: Typed): BankDetails {
  if (!/^[A-Z0-9]{4,34}$/.test(account)) throw invalid('account', 'Enter the account number.');
  if (!/^[A-Z0-9]{3,15}$/.test(routing))
    throw invalid('routing', 'Enter the bank’s routing number, sort code or SWIFT code.');
  return { ...about, account, routing };
}

/**
 * Validates bank details.
 * @throws AppError 422 on the field that is missing, mistyped, or unexpected.
 */
export function readBank({
  holder,
  bank,
  country,
  currency,
  iban = '',
  account = '',
  routing = '',
}: BankingSettings): BankDetails {
  const about = { holder, bank, country, currency };
  const typed = {
    iban: normalAccount(iban),
    account: normalAccount(account),
    routing: normalAccount(routing),
  };
  if (hasIbans(country)) return withIban(about, typed);
  if (typed.iban)
    throw invalid('iban', 'Accounts in this country have no IBAN. Enter the account and routing numbers.');
  return country === 'US' ? inTheUs(about, typed) : elsewhere(about, typed);
}

/** The normalized account number, the same for the same account. */
export const normalizeAccount = ({ country, iban, account, routing }: BankDetails): string =>
  iban ?? `${country}:${routing}:${account}`;
