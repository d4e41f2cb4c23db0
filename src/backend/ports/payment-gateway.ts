import type { Wallet } from '#contract/core/cards.ts';
import type { Cents } from '#lib/units.ts';

/** A saved card, without its number, or an account of Link, which is charged like one. */
export interface GatewayCard {
  readonly gatewayId: string;
  /** `link` for an account of Link. */
  readonly brand: string;
  /** Empty for an account of Link. */
  readonly last4: string;
  /** Null for an account of Link, which doesn't expire. */
  readonly expMonth: number | null;
  readonly expYear: number | null;
  /** The wallet that it was added from; null for a card that was typed. */
  readonly wallet: Wallet | null;
  /** The same for the same card, even when two accounts saved it. */
  readonly fingerprint: string;
}
export type ChargeOutcome =
  /**
   * `eventId` identifies this success, whichever way it is reported. `amount` in cents and `currency` are
   * what the gateway charged.
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
   * The bank wants the cardholder to confirm: the client completes `clientSecret`, then the call is repeated
   * with the same key.
   */
  | { readonly status: 'challenge'; readonly clientSecret: string };
/** `gatewayRef` is the gateway's id of the payment; null when it refused to create one. */
export type Charged = ChargeOutcome & { readonly gatewayRef: string | null };

/** An event from a gateway, in our own terms. Events may be repeated and arrive in any order. */
export type GatewayEvent = { readonly id: string; readonly type: string; readonly happenedAt: Date } & (
  | {
      readonly kind: 'payment';
      readonly paymentId: string;
      readonly gatewayRef: string;
      readonly outcome: ChargeOutcome;
    }
  /** `amount`: the total refunded of the charge so far, including this refund. */
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
  /** An event this site doesn't handle, stored for the record. */
  | { readonly kind: 'other' }
);

export interface ConnectStatus {
  readonly payoutsEnabled: boolean;
  /** What the gateway still requires of the creator, in its own terms. */
  readonly requirements: readonly string[];
}
/** Pays creators through accounts of their own at the gateway. */
export interface ConnectGateway {
  createAccount(input: {
    idempotencyKey: string;
    accountId: string;
    email: string | null;
    country: string | null;
  }): Promise<{ gatewayId: string }>;
  /**
   * Returns the page where the creator completes the gateway's questions; it expires within minutes. The
   * creator returns to `returnUrl`, or to `refreshUrl` to get a new link.
   */
  onboardingLink(input: {
    gatewayId: string;
    returnUrl: string;
    refreshUrl: string;
  }): Promise<{ url: string }>;
  status(gatewayId: string): Promise<ConnectStatus>;
  /**
   * Transfers money, once per `idempotencyKey`. `amount` is in cents.
   * @throws AppError 402 `transfer_failed` with the gateway's reason when the failure is final.
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
 * Card payments. Every method that calls the gateway returns in bounded time. When the gateway can't be
 * reached or sends an unexpected reply, it throws something other than an AppError, and the same call may be
 * repeated with the same key.
 */
export interface PaymentGateway {
  readonly name: 'stripe' | 'sandbox';
  /** True when no real money moves. The site says so beside every card form. */
  readonly isTest: boolean;
  /** For the gateway's script in the browser; null when it has none. */
  readonly publishableKey: string | null;
  /** Creates the gateway's customer record for an account. Repeated calls return the same id. */
  createCustomer(input: {
    accountId: string;
    email: string | null;
    name: string;
  }): Promise<{ customerId: string }>;
  /** Starts saving a card in the browser, where the bank may ask for confirmation. */
  startCard(input: { customerId: string }): Promise<{ clientSecret: string }>;
  /**
   * Saves a card. `token` is a Stripe payment method id, or the sandbox's number, expiry and code, or the
   * name of a wallet.
   * @throws AppError 402 `card_declined` or `card_challenge`
   */
  saveCard(input: {
    accountId: string;
    customerId: string;
    token: string;
    challengeAnswer?: string;
  }): Promise<GatewayCard>;
  removeCard(gatewayId: string): Promise<void>;
  /**
   * Charges once per `paymentId`, however often and late it is called; later calls return the payment's
   * status. `amount` is in cents. `offSession`: the cardholder isn't present to confirm. `gatewayRef`: from
   * an earlier result, if there was one. `requestedSince`: when the payment was first attempted, so that the
   * gateway can be searched for a payment whose result never arrived.
   */
  charge(input: {
    paymentId: string;
    customerId: string;
    card: string;
    amount: Cents;
    currency: string;
    description: string;
    offSession: boolean;
    requestedSince: Date;
    challengeAnswer?: string;
    gatewayRef?: string;
  }): Promise<Charged>;
  /** Refunds up to `amount` cents of what remains of a charge, once per `idempotencyKey`. */
  refund(input: { idempotencyKey: string; chargeId: string; amount: Cents }): Promise<void>;
  readonly connect: ConnectGateway;
  /**
   * Verifies and translates a webhook. `payload` is the exact body, `signature` its header.
   * @throws AppError 400 `bad_signature` when it isn't the gateway's or is too old.
   */
  readEvent(input: { payload: string; signature: string | null }): Promise<GatewayEvent>;
}
