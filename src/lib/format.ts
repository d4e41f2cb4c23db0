import type { Cents, Tokens } from './units.ts';

/* Server and browser use one locale, so that hydration matches. Common formats are written by hand because
   the first `Intl` formatter costs a browser more than rendering a list of posts
   (docs/decisions/0016-waking-in-steps.md). */
const locale = 'en-US';

/** `1234567` → `1,234,567`. */
const grouped = (digits: string): string => digits.replaceAll(/\B(?=(?:\d{3})+$)/g, ',');
/** A true minus, as wide as a plus, because a hyphen before an amount is easily overlooked. */
const minusSign = (value: number): string => (value < 0 ? '−' : '');

const signs: Readonly<Record<string, string>> = { USD: '$', EUR: '€', GBP: '£', CAD: 'CA$', AUD: 'A$' };
const moneyFormats = new Map<string, Intl.NumberFormat>();
function moneyFormat(currency: string): Intl.NumberFormat {
  let format = moneyFormats.get(currency);
  if (!format)
    moneyFormats.set(currency, (format = new Intl.NumberFormat(locale, { style: 'currency', currency })));
  return format;
}

/** `999` → `$9.99`. Takes integer cents. */
export function formatMoney(cents: Cents, currency = 'USD'): string {
  const sign = signs[currency];
  if (sign === undefined)
    return moneyFormat(currency)
      .format(cents / 100)
      .replace('-', '−');
  const [whole = '', rest] = Math.abs(cents / 100)
    .toFixed(2)
    .split('.');
  return `${minusSign(cents)}${sign}${grouped(whole)}.${rest}`;
}

/** `999` → `9.99`, for fields that show the currency separately. Takes integer cents. */
export const formatAmount = (cents: Cents): string => (cents / 100).toFixed(2);

/**
 * Parses `9.99`, `9,99`, or ` 10 ` to integer cents. Null unless it is an amount with at most two decimals.
 */
export function parseAmount(text: string): number | null {
  const match = /^(\d{1,10})(?:[.,](\d{1,2}))?$/.exec(text.trim());
  return match ? Number(match[1]) * 100 + Number((match[2] ?? '').padEnd(2, '0')) : null;
}

/** The value of tokens in integer cents. `tokenRate` is how many tokens 1.00 of the currency buys. */
export const centsOfTokens = (tokens: Tokens, tokenRate: number): Cents =>
  Math.round((tokens * 100) / tokenRate);

/** `1200` → `1,200`. Takes integers. */
export const formatNumber = (value: number): string =>
  `${minusSign(value)}${grouped(String(Math.abs(value)))}`;

/** `1` → `1 token`, `120` → `120 tokens`. */
export const formatTokens = (tokens: Tokens): string => plural(tokens, 'token');

/** `8, 'photo'` → `8 photos`. */
export const plural = (count: number, one: string, many = `${one}s`): string =>
  `${formatNumber(count)} ${count === 1 ? one : many}`;

/** `1234` → `1.2K`, for counts beside a button. */
export function formatCount(count: number): string {
  if (count < 1000) return String(count);
  // Use the first unit in which the value, rounded to a tenth, is below a thousand.
  let [tenths, unit] = [Math.round(count / 100), 0];
  for (; tenths >= 10_000 && unit < 3; unit += 1) tenths = Math.round(count / 100 / 1000 ** (unit + 1));
  return `${tenths / 10}${'KMBT'[unit]}`;
}

const two = (value: number) => String(value).padStart(2, '0');

/** Seconds → `3:12` or `1:02:03`. */
export function formatDuration(seconds: number): string {
  const whole = Math.max(0, Math.round(seconds));
  const [hours, minutes, rest] = [Math.floor(whole / 3600), Math.floor((whole % 3600) / 60), whole % 60];
  return hours > 0 ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`;
}

/** Bytes → `2.4 MB`. */
export function formatBytes(bytes: number): string {
  const units = ['B', 'KB', 'MB', 'GB'];
  let [value, unit] = [bytes, 0];
  while (value >= 1000 && unit < units.length - 1) [value, unit] = [value / 1000, unit + 1];
  return `${value >= 10 || unit === 0 ? Math.round(value) : value.toFixed(1)} ${units[unit]}`;
}
