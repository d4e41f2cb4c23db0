// `npm run bench`: measures the product against its budgets and writes docs/benchmarks.md. `npm run bench --
// pages` (or calls, charges, tables, gallery, uploads, statement, views, broadcast, conversations, memory,
// message-search, search, fan-out, live-chat, live, starts, actions, scale) runs one part and writes nothing.
import { rm } from 'node:fs/promises';
import { become } from './become.mjs';
import { ensureBuilt } from './build.mjs';
import { ensureInstalled } from './install.mjs';
import { Complaint, script } from './say.mjs';

await script(async () => {
  if (!process.argv.includes('--installed')) {
    await ensureInstalled();
    await ensureBuilt();
    return become('scripts/bench.mjs', [...process.argv.slice(2), '--installed']);
  }
  const { findBrowser } = await import('./browser.mjs');
  const { startServer } = await import('./server-process.mjs');
  const { bench, parts } = await import('../bench/run.ts');
  const only = process.argv.slice(2).filter((word) => word !== '--installed');
  const unknown = only.find((word) => !parts.includes(word));
  if (unknown !== undefined)
    throw new Complaint(`There is no part “${unknown}” to measure. The parts are ${parts.join(', ')}.`);
  const browser = await findBrowser();
  await bench({
    startServer,
    browser: browser.path,
    only,
  });
  if (browser.folder) await rm(browser.folder, { recursive: true, force: true });
});
