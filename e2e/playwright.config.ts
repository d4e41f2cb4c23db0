import { defineConfig } from 'playwright/test';

/*
 * Specs named `…-later` advance the server's clock, which ends one-day sessions. On the server they run after
 * all others, one at a time. On the mock every test has its own data and clock.
 */
const when = { now: /(?<!-later)\.spec\.ts$/, later: /-later\.spec\.ts$/ }[process.env.E2E_WHEN ?? ''];

/** Run through `npm run e2e`, which starts the target (server or mock) and finds a browser. */
export default defineConfig({
  testDir: '.',
  ...(when ? { testMatch: when } : {}),
  // Keep the results of the previous round.
  outputDir: process.env.E2E_WHEN === 'later' ? '../test-results/later' : '../test-results',
  // Specs in a file share the demo data and run in order. Three files at a time keep two cores busy, because a
  // quarter of the time a spec waits for a clock, a video or an animation.
  workers: process.env.E2E_WHEN === 'later' ? 1 : 3,
  fullyParallel: false,
  // Browsers, sockets and a server share two cores, so one failure proves little. `npm test` lists tests that
  // passed only on retry.
  retries: 1,
  forbidOnly: true,
  // Generous timeouts: the tests check that something happens, not how fast, and the machine may be busy.
  timeout: 300_000,
  expect: { timeout: 45_000 },
  reporter: process.env.E2E_REPORT
    ? [['list'], ['json', { outputFile: process.env.E2E_REPORT }]]
    : [['list']],
  use: {
    baseURL: process.env.E2E_URL ?? 'http://localhost:3000',
    // Test machines have no GPU, and emulating one costs a core.
    launchOptions: {
      args: [
        '--disable-gpu',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        '--no-first-run',
      ],
      ...(process.env.E2E_BROWSER ? { executablePath: process.env.E2E_BROWSER } : {}),
    },
    // A control that doesn't appear fails its step, not after minutes its whole test.
    actionTimeout: 90_000,
    // Nor does a page whose network never rests.
    navigationTimeout: 90_000,
    locale: 'en-US',
    timezoneId: 'UTC',
    // Tracing costs nearly half of the run time, so only retries are traced.
    trace: 'on-first-retry',
    screenshot: 'only-on-failure',
  },
});
