import type { Card } from '#contract/money/payments.ts';

const two = (value: number) => String(value).padStart(2, '0');
/**
 * How many months before its expiry a card is marked as expiring soon: enough to update it before a renewal
 * fails.
 */
const soonMonths = 2;

export interface CardExpiry {
  readonly standing: 'good' | 'soon' | 'over';
  readonly date: string;
  readonly text: string;
}

/**
 * The expiry state of a card, which is valid through the last moment of its month. Null for a Link account, which
 * doesn't expire.
 */
export function cardExpiry(
  { expMonth, expYear }: Pick<Card, 'expMonth' | 'expYear'>,
  now: Date,
): CardExpiry | null {
  if (expMonth === null || expYear === null) return null;
  const date = `${two(expMonth)} / ${two(expYear % 100)}`;
  const over = new Date(expYear, expMonth, 1);
  if (over <= now) return { standing: 'over', date, text: `Expired ${date}` };
  const soon = new Date(expYear, expMonth - soonMonths, 1) <= now;
  return soon
    ? { standing: 'soon', date, text: `Expires soon, ${date}` }
    : { standing: 'good', date, text: `Expires ${date}` };
}
