import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { fileURLToPath } from 'node:url';
import { EnvError } from '#config/env-error.ts';
import { readEnv } from '#config/env.ts';
import { embedPrefix, previewsPrefix } from '#config/sharing.ts';
import { everywhere } from '../pages/content-security.ts';
import { type Pages, startPages } from '../pages/pages.ts';
import { belongsToApi, isHealthCheck } from '../pages/request-router.ts';
import { securityTextPath } from '../pages/security-text.ts';
import { identifyPeer } from '../ports/client-address.ts';
import { checkPort, freePort, listen } from '../process/listen.ts';
import { StartError } from '../process/start-error.ts';
import { robotsPath, siteMapPath } from '../sharing/site-map-route.ts';
import { apiSources, startApiProcess } from './api-process.ts';
import { createForward, distantBackend } from './forward.ts';

/* `npm run dev`: this process has the pages, which Next reloads part by part, and hands everything else on to a
   process with the API. A change of the server's sources restarts only that one, so open pages keep their state. */
const project = fileURLToPath(new URL('../../../../', import.meta.url));
const prefixes = [
  '/flags/',
  previewsPrefix,
  embedPrefix,
  siteMapPath,
  robotsPath,
  securityTextPath,
  // Media of live streams. The pages are beside them under `/live/`.
  '/live/wh',
  '/live/hls/',
];
const isForApi = ({ url = '/' }: IncomingMessage): boolean => {
  const path = url.split('?', 1)[0] ?? '/';
  return belongsToApi(path) || isHealthCheck(path) || prefixes.some((prefix) => path.startsWith(prefix));
};

const print = (step: string, state: string) => console.log(`${step.padEnd(14)}${state}`);

async function run(): Promise<void> {
  const env = readEnv(process.env);
  const publicUrl = env.PUBLIC_URL ?? `http://localhost:${env.PORT}`;
  const place = { port: env.PORT, host: env.HOST };
  await checkPort(place);
  const port = await freePort();
  const api = startApiProcess({
    program: fileURLToPath(new URL('../main.ts', import.meta.url)),
    args: ['--without-pages'],
    // It believes this process about the visitor's address, as it would a proxy.
    env: {
      ...process.env,
      PORT: String(port),
      HOST: '127.0.0.1',
      PUBLIC_URL: publicUrl,
      TRUSTED_PROXIES: String(env.TRUSTED_PROXIES + 1),
    },
    watched: apiSources(project),
    print,
  });
  let opened: Pages | null = null;
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.on(
      signal,
      () => void Promise.allSettled([api.end('SIGTERM'), opened?.close()]).then(() => process.exit()),
    );

  const forward = createForward({ port, api });
  const pages = await startPages({
    dev: true,
    folder: project,
    publicUrl,
    backend: distantBackend({ port, api }),
    allowances: () => Promise.resolve({ apiOrigin: null, stripe: false, analytics: false, recaptcha: false }),
  });
  opened = pages;
  const headers = Object.entries(everywhere(publicUrl, true));
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    if (isForApi(request)) return forward.request(request, response);
    for (const [name, value] of headers) response.setHeader(name, value);
    return pages.handle(request, response, identifyPeer(request, env));
  };
  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => {
      console.error(error);
      if (response.headersSent) response.destroy();
      else response.writeHead(500).end('This page could not be rendered. See the terminal.\n');
    });
  });
  server.on('upgrade', (request, socket, head) => {
    if (request.url?.startsWith('/socket.io/')) void forward.upgrade(request, socket, head);
    else pages.upgrade(request, socket, head);
  });
  await listen(server, place);
  print('pages', `${publicUrl}  changes of pages appear without a reload`);
}

try {
  await run();
} catch (error) {
  const isKnown = error instanceof StartError || error instanceof EnvError;
  process.stderr.write(`${isKnown ? error.message : String((error as Error).stack ?? error)}\n`);
  process.exit(1);
}
