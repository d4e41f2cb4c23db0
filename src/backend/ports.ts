import type { Cents } from '#lib/units.ts';
import type { ServerEvent, ServerEvents } from '#contract/core/events.ts';
import type { MediaFormat } from './ports/media-format.ts';

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
  /** The object under another key as well; false when there is no such object. What is put at `from` afterwards doesn't show at `to`. */
  copy(from: string, to: string, mime: string): Promise<boolean>;
  remove(key: string): Promise<void>;
  /** An address to which a browser may PUT exactly this, for so many seconds; absent where objects come in through us. */
  signPut?(permit: { key: string; mime: string; bytes: number; seconds: number }): string;
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
  /** The same for the same card, whoever keeps it. */
  readonly fingerprint: string;
}
export type ChargeOutcome =
  /** `eventId` names this success once and for all, however it is learnt of. `amount` in cents and `currency` as the gateway took them. */
  | {
      readonly status: 'succeeded';
      readonly chargeId: string;
      readonly eventId: string;
      readonly amount: Cents;
      readonly currency: string;
    }
  | { readonly status: 'declined'; readonly reason: string; readonly message: string }
  /** The bank wants the cardholder: the client completes `clientSecret` and the call is made again with the same key. */
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
  /** Where the creator answers the gateway's questions; used within minutes. They come back to `returnUrl`, or to `refreshUrl` for a fresh link. */
  onboardingLink(input: {
    gatewayId: string;
    returnUrl: string;
    refreshUrl: string;
  }): Promise<{ url: string }>;
  status(gatewayId: string): Promise<ConnectStatus>;
  /** Sends money on, once per `idempotencyKey`. `amount` in cents. @throws AppError 402 `transfer_failed` with the gateway's reason, for good. */
  transfer(input: {
    idempotencyKey: string;
    gatewayId: string;
    amount: Cents;
    currency: string;
    description: string;
  }): Promise<{ transferId: string }>;
}

/**
 * Card payments. Every method that asks the gateway answers in bounded time; when the gateway can't be reached or answers nonsense it
 * throws something that isn't an AppError, and the same call with the same key may be made again.
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
  /** Turns card data (sandbox: number, expiry, code; Stripe: a payment-method id) into a kept card. Throws AppError 402 `card_declined` or `card_challenge`. */
  saveCard(input: {
    accountId: string;
    customerId: string;
    token: string;
    challengeAnswer?: string;
  }): Promise<GatewayCard>;
  removeCard(gatewayId: string): Promise<void>;
  /**
   * Charges once per `paymentId`, however often and however much later it is called; a later call answers how the payment stands.
   * `amount` in cents. `offSession`: nobody sits there who could answer the bank. `gatewayRef`: from an earlier answer, once there is one.
   * `askedSince`: when the payment was first meant, so that the gateway can be searched for one that nobody heard of.
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
  /** Reads what the gateway sent to the webhook: `payload` byte for byte, `signature` its header. @throws AppError 400 `bad_signature` when it isn't the gateway's, or too old. */
  readEvent(input: { payload: string; signature: string | null }): Promise<GatewayEvent>;
}

/** A picture as processed: renditions by width, and what the locked view may show. */
export interface ProcessedImage {
  readonly mime: string;
  readonly width: number;
  readonly height: number;
  readonly placeholder: string;
  readonly renditions: readonly {
    readonly name: string;
    readonly width: number;
    readonly height: number;
    readonly mime: string;
    readonly bytes: Uint8Array;
  }[];
}
export interface MediaProcessor {
  /** Sniffs and bounds a picture by its header alone, for what is kept as it came. Throws AppError 422 `unsupported_file` with the reason. */
  measure(bytes: Uint8Array): Promise<{ width: number; height: number }>;
  /**
   * Sniffs, bounds, rotates, strips and resizes to WebP. Answers one rendition called `<width>.webp` for each of `widths` (never enlarged:
   * of a smaller picture they are alike) and one called `blur.webp`; `square` crops to a square first.
   * Throws AppError 422 `unsupported_file` with the reason.
   */
  image(bytes: Uint8Array, want: { widths: readonly number[]; square?: boolean }): Promise<ProcessedImage>;
  /** Makes renditions that play everywhere, and a poster. Throws AppError 422 `unsupported_file` with the reason, or what `signal` was aborted with. */
  video(source: MediaSource, work: MediaTask): Promise<ProcessedMedia>;
  /** The same for sound, with its waveform. */
  audio(source: MediaSource, work: MediaTask): Promise<ProcessedMedia>;
}

/** A recording as it was uploaded. */
export interface MediaSource {
  readonly format: MediaFormat;
  readonly bytes: number;
  open(range?: { start: number; end?: number }): Promise<ReadableStream<Uint8Array>>;
}
/** One thing kept of a file; `name` is the last part of its key and address. */
export interface SavedRendition {
  readonly name: string;
  readonly width: number;
  readonly height: number;
  readonly mime: string;
  readonly bytes: number;
}
export interface MediaTask {
  /** Widths of the poster. */
  readonly widths: readonly number[];
  /** Only this part, in seconds, as one small rendition: a teaser. Throws 422 where the host can't cut. */
  readonly cut?: { readonly start: number; readonly seconds: number } | undefined;
  readonly signal: AbortSignal;
  /** 0 to 100; may be called often. */
  progress(percent: number): void;
  keep(rendition: SavedRendition, body: Uint8Array | ReadableStream<Uint8Array>): Promise<void>;
}
export interface ProcessedMedia {
  readonly width: number | null;
  readonly height: number | null;
  /** Seconds. */
  readonly duration: number | null;
  /** 0 to 100, evenly over the length. */
  readonly peaks: number[] | null;
  readonly poster: ProcessedImage | null;
  /** What was kept, best first. Empty: what was uploaded is to be kept as it is. */
  readonly renditions: readonly SavedRendition[];
  /** Nothing here could make other sizes of it. */
  readonly asUploaded: boolean;
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
