import { randomBytes } from 'node:crypto';
import { EventEmitter } from 'node:events';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { access } from 'node:fs/promises';
import { join } from 'node:path';
import type { Duplex } from 'node:stream';
import next from 'next';
import { CapturedResponse, inwardRequest } from './captured-response.ts';
import { builtScriptHashes, developmentPolicy, pagePolicy } from './content-security.ts';
import type { Allowances } from './content-security.ts';
import { preferNodesReact } from './nodes-react.ts';
import { createPageCache } from './page-cache.ts';
import type { Rendered } from './page-cache.ts';
import { StartError } from './start-error.ts';
import { visitOf } from './visitor-pages.ts';
import type { Visit } from './visitor-pages.ts';

/** How pages reach the API: a call without a socket, in the name of the person whose page is drawn. */
export type ApiFetch = (request: Request) => Promise<Response>;
declare module 'http' {
  interface IncomingMessage {
    /** For `getServerSideProps` and the API route, on the server only. Addresses are absolute, of any origin. */
    apiFetch?: ApiFetch;
  }
}

export interface Pages {
  handle(request: IncomingMessage, response: ServerResponse, ip: string): Promise<void>;
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void;
  close(): Promise<void>;
}
interface Options {
  readonly dev: boolean;
  /** The project's folder. */
  readonly folder: string;
  readonly publicUrl: string;
  /** `backend.fetch`. */
  readonly call: (request: Request, peer: { ip: string }) => Promise<Response>;
  readonly country: (ip: string) => string | null;
  /** What pages may load at this moment; settings change while we run. */
  readonly allowances: () => Promise<Allowances>;
}

/** The site's pages by Next, with their security policy, their way to the API, and a short memory of what visitors see. */
export async function startPages({
  dev,
  folder,
  publicUrl,
  call,
  country,
  allowances,
}: Options): Promise<Pages> {
  const built = join(folder, process.env.NEXT_DIST_DIR || '.next');
  if (!dev) {
    await assertBuilt(built);
    preferNodesReact();
  }
  // Next listens for upgrades on the server it is told of; ours are divided between it and the sockets, so it gets a stand-in.
  const upgrades = new EventEmitter();
  const app = next({ dev, dir: folder, httpServer: upgrades as unknown as Server });
  await (dev ? app.prepare() : quietly(() => app.prepare()));
  const render = app.getRequestHandler();
  const hashesFor = dev ? () => [] : await builtScriptHashes(join(built, 'server', 'pages'));

  /** Prepares a request for Next; answers the policy that fits what it will render. */
  const dress = async (request: IncomingMessage, ip: string): Promise<{ nonce: string; policy: string }> => {
    request.apiFetch = (inner) => call(inner, { ip });
    delete request.headers['x-nonce'];
    if (dev) return { nonce: '', policy: developmentPolicy };
    const nonce = randomBytes(18).toString('base64');
    request.headers['x-nonce'] = nonce;
    return {
      nonce,
      policy: pagePolicy(nonce, await allowances(), hashesFor((request.url ?? '').split('?', 1)[0] ?? '')),
    };
  };
  const renderForVisitors = async (visit: Visit, ip: string): Promise<Rendered> => {
    // Nothing else of the visitor's request, or one visitor could choose what the next ones see.
    const request = inwardRequest(visit.path, {
      host: new URL(publicUrl).host,
      accept: 'text/html',
      ...(visit.theme ? { cookie: `theme=${visit.theme}` } : {}),
    });
    const response = new CapturedResponse(request);
    const { nonce, policy } = await dress(request, ip);
    await render(request, response);
    return { captured: await response.captured, policy, nonce };
  };
  const cache = createPageCache();

  return {
    async handle(request, response, ip) {
      const visit = dev ? null : visitOf(request, country(ip));
      if (visit)
        return cache.serve(request, response, { key: visit.key, render: () => renderForVisitors(visit, ip) });
      const { policy } = await dress(request, ip);
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
