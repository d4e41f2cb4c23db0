// `npm run e2e -- --target=server|mock [a Playwright filter]`: builds if need be, starts the target, runs the
// specs against it.
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { spawn } from 'node:child_process';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { findBrowser } from './browser.mjs';
import { ensureBuilt } from './build.mjs';
import { runtime } from './install.mjs';
import { inRoot, root } from './paths.mjs';
import { ofPlaywright } from './reports.mjs';
import { print, script } from './say.mjs';
import { startServer } from './server-process.mjs';

/**
 * Runs Playwright once over the specs of a `when` (see its config). Answers its exit code and what it
 * reports.
 */
async function round(env, { when, folder, filters }) {
  const file = join(folder, `${when || 'all'}.json`);
  const playwright = inRoot('node_modules', 'playwright', 'cli.js');
  // A filter may mean the specs of the other round alone; that one of them ran any is seen to below.
  const words = [
    playwright,
    'test',
    '--config',
    inRoot('e2e', 'playwright.config.ts'),
    '--pass-with-no-tests',
    ...filters,
  ];
  const child = spawn(runtime(), words, {
    cwd: root,
    env: { ...env, E2E_WHEN: when, E2E_REPORT: file },
    stdio: 'inherit',
  });
  const code = await new Promise((resolve) => child.once('exit', (status) => resolve(status ?? 1)));
  return { code, report: JSON.parse(await readFile(file, 'utf8').catch(() => '{}')) };
}

/**
 * Runs the specs on a target. Answers what passed and what failed (`reports.mjs`), and an exit code; filters
 * that no spec fits are a failure.
 */
export async function endToEnd(target, { filters = [] } = {}) {
  const browser = await findBrowser();
  print('browser', `${browser.path} (${browser.from})`);
  // One proxy is believed: the people of the specs come from addresses of their own.
  const server = await startServer(target, (dataDir) => ({
    TRUSTED_PROXIES: '1',
    CLOCK_OFFSET_FILE: join(dataDir, 'clock'),
  }));
  print(target, server.url);
  const folder = await mkdtemp(join(tmpdir(), 'limelight-rounds-'));
  try {
    const env = {
      ...process.env,
      E2E_TARGET: target,
      E2E_URL: server.url,
      E2E_DATA_DIR: server.dataDir,
      E2E_BROWSER: browser.path,
    };
    const rounds = [];
    // In the mock no spec can be in another's way: each has a world of its own.
    for (const when of target === 'mock' ? [''] : ['now', 'later'])
      rounds.push(await round(env, { when, folder, filters }));
    const code = rounds.find((each) => each.code !== 0)?.code ?? 0;
    const outcome = ofPlaywright(
      rounds.map(({ report }) => report),
      code,
    );
    if (outcome.passed + outcome.failed > 0) return { ...outcome, code };
    print('specs', 'none was run');
    return { ...outcome, failed: 1, code: 1 };
  } finally {
    await server.stop();
    await rm(folder, { recursive: true, force: true });
    if (browser.folder) await rm(browser.folder, { recursive: true, force: true });
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  await script(async () => {
    const [options, filters] = [
      process.argv.slice(2).filter((word) => word.startsWith('--target=')),
      process.argv.slice(2).filter((word) => !word.startsWith('--target=')),
    ];
    const target = options.at(-1) === '--target=mock' ? 'mock' : 'server';
    await ensureBuilt({ mock: target === 'mock' });
    process.exitCode = (await endToEnd(target, { filters })).code;
  });
}
