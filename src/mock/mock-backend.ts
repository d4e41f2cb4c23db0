import { uuidv7 } from 'uuidv7';
import { type Backend, createBackend } from '#backend/create-backend.ts';
import type { Db } from '#backend/db/db.ts';
import type { BackendConfig } from '#backend/kernel/context.ts';
import type { OperatorCtx } from '#backend/domain/across/operator/audit.ts';
import { makeContext } from '#backend/http/api.ts';
import { createHub } from '#backend/kernel/hub.ts';
import type { Clock, Log, ObjectStore, Ports, Transport } from '#backend/ports/ports.ts';
import type { MediaProcessor } from '#backend/ports/media-processor.ts';
import type { LiveTransport } from '#backend/ports/live-transport.ts';
import { createLoopbackLive } from '#backend/ports/loopback-live.ts';
import { createProofOfWork } from '#backend/ports/proof-of-work.ts';
import { createSandboxGateway } from '#backend/ports/sandbox-gateway.ts';
import { createStandInProvider } from '#backend/ports/stand-in-provider.ts';
import { createSettings } from '#backend/kernel/settings.ts';
import { createFetchedPlaces } from './places.ts';
import { createRooms } from './rooms.ts';
import { mockCrypto, mockPasswords } from './secrets.ts';
import { createLinkServer } from './socket.ts';

/** Signs media URLs within the user's own browser, so it needn't be secret. */
export const mockSecret = 'the mock guards nothing';

export interface MockBackendParts {
  /** Already migrated. */
  readonly db: Db;
  readonly objects: ObjectStore;
  readonly media: MediaProcessor;
  /** The pages' address, without a trailing slash. */
  readonly publicUrl: string;
  readonly log: Log;
  /** Shows the demo accounts on the login page. */
  readonly demo?: boolean;
}
export interface MockBackend {
  readonly backend: Backend;
  /** Serves a WebSocket the way the server does. */
  readonly serveLink: ReturnType<typeof createLinkServer>;
  /** The context for operator commands. */
  readonly operator: OperatorCtx;
  /** Notices pages of a live stream that have gone silent. */
  checkLive(): void;
  /** Moves the clock forward, so that scheduled events become due. */
  moveClock(ms: number): void;
}

/** The ports `npm start` would have, implemented without external services. */
export function createPorts(
  parts: Pick<MockBackendParts, 'objects' | 'media' | 'log'> & { live: LiveTransport | null },
  rooms: Transport,
  clock: Clock = { now: () => new Date() },
): Ports {
  return {
    clock,
    ids: uuidv7,
    passwords: mockPasswords,
    crypto: mockCrypto,
    objects: parts.objects,
    // Sent emails stay in the outbox table, where the page can read them.
    mailer: { send: async () => {} },
    // No browser lets a page reach push services, and nobody receives what it would send.
    push: null,
    otherSites: null,
    payments: createSandboxGateway({ crypto: mockCrypto, clock }),
    media: parts.media,
    live: parts.live,
    geo: {
      locate: () => ({ country: null, region: null, isVpn: false }),
      knows: { regions: false, vpns: false },
    },
    places: createFetchedPlaces(),
    identityProviders: { google: createStandInProvider('Google'), twitter: createStandInProvider('X') },
    captcha: createProofOfWork({ crypto: mockCrypto, clock, secret: mockSecret }),
    transport: rooms,
    log: parts.log,
    // A page looks for jobs each second anyway.
    jobQueued: () => undefined,
  };
}

/** Creates the whole server side in one process. */
export function createMockBackend(parts: MockBackendParts): MockBackend {
  const rooms = createRooms();
  const config: BackendConfig = {
    publicUrl: parts.publicUrl,
    secret: mockSecret,
    demo: parts.demo ?? true,
    monitoringDsn: null,
  };
  let ahead = 0;
  const clock = { now: () => new Date(Date.now() + ahead) };
  const live = createLoopbackLive({ clock });
  const ports = createPorts({ ...parts, live }, rooms, clock);
  const settings = createSettings(parts.db);
  const backend = createBackend({ db: parts.db, ports, config, settings });
  const system = makeContext({ db: parts.db, ports, config, settings, hub: createHub(rooms) }, null, {
    ip: '',
    country: null,
    userAgent: 'operator',
    idempotencyKey: null,
  });
  const moveClock = (ms: number) => {
    ahead += ms;
  };
  return {
    backend,
    serveLink: createLinkServer({ backend, rooms, ids: uuidv7 }),
    operator: { ...system, actor: 'mock', actorId: null },
    checkLive: () => live.check(),
    moveClock,
  };
}
