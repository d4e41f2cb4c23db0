// `npm run catalogue`: components in their states, in a browser, with hot reload.
import { become } from './become.mjs';
import { ensureInstalled } from './install.mjs';
import { script } from './say.mjs';

await script(async () => {
  await ensureInstalled();
  become('tests/catalogue/serve.ts');
});
