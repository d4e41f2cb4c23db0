// `npm start`: from a fresh clone to a running site, with nothing but Node 20 and npm. The archive of a release has its
// pages and installs only what running them needs. With `--built`, everything is installed and built already, and nothing
// is written but data.
import { existsSync } from 'node:fs';
import { become, loadEnvironment } from './become.mjs';
import { compressBeside, ensureBuilt, requireBuilt } from './build.mjs';
import { ensureInstalled } from './install.mjs';
import { inRoot } from './paths.mjs';
import { tryFfmpeg } from './programs.mjs';
import { script } from './say.mjs';

await script(async () => {
  loadEnvironment();
  const isRelease = existsSync(inRoot('release.json'));
  const isBuilt = isRelease || process.argv.includes('--built');
  if (isRelease && !process.argv.includes('--built')) await ensureInstalled({ dev: false });
  if (!process.argv.includes('--built')) await tryFfmpeg();
  if (isBuilt) await requireBuilt();
  else {
    await ensureInstalled();
    // Whoever starts this is waiting for the first page, on this machine.
    await ensureBuilt({ compress: false });
  }
  become('src/backend/node/main.ts', [], {
    env: { ...process.env, NODE_ENV: 'production', NEXT_TELEMETRY_DISABLED: '1' },
    onReady: isBuilt ? undefined : compressBeside,
  });
});
