import { createRequire } from 'node:module';
import type * as Sentry from '@sentry/nextjs';
import type { Log } from '../../ports/ports.ts';
import { currentRequestId } from './request-id.ts';
import { pickTags, presentable } from './error-masking.ts';

/** Sends errors to the error reporting service. */
export interface ErrorReport {
  /** `doing` is a constant text. Only facts that name code are sent. */
  send(error: unknown, doing: string, facts?: Readonly<Record<string, unknown>>): void;
  /** Waits up to two seconds for reports to arrive. */
  flush(): Promise<void>;
}

const nothing: ErrorReport = { send: () => {}, flush: async () => {} };
/** A loop that keeps failing adds nothing with its thousandth report. */
const mostInAMinute = 20;
/**
 * The only event fields that leave the server. Requests, users, breadcrumbs, and the host name are excluded.
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
 * Starts error reporting if a DSN is set. Loading the SDK takes 45 MB of memory and almost a second, so
 * without a DSN it isn't loaded. It doesn't hook into requests, the console, or the process: errors reach it
 * only through `send`, masked.
 */
export function startErrorReport(dsn: string | undefined, now: () => number = Date.now): ErrorReport {
  if (!dsn) return nothing;
  // Loaded with `require`, because Node doesn't detect the names this CommonJS module re-exports.
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
      const time = now();
      recent = recent.filter((at) => at > time - 60_000);
      if (recent.length >= mostInAMinute) return;
      recent.push(time);
      const request = currentRequestId();
      const about = request === undefined ? {} : { request };
      sdk.captureException(presentable(error), { tags: { doing, ...about, ...pickTags(error, facts) } });
    },
    async flush() {
      await sdk.flush(2_000);
    },
  };
}

/** A log that also reports errors: those of calls, jobs, and sockets, and uncaught ones. */
export const reportingLog = (log: Log, report: ErrorReport): Log => ({
  ...log,
  error(message, facts) {
    log.error(message, facts);
    report.send(facts?.['error'] ?? new Error(message), message, facts);
  },
});
