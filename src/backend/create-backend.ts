import { checkLedger } from './domain/money/audit/ledger-check.ts';
import { countViewersHere } from './domain/talk/streams/public/audience.ts';
import { reopenStreams } from './domain/talk/streams/public/due.ts';
import { streamOfKey } from './domain/talk/streams/public/encoder.ts';
import type { Ack } from '#contract/core/events.ts';
import { createSiteGate, siteClosed } from './kernel/country-block.ts';
import { type BackendConfig, type Peer, findCountry } from './kernel/context.ts';
import type { Db } from './db/db.ts';
import { flushViews } from './domain/across/statistics/view-buffer.ts';
import { handlers } from './domain/registry.ts';
import { createApi, errorReply, makeContext } from './http/api.ts';
import { createArchiveRoute } from './http/archives.ts';
import { createDocumentRoute } from './http/documents.ts';
import { createMediaRoute } from './http/media.ts';
import { createMonitoringRoute } from './http/monitoring.ts';
import { createUnsubscribeRoute } from './http/unsubscribe.ts';
import { isDocumentAddress } from './domain/base/files/document-addresses.ts';
import { isArchiveAddress } from './domain/trade/shop/archive/address.ts';
import { unsubscribePath } from './domain/base/site/mails.ts';
import { createWebhookRoute, webhookPath } from './http/webhooks.ts';
import { createViewerResolver } from './http/session.ts';
import { createHub } from './kernel/hub.ts';
import { type Figures, loadFigures } from './jobs/figures.ts';
import { type Due, type Which, createJobRunner } from './jobs/runner.ts';
import type { Connection, Ports } from './ports/ports.ts';
import type { ForwardedReport } from './ports/live-transport.ts';
import { type SiteSettings, createSettings } from './kernel/settings.ts';
import { locatePeer, requestPlaces } from './kernel/whereabouts.ts';
import { createReportReceiver } from './forwarded-media.ts';
import { createSocketServer } from './sockets.ts';

export interface Backend {
  /** Answers `/api/v1/…`, `/media/…`, and `/monitoring`; 404 for any other path. Never throws. */
  fetch(request: Request, peer: Peer): Promise<Response>;
  /**
   * Whether the operator has closed the site to this peer's country, which then gets neither pages nor
   * sockets.
   */
  isClosedTo(peer: Peer): Promise<boolean>;
  /** The codes of this peer's place, which is all that a page for visitors may depend on. */
  findPlaces(peer: Peer): Promise<readonly string[] | null>;
  /** Registers a new socket. Pass its events to `on` and call `closed` when it disconnects. */
  connect(connection: Connection, handshake: Peer & { token: string | null }): Promise<SocketSession>;
  /** Drops the sockets of this process whose session has ended. This also runs every minute by itself. */
  recheckSockets(): Promise<void>;
  /** Receives what a page reported to another process about a stream that this process carries. */
  receiveReport(report: ForwardedReport): Promise<Ack>;
  /** Opens the streams again that ran when the process that carries them was stopped. */
  reopenStreams(): Promise<void>;
  /** How many watch each of these streams that this process carries. */
  countViewers(streamIds: readonly string[]): Record<string, number>;
  /** What waits in the database, for whoever watches the site. */
  figures(): Promise<Figures>;
  /** Recomputes all money and returns the number of findings. Reads everything. */
  checkLedger(): Promise<number>;
  /** Writes what is still buffered in memory. Call it before the process ends. */
  flush(): Promise<void>;
  /** Runs the jobs that are due and returns how many ran. */
  runJobs(which?: Which): Promise<number>;
  /** When the next jobs are due, of those due by `until`. */
  loadDueJobs(until: Date): Promise<Due>;
}
export interface SocketSession {
  on(event: string, payload: unknown): Promise<Ack>;
  closed(): void;
}

/** The one call that still answers in a country the site is closed to. */
const countryCheckPath = '/api/v1/block/countries/check';

/**
 * Builds the whole server side on the host's database and ports. The database must already be migrated. Pass
 * `settings` to share one cache with other readers in the process.
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
  const archive = createArchiveRoute(parts);
  const document = createDocumentRoute(parts);
  const monitoring = createMonitoringRoute(parts);
  const webhook = createWebhookRoute(parts);
  const unsubscribe = createUnsubscribeRoute(parts);
  const system = makeContext(parts, null, { ip: '', country: null, userAgent: '', idempotencyKey: null });
  ports.live?.encoder?.setKeys((key) => streamOfKey(system, key));
  const jobs = createJobRunner(system);
  const sockets = createSocketServer(parts);
  const gate = createSiteGate(parts.settings);
  const isClosedTo = (peer: Peer) => gate(findCountry(ports, peer));
  const route = async (request: Request, peer: Peer) => {
    const { pathname } = new URL(request.url);
    if (pathname === webhookPath) return webhook(request, peer);
    if (pathname === unsubscribePath) return unsubscribe(request, peer);
    if (pathname !== countryCheckPath && (await isClosedTo(peer))) throw siteClosed();
    if (isDocumentAddress(pathname)) return document(request);
    if (isArchiveAddress(pathname)) return archive(request, peer);
    if (pathname.startsWith('/media/')) return media(request, peer);
    return pathname === '/monitoring' ? monitoring(request) : api(request, peer);
  };
  return {
    fetch: (request, peer) =>
      route(request, peer).catch((error: unknown) => errorReply(error, ports.log, request.method)),
    isClosedTo,
    findPlaces: async (peer) => requestPlaces(await locatePeer(parts, peer)),
    connect: sockets.connect,
    recheckSockets: sockets.recheck,
    receiveReport: createReportReceiver(parts),
    reopenStreams: () => reopenStreams(system),
    countViewers: (ids) => countViewersHere(ports.live, ids),
    figures: () => loadFigures(system),
    checkLedger: async () => (await checkLedger(system)).length,
    flush: () => flushViews(system),
    runJobs: (which) => jobs.runDue(undefined, which),
    loadDueJobs: (until) => jobs.loadDue(until),
  };
}
