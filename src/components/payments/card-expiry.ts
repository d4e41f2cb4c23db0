import type { Card } from '#contract/payments.ts';

const two = (value: number) => String(value).padStart(2, '0');
/** Long enough before that a renewal can still be saved. */
const soonMonths = 2;

export interface CardExpiry {
  readonly standing: 'good' | 'soon' | 'over';
  /** `04 / 29`. */
  readonly date: string;
  /** `Expires 04 / 29`. */
  readonly text: string;
}

/** How long a card is good: to the last moment of its month. */
export function cardExpiry({ expMonth, expYear }: Pick<Card, 'expMonth' | 'expYear'>, now: Date): CardExpiry {
  const date = `${two(expMonth)} / ${two(expYear % 100)}`;
  const over = new Date(expYear, expMonth, 1);
  if (over <= now) return { standing: 'over', date, text: `Expired ${date}` };
  const soon = new Date(expYear, expMonth - soonMonths, 1) <= now;
  return soon
    ? { standing: 'soon', date, text: `Expires soon, ${date}` }
    : { standing: 'good', date, text: `Expires ${date}` };
}
