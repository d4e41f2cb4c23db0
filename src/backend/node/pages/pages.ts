import { randomBytes } from 'node:crypto';
import { EventEmitter } from 'node:events';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { access, readdir } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import type { Duplex } from 'node:stream';
import next from 'next';
import { closedReply } from '../../kernel/country-block.ts';
import type { Peer } from '../../kernel/context.ts';
import type { Backend } from '../../create-backend.ts';
import { CapturedResponse, inwardRequest } from './captured-response.ts';
import { builtScriptHashes, developmentPolicy, pagePolicy } from './content-security.ts';
import type { Allowances } from './content-security.ts';
import { preferNodeReact } from './react-dom-node.ts';
import { createPageCache } from './page-cache.ts';
import type { PageCache, Rendered } from './page-cache.ts';
import { StartError } from '../process/start-error.ts';
import { findVisit, readTheme } from './visitor-pages.ts';

/** Calls the API without a socket, on behalf of the person the page is rendered for. */
export type ApiFetch = (request: Request) => Promise<Response>;
declare global {
  /**
   * Set by the process and called by `instrumentation.ts`, because Next's bundles share no modules with it.
   * `route` is a page's file, such as `/feeds/[id]`.
   */
  var limelightPageFailed: ((error: unknown, route: string) => void) | undefined;
}
declare module 'http' {
  interface IncomingMessage {
    /** For `getServerSideProps` and the API route, on the server only. Takes absolute URLs of any origin. */
    apiFetch?: ApiFetch;
    /** Set when the server itself renders the screen for blocked countries instead of a page. */
    siteClosed?: true;
    /** The site's origin, for absolute URLs, whatever name this request was sent to. */
    publicUrl?: string;
  }
}

export interface Pages {
  handle(request: IncomingMessage, response: ServerResponse, peer: Peer): Promise<void>;
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void;
  close(): Promise<void>;
}
interface Options {
  readonly dev: boolean;
  readonly folder: string;
  readonly publicUrl: string;
  readonly backend: Pick<Backend, 'fetch' | 'isClosedTo' | 'findPlaces'>;
  /** What pages may load at this moment; settings can change while the process runs. */
  readonly allowances: () => Promise<Allowances>;
}

/**
 * A request for a page of visitors. Contains nothing of the visitor's request except the theme; otherwise one
 * visitor could influence what others see.
 */
const forVisitors = (path: string, { host, theme }: { host: string; theme: string | undefined }) =>
  inwardRequest(path, { host, accept: 'text/html', ...(theme ? { cookie: `theme=${theme}` } : {}) });

/**
 * Serves the site's pages with Next, adding the security policy, access to the API, and a short cache of
 * pages for visitors.
 */
export async function startPages({ dev, folder, publicUrl, backend, allowances }: Options): Promise<Pages> {
  const built = join(folder, process.env.NEXT_DIST_DIR || '.next');
  if (!dev) await assertBuilt(built);
  const { app, upgrades } = await openNext({ dev, folder });
  const render = app.getRequestHandler();
  const assets = await listAssets(folder);
  /** In production, built scripts and styles don't reach this handler. */
  const isAsset = (path: string) =>
    assets.has(path) || (dev && path.startsWith('/_next/') && !path.startsWith('/_next/data/'));
  const hashesFor = dev ? () => [] : await builtScriptHashes(join(built, 'server', 'pages'));

  /** Prepares a request for Next and returns the policy for the page it will render. */
  const dress = async (request: IncomingMessage, peer: Peer): Promise<{ nonce: string; policy: string }> => {
    request.apiFetch = (inner) => backend.fetch(inner, peer);
    request.publicUrl = publicUrl;
    delete request.headers['x-nonce'];
    if (dev) return { nonce: '', policy: developmentPolicy };
    const nonce = randomBytes(18).toString('base64');
    request.headers['x-nonce'] = nonce;
    return {
      nonce,
      policy: pagePolicy(nonce, await allowances(), hashesFor((request.url ?? '').split('?', 1)[0] ?? '')),
    };
  };
  const { host } = new URL(publicUrl);
  const renderInward: Inward = async (request, peer) => {
    const response = new CapturedResponse(request);
    const { nonce, policy } = await dress(request, peer);
    await render(request, response);
    return { captured: await response.captured, policy, nonce };
  };
  const cache = createPageCache();
  const closed = closedScreen(
    cache,
    (theme) => forVisitors('/country-blocked', { host, theme }),
    renderInward,
  );

  return {
    async handle(request, response, peer) {
      if (!isAsset(requestPath(request)) && (await backend.isClosedTo(peer)))
        return closed(request, response);
      const visit = dev ? null : findVisit(request, await backend.findPlaces(peer));
      if (visit)
        return cache.serve(request, response, {
          key: visit.key,
          render: () => renderInward(forVisitors(visit.path, { host, theme: visit.theme }), peer),
        });
      const { policy } = await dress(request, peer);
      response.setHeader('Content-Security-Policy', policy);
      return render(request, response);
    },
    upgrade(request, socket, head) {
      if (dev) upgrades.emit('upgrade', request, socket, head);
      else socket.destroy();
    },
    close: () => app.close(),
  };
}

