// `npm test`: everything, on a fresh clone too. `--fast` (npm run verify): no database, no page, no build, no
// browser. `--deep`: the long runs as well.
import { become } from './become.mjs';
import { ensureInstalled } from './install.mjs';
import { script } from './say.mjs';

await script(async () => {
  await ensureInstalled();
  become('scripts/run-checks.mjs', process.argv.slice(2));
});
