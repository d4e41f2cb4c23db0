import type { CDPSession, Page } from 'playwright/test';

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

/**
 * Measures the transferred scripts in kilobytes, each URL once, whoever requested it. `stop` resolves with
 * the total and the largest files.
 */
export async function weighScripts(
  page: Page,
): Promise<{ stop(): Promise<{ kilobytes: number; files: string[] }> }> {
  const devtools: CDPSession = await page.context().newCDPSession(page);
  await devtools.send('Network.enable');
  const names = new Map<string, string>();
  const bytes = new Map<string, number>();
  devtools.on(
    'Network.responseReceived',
    ({ requestId, response }) =>
      void (/\.m?js$/.test(new URL(response.url).pathname) && names.set(requestId, response.url)),
  );
  // The size of a chunked body is known only at its end. Headers don't count.
  devtools.on('Network.dataReceived', ({ requestId, encodedDataLength }) => {
    const name = names.get(requestId);
    if (name) bytes.set(requestId, (bytes.get(requestId) ?? 0) + encodedDataLength);
  });
  return {
    async stop() {
      const once = new Map([...bytes].map(([id, size]) => [names.get(id) ?? id, size]));
      await devtools.detach();
      const files = [...once]
        .sort((a, b) => b[1] - a[1])
        .map(([name, size]) => `${(size / 1_000).toFixed(1)} kB ${new URL(name).pathname}`);
      return { kilobytes: [...once.values()].reduce((sum, size) => sum + size, 0) / 1_000, files };
    },
  };
}
