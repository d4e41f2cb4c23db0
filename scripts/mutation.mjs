// `npm run mutation`: mutates the modules that money and access depend on, and reports mutants that no test
// detects. `npm run mutation -- ledger` (or another family of tests/mutation/families.ts) runs one family; a
// further argument, a file or `file:12-30`, limits it to that. `--again` reuses results of the last run where
// neither code nor tests have changed.
import { become } from './become.mjs';
import { ensureInstalled } from './install.mjs';
import { Complaint, print, script } from './say.mjs';

/** Minimum score in percent. */
const threshold = 90;

/**
 * Uncovered mutants count as survived, timeouts as killed. Compile errors and ignored mutants don't count.
 */
function scoreOf(results) {
  const count = (...states) => results.filter(({ status }) => states.includes(status)).length;
  const [killed, survived] = [count('Killed', 'Timeout'), count('Survived', 'NoCoverage')];
  return { killed, survived, score: (100 * killed) / Math.max(1, killed + survived) };
}

async function mutate(name, { only, provided }) {
  const { families, long } = await import('../tests/mutation/families.ts');
  const family = families[name];
  const { Stryker } = await import('@stryker-mutator/core');
  const results = await new Stryker({
    testRunner: 'warm',
    plugins: ['./tests/mutation/warm-runner.mjs'],
    warm: { tests: [...family.tests], long: long.source, provided },
    mutate: only.length > 0 ? only : [...family.mutate],
    mutator: { excludedMutations: [...family.without] },
    coverageAnalysis: 'perTest',
    concurrency: 1,
    timeoutMS: 30_000,
    // Stryker's preprocessing of tsconfig.json uses a compiler API that TypeScript 7 doesn't have.
    tsconfigFile: 'none',
    reporters: ['clear-text', 'json', 'progress-append-only'],
    jsonReporter: { fileName: `reports/mutation-${name}.json` },
    clearTextReporter: { allowEmojis: false, logTests: false },
    allowConsoleColors: false,
    warnings: { unknownOptions: false },
    ignorePatterns: ['.next*', '.data*', '.cache', 'public', 'shots', 'reports'],
    incremental: true,
    incrementalFile: `reports/mutation-${name}-last.json`,
    force: !process.argv.includes('--again'),
    tempDirName: '.stryker-tmp',
  }).runMutationTest();
  return scoreOf(results);
}

await script(async () => {
  if (!process.argv.includes('--installed')) {
    await ensureInstalled();
    return become('scripts/mutation.mjs', [...process.argv.slice(2), '--installed']);
  }
  const { families } = await import('../tests/mutation/families.ts');
  const { default: startPostgres } = await import('../tests/setup/postgres-server.ts');
  const [name, ...only] = process.argv.slice(2).filter((word) => !word.startsWith('--'));
  if (name && !families[name])
    throw new Complaint(`Unknown family ${name}. Choose from ${Object.keys(families).join(', ')}.`);
  const provided = {};
  const stop = await startPostgres({ provide: (key, value) => Object.assign(provided, { [key]: value }) });
  try {
    for (const one of name ? [name] : Object.keys(families)) {
      const { killed, survived, score } = await mutate(one, { only, provided });
      print(one, `${killed} killed, ${survived} survived: ${score.toFixed(1)} %`);
      if (score < threshold && !families[one].isOpen) process.exitCode = 1;
    }
  } finally {
    await stop();
  }
});
