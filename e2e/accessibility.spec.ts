import { AxeBuilder } from '@axe-core/playwright';
import { expect, serverReady, test } from './fixtures.ts';
import type { Page } from './fixtures.ts';

const forVisitors = ['/', '/search', '/demo-creator', '/auth/login', '/auth/register', '/auth/register?as=creator', '/auth/forgot-password', '/auth/reset-password', '/auth/verify-email', '/contact', '/nobody-lives-here', '/offline'];
const forFans = ['/home', '/messages', '/user/account', '/user/wallet', '/user/wallet?show=payments', '/user/following', '/user/subscriptions'];
const forCreators = ['/creator/account', '/creator/feeds', '/creator/feeds/new', '/creator/earnings', '/creator/subscribers'];

async function clean(page: Page, path: string, target: 'server' | 'mock'): Promise<void> {
  await page.goto(path);
  await serverReady(page, target);
  await expect(page.locator('main')).toBeVisible();
  // What loads by itself is judged once it is there, not its skeleton.
  await expect(page.getByRole('status').filter({ hasText: /^Loading/ })).toHaveCount(0, { timeout: 30_000 });
  const theme = await page.evaluate(() => document.documentElement.dataset['theme'] ?? '');
  const { violations } = await new AxeBuilder({ page }).withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']).analyze();
  const serious = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical');
  expect(serious.map(({ id, nodes }) => `${theme} ${path} ${id}: ${nodes.map((node) => node.target.join(' ')).slice(0, 3).join(' | ')}`)).toEqual([]);
}

/** The theme is chosen as the person's own choice is kept, so that every page is drawn in it from the start. */
async function inBothThemes(page: Page, walk: () => Promise<void>): Promise<void> {
  for (const theme of ['light', 'dark']) {
    await page.evaluate((name) => localStorage.setItem('theme', name), theme);
    await walk();
    await expect(page.locator('html')).toHaveAttribute('data-theme', theme);
  }
}

test.describe.configure({ timeout: 300_000 });
// A colour half-way from one theme to the other is nobody's reading.
test.use({ contextOptions: { reducedMotion: 'reduce' } });

test('visitors’ pages have no serious finding in either theme', async ({ page, target }) => {
  await page.goto('/');
  await inBothThemes(page, async () => {
    for (const path of forVisitors) await clean(page, path, target);
  });
});
test('fans’ pages have no serious finding in either theme', async ({ page, target, loginAs }) => {
  await loginAs(page, 'demo-fan');
  await inBothThemes(page, async () => {
    for (const path of forFans) await clean(page, path, target);
    await page.goto('/messages');
    await page.locator('a[href^="/messages/"]').first().click();
    await page.waitForURL(/\/messages\/.+/);
    await clean(page, new URL(page.url()).pathname, target);
  });
});
test('creators’ pages have no serious finding in either theme', async ({ page, target, loginAs }) => {
  await loginAs(page, 'demo-creator');
  await inBothThemes(page, async () => {
    for (const path of forCreators) await clean(page, path, target);
  });
});
