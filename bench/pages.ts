import { chromium } from 'playwright';
import type { Browser, CDPSession, Page } from 'playwright';
import { median } from './process-cost.ts';
import { atMost } from './table.ts';
import type { Row, Section } from './table.ts';

/** Budgets of quality: kilobytes, milliseconds, megabytes. */
interface Route {
  readonly path: string;
  readonly as: 'visitor' | 'demo-fan';
  readonly javascript: number;
  /** Whether the paint budgets are for it too. */
  readonly painted: boolean;
}
const routes: readonly Route[] = [
  { path: '/', as: 'visitor', javascript: 125, painted: true },
  { path: '/demo-creator', as: 'visitor', javascript: 125, painted: true },
  { path: '/auth/login', as: 'visitor', javascript: 140, painted: false },
  { path: '/home', as: 'demo-fan', javascript: 140, painted: true },
  { path: '/messages', as: 'demo-fan', javascript: 140, painted: false },
];
const runs = 5;

interface Visit {
  readonly javascript: number;
  readonly css: number;
  readonly fcp: number;
  readonly lcp: number;
  readonly tbt: number;
  readonly cls: number;
  readonly heap: number;
}

/** Counts what the browser itself reports, from before the page's first script. */
export const observe = () => {
  const seen = { fcp: 0, lcp: 0, cls: 0, long: [] as { start: number; duration: number }[] };
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

/** A mid-range phone on a slow line. */
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

/** Compressed bytes of scripts and styles that had arrived by `load`, without the headers of their answers. */
const readBytes = (page: Page) =>
  page.evaluate(() => {
    const { loadEventStart } = performance.getEntriesByType('navigation')[0] as PerformanceNavigationTiming;
    const files = (performance.getEntriesByType('resource') as PerformanceResourceTiming[]).filter(
      ({ responseEnd }) => responseEnd <= loadEventStart,
    );
    const sum = (ending: RegExp) =>
      files
        .filter(({ name }) => ending.test(new URL(name).pathname))
        .reduce((bytes, { encodedBodySize }) => bytes + encodedBodySize, 0);
    return { javascript: sum(/\.m?js$/), css: sum(/\.css$/) };
  });

async function visit(browser: Browser, url: string, token: string | undefined): Promise<Visit> {
  const context = await browser.newContext({
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
  await page.goto(url, { waitUntil: 'load' });
  const { javascript, css } = await readBytes(page);
  // Late pictures, late scripts and their long tasks count too.
  await page.waitForLoadState('networkidle', { timeout: 20_000 }).catch(() => {});
  await page.waitForTimeout(1_500);
  const paints = await readPaints(page);
  const { metrics } = await devtools.send('Performance.getMetrics');
  await context.close();
  return {
    javascript: javascript / 1000,
    css: css / 1000,
    ...paints,
    heap: (metrics.find(({ name }) => name === 'JSHeapUsedSize')?.value ?? Number.NaN) / 1e6,
  };
}

const readPaints = (page: Page) =>
  page.evaluate(() => {
    const { fcp, lcp, cls, long } = (
      globalThis as unknown as {
        seen: { fcp: number; lcp: number; cls: number; long: { start: number; duration: number }[] };
      }
    ).seen;
    return {
      fcp,
      lcp,
      cls,
      tbt: long
        .filter(({ start }) => start >= fcp)
        .reduce((sum, { duration }) => sum + Math.max(0, duration - 50), 0),
    };
  });

function rowsOf({ path, javascript, painted }: Route, visits: readonly Visit[]): Row[] {
  const middle = (name: keyof Visit) => median(visits.map((one) => one[name]));
  const budget = <Budget>(value: Budget) => (painted ? { most: value } : {});
  return [
    atMost(`\`${path}\`: JavaScript at load`, middle('javascript'), { most: javascript, unit: ' kB' }),
    atMost(`\`${path}\`: CSS`, middle('css'), { most: 25, unit: ' kB' }),
    atMost(`\`${path}\`: first paint`, middle('fcp'), { ...budget(900), unit: ' ms' }),
    atMost(`\`${path}\`: largest paint`, middle('lcp'), { ...budget(1_500), unit: ' ms' }),
    atMost(`\`${path}\`: blocked`, middle('tbt'), { ...budget(100), unit: ' ms' }),
    atMost(`\`${path}\`: layout shift`, middle('cls'), { ...budget(0.01) }),
    atMost(`\`${path}\`: memory of scripts`, middle('heap'), { ...budget(5), unit: ' MB' }),
  ];
}

/** `server` holds the demo world. */
export async function pages(server: { url: string }, executablePath: string): Promise<Section> {
  const login = await fetch(`${server.url}/api/v1/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ credentials: 'demo-fan', password: 'limelight', remember: false }),
  });
  const { data } = (await login.json()) as { data: { token: string } };
  const browser = await chromium.launch({ executablePath });
  const visits = new Map<Route, Visit[]>(routes.map((route) => [route, []]));
  try {
    for (let run = 0; run < runs; run++) {
      for (const route of routes)
        visits
          .get(route)
          ?.push(
            await visit(browser, server.url + route.path, route.as === 'visitor' ? undefined : data.token),
          );
    }
    return {
      title: 'Pages',
      how: `A 412 × 823 window, processor slowed four times, 150 ms a request, 1.6 Mbit/s, empty cache; the median of ${runs} interleaved visits in Chromium ${browser.version()}. Kilobytes are compressed, as they had come by the load event.`,
      rows: routes.flatMap((route) => rowsOf(route, visits.get(route) ?? [])),
    };
  } finally {
    await browser.close();
  }
}
