import type { Cents } from '#lib/units.ts';
import type { PayoutBlock } from '#contract/trade/payouts.ts';
import { formatMoney } from '#lib/format.ts';
import type { performers } from '../../../db/schema/creators.ts';
import type { SettingsValues } from '../../../kernel/settings.ts';
import { unapproved } from '../../people/accounts/approval/unapproved.ts';
import { type EarningBalance, availableWhen } from '../../money/earnings/balance.ts';
import type { PayoutHold } from './holds.ts';
import type { MethodView } from './methods.ts';

export interface Situation {
  readonly creator: Pick<typeof performers.$inferSelect, 'verified' | 'verifiedReason'>;
  readonly balance: EarningBalance;
  readonly method: MethodView | null;
  readonly openRequestId: string | null;
  /** An operator's decision to hold payouts. */
  readonly hold: PayoutHold | null;
  readonly settings: SettingsValues;
  /** The requested amount in cents, if any. */
  readonly amount?: Cents | undefined;
}

const request = (block: Omit<PayoutBlock, 'stops' | 'until'> & { until?: string | null }): PayoutBlock => ({
  until: null,
  ...block,
  stops: 'request',
});

function creatorBlocker({ creator }: Situation): PayoutBlock | null {
  const why = unapproved(creator);
  if (!why) return null;
  const { message, who } = why;
  // Publishing is what the rest of the rule is about; here, only what to do matters.
  const then = who === 'you' ? ` ${why.then.replace(/ to publish\.$/, '.')}` : '';
  return request({ code: 'not_approved', message: `${message}${then}`, who });
}

function holdBlocker({ hold }: Situation): PayoutBlock | null {
  if (!hold) return null;
  return request({
    code: 'held',
    message: 'Your payouts are on hold. The decision says why, and how to appeal it.',
    who: 'site',
    until: hold.until?.toISOString() ?? null,
  });
}

const openRequestBlocker = ({ openRequestId }: Situation): PayoutBlock | null =>
  openRequestId === null
    ? null
    : request({
        code: 'open_request',
        message: 'You can request a payout once the current one is complete.',
        who: 'site',
      });

/** Problems with the payout method. */
function methodBlocker({ method }: Situation): PayoutBlock | null {
  if (!method) return request({ code: 'no_method', message: 'Add a payout method first.', who: 'you' });
  if (!method.isReady)
    return request({
      code: 'method_not_ready',
      message: `${method.bank} can’t pay you yet. It needs more information.`,
      who: 'you',
    });
  if (method.lockedUntil === null) return null;
  return {
    code: 'method_locked',
    message:
      'Your payout method was changed recently. You can request a payout now, but it won’t be paid before this date.',
    who: 'time',
    until: method.lockedUntil,
    stops: 'payment',
  };
}

/** Problems with the balance. */
function balanceBlocker({
  balance: { available, holds },
  settings: { minimumPayoutAmount: minimum, currency },
}: Situation): PayoutBlock | null {
  if (available >= minimum) return null;
  const until = availableWhen(holds, minimum - available);
  const who = until ? 'time' : 'you';
  if (available < 0) {
    return request({
      code: 'owed',
      message: `Refunds took ${formatMoney(-available, currency)} more than your available balance. Your next earnings will cover it.`,
      who,
      until,
    });
  }
  return request({
    code: 'below_minimum',
    message: `The minimum payout is ${formatMoney(minimum, currency)}. ${formatMoney(minimum - available, currency)} more is needed.`,
    who,
    until,
  });
}

/** Problems with the requested amount. */
export function amountBlocker({
  balance: { available, holds },
  settings: { minimumPayoutAmount: minimum, currency },
  amount,
}: Pick<Situation, 'balance' | 'settings' | 'amount'>): PayoutBlock | null {
  if (amount === undefined) return null;
  if (amount < minimum)
    return request({
      code: 'amount_too_low',
      message: `The minimum payout is ${formatMoney(minimum, currency)}.`,
      who: 'you',
    });
  if (amount <= available) return null;
  return request({
    code: 'amount_too_high',
    message: `${formatMoney(Math.max(available, 0), currency)} is available.`,
    who: 'you',
    until: availableWhen(holds, amount - available),
  });
}

/** Everything that blocks a payout, in the order to resolve it. */
export function listBlockers(situation: Situation): PayoutBlock[] {
  const short = balanceBlocker(situation);
  // When the balance is too low for any payout, the amount isn't checked.
  return [
    creatorBlocker(situation),
    holdBlocker(situation),
    openRequestBlocker(situation),
    methodBlocker(situation),
    short ?? amountBlocker(situation),
  ].filter((block) => block !== null);
}
