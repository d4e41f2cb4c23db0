import type { ServerEvent, ServerEvents } from '#contract/core/events.ts';
import type { MediaProcessor } from './ports/media-processor.ts';
import type { PaymentGateway } from './ports/payment-gateway.ts';

/**
 * What the backend asks of whatever hosts it. The Node adapters live in `backend/node`, the browser's in
 * `mock`.
 */
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

/**
 * Primitives that differ by host; synchronous, since a page of posts signs dozens of addresses. All answers
 * are base64url.
 */
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
  /**
   * Null when there is no such object. `range` is inclusive, in bytes; one that starts past the end gives
   * `bytes: 0`.
   */
  get(key: string, range?: { start: number; end?: number }): Promise<StoredObject | null>;
  /**
   * The object under another key as well; false when there is no such object. What is put at `from`
   * afterwards doesn't show at `to`.
   */
  copy(from: string, to: string, mime: string): Promise<boolean>;
  remove(key: string): Promise<void>;
  /**
   * An address to which a browser may PUT exactly this, for so many seconds; absent where objects come in
   * through us.
   */
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
