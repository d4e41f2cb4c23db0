// `npm test`: all tests, also on a fresh clone. `--fast` (npm run verify): no database, pages, build or
// browser. `--deep`: the long runs as well.
import { become } from './become.mjs';
import { ensureBrowser } from './browser.mjs';
import { ensureInstalled } from './install.mjs';
import { ensureFfmpeg } from './programs.mjs';
import { script } from './say.mjs';

await script(async () => {
  await ensureInstalled();
  if (!process.argv.includes('--fast')) {
    await ensureFfmpeg();
    await ensureBrowser();
  }
  become('scripts/run-checks.mjs', process.argv.slice(2));
});
