import type { Tokens } from './units.ts';

/** Each price below which a step holds, and the step; beyond the last it is 50. Tokens. */
const steps = [
  [30, 1],
  [50, 2],
  [100, 3],
  [300, 5],
  [1_000, 10],
  [2_000, 20],
] as const;

/** The least that a bid must be above this price. */
export const stepAt = (price: Tokens): Tokens => steps.find(([below]) => price < below)?.[1] ?? 50;

/** The least bid and the next few above it, a step apart. */
export const likelyBids = (least: number, count = 3): number[] => {
  const bids = [least];
  while (bids.length < count) bids.push((bids.at(-1) ?? least) + stepAt(bids.at(-1) ?? least));
  return bids;
};
