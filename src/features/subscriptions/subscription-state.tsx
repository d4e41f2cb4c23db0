import type { Subscription } from '#contract/subscriptions.ts';
import { isPaid } from '#lib/plans/bundles.ts';
import { planLabels, planNames } from '#lib/plans/words.ts';
import { formatDay } from '#lib/format-time.ts';
import { Chip, type ChipTone } from '#ui/content/chip.tsx';

const words: Readonly<Record<Subscription['state'], { text: string; tone: ChipTone }>> = {
  incomplete: { text: 'Incomplete', tone: 'warning' },
  active: { text: 'Active', tone: 'success' },
  past_due: { text: 'Payment failed', tone: 'danger' },
  cancelled: { text: 'Canceled', tone: 'neutral' },
  expired: { text: 'Ended', tone: 'neutral' },
};

/** The state of a subscription as a colored label. */
export const SubscriptionState = ({ state }: Pick<Subscription, 'state'>) => (
  <Chip tone={words[state].tone}>{words[state].text}</Chip>
);

/** What happens next, and when. */
export function nextStep({
  state,
  type,
  renews,
  periodEnd,
  nextType,
  retryAt,
}: Pick<Subscription, 'state' | 'type' | 'renews' | 'periodEnd' | 'nextType' | 'retryAt'>): string {
  if (!periodEnd) return '–';
  const day = formatDay(periodEnd);
  if (state === 'expired') return `Ended on ${day}`;
  if (!isPaid(type)) return `${planLabels[type]} until ${day}`;
  if (state === 'past_due')
    return retryAt ? `We’ll try the card again on ${formatDay(retryAt)}` : 'We’ll try the card again';
  if (!renews) return `Access until ${day}`;
  return nextType ? `Renews on ${day}, ${planNames[nextType]} from then on` : `Renews on ${day}`;
}

/** Plan and price (in cents) of the next period. */
export const comingTerms = ({
  type,
  price,
  nextType,
  nextPrice,
}: Pick<Subscription, 'type' | 'price' | 'nextType' | 'nextPrice'>) => ({
  type: nextType ?? type,
  price: nextPrice ?? price,
});
