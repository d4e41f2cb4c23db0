import { AxeBuilder } from '@axe-core/playwright';
import { rm } from 'node:fs/promises';
import type { Page } from 'playwright';
import { createServer } from 'vite';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findOwnBrowser } from '../catalogue/browser.ts';
import { type Look, type Visit, looks, phone, showLook, visitEntries } from '../catalogue/pages.ts';
import { type Picture, comparePictures } from '../catalogue/pictures.ts';
import { takePictures } from '../catalogue/take-pictures.ts';
import { catalogueConfig } from '../catalogue/vite-config.ts';

/* Opens every entry of the catalogue in light, dark and right to left, in a window as wide as a phone's. */
const found = await findOwnBrowser().catch(() => null);
/** Elsewhere, the system draws letters in its own way, also those of our font. */
const drawsAlike = process.platform === 'linux';
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
  readonly pictures: readonly Picture[];
}

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

async function visit({ page, entry, opened }: Visit): Promise<Visited> {
  const errors: string[] = [];
  page.on('console', (message) => void (message.type() === 'error' && errors.push(message.text())));
  page.on('pageerror', (error) => void errors.push(String(error)));
  await opened();
  const [wide, issues]: [string[], string[]] = [[], []];
  for (const look of looks) {
    await showLook(page, look);
    if (await page.evaluate(() => document.documentElement.scrollWidth > innerWidth))
      wide.push(`${look.theme}, ${look.dir}`);
  }
  const pictures = drawsAlike ? await takePictures(page, entry) : [];
  // axe waits for timers. It calls too small what a bar at the bottom covers until one scrolls, so all of the page, and
  // any dialog, fits the window.
  await page.clock.resume();
  const height = await page.evaluate(() => document.documentElement.scrollHeight);
  await page.setViewportSize({ ...phone, height: height + phone.height });
  for (const look of looks.filter(({ dir }) => dir === 'ltr')) {
    await showLook(page, look);
    issues.push(...(await seriousIssues(page, look)));
  }
  return { id: entry.id, errors, wide, issues, pictures };
}

beforeAll(async () => {
  if (found) visited = await visitEntries(found.path, visit);
}, 300_000);

afterAll(async () => {
  if (found?.folder) await rm(found.folder, { recursive: true, force: true });
});

describe.skipIf(!found)('each entry of the catalogue', () => {
  test('is drawn without an error', () => {
    expect(visited.length).toBeGreaterThan(20);
    expect(listProblems('errors')).toEqual([]);
  });
  test('fits the window', () => expect(listProblems('wide')).toEqual([]));
  test('has nothing that axe calls serious', () => expect(listProblems('issues')).toEqual([]));
  test('looks as it was accepted', async (context) => {
    if (!drawsAlike) return context.skip('skipped: pictures are compared on Linux only');
    expect(await comparePictures(visited.flatMap(({ pictures }) => pictures))).toEqual([]);
  });
});

test('the catalogue starts for development', async () => {
  const server = await createServer({ ...catalogueConfig, server: { ...catalogueConfig.server, port: 0 } });
  await server.listen();
  const answer = await fetch(`${server.resolvedUrls?.local[0]}main.tsx`);
  await server.close();
  expect([answer.status, await answer.text()]).toEqual([200, expect.stringContaining('createRoot')]);
});
