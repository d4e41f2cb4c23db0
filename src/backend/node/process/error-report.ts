import { createRequire } from 'node:module';
import type * as Sentry from '@sentry/nextjs';
import type { Log } from '../../ports.ts';
import { presentable, tagsOf } from './error-masking.ts';

/** Tells the error reporting service what went wrong. */
export interface ErrorReport {
  /** `doing` is a constant text; of the facts only those that name code are sent. */
  send(error: unknown, doing: string, facts?: Readonly<Record<string, unknown>>): void;
  /** Waits until what was sent has arrived, for two seconds at most. */
  flush(): Promise<void>;
}

const nothing: ErrorReport = { send: () => {}, flush: async () => {} };
/** A loop that fails over and over says no more with its thousandth report. */
const mostInAMinute = 20;
/**
 * The only parts of an event that leave the server. Requests, people, breadcrumbs and the machine's name
 * aren't among them.
 */
const sentFields: ReadonlySet<string> = new Set([
  'event_id',
  'timestamp',
  'platform',
  'level',
  'release',
  'environment',
  'exception',
  'tags',
  'debug_meta',
  'sdk',
]);

function beforeSend(event: Sentry.ErrorEvent): Sentry.ErrorEvent {
  for (const field of Object.keys(event))
    if (!sentFields.has(field)) delete event[field as keyof Sentry.ErrorEvent];
  return event;
}

/**
 * Starts the reporter where a DSN is set. The SDK takes 45 MB of memory and most of a second to load, so
 * without one nothing is loaded. It gets no hook into requests, the console or the process: errors reach it
 * through `send` alone, masked.
 */
export function startErrorReport(dsn: string | undefined, now: () => number = Date.now): ErrorReport {
  if (!dsn) return nothing;
  // Node doesn't see the names that this CommonJS module passes on from another.
  const sdk = createRequire(import.meta.url)('@sentry/nextjs') as typeof Sentry;
  sdk.init({
    dsn,
    defaultIntegrations: false,
    integrations: [sdk.linkedErrorsIntegration(), sdk.contextLinesIntegration()],
    enableOpenTelemetrySetup: false,
    includeServerName: false,
    sendClientReports: false,
    beforeSend,
  });
  let recent: number[] = [];
  return {
    send(error, doing, facts = {}) {
      const moment = now();
      recent = recent.filter((at) => at > moment - 60_000);
      if (recent.length >= mostInAMinute) return;
      recent.push(moment);
      sdk.captureException(presentable(error), { tags: { doing, ...tagsOf(error, facts) } });
    },
    async flush() {
      await sdk.flush(2_000);
    },
  };
}

/** A log whose errors are reported too: of calls, jobs, sockets, and what nobody was prepared for. */
export const reportingLog = (log: Log, report: ErrorReport): Log => ({
  ...log,
  error(message, facts) {
    log.error(message, facts);
    report.send(facts?.['error'] ?? new Error(message), message, facts);
  },
});
