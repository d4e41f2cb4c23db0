// The front end alone, with Next serving the pages and the API inside the browser. `--dev` enables hot
// reload; otherwise it serves the mock build.
import { createServer } from 'node:http';
import { createReadStream } from 'node:fs';
import { dirname, join } from 'node:path';
import { createRequire } from 'node:module';
import { environment } from './build.mjs';
import { snapshotFile } from './mock-snapshot.mjs';
import { root } from './paths.mjs';

const dev = process.argv.includes('--dev');
Object.assign(process.env, environment(true), { NODE_ENV: dev ? 'development' : 'production' });
// Next saves what it has compiled for the next start, but doesn't wait for that by default.
if (dev) process.env.__NEXT_DEV_WAIT_FOR_TURBOPACK_SHUTDOWN = '1';

const { default: next } = await import('next');
const app = next({ dev, dir: root });
await app.prepare();
const handle = app.getRequestHandler();
const require = createRequire(import.meta.url);
const flags = join(dirname(require.resolve('flag-icons/package.json')), 'flags', '4x3');
const worker = join(dirname(require.resolve('msw/package.json')), 'lib', 'mockServiceWorker.js');

/** Files that the real server serves besides pages, and the service worker that stands in for its API. */
function fileFor(path) {
  if (path === '/mockServiceWorker.js') return { file: worker, type: 'text/javascript' };
  const snapshot = snapshotFile(path);
  if (snapshot) return snapshot;
  const flag = /^\/flags\/([a-z-]+\.svg)$/.exec(path)?.[1];
  return flag ? { file: join(flags, flag), type: 'image/svg+xml' } : null;
}

const port = Number(process.env.PORT || 3000);
const server = createServer((request, response) => {
  const found = fileFor((request.url ?? '').split('?')[0]);
  if (!found) return handle(request, response);
  response.setHeader('Content-Type', found.type);
  response.setHeader('Service-Worker-Allowed', '/');
  return createReadStream(found.file)
    .on('error', () => response.writeHead(404).end())
    .pipe(response);
});
server.on('error', (error) => {
  process.stderr.write(
    error.code === 'EADDRINUSE'
      ? `Port ${port} is already in use: stop what uses it, or set another PORT.\n`
      : `${error.stack}\n`,
  );
  process.exit(1);
});
server.listen(port, () =>
  console.log(
    `${'ready'.padEnd(14)}http://localhost:${port}  the API is in the browser; accounts: demo-fan and demo-creator, password limelight`,
  ),
);
for (const signal of ['SIGINT', 'SIGTERM'])
  process.on(signal, () => void app.close().finally(() => process.exit(0)));
