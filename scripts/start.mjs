// `npm start`: from a fresh clone to a running site, with nothing but Node 20 and npm. With `--built`, everything
// is installed and built already, and nothing is written but data.
import { become, loadEnvironment } from './become.mjs';
import { compressBeside, ensureBuilt, requireBuilt } from './build.mjs';
import { ensureInstalled } from './install.mjs';
import { script } from './say.mjs';

await script(async () => {
  loadEnvironment();
  const isBuilt = process.argv.includes('--built');
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
