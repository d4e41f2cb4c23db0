import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from 'playwright/test';

/** Fails if axe finds something serious in what the page shows now. */
export async function noSeriousIssue(page: Page, axe: AxeBuilder, path: string): Promise<void> {
  const theme = await page.evaluate(() => document.documentElement.dataset['theme'] ?? '');
  const { violations } = await axe.analyze();
  const serious = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical');
  expect(
    serious.map(
      ({ id, nodes }) =>
        `${theme} ${path} ${id}: ${nodes
          .map((node) => node.target.join(' '))
          .slice(0, 3)
          .join(' | ')}`,
    ),
  ).toEqual([]);
}

/** Switches a page that is open to a theme, the way it follows a switch made in another tab. */
export async function inTheme(page: Page, theme: 'light' | 'dark'): Promise<void> {
  await page.evaluate(
    (newValue) => window.dispatchEvent(new StorageEvent('storage', { key: 'theme', newValue })),
    theme,
  );
  await expect(page.locator('html')).toHaveAttribute('data-theme', theme);
}

/** The default mode opens a second page for every check, for frames of other origins. There are none. */
const axeOf = (page: Page) => new AxeBuilder({ page }).setLegacyMode(true);

export const everything = (page: Page) =>
  axeOf(page).withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']);
export const colors = (page: Page) => axeOf(page).withRules(['color-contrast', 'link-in-text-block']);

/** While things come and go, such as notices or a change of theme: what is half faded in has too little contrast for a moment. */
export const onceAtRest = (page: Page, axe: (page: Page) => AxeBuilder, part: string): Promise<void> =>
  expect(() => noSeriousIssue(page, axe(page), part)).toPass({ timeout: 60_000 });

const isWider = () => document.documentElement.scrollWidth > document.documentElement.clientWidth;
/** Checks what a page shows now in the light theme; it also has to fit the window. */
async function cleanInLight(page: Page, part: string): Promise<void> {
  await onceAtRest(page, everything, part);
  expect(await page.evaluate(isWider), `${part} is wider than the window`).toBe(false);
}

/** The same, and what depends on colors in the dark theme. */
export async function cleanNow(page: Page, part: string): Promise<void> {
  await cleanInLight(page, part);
  await inTheme(page, 'dark');
  await onceAtRest(page, colors, part);
  await inTheme(page, 'light');
}

/** Checks a page in a window as narrow as a small phone's. */
export async function cleanOnPhone(page: Page, part: string): Promise<void> {
  const before = page.viewportSize();
  await page.setViewportSize({ width: 360, height: 740 });
  await cleanInLight(page, `${part} at 360 px`);
  if (before) await page.setViewportSize(before);
}
