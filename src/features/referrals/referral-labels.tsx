import type { Cents, BasisPoints, Tokens as Count } from '#lib/units.ts';
import type { OwnReferralCode, ReferralState } from '#contract/referrals.ts';
import { formatMoney } from '#lib/format.ts';
import { Money, Tokens, tokensText, type Rate } from '#ui/content/money.tsx';

export type Unit = OwnReferralCode['unit'];

/** What came of it, in what the account gets: money, or tokens with what they are worth beside them. */
export const Share = ({ unit, amount, tokens }: { unit: Unit; amount: Cents; tokens: Count }) =>
  unit === 'money' ? <Money cents={amount} /> : <Tokens tokens={tokens} />;

export const stateWords: Readonly<Record<ReferralState, string>> = {
  active: 'Counts',
  ended: 'Over',
  voided: 'Doesn’t count',
};
export const states: readonly { readonly state?: ReferralState; readonly label: string }[] = [
  { label: 'All' },
  { state: 'active', label: stateWords.active },
  { state: 'ended', label: stateWords.ended },
  { state: 'voided', label: stateWords.voided },
];

const percent = (bps: BasisPoints): string => `${bps / 100}%`;
/** What the example pays, cents. */
const paid = 1000;

/** How it works, in the figures that stand now. */
export function pricingText(
  { terms, unit }: Pick<OwnReferralCode, 'terms' | 'unit'>,
  rate: Rate,
): readonly string[] {
  const kept = Math.floor((paid * terms.commissionBps + 5_000) / 10_000);
  const share = Math.floor((kept * terms.referralBps) / 10_000);
  const got =
    unit === 'money'
      ? formatMoney(share, rate.currency)
      : tokensText(Math.floor((share * rate.tokenRate) / 100), rate);
  const held =
    terms.holdDays === 0
      ? 'It can be paid out at once.'
      : `It can be paid out after ${terms.holdDays} days, like a sale.`;
  return [
    'Send your link to somebody who isn’t here yet. Joining by it, or with your code, is enough.',
    `For ${terms.days} days you get ${percent(terms.referralBps)} of what the site keeps on all they pay and earn. Of every ${formatMoney(paid, rate.currency)} the site keeps ${formatMoney(kept, rate.currency)}, and you get ${got}.`,
    unit === 'money'
      ? `It goes to your earnings within minutes. ${held}`
      : 'It goes to your wallet within minutes, as whole tokens; what doesn’t make one yet waits for the next.',
    'When a payment is refunded, its share goes back. An account that pays with your card or is paid out to your bank account doesn’t count.',
  ];
}
