// `npm run dev`: pages and API as two processes. Next reloads pages, and a change of the server's own sources
// restarts only the API.
import { become, loadEnvironment } from './become.mjs';
import { ensureInstalled } from './install.mjs';
import { tryFfmpeg } from './programs.mjs';
import { script } from './say.mjs';

await script(async () => {
  loadEnvironment();
  await ensureInstalled();
  await tryFfmpeg();
  become('src/backend/node/dev/dev-server.ts', [], {
    env: { ...process.env, NODE_ENV: 'development', NEXT_TELEMETRY_DISABLED: '1' },
  });
});
