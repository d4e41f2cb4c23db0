import type { DecisionState, ModerationAction } from '#contract/across/decisions.ts';
import type { CaseState } from '#contract/across/operator/moderation.ts';
import type { ReportCategory, ReportTarget } from '#contract/across/reports.ts';

export const stateLabels: Record<CaseState, string> = {
  open: 'Open',
  waiting: 'Needs a second operator',
  appealed: 'Appealed',
  closed: 'Closed',
};
export const categoryLabels: Record<ReportCategory, string> = {
  'child-safety': 'Child safety',
  spam: 'Spam',
  legal: 'Illegal content',
  violation: 'Breaks the rules',
  other: 'Something else',
};
export const kindLabels: Record<ReportTarget, string> = {
  account: 'Profile',
  feed: 'Post',
  video: 'Video',
  gallery: 'Gallery',
  photo: 'Photo',
  product: 'Product',
  auction: 'Auction',
  stream: 'Stream',
  comment: 'Comment',
  message: 'Message',
};
export const actionLabels: Record<ModerationAction, string> = {
  dismiss: 'Dismiss: nothing against the rules',
  warn: 'Warn',
  hide: 'Hide: only the creator sees it',
  remove: 'Remove',
  suspend: 'Suspend the account',
  ban: 'Ban the account',
  refund: 'Refund a payment',
  'hold-payout': 'Hold payouts',
};
export const doneLabels: Record<ModerationAction, string> = {
  dismiss: 'Dismissed',
  warn: 'Warned',
  hide: 'Hidden',
  remove: 'Removed',
  suspend: 'Account suspended',
  ban: 'Account banned',
  refund: 'Payment refunded',
  'hold-payout': 'Payouts held',
};
export const decisionStateLabels: Record<DecisionState, string> = {
  proposed: 'Needs a second operator',
  'in-force': 'In force',
  withdrawn: 'Rejected',
  reversed: 'Reversed on appeal',
  lifted: 'Lifted',
};

/** Options of a select, in the order of the labels. */
export const toOptions = <Value extends string>(labels: Readonly<Record<Value, string>>) =>
  (Object.entries(labels) as [Value, string][]).map(([value, label]) => ({ value, label }));
