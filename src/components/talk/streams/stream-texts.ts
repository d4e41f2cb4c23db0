import type { Stream } from '#contract/talk/streams/streams.ts';
import { formatCount } from '#lib/format.ts';
import { type Rate, tokensText } from '#ui/content/money.tsx';

export const viewersText = (viewers: number): string => `${formatCount(viewers)} watching`;

/** Live or interrupted: it has begun and isn't over. */
export const isOnAir = ({ state }: Pick<Stream, 'state'>): boolean =>
  state === 'live' || state === 'interrupted';

type Terms = Pick<Stream, 'audience' | 'price' | 'includedInSubscription'>;

/** Who may watch and for how much, such as "Subscribers" or "Ticket 120 tokens ($6.00)". */
export function formatTerms({ audience, price, includedInSubscription }: Terms, rate: Rate): string[] {
  if (price > 0)
    return [
      `Ticket ${tokensText(price, rate)}`,
      ...(includedInSubscription ? ['Included for subscribers'] : []),
    ];
  if (audience === 'public') return ['Free'];
  return [audience === 'followers' ? 'For followers' : 'For subscribers'];
}
