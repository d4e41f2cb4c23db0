import type { IncomingMessage } from 'node:http';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Env } from '#config/env.ts';
import { embedPrefix, previewsPrefix } from '#config/sharing.ts';
import { type LaneRun, startJobs } from '../jobs/schedule.ts';
import type { Log } from '../ports/ports.ts';
import type { Peer } from '../kernel/context.ts';
import { identifyPeer } from './ports/client-address.ts';
import { createClock } from './ports/clock.ts';
import { limitConnections } from './database/connection-limit.ts';
import { everywhere } from './pages/content-security.ts';
import type { Allowances } from './pages/content-security.ts';
import { createRequestRouter } from './pages/request-router.ts';
import { warnWithoutContact } from './process/contact-warning.ts';
import { checkPort, listen } from './process/listen.ts';
import { createHlsHandler } from './live/hls/hls-http.ts';
import { createRelayHandler } from './live/relay-http.ts';
import { openMetrics } from './metrics/open-metrics.ts';
import { openBackend } from './open-backend.ts';
import type { OpenBackend } from './open-backend.ts';
import { startPages } from './pages/pages.ts';
import type { Pages } from './pages/pages.ts';
import { objectUrl } from './ports/s3-objects.ts';
import { drain, leave } from './process/shutdown.ts';
import { endSlowBodies } from './process/slow-bodies.ts';
import { staticFolder } from './pages/static-files.ts';
import { securityText, securityTextPath } from './pages/security-text.ts';
import type { ServeStatic } from './pages/static-files.ts';
import { createUndo } from './operator/undo.ts';
import type { Undo } from './operator/undo.ts';
import { createEmbedRoute } from './sharing/embed-route.ts';
import { createPreviewRoute } from './sharing/preview-route.ts';
import { createApiDocsRoute } from './sharing/api-docs-route.ts';
import { createSiteMapRoutes } from './sharing/site-map-route.ts';

export interface Host {
  readonly publicUrl: string;
  /** Whether the demo accounts can log in. */
  readonly demo: boolean;
  /**
   * Goes on answering for DRAIN_SECONDS while no longer ready, finishes requests in progress, then shuts
   * everything down. Aborting `hurry` skips the waiting.
   */
  stop(hurry: AbortSignal): Promise<void>;
}
interface Options {
  readonly env: Env;
  /** In development, where another process has the pages. */
  readonly withoutPages: boolean;
  readonly log: Log;
  readonly printStep: (step: string, state: string) => void;
}

const project = fileURLToPath(new URL('../../../', import.meta.url));
const built = () => join(project, process.env.NEXT_DIST_DIR || '.next');
const serves = (env: Env, part: 'web' | 'api' | 'jobs' | 'live') => env.ROLE === 'all' || env.ROLE === part;

/**
 * Starts what ROLE asks for.
 * @throws StartError after undoing everything already started.
 */
export async function startHost({ env: given, withoutPages, log, printStep }: Options): Promise<Host> {
  const env = { ...given, DATA_DIR: resolve(given.DATA_DIR) };
  const place = { port: env.PORT, host: env.HOST };
  const undo = createUndo(log);
  const ending = { hurry: new AbortController().signal, isLeaving: false };
  try {
    await checkPort(place);
    const opened = await openBackend({ env, log, printStep, undo });
    await warnWithoutContact({ ...opened, log });
    runLanes({ env, opened, log, undo });
    const peer = (request: IncomingMessage) => identifyPeer(request, env);
    const pages = serves(env, 'web') && !withoutPages ? await openPages({ env, opened }) : undefined;
    if (pages) undo.add(() => pages.close());
    const api = serves(env, 'api') || serves(env, 'live') ? opened.backend : undefined;
    const { publicUrl } = opened.config;
    const server = createRequestRouter({
      publicUrl,
      headers: everywhere(publicUrl, false),
      log,
      findPeer: peer,
      api,
      pages,
      folders: await servedFolders({ env, withoutPages, opened, peer }),
      readiness: opened.readiness,
      isLeaving: () => ending.isLeaving,
      trustsProxy: env.TRUSTED_PROXIES > 0,
      onAnswered: await openMetrics({
        env,
        opened,
        log,
        undo,
        printStep,
        pagesFile: join(built(), 'server', 'pages-manifest.json'),
      }),
    });
    if (serves(env, 'api')) opened.live.serve(server, opened.backend, peer);
    endSlowBodies(server, { bodyMs: env.REQUEST_BODY_SECONDS * 1_000 });
    // Behind a proxy, every connection comes from the proxy's address.
    if (env.TRUSTED_PROXIES === 0) limitConnections(server, env.MAX_CONNECTIONS_PER_ADDRESS, log);
    await listen(server, place);
    undo.add(async () => {
      const drained = drain(server, ending.hurry);
      // Open sockets would keep the server from closing; clients reconnect to the next one.
      opened.live.disconnect();
      await drained;
    });
    return {
      publicUrl,
      demo: opened.config.demo,
      async stop(signal) {
        Object.assign(ending, { hurry: signal, isLeaving: true });
        await leave(env.DRAIN_SECONDS * 1_000, signal);
        await undo.run();
      },
    };
  } catch (error) {
    await undo.run();
    throw error;
  }
}

/**
 * Slow jobs have their own loops, so that emails and deadlines don't wait for a video or a push service.
 * Videos go back to the queue when the process ends.
 */
