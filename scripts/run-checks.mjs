// Runs every check and test, adds up the results and ends with `N passed, N failed`.
import { spawn, spawnSync } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { ensureBuilt } from './build.mjs';
import { families } from '../tests/mutation/families.ts';
import { endToEnd } from './e2e.mjs';
import { endAllOnSignal } from './end-all.mjs';
import { inRoot, root } from './paths.mjs';
import { ofVitest } from './reports.mjs';

const fast = process.argv.includes('--fast');
const deep = process.argv.includes('--deep');
// For what runs in this process too: the specs and their servers.
if (deep) process.env.DEEP = '1';
const total = { passed: 0, failed: 0 };
/**
 * Failures and tests that passed only on retry, repeated at the end where readers of a long log look first.
 */
const told = { failed: [], twice: [] };
const reports = await mkdtemp(join(tmpdir(), 'limelight-reports-'));
const signals = endAllOnSignal(() => rmSync(reports, { recursive: true, force: true }));
// Makes programs in node_modules find the installed Node, as npm does.
const env = {
  ...process.env,
  PATH: `${inRoot('node_modules', '.bin')}${delimiter}${process.env.PATH}`,
};

function count(name, { passed, failed, wrong = [], twice = [] }, since) {
  total.passed += passed;
  total.failed += failed;
  if (failed > 0) told.failed.push({ name, wrong });
  if (twice.length > 0) told.twice.push({ name, wrong: twice });
  const seconds = ((performance.now() - since) / 1000).toFixed(1);
  console.log(
    `${failed > 0 ? 'FAILED' : 'ok    '}  ${name}: ${passed} passed, ${failed} failed (${seconds} s)`,
  );
}

/** Runs one part; if it throws, that counts as one failure. */
async function part(name, run) {
  // The part before has ended because of a signal, and so does this process in a moment.
  if (signals.isEnding) await new Promise(() => {});
  const since = performance.now();
  console.log(`\n—— ${name}`);
  try {
    count(name, await run(), since);
  } catch (error) {
    console.error(error?.message ?? error);
    count(
      name,
      { passed: 0, failed: 1, wrong: [{ name: 'it broke off', message: error?.message ?? String(error) }] },
      since,
    );
  }
}

const run = (command, args, more = {}) =>
  new Promise((resolve) => {
    const child = spawn(command, args, { cwd: root, stdio: 'inherit', env: { ...env, ...more } });
    child.on('error', () => resolve(1));
    child.on('close', (code) => resolve(code ?? 1));
  });
const node = (...args) => run(process.execPath, args);
const bin = (name, ...args) => node(inRoot('node_modules', ...name), ...args);

/** A part that either passes or fails as a whole. */
const check = (name, work) =>
  part(name, async () => ((await work()) === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 }));

/** Runs programs at the same time. Each one's output is printed when it has ended, so that lines don't mix. */
const together = (programs) =>
  Promise.all(
    programs.map(async ([name, ...args]) => {
      const since = performance.now();
      const child = spawn(process.execPath, args, { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'] });
      let said = '';
      for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (said += chunk));
      const code = await new Promise((resolve) => {
        child.on('error', () => resolve(1));
        child.on('close', (status) => resolve(status ?? 1));
      });
      console.log(`\n—— ${name}\n${said}`);
      count(name, code === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 }, since);
    }),
  );

async function vitest(projects) {
  const file = join(reports, 'vitest.json');
  const code = await run(
    process.execPath,
    [inRoot('node_modules', 'vitest', 'vitest.mjs'), 'run', ...projects.map((name) => `--project=${name}`)],
    { VITEST_REPORT: file },
  );
  if (!existsSync(file)) return { passed: 0, failed: 1 };
  return ofVitest(JSON.parse(await readFile(file, 'utf8')), code);
}

/**
 * On the mock every test starts with its own database in the browser, so running all specs takes long and is
 * left to `npm run test:deep` or `npm run e2e -- --target=mock`. The short form covers the mock's own
 * guarantees and one path through each part: publishing, selling, paying.
 */
const shortOnMock = ['mock-host', 'create', 'orders', 'wallet'];

const specs = (target) => endToEnd(target, { filters: target === 'mock' && !deep ? shortOnMock : [] });
const built = (mock) =>
  part(mock ? 'build of the mock' : 'build', async () => {
    await ensureBuilt({ mock });
    return { passed: 1, failed: 0 };
  });

// The two slow checks need little more than a core each. More than one checker of types would infer the same types twice,
// which takes a third more memory and processor time.
await together([
  ['types', inRoot('node_modules', 'typescript', 'bin', 'tsc'), '--noEmit', '-p', '.', '--checkers', '1'],
  ['lint', inRoot('node_modules', 'oxlint', 'bin', 'oxlint')],
]);
await check('format', () => bin(['oxfmt', 'bin', 'oxfmt'], '--check'));
await check('boundaries', () => node(inRoot('scripts', 'boundaries.ts')));
await check('dead exports', () => bin(['knip', 'bin', 'knip.js'], '--no-progress'));
await check('exports for tests alone', () =>
  bin(['knip', 'bin', 'knip.js'], '--no-progress', '--production', '--include=files,exports,types'),
);
await check('lock file', () => node(inRoot('scripts', 'check-lock.ts')));
await check('documents', () => node(inRoot('scripts', 'check-docs.ts')));
// Tests without a database are fast; the other unit tests take minutes.
if (fast) await part('quick tests', () => vitest(['plain']));
else {
  await part('unit, state and API tests', () => vitest(['plain', 'document', 'document-apart', 'database']));
  await built(false);
  await check('bundles', () => node(inRoot('scripts', 'check-bundles.ts')));
  await part('host tests', () => vitest(['host']));
  await part('end to end, on the server', () => specs('server'));
  await built(true);
  await part('end to end, on the mock', () => specs('mock'));
}
// Uses the short form of the tests, because they run again for every mutant.
const mutation = (family) =>
  run(process.execPath, [inRoot('scripts', 'mutation.mjs'), family, '--installed'], { DEEP: '' });
if (deep) {
  for (const family of Object.keys(families)) await check(`mutation of ${family}`, () => mutation(family));
  await check('guards', () =>
    run(process.execPath, [inRoot('scripts', 'guards.mjs'), '--installed'], { DEEP: '' }),
  );
}
await rm(reports, { recursive: true, force: true });

/** For `npm run release`, which takes a commit that has passed; only where the tests ran on a commit as it is. */
function noteForRelease(passed) {
  const git = (...args) => spawnSync('git', args, { cwd: root, encoding: 'utf8' });
  const status = git('status', '--porcelain');
  if (status.status !== 0 || status.stdout !== '') return;
  mkdirSync(inRoot('reports'), { recursive: true });
  const tested = { commit: git('rev-parse', 'HEAD').stdout.trim(), passed };
  writeFileSync(inRoot('reports', 'tested.json'), `${JSON.stringify(tested)}\n`);
}

const tell = (heading, parts) => {
  for (const { name, wrong } of parts) {
    console.log(`\n${heading}: ${name}`);
    for (const { name: test, message } of wrong.slice(0, 20))
      console.log(`  ${test.replace(`${root}/`, '')}\n${message.replaceAll(/^/gm, '    ')}`);
    if (wrong.length > 20) console.log(`  and ${wrong.length - 20} more`);
  }
};
tell('Passed only on retry', told.twice);
tell('Failed', told.failed);
process.exitCode = total.failed > 0 ? 1 : 0;
if (!fast && total.failed === 0) noteForRelease(total.passed);
console.log(`\n${total.passed} passed, ${total.failed} failed`);
