import type { Cents } from '#lib/units.ts';

/** Paying from a wallet, such as Apple Pay, instead of typing a card. */
export interface WalletPay {
  /** What the wallet shows, in cents; null to save the card without a payment. */
  readonly amount: Cents | null;
  /** Description of the payment, such as "$9.99 for a month of Mira". */
  readonly what: string;
  /** Whether the payment may begin. If not, the reason is shown where it belongs. */
  readonly mayStart: () => boolean;
  /** Begins the payment; `token` resolves with what the server saves as a card. */
  readonly onPay: (token: () => Promise<string>) => void;
}
