// A Stryker test runner that keeps one process alive. Vitest would load the whole backend for every mutant,
// which takes many times longer than the tests. Here a mutant is a switch in modules that are already loaded,
// and only the test files are evaluated again, each on its own database.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { INSTRUMENTER_CONSTANTS } from '@stryker-mutator/api/core';
import {
  DryRunStatus,
  TestStatus,
  determineHitLimitReached,
  toMutantRunResult,
} from '@stryker-mutator/api/test-runner';

const shim = new URL('warm-vitest.mjs', import.meta.url).href;
registerHooks({
  resolve: (specifier, context, next) =>
    specifier === 'vitest' && context.parentURL !== shim
      ? { url: shim, shortCircuit: true }
      : next(specifier, context),
});
const { collect, provide } = await import(shim);

const limitMs = 20_000;
const within = (work) => {
  let timer;
  const late = new Promise((_, reject) => {
    timer = setTimeout(() => reject(new Error('the test took too long')), limitMs);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
};
const chainOf = (suite) => (suite ? [...chainOf(suite.parent), suite] : []);
const testsOf = (suite) => [...suite.tests, ...suite.suites.flatMap(testsOf)];
const nameOf = (test) =>
  [
    ...chainOf(test.suite)
      .slice(1)
      .map(({ name }) => name),
    test.name,
  ].join(' > ');
/**
 * The tests of a file; a repeated name gets a number. The names include a hash of the file, so that results
 * aren't reused after it has changed.
 */
function listed(file, root) {
  const times = new Map();
  const state = createHash('sha256').update(readFileSync(file)).digest('hex').slice(0, 8);
  return testsOf(root).map((test) => {
    const said = nameOf(test);
    times.set(said, (times.get(said) ?? 0) + 1);
    const name = `${said}${times.get(said) > 1 ? ` (${times.get(said)})` : ''} [${state}]`;
    return { ...test, name, id: `${file}#${name}` };
  });
}
const suitesOf = (suite) => [suite, ...suite.suites.flatMap(suitesOf)];

async function runTest(test) {
  const chain = chainOf(test.suite);
  for (const suite of chain) {
    if (suite.isBegun) continue;
    suite.isBegun = true;
    for (const hook of suite.beforeAll) await hook();
  }
  for (const suite of chain) for (const hook of suite.beforeEach) await hook();
  try {
    await test.body();
  } finally {
    for (const suite of chain.toReversed()) for (const hook of suite.afterEach) await hook();
  }
}

class WarmRunner {
  static inject = ['options'];
  #files;
  #long;
  #ns;
  #loads = 0;

  constructor(options) {
    this.#files = options.warm.tests.map((file) => resolve(file));
    for (const [key, value] of Object.entries(options.warm.provided)) provide(key, value);
    this.#long = new RegExp(options.warm.long);
    this.#ns = globalThis[INSTRUMENTER_CONSTANTS.NAMESPACE] ??= {};
    // A rejection that a mutant leaves unhandled must not end the process.
    process.on('unhandledRejection', () => {});
  }

  capabilities() {
    return { reloadEnvironment: false };
  }

  async dryRun({ files }) {
    // Loaded before any test file, so that coverage of module initialization isn't attributed to a test.
    for (const file of files ?? []) await import(pathToFileURL(file).href);
    const tests = [];
    for (const file of this.#files) {
      const results = await this.#run(file);
      tests.push(...results);
      this.#share(file, results);
    }
    return { status: DryRunStatus.Complete, tests, mutantCoverage: this.#coverage() };
  }

  async mutantRun({ activeMutant, testFilter, mutantActivation, hitLimit }) {
    Object.assign(this.#ns, { hitCount: 0, hitLimit, activeMutant: activeMutant.id });
    const files = testFilter
      ? this.#files.filter((file) => testFilter.some((id) => id.startsWith(`${file}#`)))
      : this.#files;
    const tests = [];
    for (const file of files) {
      tests.push(...(await this.#run(file, testFilter && new Set(testFilter))));
      if (tests.some(({ status }) => status === TestStatus.Failed)) break;
    }
    if (mutantActivation === 'runtime') this.#ns.activeMutant = undefined;
    const late = determineHitLimitReached(this.#ns.hitCount, hitLimit);
    return toMutantRunResult(late ?? { status: DryRunStatus.Complete, tests });
  }

  #coverage() {
    return (this.#ns.mutantCoverage ??= { static: {}, perTest: {} });
  }

  /** Code that runs while a test file is loaded counts for each of its tests. */
  #share(file, results) {
    const { perTest } = this.#coverage();
    const body = perTest[`${file}#`];
    for (const { id } of results) perTest[id] = { ...body, ...perTest[id] };
    delete perTest[`${file}#`];
  }

  /** Runs a file up to its first failure; `only` limits it to some tests. */
  async #run(file, only) {
    const url = pathToFileURL(file);
    url.search = `?${(this.#loads += 1)}`;
    let root;
    const results = [
      await this.#timed({ id: `${file}#`, name: file }, async () => {
        const collected = await collect(() => import(url.href));
        root = collected.file;
        if (collected.error) throw collected.error;
      }),
    ];
    if (results[0].status === TestStatus.Success) {
      results.pop();
      for (const test of listed(file, root)) {
        if (this.#long.test(test.name) || (only && !only.has(test.id))) continue;
        results.push(await this.#timed(test, () => runTest(test)));
        if (results.at(-1).status === TestStatus.Failed) break;
      }
    }
    for (const suite of root ? suitesOf(root).toReversed() : [])
      for (const hook of suite.afterAll)
        await Promise.resolve()
          .then(hook)
          .catch(() => {});
    return results;
  }

  async #timed({ id, name }, work) {
    this.#ns.currentTestId = id;
    const since = performance.now();
    const failure = await within(work()).then(
      () => null,
      (error) => ({ failureMessage: String(error?.stack ?? error) }),
    );
    this.#ns.currentTestId = undefined;
    return {
      id,
      name,
      timeSpentMs: performance.now() - since,
      status: failure ? TestStatus.Failed : TestStatus.Success,
      ...failure,
    };
  }
}

export const strykerPlugins = [{ kind: 'TestRunner', name: 'warm', injectableClass: WarmRunner }];