const longAtOnce = 2;
function createLanes(env: Env, { backend }: OpenBackend): LaneRun[] {
  const toItsEnd = (lane: LaneRun['lane']): LaneRun => ({ lane, run: () => backend.runJobs({ lane }) });
  const long = (): LaneRun => ({
    lane: 'long',
    run: (signal) => backend.runJobs({ lane: 'long', signal }),
  });
  return [
    ...(serves(env, 'live') ? [toItsEnd('streams')] : []),
    ...(serves(env, 'jobs')
      ? [toItsEnd('quick'), toItsEnd('outbound'), ...Array.from({ length: longAtOnce }, long)]
      : []),
  ];
}

function runLanes({
  env,
  opened,
  log,
  undo,
}: Pick<Options, 'env' | 'log'> & { opened: OpenBackend; undo: Undo }) {
  const lanes = createLanes(env, opened);
  if (lanes.length === 0) return;
  const loadDue = (until: Date) => opened.backend.loadDueJobs(until);
  const jobs = startJobs({ lanes, loadDue, clock: createClock(env.CLOCK_OFFSET_FILE), log });
  undo.add(() => jobs.stop());
  undo.add(opened.notices.listen(() => jobs.wake()));
}

function openPages({ env, opened }: { env: Env; opened: OpenBackend }): Promise<Pages> {
  const { backend, config, settings, gateway } = opened;
  const apiOrigin = env.NEXT_PUBLIC_API_ENDPOINT.startsWith('/')
    ? null
    : new URL(env.NEXT_PUBLIC_API_ENDPOINT).origin;
  const uploadOrigin =
    env.S3_ENDPOINT && env.S3_BUCKET
      ? objectUrl({ endpoint: env.S3_ENDPOINT, bucket: env.S3_BUCKET }, '').origin
      : null;
  const stripe = gateway === 'stripe';
  const recaptcha = env.RECAPTCHA_SITE_KEY !== undefined;
  let last: Allowances = { apiOrigin, uploadOrigin, stripe, analytics: false, recaptcha };
  const allowances = async () => {
    // While the database is down, pages that don't need it still open.
    const values = await settings.all().catch(() => null);
    if (values)
      last = {
        apiOrigin,
        uploadOrigin,
        stripe: env.STRIPE_SECRET_KEY !== undefined,
        analytics: values.googleAnalyticsCode !== null,
        recaptcha,
      };
    return last;
  };
  return startPages({ dev: false, folder: project, publicUrl: config.publicUrl, backend, allowances });
}

const securityFolder = (
  { SECURITY_CONTACT: contact }: Env,
  publicUrl: string,
): Record<string, ServeStatic> =>
  contact ? { [securityTextPath]: securityText({ contact, publicUrl }) } : {};

/** What other sites and search engines ask for. */
function sharingFolders(
  { backend: api, config: { publicUrl } }: OpenBackend,
  peerOf: (request: IncomingMessage) => Peer,
): Record<string, ServeStatic> {
  const site = { api, publicUrl };
  return {
    [previewsPrefix]: createPreviewRoute(site, peerOf),
    [embedPrefix]: createEmbedRoute(site, peerOf),
    ...createSiteMapRoutes(site, peerOf),
    ...createApiDocsRoute(site, peerOf),
  };
}

/** WHIP, WHEP and HLS; pages are beside them under `/live/`. */
function liveFolder(
  { relay, config }: OpenBackend,
  peerOf: (request: IncomingMessage) => Peer,
): Record<string, ServeStatic> {
  if (!relay) return {};
  const handle = createRelayHandler(relay);
  const found: Record<string, ServeStatic> = {
    '/live/wh': (request, response) => handle(request, response).then(() => true),
  };
  const { hls } = relay;
  if (hls)
    found['/live/hls/'] = createHlsHandler(hls, {
      getIp: (request) => peerOf(request).ip,
      isSecure: config.publicUrl.startsWith('https:'),
    });
  return found;
}

interface Served {
  readonly env: Env;
  readonly withoutPages: boolean;
  readonly opened: OpenBackend;
  readonly peer: (request: IncomingMessage) => Peer;
}
/** Everything that is served beside pages and calls, by path prefix. */
const servedFolders = async ({
  env,
  withoutPages,
  opened,
  peer,
}: Served): Promise<Record<string, ServeStatic>> => ({
  ...(await folders(withoutPages)),
  ...liveFolder(opened, peer),
  ...securityFolder(env, opened.config.publicUrl),
  ...(serves(env, 'web') ? sharingFolders(opened, peer) : {}),
});

async function folders(withoutPages: boolean): Promise<Record<string, ServeStatic>> {
  const flags = dirname(createRequire(import.meta.url).resolve('flag-icons/package.json'));
  const week = {
    'Cache-Control': 'public, max-age=604800',
    'Content-Security-Policy': "default-src 'none'; style-src 'unsafe-inline'",
    'Access-Control-Allow-Origin': '*',
  };
  const found: Record<string, ServeStatic> = {
    '/flags/': await staticFolder({
      folder: join(flags, 'flags', '4x3'),
      prefix: '/flags/',
      headers: week,
      compress: true,
    }),
  };
  if (withoutPages) return found;
  found['/_next/static/'] = await staticFolder({
    folder: join(built(), 'static'),
    prefix: '/_next/static/',
    headers: { 'Cache-Control': 'public, max-age=31536000, immutable' },
    compressedStamp: join(built(), 'limelight-compressed'),
  });
  return found;
}
