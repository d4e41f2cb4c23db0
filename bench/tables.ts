import { chromium } from 'playwright';
import type { Browser, Page } from 'playwright';
import { median } from './process-cost.ts';
import { atMost } from './table.ts';
import type { Row, Section } from './table.ts';
import { untilIdle } from './visit.ts';

const runs = Number(process.env.BENCH_RUNS) || 5;

interface Size {
  readonly name: string;
  readonly width: number;
  readonly height: number;
  readonly isMobile: boolean;
}
const phone: Size = { name: 'phone', width: 412, height: 823, isMobile: true };
const desk: Size = { name: 'desk', width: 1280, height: 800, isMobile: false };

interface Interaction {
  readonly name: string;
  readonly path: string;
  readonly size: Size;
  /** The user's first interaction with the table. */
  act(page: Page): Promise<void>;
}

const openColumns = (page: Page) => page.getByRole('button', { name: 'Columns', exact: true }).click();
const interactions: readonly Interaction[] = [
  { name: 'subscribers: open Columns', path: '/creator/subscribers', size: phone, act: openColumns },
  {
    name: 'subscribers: sort',
    path: '/creator/subscribers',
    size: phone,
    act: async (page) => {
      const sort = page.getByRole('combobox', { name: 'Sort by' });
      await sort.focus();
      await page.keyboard.press('ArrowDown');
    },
  },
  { name: 'orders: open Columns', path: '/creator/orders', size: phone, act: openColumns },
  { name: 'subscribers: open Columns', path: '/creator/subscribers', size: desk, act: openColumns },
  {
    name: 'subscribers: sort by a heading',
    path: '/creator/subscribers',
    size: desk,
    act: async (page) => {
      await page
        .getByRole('columnheader', { name: /since|subscribed/iu })
        .first()
        .click();
    },
  },
];

/** Event Timing entries from 16 ms on: how long an input took until the browser painted what came of it. */
const observeEvents = () => {
  const durations: number[] = [];
  Object.assign(globalThis, { durations });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as PerformanceEventTiming[])
      if (entry.interactionId > 0) durations.push(entry.duration);
  }).observe({ type: 'event', buffered: true, durationThreshold: 16 } as PerformanceObserverInit);
};

/** Milliseconds from the first input on a page that has just become idle to the next paint. */
async function firstInteraction(
  browser: Browser,
  { url, token }: { url: string; token: string },
  { path, size, act }: Interaction,
): Promise<number> {
  const context = await browser.newContext({
    viewport: { width: size.width, height: size.height },
    isMobile: size.isMobile,
    hasTouch: size.isMobile,
  });
  await context.addCookies([{ name: 'token', value: token, url }]);
  await context.addInitScript(observeEvents);
  const page = await context.newPage();
  const devtools = await context.newCDPSession(page);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: 4 });
  await page.goto(url + path, { waitUntil: 'load' });
  await page.getByRole('button', { name: 'Columns', exact: true }).waitFor();
  await untilIdle(page);
  await act(page);
  await page.waitForTimeout(1_000);
  const durations = await page.evaluate(() => (globalThis as unknown as { durations: number[] }).durations);
  await context.close();
  // An input that was answered within one frame isn't reported.
  return Math.max(16, ...durations);
}

/** `server` holds the demo data. */
export async function tables(server: { url: string }, executablePath: string): Promise<Section> {
  const answer = await fetch(`${server.url}/api/v1/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ credentials: 'demo-creator', password: 'limelight', remember: false }),
  });
  const { data } = (await answer.json()) as { data: { token: string } };
  const browser = await chromium.launch({ executablePath });
  const rows: Row[] = [];
  try {
    for (const interaction of interactions) {
      const found: number[] = [];
      for (let run = 0; run < runs; run++)
        found.push(await firstInteraction(browser, { url: server.url, token: data.token }, interaction));
      rows.push(
        atMost(`On a ${interaction.size.name}, ${interaction.name}`, median(found), {
          most: 200,
          unit: ' ms',
        }),
      );
    }
    return {
      title: 'Tables of the studio',
      how: `The first input on a page that has just become idle, until the next paint; processor slowed four times, the median of ${runs} visits in Chromium ${browser.version()}.`,
      rows,
    };
  } finally {
    await browser.close();
  }
}
