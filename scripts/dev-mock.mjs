// `npm run dev:mock`: the front end with hot reload, without a server or database.
import { become, loadEnvironment } from './become.mjs';
import { ensureInstalled } from './install.mjs';
import { ensureSnapshot } from './mock-snapshot.mjs';
import { script } from './say.mjs';

await script(async () => {
  loadEnvironment();
  await ensureInstalled();
  await ensureSnapshot({ exact: false });
  become('scripts/mock-server.mjs', ['--dev']);
});
