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
  for (const theme of ['light', 'dark']) {
    await page.evaluate((name) => document.documentElement.setAttribute('data-theme', name), theme);
    await page.waitForTimeout(250);
    const { violations } = await new AxeBuilder({ page }).withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']).analyze();
    const serious = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical');
    expect(serious.map(({ id, nodes }) => `${theme} ${path} ${id}: ${nodes.map((node) => node.target.join(' ')).slice(0, 3).join(' | ')}`)).toEqual([]);
  }
}

test.describe.configure({ timeout: 180_000 });
// A colour half-way from one theme to the other is nobody's reading.
test.use({ contextOptions: { reducedMotion: 'reduce' } });

test('visitors’ pages have no serious finding in either theme', async ({ page, target }) => {
  for (const path of forVisitors) await clean(page, path, target);
});
test('fans’ pages have no serious finding in either theme', async ({ page, target, loginAs }) => {
  await loginAs(page, 'demo-fan');
  for (const path of forFans) await clean(page, path, target);
  await page.goto('/messages');
  await page.locator('a[href^="/messages/"]').first().click();
  await page.waitForURL(/\/messages\/.+/);
  await clean(page, new URL(page.url()).pathname, target);
});
test('creators’ pages have no serious finding in either theme', async ({ page, target, loginAs }) => {
  await loginAs(page, 'demo-creator');
  for (const path of forCreators) await clean(page, path, target);
});
