import { Counter, Gauge, Histogram, Registry, collectDefaultMetrics } from 'prom-client';
import type { Figures } from '../../jobs/figures.ts';

/** What of the process is counted where it happens. */
export interface Sources {
  readonly figures: () => Promise<Figures>;
  readonly pool: () => { readonly total: number; readonly idle: number; readonly waiting: number };
  readonly isDatabaseThere: () => boolean;
  readonly sockets: () => number;
  /** Null without a relay of our own. */
  readonly relay: () => {
    readonly isRunning: boolean;
    readonly hosts: number;
    readonly viewers: number;
  } | null;
  /** The findings of the last check of the ledger; null before the first. */
  readonly ledger: () => { readonly findings: number; readonly at: Date } | null;
}
export interface Seen {
  readonly route: string;
  readonly status: number;
  readonly seconds: number;
}
export interface Metrics {
  answered(seen: Seen): void;
  /** In the text format of Prometheus. */
  text(): Promise<string>;
  readonly contentType: string;
}

/** From a cached page to an upload; a call's budget is 0.3 s. */
const buckets = [0.005, 0.02, 0.05, 0.1, 0.3, 1, 3, 10, 60];

const helps = {
  jobs_waiting: 'Jobs that are due and not being worked on.',
  jobs_oldest_seconds: 'How long the oldest due job has waited.',
  jobs_retrying: 'Jobs that failed and are tried again.',
  jobs_failed: 'Jobs that were given up.',
  mails_waiting: 'Emails that were not handed to the mail server yet.',
  streams_live: 'Streams that run.',
  database_connections: 'Connections to the database in this process.',
  database_waiting: 'What waits for a connection to the database.',
  database_up: 'Whether the database answers.',
  sockets_connected: 'Sockets connected to this process.',
  relay_up: 'Whether the relay of live streams runs.',
  relay_connections: 'WebRTC connections of the relay.',
  ledger_findings: 'What the last check of the ledger found; 0 is right.',
  ledger_checked_timestamp_seconds: 'When the ledger was last checked.',
};
type Name = keyof typeof helps;
type Set = (name: Name, value: number, labels?: Record<string, string>) => void;

/** Fills gauges anew at each scrape, so that what is gone isn't repeated. */
function gaugesIn(registry: Registry): { set: Set; clear(): void } {
  const gauges = new Map<Name, Gauge>();
  return {
    set(name, value, labels = {}) {
      const gauge =
        gauges.get(name) ??
        new Gauge({
          name: `limelight_${name}`,
          help: helps[name],
          labelNames: Object.keys(labels),
          registers: [registry],
        });
      gauges.set(name, gauge);
      gauge.set(labels, value);
    },
    clear: () => gauges.forEach((gauge) => gauge.reset()),
  };
}

function setFigures(set: Set, { jobs, mailsWaiting, streamsLive }: Figures): void {
  for (const { kind, waiting, oldestSeconds, retrying, failed } of jobs) {
    set('jobs_waiting', waiting, { kind });
    set('jobs_oldest_seconds', oldestSeconds, { kind });
    set('jobs_retrying', retrying, { kind });
    set('jobs_failed', failed, { kind });
  }
  set('mails_waiting', mailsWaiting);
  for (const [kind, running] of Object.entries(streamsLive)) set('streams_live', running, { kind });
}

function setProcess(set: Set, { pool, isDatabaseThere, sockets, relay, ledger }: Sources): void {
  const { total, idle, waiting } = pool();
  set('database_connections', total - idle, { state: 'busy' });
  set('database_connections', idle, { state: 'idle' });
  set('database_waiting', waiting);
  set('database_up', isDatabaseThere() ? 1 : 0);
  set('sockets_connected', sockets());
  const media = relay();
  if (media) {
    set('relay_up', media.isRunning ? 1 : 0);
    set('relay_connections', media.hosts, { role: 'host' });
    set('relay_connections', media.viewers, { role: 'viewer' });
  }
  const check = ledger();
  if (!check) return;
  set('ledger_findings', check.findings);
  set('ledger_checked_timestamp_seconds', check.at.getTime() / 1_000);
}

/** Numbers about this process and the work that waits. No label names a person or comes from one. */
export function createMetrics(sources: Sources): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const requests = new Histogram({
    name: 'limelight_http_request_seconds',
    help: 'Time until a request was answered, by route and status.',
    labelNames: ['route', 'status'],
    buckets,
    registers: [registry],
  });
  const failures = new Counter({
    name: 'limelight_figures_failures_total',
    help: 'Scrapes for which the database could not be asked.',
    registers: [registry],
  });
  const gauges = gaugesIn(registry);
  return {
    contentType: registry.contentType,
    answered: ({ route, status, seconds }) => requests.observe({ route, status: String(status) }, seconds),
    async text() {
      const figures = await sources.figures().catch(() => null);
      gauges.clear();
      if (figures) setFigures(gauges.set, figures);
      else failures.inc();
      setProcess(gauges.set, sources);
      return registry.metrics();
    },
  };
}
