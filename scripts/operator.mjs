// `npm run operator -- …`: the operator's command line, on the same data as the server.
import { become, loadEnvironment } from './become.mjs';
import { inRoot } from './paths.mjs';
import { existsSync } from 'node:fs';
import { ensureInstalled } from './install.mjs';
import { script } from './say.mjs';

await script(async () => {
  loadEnvironment();
  // Prints nothing if everything is installed, because a program may parse the command's output.
  if (!existsSync(inRoot('node_modules', '.limelight-stamp'))) await ensureInstalled();
  become('src/backend/node/operator/operator.ts', process.argv.slice(2), {
    env: { ...process.env, NODE_ENV: 'production' },
  });
});
