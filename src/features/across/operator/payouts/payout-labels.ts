import type { PayoutState } from '#contract/trade/payouts.ts';

export const payoutStateLabels: Readonly<Record<PayoutState, string>> = {
  pending: 'Pending',
  approved: 'Approved',
  processing: 'In transit',
  paid: 'Paid',
  rejected: 'Rejected',
  cancelled: 'Canceled',
  failed: 'Failed',
  returned: 'Returned',
};

const actors: Readonly<Record<string, string>> = {
  creator: 'the creator',
  operator: 'an operator',
  gateway: 'the gateway',
};

/** An event of a payout's timeline, by whom it was. */
export const payoutEventText = (event: string, by: string): string => {
  const labels: Readonly<Record<string, string>> = {
    ...payoutStateLabels,
    pending: 'Requested',
    changed: 'Changed',
    processing: 'Transfer started',
    paid: 'Marked as paid',
    failed: 'Marked as failed',
    returned: 'Marked as returned',
  };
  return `${labels[event] ?? event} by ${actors[by] ?? by}`;
};
