// `npm run shots`: screenshots of every page in light, in dark and at 360 px, written to `shots/`.
import { become } from './become.mjs';
import { ensureBuilt } from './build.mjs';
import { ensureInstalled } from './install.mjs';
import { script } from './say.mjs';

await script(async () => {
  await ensureInstalled();
  await ensureBuilt();
  become('scripts/tour.mjs', process.argv.slice(2));
});
