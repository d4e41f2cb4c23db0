import type { Cents, BasisPoints, Tokens as Count } from '#lib/units.ts';
import type { OwnReferralCode, ReferralState } from '#contract/money/referrals.ts';
import { formatMoney } from '#lib/format.ts';
import { Money, Tokens, tokensText, type Rate } from '#ui/content/money.tsx';

export type Unit = OwnReferralCode['unit'];

/** An amount in the account's unit: money, or tokens with their value. */
export const Share = ({ unit, amount, tokens }: { unit: Unit; amount: Cents; tokens: Count }) =>
  unit === 'money' ? <Money cents={amount} /> : <Tokens tokens={tokens} />;

export const stateLabels: Readonly<Record<ReferralState, string>> = {
  active: 'Active',
  ended: 'Ended',
  voided: 'Not eligible',
};
export const states: readonly { readonly state?: ReferralState; readonly label: string }[] = [
  { label: 'All' },
  { state: 'active', label: stateLabels.active },
  { state: 'ended', label: stateLabels.ended },
  { state: 'voided', label: stateLabels.voided },
];

const percent = (bps: BasisPoints): string => `${bps / 100}%`;
/** Payment in the example, in cents. */
const paid = 1000;

/** How referrals work, with the current rates. */
export function pricingText(
  { terms, unit }: Pick<OwnReferralCode, 'terms' | 'unit'>,
  rate: Rate,
): readonly string[] {
  const commission = Math.floor((paid * terms.commissionBps + 5_000) / 10_000);
  const share = Math.floor((commission * terms.referralBps) / 10_000);
  const got =
    unit === 'money'
      ? formatMoney(share, rate.currency)
      : tokensText(Math.floor((share * rate.tokenRate) / 100), rate);
  const held =
    terms.holdDays === 0
      ? 'You can request a payout right away.'
      : `It can be paid out after ${terms.holdDays} days, like sales.`;
  return [
    'Send your link or code to someone who hasn’t joined yet.',
    `For ${terms.days} days you get ${percent(terms.referralBps)} of our fee on everything they pay and earn. For every ${formatMoney(paid, rate.currency)} our fee is ${formatMoney(commission, rate.currency)}, and you earn ${got}.`,
    unit === 'money'
      ? `It’s added to your earnings within minutes. ${held}`
      : 'It’s added to your wallet within minutes, in whole tokens. Anything less than a token is saved for next time.',
    'If a payment is refunded, your share is deducted. Accounts that use your card or bank account don’t count.',
  ];
}
