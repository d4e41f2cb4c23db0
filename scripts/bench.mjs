// `npm run bench`: measures the product against its budgets and writes docs/benchmarks.md. `npm run bench --
// pages` (or calls, charges, tables, gallery, uploads, statement, views, broadcast, conversations, memory,
// message-search, search, fan-out, live-chat, live, actions, scale) runs one part and writes nothing.
import { rm } from 'node:fs/promises';
import { become } from './become.mjs';
import { ensureBuilt } from './build.mjs';
import { ensureInstalled } from './install.mjs';
import { script } from './say.mjs';

await script(async () => {
  if (!process.argv.includes('--installed')) {
    await ensureInstalled();
    await ensureBuilt();
    return become('scripts/bench.mjs', [...process.argv.slice(2), '--installed']);
  }
  const { findBrowser } = await import('./browser.mjs');
  const { startServer } = await import('./server-process.mjs');
  const { bench } = await import('../bench/run.ts');
  const browser = await findBrowser();
  await bench({
    startServer,
    browser: browser.path,
    only: process.argv.slice(2).filter((word) => !word.startsWith('--')),
  });
  if (browser.folder) await rm(browser.folder, { recursive: true, force: true });
});
