import { randomBytes } from 'node:crypto';
import { EventEmitter } from 'node:events';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { access, readdir } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import type { Duplex } from 'node:stream';
import next from 'next';
import { closedReply } from '../../kernel/closed-site.ts';
import type { Peer } from '../../kernel/context.ts';
import type { Backend } from '../../create-backend.ts';
import { CapturedResponse, inwardRequest } from './captured-response.ts';
import { builtScriptHashes, developmentPolicy, pagePolicy } from './content-security.ts';
import type { Allowances } from './content-security.ts';
import { preferNodeReact } from './react-dom-node.ts';
import { createPageCache } from './page-cache.ts';
import type { PageCache, Rendered } from './page-cache.ts';
import { StartError } from '../process/start-error.ts';
import { themeOf, visitOf } from './visitor-pages.ts';

/** How pages reach the API: a call without a socket, in the name of the person whose page is drawn. */
export type ApiFetch = (request: Request) => Promise<Response>;
declare global {
  /**
   * Set by the process, called by `instrumentation.ts`: Next's bundles share no module with us. `route` is a
   * page's file, `/feeds/[id]`.
   */
  var limelightPageFailed: ((error: unknown, route: string) => void) | undefined;
}
declare module 'http' {
  interface IncomingMessage {
    /**
     * For `getServerSideProps` and the API route, on the server only. Addresses are absolute, of any origin.
     */
    apiFetch?: ApiFetch;
    /** The screen for closed countries is asked for by the server itself, in place of a page. */
    siteClosed?: true;
  }
}

export interface Pages {
  handle(request: IncomingMessage, response: ServerResponse, peer: Peer): Promise<void>;
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void;
  close(): Promise<void>;
}
interface Options {
  readonly dev: boolean;
  /** The project's folder. */
  readonly folder: string;
  readonly publicUrl: string;
  readonly backend: Pick<Backend, 'fetch' | 'isClosedTo' | 'countryOf'>;
  /** What pages may load at this moment; settings change while we run. */
  readonly allowances: () => Promise<Allowances>;
}

/**
 * The site's pages by Next, with their security policy, their way to the API, and a short memory of what
 * visitors see.
 */
export async function startPages({ dev, folder, publicUrl, backend, allowances }: Options): Promise<Pages> {
  const built = join(folder, process.env.NEXT_DIST_DIR || '.next');
  if (!dev) await assertBuilt(built);
  const { app, upgrades } = await openNext({ dev, folder });
  const render = app.getRequestHandler();
  const assets = await assetsOf(folder);
  /** Built scripts and styles never come here but in development. */
  const isAsset = (path: string) =>
    assets.has(path) || (dev && path.startsWith('/_next/') && !path.startsWith('/_next/data/'));
  const hashesFor = dev ? () => [] : await builtScriptHashes(join(built, 'server', 'pages'));

  /** Prepares a request for Next; answers the policy that fits what it will render. */
  const dress = async (request: IncomingMessage, peer: Peer): Promise<{ nonce: string; policy: string }> => {
    request.apiFetch = (inner) => backend.fetch(inner, peer);
    delete request.headers['x-nonce'];
    if (dev) return { nonce: '', policy: developmentPolicy };
    const nonce = randomBytes(18).toString('base64');
    request.headers['x-nonce'] = nonce;
    return {
      nonce,
      policy: pagePolicy(nonce, await allowances(), hashesFor((request.url ?? '').split('?', 1)[0] ?? '')),
    };
  };
  /** Nothing of the visitor's request but their theme, or one visitor could choose what the next ones see. */
  const forVisitors = (path: string, theme: string | undefined) =>
    inwardRequest(path, {
      host: new URL(publicUrl).host,
      accept: 'text/html',
      ...(theme ? { cookie: `theme=${theme}` } : {}),
    });
  const renderInward: Inward = async (request, peer) => {
    const response = new CapturedResponse(request);
    const { nonce, policy } = await dress(request, peer);
    await render(request, response);
    return { captured: await response.captured, policy, nonce };
  };
  const cache = createPageCache();
  const closed = closedScreen(cache, (theme) => forVisitors('/country-blocked', theme), renderInward);

  return {
    async handle(request, response, peer) {
      if (!isAsset(pathOf(request)) && (await backend.isClosedTo(peer))) return closed(request, response);
      const visit = dev ? null : visitOf(request, backend.countryOf(peer));
      if (visit)
        return cache.serve(request, response, {
          key: visit.key,
          render: () => renderInward(forVisitors(visit.path, visit.theme), peer),
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
  // Next listens for upgrades on the server it is told of; ours are divided between it and the sockets, so it
  // gets a stand-in.
  const upgrades = new EventEmitter();
  const app = next({ dev, dir: folder, httpServer: upgrades as unknown as Server });
  await (dev ? app.prepare() : quietly(() => app.prepare()));
  return { app, upgrades };
}

type Inward = (request: IncomingMessage, peer: Peer) => Promise<Rendered>;

/**
 * What closed countries get in place of anything. The screen knows the site, and nobody: neither who asks nor
 * whom they asked for.
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
    const theme = themeOf(request);
    if (wantsPage(request))
      return cache.serve(request, response, { key: `451\n${theme ?? ''}`, render: () => render(theme) });
    response
      .writeHead(451, { 'Content-Type': 'application/json; charset=utf-8', 'Cache-Control': 'no-store' })
      .end(closedReply());
  };
}

const pathOf = (request: IncomingMessage): string => (request.url ?? '').split('?', 1)[0] ?? '';

/** A page, not the data of one that is open, nor a route for programs. */
const wantsPage = (request: IncomingMessage): boolean =>
  !/^\/(?:_next|api)\//.test(pathOf(request)) && !request.headers['x-nextjs-data'];

/**
 * Addresses of the icons and such that lie in `public`: the screen for closed countries is drawn with them
 * too.
 */
async function assetsOf(folder: string): Promise<{ has(path: string): boolean }> {
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

/** Next prints how long it took to read its own configuration; among our steps that helps nobody. */
async function quietly(work: () => Promise<void>): Promise<void> {
  const { log } = console;
  console.log = () => {};
  await work().finally(() => (console.log = log));
}
