import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

/**
 * Runs on PostgreSQL: one embedded server for the whole run, one database cloned from a template for each
 * file.
 */
const onDatabase = ['tests/backend/**/*.test.ts', 'tests/mock/**/*.test.ts'];
/** Draws components or needs cookies, storage, history. */
const inDocument = ['tests/{state,ui,components,features,shell,pages}/**/*.test.{ts,tsx}'];

export default defineConfig({
  test: {
    // `npm run test:deep` sets DEEP=1: the same suites with their long runs.
    testTimeout: process.env.DEEP ? 900_000 : 60_000,
    hookTimeout: 60_000,
    // Tests wait for the database more than they compute: two at a time keep two cores busy, where vitest
    // would leave one to itself.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    // For `npm test`: what failed, and a count for its sum.
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
          name: 'document',
          environment: 'jsdom',
          environmentOptions: { jsdom: { url: 'http://localhost:3000/' } },
          include: inDocument,
          setupFiles: ['tests/setup/document.ts'],
          css: { modules: { classNameStrategy: 'non-scoped' } },
        },
      },
      {
        test: {
          name: 'database',
          environment: 'node',
          include: onDatabase,
          globalSetup: ['tests/setup/postgres-server.ts'],
          // Modules are evaluated once a worker, not once a file: a file's world is its own database.
          isolate: false,
        },
      },
      {
        // Starts real processes (servers, databases, builds) and kills them.
        test: {
          name: 'host',
          environment: 'node',
          include: ['tests/host/**/*.test.ts'],
          testTimeout: process.env.DEEP ? 900_000 : 60_000,
        },
      },
    ],
  },
});
