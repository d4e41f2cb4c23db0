import type { FoundPerson, PersonEvent } from '#contract/across/operator/people.ts';
import { paymentAmount } from '../payments/payment-amount.ts';
import { auditActionText } from '../parts/audit-actions.ts';
import { payoutStateLabels } from '../payouts/payout-labels.ts';

export const personStates: Readonly<Record<FoundPerson['state'], string>> = {
  open: 'Active',
  suspended: 'Suspended',
  deactivated: 'Deactivated',
};

const amountText = ({ amount, unit }: PersonEvent, currency: string): string =>
  amount === null || unit === null || amount === 0 ? '' : ` · ${paymentAmount({ amount, unit, currency })}`;

type InWords = (event: PersonEvent, amount: string) => string;
const payoutState = (state: string): string =>
  (payoutStateLabels as Readonly<Record<string, string>>)[state]?.toLowerCase() ?? state;

const attempted: Readonly<Record<string, string>> = {
  top_up: 'Tokens',
  subscription: 'Subscription',
  gift: 'Gift',
};
const attemptStates: Readonly<Record<string, string>> = {
  pending: 'waiting for the gateway',
  challenge: 'waiting for the bank’s confirmation',
  declined: 'declined',
};
/** Such as "Tokens by card, declined". */
function attemptText(what: string): string {
  const [kind = '', state = ''] = what.split(':');
  return `${attempted[kind] ?? kind} by card, ${attemptStates[state] ?? state}`;
}

const inWords: Readonly<Record<PersonEvent['kind'], InWords>> = {
  registered: () => 'Joined',
  login: ({ what }) => (what ? `Logged in from ${what}` : 'Logged in'),
  operator: ({ what, by }) => `${auditActionText(what)}${by ? ` by ${by}` : ''}`,
  report: ({ what }) => `Reported someone: ${what}`,
  reported: ({ what }) => `Was reported: ${what}`,
  attempt: ({ what }, amount) => `${attemptText(what)}${amount}`,
  paid: ({ what }, amount) => `${what}${amount}`,
  earned: ({ what }, amount) => `Earned: ${what}${amount}`,
  adjusted: ({ what }, amount) => `${what === 'wallet' ? 'Wallet' : 'Earnings'} adjusted${amount}`,
  payout: ({ what }, amount) => `Payout ${payoutState(what)}${amount}`,
};

/** What happened, in a line. */
export const eventText = (event: PersonEvent, currency: string): string =>
  inWords[event.kind](event, amountText(event, currency));
