import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { uuidv7 } from 'uuidv7';
import type { ServerEvent, ServerEvents } from '#contract/core/events.ts';
import { AppError } from '#backend/kernel/errors.ts';
import type {
  Clock,
  DescribedPage,
  GeoLookup,
  Log,
  Mail,
  Mailer,
  OtherSites,
  PasswordHasher,
  Ports,
  Push,
  PushSender,
  Target,
  Transport,
} from '#backend/ports/ports.ts';
import type { MediaProcessor } from '#backend/ports/media-processor.ts';
import { createLoopbackLive } from '#backend/ports/loopback-live.ts';
import { createMemoryObjects } from '#backend/ports/memory-objects.ts';
import { createStandInProvider } from '#backend/ports/stand-in-provider.ts';
import { createSandboxGateway } from '#backend/ports/sandbox-gateway.ts';

/** A clock that only moves when told to. */
export class FakeClock implements Clock {
  #time: number;
  constructor(start = '2026-03-02T09:00:00.000Z') {
    this.#time = Date.parse(start);
  }
  now(): Date {
    return new Date(this.#time);
  }
  /** Takes milliseconds, or `'2d'`, `'90m'`, `'30s'`. */
  move(by: number | `${number}${'s' | 'm' | 'h' | 'd'}`): void {
    this.#time +=
      typeof by === 'number'
        ? by
        : Number.parseFloat(by) *
          { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 }[by.at(-1) as 's' | 'm' | 'h' | 'd'];
  }
  set(moment: string | Date): void {
    this.#time = new Date(moment).getTime();
  }
}

export interface Emitted<E extends ServerEvent = ServerEvent> {
  room: string;
  /** Rooms whose connections were left out. */
  except?: readonly string[];
  event: E;
  payload: ServerEvents[E];
}

/** Records emitted events and disconnected rooms. */
export class RecordedTransport implements Transport {
  readonly emitted: Emitted[] = [];
  readonly dropped: string[] = [];
  /** Number of members by room. */
  readonly present = new Map<string, number>();
  emit<E extends ServerEvent>(to: Target, event: E, payload: ServerEvents[E]): void {
    this.emitted.push(
      typeof to === 'string'
        ? { room: to, event, payload }
        : { room: to.room, except: to.except, event, payload },
    );
  }
  disconnect(room: string): void {
    this.dropped.push(room);
  }
  join(): void {}
  leave(): void {}
  async count(room: string): Promise<number> {
    return this.present.get(room) ?? 0;
  }
  /** The events of one type, in one room or in all. */
  of<E extends ServerEvent>(event: E, room?: string): Emitted<E>[] {
    return this.emitted.filter(
      (told): told is Emitted<E> => told.event === event && (room === undefined || told.room === room),
    );
  }
  clear(): void {
    this.emitted.length = 0;
    this.dropped.length = 0;
  }
}

/** A fast stand-in for the slow hash: salted, and it counts its uses. */
export class CountingPasswords implements PasswordHasher {
  work = 0;
  async hash(password: string): Promise<string> {
    this.work += 1;
    const salt = randomBytes(8).toString('hex');
    return `${salt}:${createHash('sha256')
      .update(salt + password)
      .digest('hex')}`;
  }
  async verify(password: string, hash: string | null): Promise<boolean> {
    this.work += 1;
    const [salt = '', digest] = (hash ?? '').split(':');
    return (
      createHash('sha256')
        .update(salt + password)
        .digest('hex') === digest
    );
  }
}

export class RecordedMailer implements Mailer {
  readonly sent: Mail[] = [];
  async send(mail: Mail): Promise<void> {
    this.sent.push(mail);
  }
}

/** Records pushes; `outcomes` sets what the push service says to an endpoint. */
export class RecordedPush implements PushSender {
  readonly keys = null;
  readonly testOrigin: string | null = null;
  readonly sent: Push[] = [];
  readonly outcomes = new Map<string, 'gone' | 'refused' | Error>();
  async createKeys() {
    return {
      publicKey: randomBytes(65).toString('base64url'),
      privateKey: randomBytes(32).toString('base64url'),
    };
  }
  async send(push: Push): Promise<'sent' | 'gone' | 'refused'> {
    const outcome = this.outcomes.get(push.endpoint) ?? 'sent';
    if (outcome instanceof Error) throw outcome;
    if (outcome === 'sent') this.sent.push(push);
    return outcome;
  }
}

/** Other sites as `pages` describes them, by address. */
export class FakeSites implements OtherSites {
  readonly pages = new Map<string, DescribedPage>();
  readonly asked: string[] = [];
  async describe({ href }: URL): Promise<DescribedPage | null> {
    this.asked.push(href);
    return this.pages.get(href) ?? null;
  }
}

const looksLike = (bytes: Uint8Array, signature: readonly number[]) =>
  signature.every((byte, index) => bytes[index] === byte);
const isPicture = (bytes: Uint8Array) =>
  looksLike(bytes, [0x89, 0x50, 0x4e, 0x47]) || looksLike(bytes, [0xff, 0xd8, 0xff]);

/** Recordings stay as uploaded. */
const asItCame = { peaks: null, poster: null, renditions: [], asUploaded: true } as const;

/** Accepts anything that starts like a PNG or JPEG and returns small renditions. */
export const fakeMedia: MediaProcessor = {
  measure: async () => ({ width: 1600, height: 1200, isSlow: false }),
  video: async () => ({ ...asItCame, width: 1280, height: 720, duration: 12 }),
  audio: async () => ({ ...asItCame, width: null, height: null, duration: 12 }),
  async image(bytes, { widths, square }) {
    if (!isPicture(bytes))
      throw new AppError(
        422,
        'unsupported_file',
        'That file isn’t a picture we can read. Use JPEG, PNG or WebP.',
      );
    const rendition = (name: string, width: number) => ({
      name,
      width,
      height: square ? width : Math.round((width * 3) / 4),
      mime: 'image/webp',
      bytes: new Uint8Array([1, 2, 3]),
    });
    return {
      mime: 'image/webp',
      width: 1600,
      height: square ? 1600 : 1200,
      placeholder: 'cGxhY2Vob2xkZXI=',
      luma: new Uint8Array(1024),
      renditions: [...widths.map((width) => rendition(`${width}.webp`, width)), rendition('blur.webp', 320)],
    };
  },
};

/** Countries by address, set by the test. */
export class FakeGeo implements GeoLookup {
  readonly countries = new Map<string, string>();
  /** States by address, as a database names them. */
  readonly regions = new Map<string, string>();
  readonly vpns = new Set<string>();
  readonly knows = { regions: true, vpns: true };
  locate(ip: string) {
    return {
      country: this.countries.get(ip) ?? null,
      region: this.regions.get(ip) ?? null,
      isVpn: this.vpns.has(ip),
    };
  }
}

/** Two states, so that tests don't wait for the whole world; `tests/backend/node` reads the real ones. */
const fakePlaces: Ports['places'] = {
  listStates: async (country) =>
    country === 'US'
      ? [
          { code: 'CA', name: 'California', cities: ['Fresno', 'San Diego', 'San Francisco', 'San José'] },
          { code: 'OR', name: 'Oregon', cities: ['Portland', 'Salem'] },
        ]
      : [],
};

/** Keeps every line, so that tests can check what must not be logged. */
export class RecordedLog implements Log {
  readonly lines: { level: 'info' | 'warn' | 'error'; message: string; facts: Record<string, unknown> }[] =
    [];
  /** Stores errors as their stacks, as a log would print them, so that they can be searched too. */
  #write(level: 'info' | 'warn' | 'error', message: string, facts: Record<string, unknown>): void {
    const printed = Object.entries(facts).map(([name, value]) => [
      name,
      value instanceof Error ? (value.stack ?? value.message) : value,
    ]);
    this.lines.push({ level, message, facts: Object.fromEntries(printed) as Record<string, unknown> });
  }
  info(message: string, facts: Record<string, unknown> = {}): void {
    this.#write('info', message, facts);
  }
  warn(message: string, facts: Record<string, unknown> = {}): void {
    this.#write('warn', message, facts);
  }
  error(message: string, facts: Record<string, unknown> = {}): void {
    this.#write('error', message, facts);
  }
}

