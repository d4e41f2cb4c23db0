import { AxeBuilder } from '@axe-core/playwright';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, type Page, chromium } from 'playwright';
import { type PreviewServer, build, createServer, preview } from 'vite';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
// @ts-expect-error -- it has no types
import { findBrowser, named, packaged, playwrights, systems } from '../../scripts/browser.mjs';
import { catalogueConfig } from '../catalogue/vite-config.ts';

/*
 * Opens every entry of the catalogue in light, dark and right to left, in a window as wide as a phone's. The browser
 * from npm comes first, because its version and its fonts are the same on every machine that can have it.
 */
interface Found {
  readonly path: string;
  /** Where it was unpacked to, if it was. */
  readonly folder?: string;
}
const fromNpm = () => (packaged as () => Promise<Found | null>)().catch(() => null);
const found = (await findBrowser(process.env, [fromNpm, named, systems, playwrights]).catch(
  () => null,
)) as Found | null;
const phone = { width: 390, height: 844 };
const looks = [
  { theme: 'light', dir: 'ltr' },
  { theme: 'dark', dir: 'ltr' },
  { theme: 'light', dir: 'rtl' },
] as const;
type Look = (typeof looks)[number];
const now = '2026-11-20T10:00:00.000Z';
/** When a page opens; its clock jumps from there to `now`. */
const earlier = '2026-11-20T09:00:00.000Z';
const guidelines = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
/** What depends on colors, in the second theme. */
const colorRules = ['color-contrast', 'link-in-text-block'];

interface Visited {
  readonly id: string;
  /** What the page wrote to the console as an error, or threw. */
  readonly errors: readonly string[];
  /** In which looks it is wider than the window. */
  readonly wide: readonly string[];
  /** What axe finds serious. */
  readonly issues: readonly string[];
}

let folder = '';
let site: PreviewServer;
let browser: Browser;
let visited: readonly Visited[] = [];

const listProblems = (kind: 'errors' | 'wide' | 'issues'): string[] =>
  visited.flatMap(({ id, ...found }) => found[kind].map((text) => `${id}: ${text}`));

async function seriousIssues(page: Page, look: Look): Promise<string[]> {
  const axe = new AxeBuilder({ page }).setLegacyMode(true);
  const { violations } = await (
    look.theme === 'light' ? axe.withTags(guidelines) : axe.withRules(colorRules)
  ).analyze();
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(
      ({ id, nodes }) => `${look.theme} ${id}: ${nodes.map(({ target }) => target.join(' ')).join(' | ')}`,
    );
}

async function visit(page: Page, id: string): Promise<Visited> {
  const errors: string[] = [];
  page.on('console', (message) => void (message.type() === 'error' && errors.push(message.text())));
  page.on('pageerror', (error) => void errors.push(String(error)));
  // Timers run only when told to, so that nothing depends on how fast this machine is.
  await page.clock.install({ time: earlier });
  await page.clock.pauseAt(now);
  await page.goto(`?${new URLSearchParams({ entry: id })}`);
  await page.clock.runFor(1_000);
  await page.waitForLoadState('networkidle');
  await page.clock.runFor(1_000);
  const [wide, issues]: [string[], string[]] = [[], []];
  for (const look of looks) {
    await page.evaluate(({ theme, dir }) => {
      document.documentElement.dataset['theme'] = theme;
      document.documentElement.dir = dir;
    }, look);
    if (await page.evaluate(() => document.documentElement.scrollWidth > innerWidth))
      wide.push(`${look.theme}, ${look.dir}`);
  }
  // axe waits for timers.
  await page.clock.resume();
  for (const look of looks.filter(({ dir }) => dir === 'ltr')) {
    await page.evaluate(({ theme }) => void (document.documentElement.dataset['theme'] = theme), look);
    issues.push(...(await seriousIssues(page, look)));
  }
  return { id, errors, wide, issues };
}

/** Several pages at a time, because each waits for what it loads. */
async function visitAll(ids: readonly string[], openPage: () => Promise<Page>): Promise<Visited[]> {
  const waiting = [...ids];
  const results: Visited[] = [];
  const work = async () => {
    for (let id = waiting.shift(); id !== undefined; id = waiting.shift()) {
      const page = await openPage();
      results.push(await visit(page, id));
      await page.context().close();
    }
  };
  await Promise.all([work(), work(), work()]);
  return results;
}

beforeAll(async () => {
  if (!found) return;
  folder = await mkdtemp(join(tmpdir(), 'limelight-catalogue-'));
  const config = {
    ...catalogueConfig,
    logLevel: 'error' as const,
    build: { ...catalogueConfig.build, outDir: folder, emptyOutDir: true },
    preview: { port: 0 },
  };
  await build(config);
  site = await preview(config);
  browser = await chromium.launch({ executablePath: found.path, args: ['--disable-gpu', '--no-sandbox'] });
  // Each in a context of its own, because the pages of one have one clock.
  const openPage = () =>
    browser.newPage({
      viewport: phone,
      baseURL: site.resolvedUrls?.local[0] ?? '',
      reducedMotion: 'reduce',
      locale: 'en-US',
      timezoneId: 'UTC',
    });
  const page = await openPage();
  await page.goto('');
  const ids = await page.evaluate(() => (window as unknown as { catalogue: string[] }).catalogue);
  visited = await visitAll(ids, openPage);
}, 300_000);

afterAll(async () => {
  await browser?.close();
  await site?.close();
  for (const made of [folder, found?.folder]) if (made) await rm(made, { recursive: true, force: true });
});

describe.skipIf(!found)('each entry of the catalogue', () => {
  test('is drawn without an error', () => {
    expect(visited.length).toBeGreaterThan(20);
    expect(listProblems('errors')).toEqual([]);
  });
  test('fits the window', () => expect(listProblems('wide')).toEqual([]));
  test('has nothing that axe calls serious', () => expect(listProblems('issues')).toEqual([]));
});

test('the catalogue starts for development', async () => {
  const server = await createServer({ ...catalogueConfig, server: { ...catalogueConfig.server, port: 0 } });
  await server.listen();
  const answer = await fetch(`${server.resolvedUrls?.local[0]}main.tsx`);
  await server.close();
  expect([answer.status, await answer.text()]).toEqual([200, expect.stringContaining('createRoot')]);
});
