import type { Cents } from '#lib/units.ts';

/** A card as kept: never its number. */
export interface GatewayCard {
  readonly gatewayId: string;
  readonly brand: string;
  readonly last4: string;
  readonly expMonth: number;
  readonly expYear: number;
  /** The same for the same card, whoever keeps it. */
  readonly fingerprint: string;
}
export type ChargeOutcome =
  /**
   * `eventId` names this success once and for all, however it is learnt of. `amount` in cents and `currency`
   * as the gateway took them.
   */
  | {
      readonly status: 'succeeded';
      readonly chargeId: string;
      readonly eventId: string;
      readonly amount: Cents;
      readonly currency: string;
    }
  | { readonly status: 'declined'; readonly reason: string; readonly message: string }
  /**
   * The bank wants the cardholder: the client completes `clientSecret` and the call is made again with the
   * same key.
   */
  | { readonly status: 'challenge'; readonly clientSecret: string };
/** `gatewayRef`: the gateway's own record of the payment; null where it refused to make one. */
export type Charged = ChargeOutcome & { readonly gatewayRef: string | null };

/** What a gateway reports by itself, in our words. Events come more than once and in any order. */
export type GatewayEvent = { readonly id: string; readonly type: string; readonly happenedAt: Date } & (
  | {
      readonly kind: 'payment';
      readonly paymentId: string;
      readonly gatewayRef: string;
      readonly outcome: ChargeOutcome;
    }
  /** `amount`: what has gone back of the charge so far, this time and before. */
  | {
      readonly kind: 'refund';
      readonly paymentId: string;
      readonly chargeId: string;
      readonly amount: Cents;
      readonly currency: string;
    }
  | {
      readonly kind: 'dispute';
      readonly disputeId: string;
      readonly chargeId: string;
      readonly gatewayRef: string | null;
      readonly amount: Cents;
      readonly currency: string;
      readonly reason: string;
      readonly state: 'open' | 'won' | 'lost';
    }
  | { readonly kind: 'connect'; readonly gatewayId: string; readonly status: ConnectStatus }
  /** Nothing of ours; kept for the record. */
  | { readonly kind: 'other' }
);

export interface ConnectStatus {
  readonly payoutsEnabled: boolean;
  /** What the gateway still asks of the creator, in its own words. */
  readonly requirements: readonly string[];
}
/** Where creators can be paid out through the gateway. */
export interface ConnectGateway {
  createAccount(input: {
    idempotencyKey: string;
    accountId: string;
    email: string | null;
    country: string | null;
  }): Promise<{ gatewayId: string }>;
  /**
   * Where the creator answers the gateway's questions; used within minutes. They come back to `returnUrl`, or
   * to `refreshUrl` for a fresh link.
   */
  onboardingLink(input: {
    gatewayId: string;
    returnUrl: string;
    refreshUrl: string;
  }): Promise<{ url: string }>;
  status(gatewayId: string): Promise<ConnectStatus>;
  /**
   * Sends money on, once per `idempotencyKey`. `amount` in cents. @throws AppError 402 `transfer_failed` with
   * the gateway's reason, for good.
   */
  transfer(input: {
    idempotencyKey: string;
    gatewayId: string;
    amount: Cents;
    currency: string;
    description: string;
  }): Promise<{ transferId: string }>;
}

/**
 * Card payments. Every method that asks the gateway answers in bounded time; when the gateway can't be
 * reached or answers nonsense it throws something that isn't an AppError, and the same call with the same key
 * may be made again.
 */
export interface PaymentGateway {
  readonly name: 'stripe' | 'sandbox';
  /** True where no real money moves; the site says so beside every card form. */
  readonly isTest: boolean;
  /** For the browser's half; null where there is none. */
  readonly publishableKey: string | null;
  /** The account as the gateway knows it, the same id however often it is asked. */
  createCustomer(input: {
    accountId: string;
    email: string | null;
    name: string;
  }): Promise<{ customerId: string }>;
  /** Begins keeping a card in the browser, where the bank may ask its question. */
  startCard(input: { customerId: string }): Promise<{ clientSecret: string }>;
  /**
   * Turns card data (sandbox: number, expiry, code; Stripe: a payment-method id) into a kept card. Throws
   * AppError 402 `card_declined` or `card_challenge`.
   */
  saveCard(input: {
    accountId: string;
    customerId: string;
    token: string;
    challengeAnswer?: string;
  }): Promise<GatewayCard>;
  removeCard(gatewayId: string): Promise<void>;
  /**
   * Charges once per `paymentId`, however often and however much later it is called; a later call answers how
   * the payment stands. `amount` in cents. `offSession`: nobody sits there who could answer the bank.
   * `gatewayRef`: from an earlier answer, once there is one. `askedSince`: when the payment was first meant,
   * so that the gateway can be searched for one that nobody heard of.
   */
  charge(input: {
    paymentId: string;
    customerId: string;
    card: string;
    amount: Cents;
    currency: string;
    description: string;
    offSession: boolean;
    askedSince: Date;
    challengeAnswer?: string;
    gatewayRef?: string;
  }): Promise<Charged>;
  /** Gives back to its card what a charge still holds, at most `amount` cents, once per `idempotencyKey`. */
  refund(input: { idempotencyKey: string; chargeId: string; amount: Cents }): Promise<void>;
  readonly connect: ConnectGateway;
  /**
   * Reads what the gateway sent to the webhook: `payload` byte for byte, `signature` its header. @throws
   * AppError 400 `bad_signature` when it isn't the gateway's, or too old.
   */
  readEvent(input: { payload: string; signature: string | null }): Promise<GatewayEvent>;
}
