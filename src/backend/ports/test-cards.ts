/** Messages for the cardholder, by the bank's reason for declining. */
export const refusals = {
  generic_decline: 'Your card was declined. Ask your bank, or use another card.',
  insufficient_funds: 'Your card was declined: insufficient funds. Use another card.',
  lost_card: 'Your card was declined: it was reported lost. Use another card.',
  stolen_card: 'Your card was declined: it was reported stolen. Use another card.',
  expired_card: 'Your card was declined: it has expired. Use another card.',
  incorrect_cvc: 'Your card was declined: the security code is wrong. Check it and try again.',
  processing_error: 'Your bank couldn’t process the payment. You weren’t charged. Try again in a moment.',
  card_velocity_exceeded: 'Your card was declined: it has reached its limit. Use another card.',
  authentication_required:
    'Your bank wants to confirm that it’s you, so the card couldn’t be charged automatically.',
  unusable_card: 'This card can’t be charged anymore. Use another card.',
  authentication_failed:
    'Your bank couldn’t confirm that it was you. You weren’t charged. Try again or use another card.',
} as const;
export type RefusalNotice = keyof typeof refusals;

/** What happens when a saved card is charged. */
export type Behaviour = 'pays' | 'challenge' | 'challenge-then-declines' | RefusalNotice;

export interface TestCard {
  readonly brand: string;
  /** What happens when the card is saved; absent: it is accepted. */
  readonly atSaving?: 'challenge' | RefusalNotice;
  /** Absent: it pays. */
  readonly atCharge?: Exclude<Behaviour, 'pays'>;
}

/**
 * The public test numbers of Stripe's documentation. What a bank can check without moving money (expiry,
 * security code) is refused when the card is saved. Everything else is refused when it is charged, so that
 * failed payments can be tested.
 */
export const testCards: Readonly<Record<string, TestCard | undefined>> = {
  '4242424242424242': { brand: 'visa' },
  '4000056655665556': { brand: 'visa' },
  '5555555555554444': { brand: 'mastercard' },
  '2223003122003222': { brand: 'mastercard' },
  '5200828282828210': { brand: 'mastercard' },
  '5105105105105100': { brand: 'mastercard' },
  '378282246310005': { brand: 'amex' },
  '371449635398431': { brand: 'amex' },
  '6011111111111117': { brand: 'discover' },
  '6011000990139424': { brand: 'discover' },
  '3056930009020004': { brand: 'diners' },
  '36227206271667': { brand: 'diners' },
  '3566002020360505': { brand: 'jcb' },
  '6200000000000005': { brand: 'unionpay' },
  '4000000000000002': { brand: 'visa', atCharge: 'generic_decline' },
  '4000000000000341': { brand: 'visa', atCharge: 'generic_decline' },
  '4000000000009995': { brand: 'visa', atCharge: 'insufficient_funds' },
  '4000000000009987': { brand: 'visa', atCharge: 'lost_card' },
  '4000000000009979': { brand: 'visa', atCharge: 'stolen_card' },
  '4000000000000119': { brand: 'visa', atCharge: 'processing_error' },
  '4000000000006975': { brand: 'visa', atCharge: 'card_velocity_exceeded' },
  '4000000000000069': { brand: 'visa', atSaving: 'expired_card' },
  '4000000000000127': { brand: 'visa', atSaving: 'incorrect_cvc' },
  // Needs confirmation once, when saved.
  '4000002500003155': { brand: 'visa', atSaving: 'challenge' },
  // Need confirmation at every payment.
  '4000000000003220': { brand: 'visa', atCharge: 'challenge' },
  '4000002760003184': { brand: 'visa', atCharge: 'challenge' },
  '4000008400001629': { brand: 'visa', atCharge: 'challenge-then-declines' },
};
