import type { PayoutCase, PayoutStep } from '#contract/across/operator/payouts.ts';
import { formatMoney } from '#lib/format.ts';
import type { DeskAction } from '../parts/action-dialog.tsx';
import { formatPersonName } from '../parts/person-link.tsx';

/** What asks for one text. */
export type PayoutAction = Exclude<PayoutStep, 'process' | 'return'> | 'withdraw';
type Words = Omit<DeskAction, 'act'>;

function approval({ proposal, needsTwo }: PayoutCase, what: string): Words {
  const proposes = needsTwo && !proposal;
  return {
    title: proposes ? `Propose to approve ${what}?` : `Approve ${what}?`,
    text: proposes
      ? 'This amount needs two operators. Nothing happens until another one confirms it.'
      : 'A payout through the gateway is sent automatically. For any other, instruct the bank afterwards.',
    confirmLabel: proposes ? 'Propose approval' : 'Approve payout',
    canned: ['Earnings and account checked.', 'Regular payout, nothing unusual.'],
    done: proposes ? 'Approval proposed' : 'Payout approved',
  };
}

/** What is asked before each step. */
export function payoutWords(payout: PayoutCase, action: PayoutAction): Words {
  const what = `${formatMoney(payout.amount, payout.currency)} to ${formatPersonName(payout.performer)}`;
  const words: Readonly<Record<Exclude<PayoutAction, 'approve'>, Words>> = {
    pay: {
      title: `Mark ${what} as paid?`,
      text: 'The creator is notified that the money was sent.',
      confirmLabel: 'Mark as paid',
      label: 'Bank reference',
      done: 'Payout marked as paid',
    },
    reject: {
      title: `Reject ${what}?`,
      text: 'The money returns to the creator’s balance, and they receive the reason.',
      confirmLabel: 'Reject payout',
      canned: [
        'The account holder’s name doesn’t match your account.',
        'We need to review recent payments to you first. Please request it again in a week.',
        'The bank details are incomplete.',
      ],
      isDanger: true,
      done: 'Payout rejected',
    },
    fail: {
      title: `Mark ${what} as failed?`,
      text: 'The money returns to the creator’s balance, and they receive the reason.',
      confirmLabel: 'Mark as failed',
      canned: [
        'The bank refused the transfer: the account doesn’t exist.',
        'The bank didn’t send the transfer.',
      ],
      isDanger: true,
      done: 'Payout marked as failed',
    },
    withdraw: {
      title: 'Withdraw the proposed approval?',
      text: 'The payout stays pending.',
      confirmLabel: 'Withdraw',
      isDanger: true,
      done: 'Proposal withdrawn',
    },
  };
  return action === 'approve' ? approval(payout, what) : words[action];
}
