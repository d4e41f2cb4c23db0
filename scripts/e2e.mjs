// `npm run e2e -- --target=server|mock [--translated] [Playwright filter]`: builds if needed, starts the target and
// runs the specs, on pages that a translator works on if asked for.
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { spawn } from 'node:child_process';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { findBrowser } from './browser.mjs';
import { ensureBuilt } from './build.mjs';
import { endAllOnSignal } from './end-all.mjs';
import { freePort } from './free-port.mjs';
import { runtime } from './programs.mjs';
import { logOutcome } from './log-check.mjs';
import { inRoot, root } from './paths.mjs';
import { ofPlaywright } from './reports.mjs';
import { print, script } from './say.mjs';
import { startServer } from './server-process.mjs';

/** Runs Playwright on the specs of one round (see its config). Returns the exit code and the report. */
async function round(env, { when, folder, filters }) {
  const file = join(folder, `${when || 'all'}.json`);
  const playwright = inRoot('node_modules', 'playwright', 'cli.js');
  // A filter may match specs of the other round only. Whether any test ran at all is checked below.
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

/** On the mock nothing of the run reaches a server. */
const isWhole = (target, filters) => target === 'server' && filters.length === 0;

/** Adds the check of the server's log as one more test. */
function withLog(outcome, code, log) {
  print(
    'log',
    Object.entries(log.counts)
      .map(([kind, count]) => `${count} × ${kind}`)
      .join(', '),
  );
  for (const { name, message } of log.wrong) print('log', `${name}: ${message}`);
  return {
    ...outcome,
    passed: outcome.passed + log.passed,
    failed: outcome.failed + log.failed,
    wrong: [...(outcome.wrong ?? []), ...log.wrong],
    code: log.failed > 0 ? code || 1 : code,
  };
}

/**
 * Runs the specs on a target. Returns the results (`reports.mjs`) and an exit code. A filter that matches no
 * spec is a failure.
 */
export async function endToEnd(target, { filters = [] } = {}) {
  const browser = await findBrowser();
  print('browser', `${browser.path} (${browser.from})`);
  // Trusts one proxy, so that the people in the specs can have different addresses.
  const pushOrigin = `http://127.0.0.1:${await freePort()}`;
  const linkOrigin = `http://127.0.0.1:${await freePort()}`;
  const settings = (dataDir) => ({
    TRUSTED_PROXIES: '1',
    PUSH_TEST_ORIGIN: pushOrigin,
    LINK_TEST_ORIGIN: linkOrigin,
    CLOCK_OFFSET_FILE: join(dataDir, 'clock'),
  });
  const server = await startServer(target, settings, { keepsAll: true });
  print(target, server.url);
  const folder = await mkdtemp(join(tmpdir(), 'limelight-rounds-'));
  const secrets = join(folder, 'secrets');
  await writeFile(secrets, '');
  try {
    const env = {
      ...process.env,
      E2E_TARGET: target,
      E2E_URL: server.url,
      E2E_DATA_DIR: server.dataDir,
      E2E_PUSH_ORIGIN: pushOrigin,
      E2E_LINK_ORIGIN: linkOrigin,
      E2E_BROWSER: browser.path,
      E2E_SECRETS: secrets,
    };
    const rounds = [];
    // On the mock the specs can't interfere, because each has its own data.
    for (const when of target === 'mock' ? [''] : ['now', 'later'])
      rounds.push(await round(env, { when, folder, filters }));
    const code = rounds.find((each) => each.code !== 0)?.code ?? 0;
    const outcome = ofPlaywright(
      rounds.map(({ report }) => report),
      code,
    );
    if (outcome.passed + outcome.failed > 0) {
      const used = await readFile(secrets, 'utf8');
      return withLog(outcome, code, logOutcome(server.output(), used, { isWhole: isWhole(target, filters) }));
    }
    print('specs', 'none was run');
    return { ...outcome, failed: 1, code: 1 };
  } finally {
    await server.stop();
    await rm(folder, { recursive: true, force: true });
    if (browser.folder) await rm(browser.folder, { recursive: true, force: true });
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  endAllOnSignal();
  await script(async () => {
    const isOption = (word) => word.startsWith('--target=') || word === '--translated';
    const words = process.argv.slice(2);
    const [options, filters] = [words.filter(isOption), words.filter((word) => !isOption(word))];
    const target =
      options.findLast((word) => word !== '--translated') === '--target=mock' ? 'mock' : 'server';
    // Read by the specs' fixtures.
    if (options.includes('--translated')) process.env.E2E_TRANSLATED = '1';
    await ensureBuilt({ mock: target === 'mock' });
    process.exitCode = (await endToEnd(target, { filters })).code;
  });
}
