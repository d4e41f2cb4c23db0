import { misspelledSettings } from '#config/env-names.ts';
import { EnvError } from '#config/env-error.ts';
import { readEnv } from '#config/env.ts';
import { reportingLog, startErrorReport } from './process/error-report.ts';
import { startHost } from './host.ts';
import type { Host } from './host.ts';
import { createLog } from './process/log.ts';
import { StartError } from './process/start-error.ts';
import { surviveErrors } from './process/uncaught-errors.ts';

/* The server process. `npm start` installs and builds before running this; with `--without-pages`, another process
   has the pages (`dev/dev-server.ts`).
   Shutting down never takes longer than DRAIN_SECONDS and ten seconds more. */
let log = createLog();
let report = startErrorReport(undefined);
const withoutPages = process.argv.includes('--without-pages');
const hurry = new AbortController();
const stopping = Promise.withResolvers<void>();
let requestedAt: number | null = null;

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => {
    // One Ctrl-C can arrive twice, from the terminal and from the parent process. A later second signal cuts
    // requests in progress.
    if (requestedAt === null) stopping.resolve();
    else if (Date.now() - requestedAt > 1_000) hurry.abort();
    requestedAt ??= Date.now();
  });
}
// Nothing would use the API of a development server that was killed.
if (withoutPages) process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'));
// When whatever read the output is gone, saying so would be the next error, and so on without an end.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
// Before the server is up, no request could be lost by stopping.
let unprepared = (error: unknown) => {
  log.error('Unexpected error. Stopping.', { error });
  process.exitCode = 1;
  stopping.resolve();
};
for (const kind of ['unhandledRejection', 'uncaughtException'] as const)
  process.on(kind, (error) => unprepared(error));

const printStep = (step: string, state: string) => console.log(`${step.padEnd(14)}${state}`);

function announce({ publicUrl, demo }: Host): void {
  console.log(
    `${'ready'.padEnd(14)}${publicUrl}${demo ? '  demo accounts: demo-fan and demo-creator, password limelight' : ''}`,
  );
}

async function run(): Promise<void> {
  const env = readEnv(process.env);
  report = startErrorReport(env.NEXT_PUBLIC_SENTRY_DSN);
  log = reportingLog(log, report);
  for (const sentence of misspelledSettings(process.env)) log.warn(sentence);
  globalThis.limelightPageFailed = (error, route) =>
    report.send(error, 'A page could not be rendered.', { route });
  const host = await startHost({ env, withoutPages, log, printStep });
  unprepared = surviveErrors({ log });
  announce(host);
  // `npm start` waits with its own work until the site can be used.
  process.send?.('ready', () => undefined);
  await stopping.promise;
  setTimeout(() => process.exit(1), env.DRAIN_SECONDS * 1_000 + 9_500).unref();
  printStep('stopping', 'finishing open requests …');
  await host.stop(hurry.signal);
  await report.flush();
  printStep('stopped', 'stopped, all data saved');
}

try {
  await run();
  process.exit();
} catch (error) {
  if (!(error instanceof StartError || error instanceof EnvError))
    report.send(error, 'The server could not start.');
  await report.flush();
  process.stderr.write(
    `${error instanceof StartError || error instanceof EnvError ? error.message : `The server could not start: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`}\n`,
  );
  process.exit(1);
}
