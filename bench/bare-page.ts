import { spawnSync } from 'node:child_process';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import next from 'next';
import { staticFolder } from '../src/backend/node/pages/static-files.ts';

/**
 * A minimal Next page with the posts of the server whose URL is the first argument: the baseline for our
 * pages in the same run. Its files are compressed and served like ours.
 */
const dir = fileURLToPath(new URL('bare', import.meta.url));
const [, , measured = ''] = process.argv;
Object.assign(process.env, {
  MEASURED_URL: measured,
  NODE_ENV: 'production',
  NEXT_TELEMETRY_DISABLED: '1',
  NEXT_DIST_DIR: '',
});
const built = spawnSync(
  process.execPath,
  [fileURLToPath(new URL('../node_modules/next/dist/bin/next', import.meta.url)), 'build', dir],
  { encoding: 'utf8' },
);
if (built.status !== 0) throw new Error(`The bare page could not be built:\n${built.stdout}${built.stderr}`);

const app = next({ dev: false, dir });
await app.prepare();
const render = app.getRequestHandler();
const files = await staticFolder({
  folder: join(dir, '.next', 'static'),
  prefix: '/_next/static/',
  headers: { 'cache-control': 'public, max-age=31536000, immutable' },
  compress: true,
});
const server = createServer(async (request, response) => {
  const path = (request.url ?? '/').split('?', 1)[0] ?? '/';
  if (path.startsWith('/_next/static/') && (await files(request, response, path))) return;
  await render(request, response);
});
server.listen(0, () => console.log(`port ${(server.address() as AddressInfo).port}`));
process.on('SIGTERM', () => process.exit());
