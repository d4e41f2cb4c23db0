// `npm run e2e -- --target=server|mock [a Playwright filter]`: builds if need be, starts the target, runs the specs against it.
import { rm } from 'node:fs/promises';
import { spawn } from 'node:child_process';
import { pathToFileURL } from 'node:url';
import { findBrowser } from './browser.mjs';
import { ensureBuilt } from './build.mjs';
import { runtime } from './install.mjs';
import { inRoot, root } from './paths.mjs';
import { print, script } from './say.mjs';
import { startServer } from './server-process.mjs';

/** Answers Playwright's exit code. `report`: where to write its JSON report. */
export async function endToEnd(target, { report, filters = [] } = {}) {
  const browser = await findBrowser();
  print('browser', `${browser.path} (${browser.from})`);
  const server = await startServer(target);
  print(target, server.url);
  try {
    const env = {
      ...process.env, E2E_TARGET: target, E2E_URL: server.url, E2E_DATA_DIR: server.dataDir, E2E_BROWSER: browser.path, ...(report ? { E2E_REPORT: report } : {}),
    };
    const playwright = inRoot('node_modules', 'playwright', 'cli.js');
    const child = spawn(runtime(), [playwright, 'test', '--config', inRoot('e2e', 'playwright.config.ts'), ...filters], { cwd: root, env, stdio: 'inherit' });
    return await new Promise((resolve) => child.once('exit', (code) => resolve(code ?? 1)));
  } finally {
    await server.stop();
    if (browser.folder) await rm(browser.folder, { recursive: true, force: true });
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  await script(async () => {
    const [options, filters] = [process.argv.slice(2).filter((word) => word.startsWith('--target=')), process.argv.slice(2).filter((word) => !word.startsWith('--target='))];
    const target = options.at(-1) === '--target=mock' ? 'mock' : 'server';
    await ensureBuilt({ mock: target === 'mock' });
    process.exitCode = await endToEnd(target, { filters });
  });
}
