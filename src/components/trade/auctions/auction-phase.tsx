import type { Auction } from '#contract/trade/auctions.ts';
import { Chip, type ChipTone } from '#ui/content/chip.tsx';

/**
 * The phase of an auction at a moment of the server's clock (ms since the epoch). Derived from its times
 * until the server reports a result.
 */
export function phaseAt(
  { state, startAt, effectiveEndAt }: Pick<Auction, 'state' | 'startAt' | 'effectiveEndAt'>,
  time: number,
): Auction['state'] {
  if (state !== 'scheduled' && state !== 'live' && state !== 'ended') return state;
  if (time < Date.parse(startAt)) return 'scheduled';
  return time < Date.parse(effectiveEndAt) ? 'live' : 'ended';
}

const words: Readonly<Record<Auction['state'], { text: string; tone: ChipTone }>> = {
  scheduled: { text: 'Scheduled', tone: 'primary' },
  live: { text: 'Live', tone: 'live' },
  ended: { text: 'Ended', tone: 'neutral' },
  sold: { text: 'Sold', tone: 'success' },
  unsold: { text: 'Not sold', tone: 'neutral' },
  cancelled: { text: 'Canceled', tone: 'neutral' },
};

/** The state of an auction as a colored label. */
export const AuctionState = ({ state }: { state: Auction['state'] }) => (
  <Chip tone={words[state].tone}>{words[state].text}</Chip>
);
