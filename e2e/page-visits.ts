import type { Page } from 'playwright/test';

/** Records layout shifts as the browser reports them. */
export const watchShifts = (page: Page) =>
  page.addInitScript(() => {
    const seen = { shifted: 0, where: [] as string[] };
    Object.assign(globalThis, { shifts: seen });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & {
        value: number;
        hadRecentInput: boolean;
        sources?: { node?: Node | null; previousRect: DOMRectReadOnly; currentRect: DOMRectReadOnly }[];
      })[]) {
        if (entry.hadRecentInput) continue;
        seen.shifted += entry.value;
        const place = ({ x, y, width, height }: DOMRectReadOnly) =>
          [x, y, width, height].map(Math.round).join(' ');
        seen.where.push(
          ...(entry.sources ?? []).map(
            ({ node, previousRect, currentRect }) =>
              `${node instanceof Element ? `${node.tagName.toLowerCase()}.${node.className}` : String(node?.nodeName)} from (${place(previousRect)}) to (${place(currentRect)})`,
          ),
        );
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });

export const shiftsOf = (page: Page) =>
  page.evaluate(() => (globalThis as unknown as { shifts: { shifted: number; where: string[] } }).shifts);

/** Waits until everything that a page fetches by itself has arrived, at least `ms` after the first silence. */
export async function untilIdle(page: Page, ms = 1_500): Promise<void> {
  await page.waitForLoadState('load');
  await page.waitForLoadState('networkidle');
  await page.waitForTimeout(ms);
  await page.waitForLoadState('networkidle');
}

/** The scripts that a page has loaded since it was opened, compressed, in kilobytes: in all, and the largest first. */
export async function weighScripts(page: Page): Promise<{ kilobytes: number; files: string[] }> {
  const sizes = await page.evaluate(() => {
    const scripts = performance
      .getEntriesByType('resource')
      .map((entry) => entry as PerformanceResourceTiming)
      .filter(({ name }) => /\.m?js$/.test(new URL(name).pathname));
    return Object.entries(
      Object.fromEntries(scripts.map((each) => [new URL(each.name).pathname, each.encodedBodySize])),
    );
  });
  const files = sizes
    .toSorted((a, b) => b[1] - a[1])
    .map(([name, size]) => `${(size / 1_000).toFixed(1)} kB ${name}`);
  return { kilobytes: sizes.reduce((sum, [, size]) => sum + size, 0) / 1_000, files };
}
