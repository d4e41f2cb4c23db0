import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { Env } from '#config/env.ts';
import type { Log } from '../../ports/ports.ts';
import type { OpenBackend } from '../open-backend.ts';
import type { Undo } from '../operator/undo.ts';
import { listen } from '../process/listen.ts';
import type { Metrics, Sources } from './metrics.ts';

/** A request, once it has been answered or was broken off. */
export interface Answered {
  readonly method: string;
  readonly path: string;
  readonly status: number;
  readonly seconds: number;
}
interface Options {
  readonly env: Pick<Env, 'METRICS_PORT' | 'METRICS_HOST' | 'ROLE'>;
  readonly opened: OpenBackend;
  readonly log: Log;
  readonly undo: Undo;
  /** Next's list of the pages it built. */
  readonly pagesFile: string;
  readonly printStep: (step: string, state: string) => void;
}

/** Reading every posting takes seconds on a large site. */
const checkEveryMs = 6 * 60 * 60_000;
const firstCheckMs = 60_000;

/** Checks the ledger now and then, in the process that runs jobs. */
function watchLedger({ opened, log, undo }: Options): Sources['ledger'] {
  let last: { findings: number; at: Date } | null = null;
  const check = async () => {
    const findings = await opened.backend.checkLedger();
    last = { findings, at: new Date() };
    if (findings > 0)
      log.error('The ledger doesn’t add up. Run `npm run operator -- ledger check`.', { findings });
  };
  const look = () =>
    void check().catch((error: unknown) => log.warn('The ledger could not be checked.', { error }));
  const timers = [setTimeout(look, firstCheckMs).unref(), setInterval(look, checkEveryMs).unref()];
  undo.add(() => timers.forEach((timer) => clearInterval(timer)));
  return () => last;
}

const readPages = async (file: string): Promise<string[]> =>
  Object.keys(JSON.parse(await readFile(file, 'utf8').catch(() => '{}')) as object).filter(
    (page) => !page.startsWith('/_'),
  );

/** Answers `/metrics` and nothing else. */
function createMetricsServer(metrics: Metrics, log: Log) {
  return createServer((request, response) => {
    if (request.method !== 'GET' || request.url !== '/metrics') return void response.writeHead(404).end();
    metrics.text().then(
      (text) => response.writeHead(200, { 'Content-Type': metrics.contentType }).end(text),
      (error: unknown) => {
        log.error('The metrics could not be gathered.', { error });
        response.writeHead(500).end();
      },
    );
  });
}

/**
 * Serves metrics on a port of their own, which no visitor reaches. Returns what takes note of each answer. The
 * library is loaded only where the port is set.
 */
export async function openMetrics(options: Options): Promise<((answered: Answered) => void) | undefined> {
  const { env, opened, log, undo, printStep, pagesFile } = options;
  if (env.METRICS_PORT === undefined) return undefined;
  const [{ createMetrics }, { createRouteNames }] = await Promise.all([
    import('./metrics.ts'),
    import('./route-names.ts'),
  ]);
  const metrics = createMetrics({
    ...opened.figures,
    relay: () => opened.relay?.load() ?? null,
    sockets: () => opened.live.sockets(),
    figures: () => opened.backend.figures(),
    ledger: env.ROLE === 'all' || env.ROLE === 'jobs' ? watchLedger(options) : () => null,
  });
  const nameRoute = createRouteNames(await readPages(pagesFile));
  const server = createMetricsServer(metrics, log);
  const port = await listen(server, {
    port: env.METRICS_PORT,
    host: env.METRICS_HOST,
    setting: 'METRICS_PORT',
  });
  undo.add(() => {
    server.closeAllConnections();
    server.close();
  });
  printStep('metrics', `http://${env.METRICS_HOST}:${port}/metrics`);
  return ({ method, path, status, seconds }) =>
    metrics.answered({ route: nameRoute(method, path), status, seconds });
}
