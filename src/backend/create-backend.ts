import type { Ack } from '#contract/core/events.ts';
import { createSiteGate, siteClosed } from './kernel/closed-site.ts';
import { type BackendConfig, type Peer, countryOf } from './kernel/context.ts';
import type { Db } from './db/db.ts';
import { handlers } from './domain/registry.ts';
import { createApi, errorReply, makeContext } from './http/api.ts';
import { createMediaRoute } from './http/media.ts';
import { createMonitoringRoute } from './http/monitoring.ts';
import { createWebhookRoute, webhookPath } from './http/webhooks.ts';
import { createViewerResolver } from './http/session.ts';
import { createHub } from './kernel/hub.ts';
import { type Which, createJobRunner } from './jobs/runner.ts';
import type { Connection, Ports } from './ports.ts';
import { type SiteSettings, createSettings } from './kernel/settings.ts';
import { createSocketServer } from './sockets.ts';

export interface Backend {
  /** Answers `/api/v1/…`, `/media/…` and `/monitoring`; 404 elsewhere. Never throws. */
  fetch(request: Request, peer: Peer): Promise<Response>;
  /**
   * Has the operator closed the site to where this peer is? Then there are neither pages nor sockets for
   * them.
   */
  isClosedTo(peer: Peer): Promise<boolean>;
  countryOf(peer: Peer): string | null;
  /** A new socket: give its events to `on`, tell `closed` when it's gone. */
  connect(connection: Connection, handshake: Peer & { token: string | null }): Promise<SocketSession>;
  /**
   * Looks at once whether the sockets of this process still belong to somebody logged in, as it does every
   * minute.
   */
  recheckSockets(): Promise<void>;
  /** Runs the jobs that are due; answers how many it did. */
  runJobs(which?: Which): Promise<number>;
}
export interface SocketSession {
  on(event: string, payload: unknown): Promise<Ack>;
  closed(): void;
}

/** The one call that answers where the site is closed. */
const countryCheckPath = '/api/v1/block/countries/check';

/**
 * The whole server side, on whatever database and ports the host gives. The database must be migrated.
 * `settings`: shared with other readers in the process.
 */
export function createBackend(host: {
  db: Db;
  ports: Ports;
  config: BackendConfig;
  settings?: SiteSettings;
}): Backend {
  const { db, ports, config } = host;
  const hub = createHub(ports.transport);
  const parts = {
    db,
    ports,
    config,
    hub,
    settings: host.settings ?? createSettings(db),
    resolveViewer: createViewerResolver(db, ports),
    handlers,
  };
  const api = createApi(parts);
  const media = createMediaRoute(parts);
  const monitoring = createMonitoringRoute(parts);
  const webhook = createWebhookRoute(parts);
  const system = makeContext(parts, null, { ip: '', country: null, userAgent: '', idempotencyKey: null });
  const jobs = createJobRunner(system);
  const sockets = createSocketServer(parts);
  const gate = createSiteGate(parts.settings);
  const isClosedTo = (peer: Peer) => gate(countryOf(ports, peer));
  const route = async (request: Request, peer: Peer) => {
    const { pathname } = new URL(request.url);
    if (pathname === webhookPath) return webhook(request, peer);
    if (pathname !== countryCheckPath && (await isClosedTo(peer))) throw siteClosed();
    if (pathname.startsWith('/media/')) return media(request, peer);
    return pathname === '/monitoring' ? monitoring(request) : api(request, peer);
  };
  return {
    fetch: (request, peer) =>
      route(request, peer).catch((error: unknown) => errorReply(error, ports.log, request.method)),
    isClosedTo,
    countryOf: (peer) => countryOf(ports, peer),
    connect: sockets.connect,
    recheckSockets: sockets.recheck,
    runJobs: (which) => jobs.runDue(undefined, which),
  };
}
