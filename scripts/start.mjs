// `npm start`: from a fresh clone to a running site, with nothing but Node 20 and npm.
import { become, loadEnvironment } from './become.mjs';
import { ensureBuilt } from './build.mjs';
import { ensureInstalled } from './install.mjs';
import { script } from './say.mjs';

await script(async () => {
  loadEnvironment();
  await ensureInstalled();
  await ensureBuilt();
  become('src/backend/node/main.ts', [], {
    ...process.env,
    NODE_ENV: 'production',
    NEXT_TELEMETRY_DISABLED: '1',
  });
});
