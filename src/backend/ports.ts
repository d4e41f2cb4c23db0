import type { ServerEvent, ServerEvents } from '#contract/events';

/** What the backend asks of whatever hosts it. The Node adapters live in `backend/node`, the browser's in `mock`. */
export interface Ports {
  readonly clock: Clock;
  /** A fresh UUIDv7. */
  readonly ids: () => string;
  readonly passwords: PasswordHasher;
  readonly crypto: Crypto;
  readonly objects: ObjectStore;
  readonly mailer: Mailer;
  readonly payments: PaymentGateway;
  readonly media: MediaProcessor;
  readonly geo: GeoLookup;
  readonly transport: Transport;
  readonly log: Log;
}

export interface Clock {
  now(): Date;
}

/** Primitives that differ by host; synchronous, since a page of posts signs dozens of addresses. All answers are base64url. */
export interface Crypto {
  randomToken(bytes: number): string;
  sha256(text: string): string;
  hmac(key: string, text: string): string;
  /** Same length of time whatever differs. */
  equal(a: string, b: string): boolean;
}

/** Slow and salted. `verify` takes about as long for an unknown account: give it `null`. */
export interface PasswordHasher {
  hash(password: string): Promise<string>;
  verify(password: string, hash: string | null): Promise<boolean>;
}

export interface ObjectStore {
  /** A stream that fails leaves nothing behind. */
  put(key: string, body: Uint8Array | ReadableStream<Uint8Array>, mime: string): Promise<void>;
  /** Null when there is no such object. `range` is inclusive, in bytes; one that starts past the end gives `bytes: 0`. */
  get(key: string, range?: { start: number; end?: number }): Promise<StoredObject | null>;
  remove(key: string): Promise<void>;
}
export interface StoredObject {
  readonly body: ReadableStream<Uint8Array>;
  readonly bytes: number;
  readonly total: number;
  readonly mime: string;
}

export interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
}
export interface Mailer {
  /** Hands the mail over; the outbox row stays until this resolves. */
  send(mail: Mail): Promise<void>;
}

/** A card as kept: never its number. */
export interface GatewayCard {
  readonly gatewayId: string;
  readonly brand: string;
  readonly last4: string;
  readonly expMonth: number;
  readonly expYear: number;
}
export type ChargeOutcome =
  | { readonly status: 'succeeded'; readonly chargeId: string; readonly eventId: string }
  | { readonly status: 'declined'; readonly reason: string; readonly message: string }
  /** The bank wants the cardholder: the client completes `clientSecret` and the call is made again with the same key. */
  | { readonly status: 'challenge'; readonly clientSecret: string };
export interface PaymentGateway {
  readonly name: 'stripe' | 'sandbox';
  /** True where no real money moves; the site says so beside every card form. */
  readonly isTest: boolean;
  /** Turns card data (sandbox: number, expiry, code; Stripe: a payment-method id) into a kept card. Throws AppError 402 `card_declined`. */
  saveCard(input: { accountId: string; token: string; challengeAnswer?: string }): Promise<GatewayCard>;
  removeCard(gatewayId: string): Promise<void>;
  /** Charges once per `idempotencyKey`, however often it is called. `amount` in cents. */
  charge(input: { idempotencyKey: string; card: string; amount: number; currency: string; description: string; challengeAnswer?: string }): Promise<ChargeOutcome>;
  /** Gives a charge back to its card, once per `idempotencyKey`. `amount` in cents. */
  refund(input: { idempotencyKey: string; chargeId: string; amount: number }): Promise<void>;
}

/** A picture as processed: renditions by width, and what the locked view may show. */
export interface ProcessedImage {
  readonly mime: string;
  readonly width: number;
  readonly height: number;
  readonly placeholder: string;
  readonly renditions: readonly { readonly name: string; readonly width: number; readonly height: number; readonly mime: string; readonly bytes: Uint8Array }[];
}
export interface MediaProcessor {
  /**
   * Sniffs, bounds, rotates, strips and resizes to WebP. Answers one rendition called `<width>.webp` for each of `widths` (never enlarged:
   * of a smaller picture they are alike) and one called `blur.webp`; `square` crops to a square first.
   * Throws AppError 422 `unsupported_file` with the reason.
   */
  image(bytes: Uint8Array, want: { widths: readonly number[]; square?: boolean }): Promise<ProcessedImage>;
}

export interface GeoLookup {
  /** Two upper-case letters, or null where the address says nothing. */
  country(ip: string): string | null;
}

/** Rooms and typed emit over whatever carries sockets. Only `hub.ts` speaks to it. */
export interface Transport {
  emit<E extends ServerEvent>(room: string, event: E, payload: ServerEvents[E]): void;
  /** Ends the connections in a room within a second, everywhere. */
  disconnect(room: string): void;
  /** Moves the connections of one room into (or out of) another. */
  join(room: string, other: string): void;
  leave(room: string, other: string): void;
  /** How many connections a room holds, over all processes. */
  count(room: string): Promise<number>;
}

/** A connection as the socket handlers see it, whichever host carries it. */
export interface Connection {
  readonly id: string;
  join(room: string): void;
  leave(room: string): void;
  emit<E extends ServerEvent>(event: E, payload: ServerEvents[E]): void;
  disconnect(): void;
}

export interface Log {
  info(message: string, facts?: Record<string, unknown>): void;
  warn(message: string, facts?: Record<string, unknown>): void;
  error(message: string, facts?: Record<string, unknown>): void;
}