async function openNext({ dev, folder }: Pick<Options, 'dev' | 'folder'>) {
  if (!dev) preferNodeReact();
  // Saves what was compiled for the next start, which Next otherwise doesn't wait for when it closes.
  if (dev) process.env['__NEXT_DEV_WAIT_FOR_TURBOPACK_SHUTDOWN'] = '1';
  // Next listens for upgrades on the server it is given. Upgrades are shared between Next and the sockets, so
  // it gets an event emitter instead.
  const upgrades = new EventEmitter();
  const app = next({ dev, dir: folder, httpServer: upgrades as unknown as Server });
  await (dev ? app.prepare() : quietly(() => app.prepare()));
  return { app, upgrades };
}

type Inward = (request: IncomingMessage, peer: Peer) => Promise<Rendered>;

/**
 * Renders the screen shown in blocked countries. It depends on neither the visitor nor the requested page.
 */
function closedScreen(
  cache: PageCache,
  requestFor: (theme: string | undefined) => IncomingMessage,
  renderInward: Inward,
) {
  const render = async (theme: string | undefined): Promise<Rendered> => {
    const { captured, ...rest } = await renderInward(
      Object.assign(requestFor(theme), { siteClosed: true as const }),
      { ip: '', country: null },
    );
    return { ...rest, captured: { ...captured, status: captured.status === 200 ? 451 : captured.status } };
  };
  return async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const theme = readTheme(request);
    if (wantsPage(request))
      return cache.serve(request, response, { key: `451\n${theme ?? ''}`, render: () => render(theme) });
    response
      .writeHead(451, { 'Content-Type': 'application/json; charset=utf-8', 'Cache-Control': 'no-store' })
      .end(closedReply());
  };
}

const requestPath = (request: IncomingMessage): string => (request.url ?? '').split('?', 1)[0] ?? '';

/** Whether this is a page load, as opposed to a client-side navigation or an API route. */
const wantsPage = (request: IncomingMessage): boolean =>
  !/^\/(?:_next|api)\//.test(requestPath(request)) && !request.headers['x-nextjs-data'];

/** Paths of the files in `public`, which the screen for blocked countries needs too. */
async function listAssets(folder: string): Promise<{ has(path: string): boolean }> {
  const found = await readdir(join(folder, 'public'), { recursive: true, withFileTypes: true });
  const paths = new Set(
    found
      .filter((entry) => entry.isFile())
      .map(
        ({ parentPath, name }) =>
          `/${relative(join(folder, 'public'), join(parentPath, name)).split(sep).join('/')}`,
      ),
  );
  return { has: (path) => paths.has(path) };
}

async function assertBuilt(built: string): Promise<void> {
  await access(join(built, 'required-server-files.json')).catch(() => {
    throw new StartError(
      `The pages aren't built (${built}): start with \`npm start\`, or run \`npm run build\` first.`,
    );
  });
}

/** Suppresses a line Next prints about reading its configuration. */
async function quietly(work: () => Promise<void>): Promise<void> {
  const { log } = console;
  console.log = () => {};
  await work().finally(() => (console.log = log));
}
