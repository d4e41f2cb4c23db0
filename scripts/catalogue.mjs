// `npm run catalogue`: components in their states, in a browser, with hot reload. `--accept` takes the pictures that
// `npm test` compares.
import { become } from './become.mjs';
import { ensureBrowser } from './browser.mjs';
import { ensureInstalled } from './install.mjs';
import { script } from './say.mjs';

await script(async () => {
  await ensureInstalled();
  if (!process.argv.includes('--accept')) return become('tests/catalogue/serve.ts');
  await ensureBrowser();
  become('tests/catalogue/accept.ts');
});
