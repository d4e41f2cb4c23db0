import type { FoundPerson, PersonEvent } from '#contract/operator/people.ts';
import { paymentAmount } from '../payments/payment-amount.ts';
import { payoutStateLabels } from '../payouts/payout-labels.ts';

export const personStates: Readonly<Record<FoundPerson['state'], string>> = {
  open: 'Active',
  suspended: 'Suspended',
  deactivated: 'Deactivated',
};

/** Actions of the audit log about an account. Any other is shown as it is stored. */
const deeds: Readonly<Record<string, string>> = {
  'account.suspended': 'Suspended',
  'account.restored': 'Suspension lifted',
  'moderation.warn': 'Warned',
  'moderation.hide': 'Something of theirs hidden',
  'moderation.remove': 'Something of theirs removed',
  'moderation.suspend': 'Suspended',
  'moderation.ban': 'Banned',
  'moderation.ban-proposed': 'Ban proposed',
  'moderation.ban-confirmed': 'Ban confirmed',
  'moderation.ban-rejected': 'Proposed ban withdrawn',
  'moderation.refund': 'A payment to them refunded',
  'moderation.hold-payout': 'Payouts put on hold',
  'moderation.dismiss': 'A case dismissed',
  'moderation.lifted': 'A decision lifted',
  'moderation.appeal-upheld': 'Appeal rejected',
  'moderation.appeal-reversed': 'Appeal granted',
  'account.second-factor-removed': 'Two-factor authentication removed',
  'account.ban-proposed': 'Ban proposed',
  'account.ban-withdrawn': 'Proposed ban withdrawn',
  'performer.approved': 'Approved as a creator',
  'performer.rejected': 'Rejected as a creator',
  'performer.documents': 'Documents opened',
  'performer.releases': 'Releases opened',
  'operator.added': 'Made an operator',
  'operator.removed': 'No longer an operator',
};

const amountText = ({ amount, unit }: PersonEvent, currency: string): string =>
  amount === null || unit === null || amount === 0 ? '' : ` · ${paymentAmount({ amount, unit, currency })}`;

type InWords = (event: PersonEvent, amount: string) => string;
const payoutState = (state: string): string =>
  (payoutStateLabels as Readonly<Record<string, string>>)[state]?.toLowerCase() ?? state;

const inWords: Readonly<Record<PersonEvent['kind'], InWords>> = {
  registered: () => 'Joined',
  login: ({ what }) => (what ? `Logged in from ${what}` : 'Logged in'),
  operator: ({ what, by }) => `${deeds[what] ?? what}${by ? ` by ${by}` : ''}`,
  report: ({ what }) => `Reported someone: ${what}`,
  reported: ({ what }) => `Was reported: ${what}`,
  paid: ({ what }, amount) => `${what}${amount}`,
  earned: ({ what }, amount) => `Earned: ${what}${amount}`,
  payout: ({ what }, amount) => `Payout ${payoutState(what)}${amount}`,
};

/** What happened, in a line. */
export const eventText = (event: PersonEvent, currency: string): string =>
  inWords[event.kind](event, amountText(event, currency));
