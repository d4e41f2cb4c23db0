/** Card details as typed. */
export interface CardDraft {
  readonly number: string;
  readonly expiry: string;
  readonly code: string;
}
export const emptyCard: CardDraft = { number: '', expiry: '', code: '' };
export type CardErrors = Partial<Record<keyof CardDraft, string>>;

/** Test cards of the sandbox gateway with the outcome of each. The numbers are Stripe's public ones. */
export const testNumbers = [
  { number: '4242424242424242', does: 'Succeeds' },
  { number: '4000000000003220', does: 'Needs bank confirmation' },
  { number: '4000000000000002', does: 'Is declined' },
] as const;

const keepDigits = (text: string) => text.replace(/\D/g, '');
const isAmex = (digits: string) => /^3[47]/.test(digits);

/** `4242424242424242` → `4242 4242 4242 4242`. American Express groups by 4-6-5. */
export function formatNumber(text: string): string {
  const digits = keepDigits(text).slice(0, 19);
  const groups = isAmex(digits)
    ? /^(\d{1,4})(\d{1,6})?(\d{1,5})?/.exec(digits)?.slice(1)
    : digits.match(/\d{1,4}/g);
  return (groups ?? []).filter(Boolean).join(' ');
}

/** `429` → `04 / 29`, `1229` → `12 / 29`. Backspacing over the slash also removes the month's last digit. */
export function formatExpiry(text: string, before: string): string {
  const erasing = text.length < before.length;
  let digits = keepDigits(text);
  if (/^[2-9]/.test(digits)) digits = `0${digits}`;
  // Some password managers fill in "04/2029".
  if (digits.length === 6 && digits.startsWith('20', 2)) digits = digits.slice(0, 2) + digits.slice(4);
  digits = digits.slice(0, 4);
  if (erasing && /\/\s?$/.test(before) && digits.length === 2) return digits.slice(0, 1);
  return digits.length < 2 ? digits : `${digits.slice(0, 2)} / ${digits.slice(2)}`;
}

export const formatCode = (text: string): string => keepDigits(text).slice(0, 4);

/** Validates length and Luhn checksum, to catch typos before anything is sent. */
export function isCardNumber(text: string): boolean {
  const digits = keepDigits(text);
  if (digits.length < 12 || digits.length > 19) return false;
  let sum = 0;
  for (let place = 0; place < digits.length; place++) {
    const digit = Number(digits.at(-1 - place)) * (place % 2 === 1 ? 2 : 1);
    sum += digit > 9 ? digit - 9 : digit;
  }
  return sum % 10 === 0;
}

function expiryError(text: string, now: Date): string | undefined {
  const [, month, year] = /^(\d{2}) \/ (\d{2})$/.exec(text) ?? [];
  if (!month || !year || Number(month) < 1 || Number(month) > 12)
    return 'Enter the month and year, like 04 / 29.';
  // A card is valid through the end of its month.
  return new Date(2000 + Number(year), Number(month), 1) <= now ? 'This card has expired.' : undefined;
}

/** Error messages by field; empty if everything is valid. */
export function cardErrors({ number, expiry, code }: CardDraft, now: Date): CardErrors {
  const length = isAmex(keepDigits(number)) ? 4 : 3;
  const errors = {
    number: isCardNumber(number)
      ? undefined
      : number === ''
        ? 'Enter the card number.'
        : 'Check the card number. A digit is wrong or missing.',
    expiry: expiryError(expiry, now),
    code: code.length === length ? undefined : `Enter the ${length} digits of the security code.`,
  };
  return Object.fromEntries(Object.entries(errors).filter(([, message]) => message !== undefined));
}

/** The sandbox gateway's card token: `number|MM/YY|code`. */
export const sandboxToken = ({ number, expiry, code }: CardDraft): string =>
  `${keepDigits(number)}|${expiry.replace(/\s/g, '')}|${code}`;
