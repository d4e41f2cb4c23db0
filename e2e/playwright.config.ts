import { defineConfig } from 'playwright/test';

/** Started by `npm run e2e`, which brings up the target (the server, or the mock) and finds a browser. */
export default defineConfig({
  testDir: '.',
  outputDir: '../test-results',
  // Specs of one file share the demo world and run in order; two files at a time is what two cores carry.
  workers: 2,
  fullyParallel: false,
  retries: 0,
  forbidOnly: true,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  reporter: process.env.E2E_REPORT ? [['list'], ['json', { outputFile: process.env.E2E_REPORT }]] : [['list']],
  use: {
    baseURL: process.env.E2E_URL ?? 'http://localhost:3000',
    launchOptions: process.env.E2E_BROWSER ? { executablePath: process.env.E2E_BROWSER } : {},
    locale: 'en-US',
    timezoneId: 'UTC',
    trace: 'retain-on-failure',
    screenshot: 'only-on-failure',
  },
});
