import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Page, chromium } from 'playwright';
import { build, preview } from 'vite';
import { catalogueConfig } from './vite-config.ts';

export const looks = [
  { theme: 'light', dir: 'ltr' },
  { theme: 'dark', dir: 'ltr' },
  { theme: 'light', dir: 'rtl' },
] as const;
export type Look = (typeof looks)[number];

export const phone = { width: 390, height: 844 };
const now = '2026-11-20T10:00:00.000Z';
/** When a page opens; its clock jumps from there to `now`. */
const earlier = '2026-11-20T09:00:00.000Z';
/** Has the letters of all stories, Arabic ones too. */
const font = 'Vazirmatn Variable';
/** Stories show addresses of the site, so it has no port. Browsers trust what ends like this, as they trust HTTPS. */
const host = 'limelight.localhost';

/** A page of the built catalogue, as `entries.ts` lists them. */
export interface ListedEntry {
  readonly id: string;
  readonly alone: boolean;
}

async function openEntry(page: Page, id: string): Promise<void> {
  // Timers run only when told to, so that nothing depends on how fast this machine is.
  await page.clock.install({ time: earlier });
  await page.clock.pauseAt(now);
  await page.goto(`?${new URLSearchParams({ entry: id, font })}`);
  await page.clock.runFor(1_000);
  await page.waitForLoadState('networkidle');
  await page.clock.runFor(1_000);
}

export async function showLook(page: Page, look: Look): Promise<void> {
  await page.evaluate(({ theme, dir }) => {
    document.documentElement.dataset['theme'] = theme;
    document.documentElement.dir = dir;
  }, look);
}

export interface Visit {
  readonly page: Page;
  readonly entry: ListedEntry;
  /** Resolves when it shows what it has to show. */
  readonly opened: () => Promise<void>;
}

/**
 * Builds the catalogue and calls `visit` with a page for each entry, in a window as wide as a phone's. Several pages at a
 * time, because each waits for what it loads.
 */
export async function visitEntries<Result>(
  executablePath: string,
  visit: (visited: Visit) => Promise<Result>,
): Promise<Result[]> {
  const folder = await mkdtemp(join(tmpdir(), 'limelight-catalogue-'));
  await using open = new AsyncDisposableStack();
  open.defer(() => rm(folder, { recursive: true, force: true }));
  const config = {
    ...catalogueConfig,
    logLevel: 'error' as const,
    build: { ...catalogueConfig.build, outDir: folder, emptyOutDir: true },
    preview: { port: 0 },
  };
  await build(config);
  const site = await preview(config);
  open.defer(() => site.close());
  const { port } = new URL(site.resolvedUrls?.local[0] ?? '');
  const browser = await chromium.launch({
    executablePath,
    args: [
      '--disable-gpu',
      '--no-sandbox',
      `--host-resolver-rules=MAP ${host}:80 localhost:${port}`,
      // What a system sets for its own fonts.
      '--font-render-hinting=none',
      '--disable-lcd-text',
    ],
  });
  open.defer(() => browser.close());
  // Each in a context of its own, because the pages of one have one clock.
  const openPage = () =>
    browser.newPage({
      viewport: phone,
      baseURL: `http://${host}/`,
      reducedMotion: 'reduce',
      locale: 'en-US',
      timezoneId: 'UTC',
    });
  const list = await openPage();
  await list.goto('');
  const waiting = await list.evaluate(() => (window as unknown as { catalogue: ListedEntry[] }).catalogue);
  const results: Result[] = [];
  const work = async () => {
    for (let entry = waiting.shift(); entry; entry = waiting.shift()) {
      const page = await openPage();
      const { id } = entry;
      results.push(await visit({ page, entry, opened: () => openEntry(page, id) }));
      await page.context().close();
    }
  };
  await Promise.all([work(), work(), work()]);
  return results;
}
