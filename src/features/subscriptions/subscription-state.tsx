import type { Subscription } from '#contract/payment';
import { formatDay } from '#lib/format-time';
import { Chip, type ChipTone } from '#ui/chip';

const words: Readonly<Record<Subscription['state'], { text: string; tone: ChipTone }>> = {
  incomplete: { text: 'Not paid yet', tone: 'warning' },
  active: { text: 'Active', tone: 'success' },
  past_due: { text: 'Payment failed', tone: 'danger' },
  cancelled: { text: 'Cancelled', tone: 'neutral' },
  expired: { text: 'Ended', tone: 'neutral' },
};

/** A subscription's state as a coloured word. */
export const SubscriptionState = ({ state }: Pick<Subscription, 'state'>) => <Chip tone={words[state].tone}>{words[state].text}</Chip>;

/** What happens next, and when. */
export function nextStep({ state, type, renews, periodEnd }: Pick<Subscription, 'state' | 'type' | 'renews' | 'periodEnd'>): string {
  if (!periodEnd) return '–';
  const day = formatDay(periodEnd);
  if (state === 'expired') return `Ended on ${day}`;
  if (type === 'free') return `Free until ${day}`;
  if (state === 'past_due') return 'We try the card again';
  return renews ? `Renews on ${day}` : `Access until ${day}`;
}

export const states: readonly { readonly state: Subscription['state'] | undefined; readonly label: string }[] = [
  { state: undefined, label: 'All' },
  { state: 'active', label: 'Active' },
  { state: 'cancelled', label: 'Cancelled' },
  { state: 'past_due', label: 'Payment failed' },
  { state: 'expired', label: 'Ended' },
];
