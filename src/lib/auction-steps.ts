import type { Tokens } from './units.ts';

/** Upper price limit and bid increment, in tokens. Above the last, the increment is 50. */
const steps = [
  [30, 1],
  [50, 2],
  [100, 3],
  [300, 5],
  [1_000, 10],
  [2_000, 20],
] as const;

/** The minimum increment over the current price, in tokens. */
export const stepAt = (price: Tokens): Tokens => steps.find(([below]) => price < below)?.[1] ?? 50;

/** The minimum bid and the next few, one increment apart. */
export const likelyBids = (least: number, count = 3): number[] => {
  const bids = [least];
  while (bids.length < count) bids.push((bids.at(-1) ?? least) + stepAt(bids.at(-1) ?? least));
  return bids;
};
