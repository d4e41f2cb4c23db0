import { EnvError, readEnv } from '#config/env';
import { startHost } from './host.ts';
import type { Host } from './host.ts';
import { createLog } from './log.ts';
import { StartError } from './start-error.ts';

/*
 * The server as a process. `npm start` installs and builds before it comes here; `--dev` leaves building to Next.
 * Nothing of this program waits longer than ten seconds to end.
 */
const log = createLog();
const dev = process.argv.includes('--dev');
const hurry = new AbortController();
const stopping = Promise.withResolvers<void>();
let askedAt: number | null = null;

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => {
    // One Ctrl-C can arrive twice: from the terminal and from whoever started us. Asked again later, we cut what is under way.
    if (askedAt === null) stopping.resolve();
    else if (Date.now() - askedAt > 1_000) hurry.abort();
    askedAt ??= Date.now();
  });
}
process.on('unhandledRejection', (error) => log.error('Something failed that nobody waited for.', { error }));
process.on('uncaughtException', (error) => {
  log.error('Something failed that nothing was prepared for; stopping.', { error });
  process.exitCode = 1;
  stopping.resolve();
});

const tell = (step: string, state: string) => console.log(`${step.padEnd(14)}${state}`);

function announce({ publicUrl, demo }: Host): void {
  console.log(
    `${'ready'.padEnd(14)}${publicUrl}${demo ? '  demo accounts: demo-fan and demo-creator, password limelight' : ''}`,
  );
}

async function run(): Promise<void> {
  const host = await startHost({ env: readEnv(process.env), dev, log, tell });
  announce(host);
  await stopping.promise;
  setTimeout(() => process.exit(1), 9_500).unref();
  tell('stopping', 'answering what is under way …');
  await host.stop(hurry.signal);
  tell('stopped', 'everything is ended and kept');
}

try {
  await run();
  process.exit();
} catch (error) {
  process.stderr.write(
    `${error instanceof StartError || error instanceof EnvError ? error.message : `The server could not start: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`}\n`,
  );
  process.exit(1);
}
