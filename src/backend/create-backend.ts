import type { Ack } from '#contract/events';
import type { BackendConfig } from './context.ts';
import type { Db } from './db/db.ts';
import { handlers } from './domain/registry.ts';
import { createApi, errorReply, makeContext } from './http/api.ts';
import { createMediaRoute } from './http/media.ts';
import { createMonitoringRoute } from './http/monitoring.ts';
import { createWebhookRoute, webhookPath } from './http/webhooks.ts';
import { createViewerResolver } from './http/session.ts';
import { createHub } from './hub.ts';
import { type Which, createJobRunner } from './jobs/runner.ts';
import type { Connection, Ports } from './ports.ts';
import { type SiteSettings, createSettings } from './settings.ts';
import { createSocketServer } from './sockets.ts';

export interface Backend {
  /** Answers `/api/v1/…`, `/media/…` and `/monitoring`; 404 elsewhere. Never throws. */
  fetch(request: Request, peer: { ip: string }): Promise<Response>;
  /** A new socket: give its events to `on`, tell `closed` when it's gone. */
  connect(connection: Connection, handshake: { token: string | null; ip: string }): Promise<SocketSession>;
  /** Runs the jobs that are due; answers how many it did. */
  runJobs(which?: Which): Promise<number>;
}
export interface SocketSession {
  on(event: string, payload: unknown): Promise<Ack>;
  closed(): void;
}

/** The whole server side, on whatever database and ports the host gives. The database must be migrated. `settings`: shared with other readers in the process. */
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
  const route = (request: Request, peer: { ip: string }) => {
    const { pathname } = new URL(request.url);
    if (pathname.startsWith('/media/')) return media(request);
    if (pathname === webhookPath) return webhook(request, peer);
    return pathname === '/monitoring' ? monitoring(request) : api(request, peer);
  };
  return {
    fetch: (request, peer) =>
      route(request, peer).catch((error: unknown) => errorReply(error, ports.log, request.method)),
    connect: createSocketServer(parts).connect,
    runJobs: (which) => jobs.runDue(undefined, which),
  };
}
