import { globSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

/** Run on PostgreSQL: one embedded server for the whole run, and a database cloned from a template per file. */
const onDatabase = ['tests/backend/**/*.test.ts', 'tests/mock/**/*.test.ts'];
/** Render components, or need cookies, storage or history. */
const inDocument = ['tests/{state,ui,components,features,shell}/**/*.test.{ts,tsx}'];

/**
 * In `npm test`, what waits for databases, processes and streams gets a second try, because a busy machine can keep it
 * waiting for too long. Its summary lists what passed only then.
 */
const retry = process.env.VITEST_REPORT ? 1 : 0;

/** Tests of components that put other modules in the place of some. */
const replacesModules = /\bvi\.(mock|doMock|resetModules)\(/;
/** What doesn't share modules with the files before it: those, and tests of what modules keep, such as clocks and stores. */
const apart = [
  'tests/{state,ui,shell}/**/*.test.{ts,tsx}',
  ...globSync('tests/{components,features}/**/*.test.{ts,tsx}').filter((file) =>
    replacesModules.test(readFileSync(file, 'utf8')),
  ),
];
const document = {
  environment: 'jsdom' as const,
  environmentOptions: { jsdom: { url: 'http://localhost:3000/' } },
  setupFiles: ['tests/setup/document.ts'],
  css: { modules: { classNameStrategy: 'non-scoped' as const } },
};

export default defineConfig({
  test: {
    // `npm run test:deep` sets DEEP=1, which adds the long runs to the same suites.
    testTimeout: process.env.DEEP ? 900_000 : 120_000,
    hookTimeout: 120_000,
    // Tests spend more time waiting for the database than computing, so two workers keep two cores busy;
    // by default, vitest reserves one core for itself.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    // `npm test` needs the failures, and a count for its summary.
    reporters: process.env.VITEST_REPORT
      ? ['dot', ['json', { outputFile: process.env.VITEST_REPORT }]]
      : ['default'],
    projects: [
      {
        test: {
          name: 'plain',
          environment: 'node',
          include: ['tests/**/*.test.{ts,tsx}'],
          exclude: [...onDatabase, ...inDocument, 'tests/host/**'],
        },
      },
      {
        test: {
          ...document,
          name: 'document',
          include: inDocument,
          exclude: apart,
          // Modules are evaluated once per worker, not per file, which takes half the time.
          isolate: false,
        },
      },
      {
        test: {
          ...document,
          name: 'document-apart',
          include: apart,
        },
      },
      {
        test: {
          name: 'database',
          environment: 'node',
          include: onDatabase,
          retry,
          globalSetup: ['tests/setup/programs.ts', 'tests/setup/postgres-server.ts'],
          // On a machine three times slower, too. It costs nothing where what is waited for comes.
          expect: { poll: { timeout: 30_000 } },
          // Modules are evaluated once per worker, not per file: each file has its own database.
          isolate: false,
        },
      },
      {
        // Start and kill real processes (servers, databases, builds).
        test: {
          name: 'host',
          environment: 'node',
          include: ['tests/host/**/*.test.ts'],
          globalSetup: ['tests/setup/programs.ts'],
          retry,
          testTimeout: process.env.DEEP ? 900_000 : 120_000,
        },
      },
    ],
  },
});
