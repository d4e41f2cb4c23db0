import { getCountrySpecifications, isValidIBAN } from 'ibantools';

/** Places whose banks issue the IBANs of another country. */
const issuers: ReadonlyMap<string, string> = new Map([
  ['AX', 'FI'],
  ...['BL', 'GF', 'GP', 'MF', 'MQ', 'NC', 'PF', 'PM', 'RE', 'TF', 'WF', 'YT'].map(
    (place) => [place, 'FR'] as const,
  ),
  ...['GG', 'IM', 'JE'].map((place) => [place, 'GB'] as const),
]);

/** They have joined the registry; ibantools knows their format, but not yet that. */
const joined: ReadonlySet<string> = new Set(['BI', 'DJ', 'FK', 'HN']);

/** The country code at the start of the IBANs of a place. */
export const ibanCountry = (country: string): string => issuers.get(country) ?? country;

export function hasIbans(country: string): boolean {
  const code = ibanCountry(country);
  return joined.has(code) || getCountrySpecifications()[code]?.IBANRegistry === true;
}

/** The form banks store: without spaces and dashes, in uppercase. */
export const normalAccount = (typed: string): string => typed.replaceAll(/[\s-]/g, '').toUpperCase();

/** Validates a normalized IBAN: the format of its country, its check digits, and those of the country's own. */
export const isIban = (iban: string): boolean => isValidIBAN(iban);

/** Validates the check digit of a nine-digit US routing number. */
export function isRoutingNumber(digits: string): boolean {
  if (!/^\d{9}$/.test(digits) || /^0+$/.test(digits)) return false;
  const weights = [3, 7, 1];
  return (
    digits.split('').reduce((sum, digit, place) => sum + Number(digit) * (weights[place % 3] ?? 0), 0) %
      10 ===
    0
  );
}
