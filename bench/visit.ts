import type { Browser, BrowserContext, CDPSession, Page } from 'playwright';

/** The measurements of one page visit, in kilobytes, milliseconds and megabytes. */
export interface Visit {
  /**
   * Compressed scripts that had arrived by the load event; `javascriptInAll` includes those fetched until the
   * page was idle.
   */
  readonly javascript: number;
  readonly javascriptInAll: number;
  readonly css: number;
  readonly fcp: number;
  readonly lcp: number;
  /**
   * Total blocking time from first paint on, that is, the time of main-thread tasks beyond 50 ms each: `tbt`
   * by the clock, `blocked` by processor time.
   */
  readonly tbt: number;
  readonly blocked: number;
  readonly cls: number;
  readonly heap: number;
}

interface Seen {
  fcp: number;
  lcp: number;
  cls: number;
  readonly long: { readonly start: number; readonly duration: number }[];
}

/** Records performance entries from before the page's first script. */
export const observe = () => {
  const seen: Seen = { fcp: 0, lcp: 0, cls: 0, long: [] };
  Object.assign(globalThis, { seen });
  const watch = (
    type: string,
    take: (entry: PerformanceEntry & { value?: number; hadRecentInput?: boolean }) => void,
  ) => new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({ type, buffered: true });
  watch('paint', (entry) => entry.name === 'first-contentful-paint' && (seen.fcp = entry.startTime));
  watch('largest-contentful-paint', (entry) => (seen.lcp = entry.startTime));
  watch('layout-shift', (entry) => entry.hadRecentInput || (seen.cls += entry.value ?? 0));
  watch('longtask', (entry) => seen.long.push({ start: entry.startTime, duration: entry.duration }));
};

/** Emulates a mid-range phone on a slow connection. */
async function slowDown(devtools: CDPSession): Promise<void> {
  await devtools.send('Network.enable');
  await devtools.send('Performance.enable');
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: 4 });
  await devtools.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 150,
    downloadThroughput: (1.6 * 1024 * 1024) / 8,
    uploadThroughput: (0.75 * 1024 * 1024) / 8,
  });
}

/** Compressed bytes of scripts and styles without response headers; a file requested twice counts once. */
const readBytes = (page: Page) =>
  page.evaluate(() => {
    const { loadEventStart } = performance.getEntriesByType('navigation')[0] as PerformanceNavigationTiming;
    const files = [
      ...new Map(
        (performance.getEntriesByType('resource') as PerformanceResourceTiming[]).map((entry) => [
          entry.name,
          entry,
        ]),
      ).values(),
    ];
    const sum = (ending: RegExp, until: number) =>
      files
        .filter(({ name, responseEnd }) => responseEnd <= until && ending.test(new URL(name).pathname))
        .reduce((bytes, { encodedBodySize }) => bytes + encodedBodySize, 0) / 1000;
    return {
      javascript: sum(/\.m?js$/, loadEventStart),
      javascriptInAll: sum(/\.m?js$/, Infinity),
      css: sum(/\.css$/, loadEventStart),
    };
  });

const readPaints = (page: Page) =>
  page.evaluate(() => {
    const { fcp, lcp, cls, long } = (globalThis as unknown as { seen: Seen }).seen;
    return {
      fcp,
      lcp,
      cls,
      tbt: long
        .filter(({ start }) => start >= fcp)
        .reduce((sum, { duration }) => sum + Math.max(0, duration - 50), 0),
    };
  });

interface TraceEvent {
  readonly name: string;
  readonly pid: number;
  readonly tid: number;
  readonly ts: number;
  readonly tdur?: number;
}

const isPaint = ({ name }: TraceEvent): boolean => name === 'firstContentfulPaint';

/** Uses the thread's processor time, which other load on the machine affects far less than the clock. */
function blockedIn(events: readonly TraceEvent[]): number {
  const paint = events.findLast(isPaint);
  if (!paint) return Number.NaN;
  const tasks = events.filter(
    ({ name, pid, tid, ts }) =>
      name.endsWith('RunTask') && pid === paint.pid && tid === paint.tid && ts >= paint.ts,
  );
  return tasks.reduce((sum, { tdur = 0 }) => sum + Math.max(0, tdur / 1_000 - 50), 0);
}

async function traced(devtools: CDPSession, work: () => Promise<void>): Promise<number> {
  const events: TraceEvent[] = [];
  devtools.on(
    'Tracing.dataCollected',
    ({ value }) => void events.push(...(value as unknown as TraceEvent[])),
  );
  const ended = new Promise<void>((resolve) => devtools.once('Tracing.tracingComplete', () => resolve()));
  await devtools.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: {
      includedCategories: [
        'toplevel',
        'loading',
        'disabled-by-default-devtools.timeline',
        'devtools.timeline',
      ],
    },
  });
  await work();
  await devtools.send('Tracing.end');
  await ended;
  return blockedIn(events);
}

/** Waits for late pictures and scripts, whose long tasks count too. */
export async function untilIdle(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle', { timeout: 20_000 }).catch(() => {});
  await page.waitForTimeout(2_000);
}

/** One visit on a slow phone with an empty cache. */
export async function visit(browser: Browser, url: string, token: string | null): Promise<Visit> {
  const context: BrowserContext = await browser.newContext({
    viewport: { width: 412, height: 823 },
    deviceScaleFactor: 1.75,
    isMobile: true,
    hasTouch: true,
  });
  if (token) await context.addCookies([{ name: 'token', value: token, url: new URL(url).origin }]);
  await context.addInitScript(observe);
  const page = await context.newPage();
  const devtools = await context.newCDPSession(page);
  await slowDown(devtools);
  const blocked = await traced(devtools, async () => {
    await page.goto(url, { waitUntil: 'load' });
    await untilIdle(page);
  });
  const [bytes, paints] = [await readBytes(page), await readPaints(page)];
  const { metrics } = await devtools.send('Performance.getMetrics');
  await context.close();
  return {
    ...bytes,
    ...paints,
    blocked,
    heap: (metrics.find(({ name }) => name === 'JSHeapUsedSize')?.value ?? Number.NaN) / 1e6,
  };
}
