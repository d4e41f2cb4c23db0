import { defineConfig } from 'playwright/test';

/*
 * Specs named `…-later` move the clock of the server, which logs everybody out who came for a day: on the server they run after all
 * others, one at a time. In the mock every test has a world and a clock of its own.
 */
const when = { now: /(?<!-later)\.spec\.ts$/, later: /-later\.spec\.ts$/ }[process.env.E2E_WHEN ?? ''];

/** Started by `npm run e2e`, which brings up the target (the server, or the mock) and finds a browser. */
export default defineConfig({
  testDir: '.',
  ...(when ? { testMatch: when } : {}),
  // What a round before this one left stays.
  outputDir: process.env.E2E_WHEN === 'later' ? '../test-results/later' : '../test-results',
  // Specs of one file share the demo world and run in order; two files at a time is what two cores carry.
  workers: process.env.E2E_WHEN === 'later' ? 1 : 2,
  fullyParallel: false,
  // Browsers, sockets and two cores shared with a server: once is no proof. What passes at its second try
  // only is told by `npm test`.
  retries: 1,
  forbidOnly: true,
  // Generous: what is asked is whether it comes, never how fast; a machine for tests may be busy with other
  // things.
  timeout: 180_000,
  expect: { timeout: 20_000 },
  reporter: process.env.E2E_REPORT
    ? [['list'], ['json', { outputFile: process.env.E2E_REPORT }]]
    : [['list']],
  use: {
    baseURL: process.env.E2E_URL ?? 'http://localhost:3000',
    // Machines for tests have no graphics card: drawing as if there were one costs a core.
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
    locale: 'en-US',
    timezoneId: 'UTC',
    // Recording costs nearly half of the time: only what has failed once is recorded.
    trace: 'on-first-retry',
    screenshot: 'only-on-failure',
  },
});
