import type { Subscription } from '#contract/trade/subscriptions.ts';
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
