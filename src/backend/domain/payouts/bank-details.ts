import type { BankingSettings } from '#contract/payouts.ts';
import { hasIbans, isIban, isRoutingNumber, normalAccount } from '#lib/iban.ts';
import { invalid } from '../../kernel/errors.ts';

/** As they are sealed. */
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
    throw invalid(account ? 'account' : 'routing', 'Accounts in this country are known by their IBAN alone.');
  if (!isIban(iban)) throw invalid('iban', 'Check the IBAN: a character is missing, too many or mistyped.');
  if (!iban.startsWith(about.country)) throw invalid('iban', 'This IBAN belongs to another country.');
  return { ...about, iban };
}

function inTheUs(about: About, { account, routing }: Typed): BankDetails {
  if (!/^\d{4,17}$/.test(account)) throw invalid('account', 'Enter the account number: 4 to 17 digits.');
  if (!isRoutingNumber(routing))
    throw invalid('routing', 'Check the routing number: it has nine digits, and one of them is mistyped.');
  return { ...about, account, routing };
}

function elsewhere(about: About, { account, routing }: Typed): BankDetails {
  if (!/^[A-Z0-9]{4,34}$/.test(account)) throw invalid('account', 'Enter the account number.');
  if (!/^[A-Z0-9]{3,15}$/.test(routing))
    throw invalid('routing', 'Enter the bank’s code: routing, sort or SWIFT.');
  return { ...about, account, routing };
}

/** Checked as banks check them. @throws AppError 422 at the field that is missing, mistyped or too much. */
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
    throw invalid('iban', 'Accounts in this country have no IBAN. Enter account and routing number.');
  return country === 'US' ? inTheUs(about, typed) : elsewhere(about, typed);
}

/** What makes it this account and no other. */
export const normalOf = ({ country, iban, account, routing }: BankDetails): string =>
  iban ?? `${country}:${routing}:${account}`;