const crypto: Ports['crypto'] = {
  randomToken: (bytes) => randomBytes(bytes).toString('base64url'),
  sha256: (text) => createHash('sha256').update(text).digest('base64url'),
  hmac: (key, text) => createHmac('sha256', key).update(text).digest('base64url'),
  equal: (a, b) => {
    const [one, other] = [Buffer.from(a), Buffer.from(b)];
    return one.length === other.length && timingSafeEqual(one, other);
  },
};

/**
 * Ports without external services and with a clock that tests control. Files and cards are real: the
 * sandbox's own.
 */
export function fakePorts() {
  const clock = new FakeClock();
  return {
    clock,
    ids: uuidv7,
    passwords: new CountingPasswords(),
    crypto,
    objects: createMemoryObjects(),
    mailer: new RecordedMailer(),
    push: new RecordedPush(),
    otherSites: new FakeSites(),
    payments: createSandboxGateway({ crypto, clock }),
    media: fakeMedia,
    live: createLoopbackLive({ clock }),
    geo: new FakeGeo(),
    places: fakePlaces,
    captcha: null,
    identityProviders: { google: createStandInProvider('Google'), twitter: createStandInProvider('X') },
    transport: new RecordedTransport(),
    log: new RecordedLog(),
    jobQueued: () => {},
  } satisfies Ports;
}
export type FakePorts = ReturnType<typeof fakePorts>;
