import type Stripe from 'stripe';
import type { ChargeOutcome } from '../../ports/payment-gateway.ts';
import { type RefusalNotice, refusals } from '../../ports/test-cards.ts';
import { toId } from './stripe-client.ts';

/** Stripe codes that mean the same as one of ours. Any other code is a generic decline. */
const aliases: Readonly<Record<string, RefusalNotice | undefined>> = {
  invalid_cvc: 'incorrect_cvc',
  invalid_expiry_month: 'expired_card',
  invalid_expiry_year: 'expired_card',
  withdrawal_count_limit_exceeded: 'card_velocity_exceeded',
  issuer_not_available: 'processing_error',
  reenter_transaction: 'processing_error',
  try_again_later: 'processing_error',
  payment_intent_authentication_failure: 'authentication_failed',
  setup_intent_authentication_failure: 'authentication_failed',
  payment_intent_payment_attempt_expired: 'authentication_failed',
};
const known = (code: string | undefined): RefusalNotice | undefined =>
  code === undefined ? undefined : Object.hasOwn(refusals, code) ? (code as RefusalNotice) : aliases[code];

/** Why the bank declined: the more specific code if it is known. */
export const findDeclineReason = (codes: {
  readonly code?: string | undefined;
  readonly declineCode?: string | undefined;
}): RefusalNotice => known(codes.declineCode) ?? known(codes.code) ?? 'generic_decline';

export const declined = (reason: RefusalNotice): ChargeOutcome => ({
  status: 'declined',
  reason,
  message: refusals[reason],
});

/** Identifies a payment's success, whichever way it is reported. */
const successKey = (intent: Stripe.PaymentIntent) => `${intent.id}:succeeded`;

function toDecline({ last_payment_error: error }: Stripe.PaymentIntent): ChargeOutcome {
  return declined(findDeclineReason({ code: error?.code, declineCode: error?.decline_code }));
}

/** A payment's outcome, or null while it is in progress. */
export function toOutcome(intent: Stripe.PaymentIntent): ChargeOutcome | null {
  switch (intent.status) {
    case 'succeeded':
      return {
        status: 'succeeded',
        chargeId: toId(intent.latest_charge) ?? intent.id,
        eventId: successKey(intent),
        amount: intent.amount_received,
        currency: intent.currency.toUpperCase(),
      };
    case 'requires_action':
      return { status: 'challenge', clientSecret: intent.client_secret ?? '' };
    case 'requires_payment_method':
      return toDecline(intent);
    case 'canceled':
      return declined('authentication_failed');
    default:
      return null;
  }
}
