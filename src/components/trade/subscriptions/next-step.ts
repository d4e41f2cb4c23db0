import type { OwnSubscription, Subscription } from '#contract/trade/subscriptions.ts';
import { formatDay } from '#lib/format-time.ts';
import { formatMoney } from '#lib/format.ts';
import { isPaid } from '#lib/plans/bundles.ts';
import { everyPeriod, planLabels, planNames } from '#lib/plans/words.ts';

type Terms = Pick<Subscription, 'type' | 'price' | 'nextType' | 'nextPrice'>;

export type Coming = Pick<Subscription, 'state' | 'type' | 'renews' | 'periodEnd' | 'nextType' | 'retryAt'> &
  Partial<Pick<OwnSubscription, 'isTrial'>>;

/** What happens next, and when: on the browser's days, or on those of clocks that are `minutesAhead` of UTC. */
export function nextStep(
  { state, type, renews, periodEnd, nextType, retryAt, isTrial = false }: Coming,
  minutesAhead?: number,
): string {
  if (!periodEnd) return '–';
  const day = formatDay(periodEnd, minutesAhead);
  if (state === 'expired') return `Ended on ${day}`;
  if (!isPaid(type)) return `${isTrial ? 'Free trial' : planLabels[type]} until ${day}`;
  if (state === 'past_due')
    return retryAt
      ? `We’ll try the card again on ${formatDay(retryAt, minutesAhead)}`
      : 'We’ll try the card again';
  if (!renews) return `Access until ${day}`;
  return nextType ? `Renews on ${day}, ${planNames[nextType]} from then on` : `Renews on ${day}`;
}

/** Plan and price (in cents) of the next period. */
export const comingTerms = ({ type, price, nextType, nextPrice }: Terms) => ({
  type: nextType ?? type,
  price: nextPrice ?? price,
});

/** What the viewer has of a creator, in a list: "Subscribed · Renews on Dec 20, 2026", "Gift until Dec 20, 2026". */
export const ownText = (own: OwnSubscription): string =>
  isPaid(own.type) ? `Subscribed · ${nextStep(own)}` : nextStep(own);

/**
 * The same with what it costs, as sentences: "You paid $4.99 for this period. Renews on Dec 20, 2026 for $9.99 a
 * month."
 */
export function ownTerms(own: OwnSubscription, currency: string): string {
  const paid = own.paid === null ? '' : `You paid ${formatMoney(own.paid, currency)} for this period. `;
  const { type, price } = comingTerms(own);
  const then = own.renews ? ` for ${formatMoney(price, currency)}${everyPeriod[type]}` : '';
  return own.state === 'past_due' ? `${paid}${nextStep(own)}.` : `${paid}${nextStep(own)}${then}.`;
}
