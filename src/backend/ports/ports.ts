import type { ServerEvent, ServerEvents } from '#contract/core/events.ts';
import type { SocialProvider } from '#contract/people/auth/social.ts';
import type { IdentityProvider } from './identity-provider.ts';
import type { LiveTransport } from './live-transport.ts';
import type { MediaProcessor } from './media-processor.ts';
import type { PaymentGateway } from './payment-gateway.ts';

/** What the backend needs from its host. The Node adapters are in `backend/node`, the browser's in `mock`. */
export interface Ports {
  readonly clock: Clock;
  /** Returns a new UUIDv7. */
  readonly ids: () => string;
  readonly passwords: PasswordHasher;
  readonly crypto: Crypto;
  readonly objects: ObjectStore;
  readonly mailer: Mailer;
  /** Null on a host that can't reach push services: the mock. */
  readonly push: PushSender | null;
  /** Null on a host that can't reach other sites: the mock. */
  readonly otherSites: OtherSites | null;
  readonly payments: PaymentGateway;
  readonly media: MediaProcessor;
  /** Null on a site without live streams. */
  readonly live: LiveTransport | null;
  readonly geo: GeoLookup;
  readonly places: PlaceBook;
  /** What people can log in with besides a password. */
  readonly identityProviders: Partial<Record<SocialProvider, IdentityProvider>>;
  /** Null where nobody is asked to solve one. */
  readonly captcha: Captcha | null;
  readonly transport: Transport;
  readonly log: Log;
  /** Tells those who run jobs, in any process, that one was queued. Call it after the commit. */
  readonly jobQueued: () => void;
}

export interface Clock {
  now(): Date;
}

/**
 * Primitives that differ by host. They are synchronous because one page of posts signs dozens of URLs. All
 * results are base64url.
 */
export interface Crypto {
  randomToken(bytes: number): string;
  sha256(text: string): string;
  hmac(key: string, text: string): string;
  /** Compares in constant time. */
  equal(a: string, b: string): boolean;
}

/**
 * Slow and salted. For an unknown account pass `null` to `verify`: it takes as long, so timing reveals
 * nothing.
 */
export interface PasswordHasher {
  hash(password: string): Promise<string>;
  verify(password: string, hash: string | null): Promise<boolean>;
}

export interface ObjectStore {
  /** Leaves nothing behind if the stream fails. */
  put(key: string, body: Uint8Array | ReadableStream<Uint8Array>, mime: string): Promise<void>;
  /**
   * Returns null when there is no such object. `range` is inclusive, in bytes; one that starts past the end
   * returns `bytes: 0`.
   */
  get(key: string, range?: { start: number; end?: number }): Promise<StoredObject | null>;
  /**
   * Copies an object to another key; false when it doesn't exist. Later writes to `from` don't change `to`.
   */
  copy(from: string, to: string, mime: string): Promise<boolean>;
  remove(key: string): Promise<void>;
  /**
   * Returns a URL to which a browser can PUT exactly this object for `seconds`. Absent when uploads go
   * through this server.
   */
  signPut?(permit: { key: string; mime: string; bytes: number; seconds: number }): Promise<string>;
  /** Absent where the parts of an upload are objects of their own until they are joined. */
  readonly multipart?: MultipartStore;
}

/** An object that the store itself puts together from parts. */
export interface PartsOf {
  readonly key: string;
  /** The store's own name of the upload. */
  readonly storeId: string;
}
export interface MultipartStore {
  /** Returns the store's own name of the upload. */
  begin(key: string, mime: string): Promise<string>;
  /** Returns a URL to which a browser can PUT exactly this part for `seconds`. */
  signPart(part: PartsOf & { number: number; bytes: number; seconds: number }): Promise<string>;
  /** The parts that have arrived, in order; null when there is no such upload (anymore). */
  received(upload: PartsOf): Promise<{ number: number; bytes: number }[] | null>;
  /** Puts the object together; false when there is no such upload (anymore). */
  finish(upload: PartsOf): Promise<boolean>;
  /** Deletes what has arrived, also when there is nothing. */
  abort(upload: PartsOf): Promise<void>;
}
export interface StoredObject {
  readonly body: ReadableStream<Uint8Array>;
  readonly bytes: number;
  readonly total: number;
  readonly mime: string;
}

/** A paragraph, or the button for the link of the mail. */
export type MailBlock = { readonly text: string } | { readonly label: string; readonly href: string };

/** What a mail says, for the host to draw as HTML. Addresses inside its texts are links. */
export interface MailParts {
  readonly siteName: string;
  /** What a list of mails shows beside the subject. */
  readonly preheader: string;
  readonly heading: string;
  readonly blocks: readonly MailBlock[];
  /** Why one gets it, and how it is turned off. */
  readonly footer: readonly string[];
}

export interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  /** What is drawn as HTML where that is shown. */
  readonly parts: MailParts;
  /**
   * Where mail programs send the one-click unsubscribe request (RFC 8058). Left out for mails that can't be
   * turned off.
   */
  readonly unsubscribeUrl?: string;
}
export interface Mailer {
  /** Resolves once the mail has been handed over; until then it stays in the outbox. */
  send(mail: Mail): Promise<void>;
}

/** Reads pages of other sites at addresses that people name. */
export interface OtherSites {
  /**
   * What a page says of itself. Null when it can't be read, says nothing, or is where this server may not read.
   */
  describe(url: URL): Promise<DescribedPage | null>;
}
export interface DescribedPage {
  readonly title: string;
  /** Empty if there is none. */
  readonly description: string;
  readonly site: string;
  /** An image file of a format that isn't known yet. */
  readonly picture: Uint8Array | null;
}

/** A VAPID key pair, both base64url. */
export interface PushKeys {
  readonly publicKey: string;
  readonly privateKey: string;
}
export interface Push {
  readonly endpoint: string;
  readonly p256dh: string;
  readonly auth: string;
  readonly keys: PushKeys;
  /** Who the push service can write to, as `mailto:`. */
  readonly subject: string;
  /** JSON of at most 3 kB, encrypted for the browser. */
  readonly payload: string;
  /** A newer push with the same topic replaces one that wasn't delivered yet. At most 32 base64url characters. */
  readonly topic: string;
  /** How long the push service keeps it for a device that is off. */
  readonly seconds: number;
  readonly isUrgent: boolean;
}
export interface PushSender {
  /** Keys from the environment; null when the site makes its own. */
  readonly keys: PushKeys | null;
  /** An origin that is allowed besides public HTTPS addresses: the tests' own push service. */
  readonly testOrigin: string | null;
  createKeys(): Promise<PushKeys>;
  /**
   * Hands a push to the browser's push service. `gone`: the subscription no longer exists. `refused`: the push
   * service won't take it, now or later.
   * @throws when trying again later may help.
   */
  send(push: Push): Promise<'sent' | 'gone' | 'refused'>;
}

/** What is known of an address. */
export interface Located {
  /** Two uppercase letters, or null when the IP can't be located. */
  readonly country: string | null;
  /** A state (province, canton …) of that country by its English name or its code; null when unknown. */
  readonly region: string | null;
  /** Whether the IP belongs to a VPN or a data center, as far as the site has a list of them. */
  readonly isVpn: boolean;
}
export interface GeoLookup {
  locate(ip: string): Located;
  /** What the site can know of its visitors besides their country. */
  readonly knows: { readonly regions: boolean; readonly vpns: boolean };
}

export interface State {
  /** GeoNames' code, unique within the country: `CA`, `16`. */
  readonly code: string;
  readonly name: string;
  /** Sorted by English rules. */
  readonly cities: readonly string[];
}
export interface PlaceBook {
  /** A country's states (provinces, cantons …) by name; empty for a country that isn't divided, or unknown. */
  listStates(country: string): Promise<readonly State[]>;
}

/** What a browser needs to answer a captcha. */
export type CaptchaTask =
  | { readonly kind: 'proof-of-work'; readonly challenge: unknown }
  | { readonly kind: 'recaptcha'; readonly siteKey: string };
/** Makes trying a thousand passwords expensive: a computation, or a provider's judgment. */
export interface Captcha {
  task(): Promise<CaptchaTask>;
  /**
   * Checks a browser's answer. Returns its identity, the same for the same answer, and when it would no longer
   * be accepted; null for a wrong or late one.
   * @throws AppError 503 when the provider can't be reached.
   */
  check(answer: string, ip: string): Promise<{ readonly id: string; readonly expiresAt: Date } | null>;
}

/** Whom an event goes to: the connections in a room, or those of them that aren't in certain others. */
export type Target = string | { readonly room: string; readonly except: readonly string[] };

/** Rooms and typed events over whatever carries the sockets. Only `hub.ts` uses it. */
export interface Transport {
  emit<E extends ServerEvent>(to: Target, event: E, payload: ServerEvents[E]): void;
  /** Closes the connections in a room within a second, across all processes. */
  disconnect(room: string): void;
  /** Adds the connections in `room` to `other`. */
  join(room: string, other: string): void;
  leave(room: string, other: string): void;
  /** The number of connections in a room, across all processes. */
  count(room: string): Promise<number>;
}

/** A connection as the socket handlers see it, independent of the host. */
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
