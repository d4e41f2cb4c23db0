import { expect, serverReady, test } from './fixtures.ts';
import { call, joinAsCreator, joinAsFan, publish, topUp } from './people.ts';
import type { Page } from './fixtures.ts';
import type { Locator } from 'playwright/test';

test.beforeEach(async ({ page, target }) => {
  await page.goto('/');
  await serverReady(page, target);
});

test('the theme is remembered, and applied before the first paint', async ({ page }) => {
  await page.getByRole('button', { name: 'Dark theme' }).first().click();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  const seen: (string | null)[] = [];
  await page.exposeFunction('firstTheme', (theme: string | null) => void seen.push(theme));
  await page.addInitScript(() => {
    new MutationObserver((_, watch) => {
      if (!document.body) return;
      watch.disconnect();
      (window as unknown as { firstTheme: (theme: string | null) => void }).firstTheme(
        document.documentElement.dataset['theme'] ?? null,
      );
    }).observe(document, { childList: true, subtree: true });
  });
  await page.reload();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await expect.poll(() => seen.length).toBeGreaterThan(0);
});

test('the context menu is disabled, except in text fields and on links', async ({ page }) => {
  const prevented = (selector: string) =>
    page.evaluate((where) => {
      const event = new MouseEvent('contextmenu', { bubbles: true, cancelable: true });
      document.querySelector(where)?.dispatchEvent(event);
      return event.defaultPrevented;
    }, selector);
  await expect.poll(() => prevented('h1')).toBe(true);
  expect(await prevented('a[href]')).toBe(false);
  await page.goto('/auth/login');
  await expect.poll(() => prevented('h1')).toBe(true);
  expect(await prevented('input')).toBe(false);
});

test('on a phone, no page is wider than 360 px', async ({ page, target, loginAs }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  const fits = async (path: string) => {
    await page.goto(path);
    await serverReady(page, target);
    await expect(page.locator('main')).toBeVisible();
    // Wait for content that the page loads itself, because it may be wider than its skeleton.
    await expect(page.getByRole('status').filter({ hasText: /^Loading/ })).toHaveCount(0);
    expect(await page.evaluate(() => document.documentElement.scrollWidth), path).toBeLessThanOrEqual(360);
  };
  for (const path of ['/', '/search', '/demo-creator', '/auth/login', '/auth/register', '/contact'])
    await fits(path);
  await loginAs(page, 'demo-creator');
  for (const path of [
    '/home',
    '/messages',
    '/user/wallet',
    '/user/account',
    '/user/subscriptions',
    '/creator',
    '/creator/account',
    '/creator/feeds',
    '/creator/feeds/new',
    '/creator/earnings',
    '/creator/statistics',
    '/creator/subscribers',
    '/creator/promotions',
    '/creator/payouts',
    '/creator/payouts/new',
    '/creator/referrals',
  ])
    await fits(path);
  await loginAs(page, 'demo-fan');
  const { data: paid } = await call<{ data: { _id: string }[] }>(page, 'GET /wallet/statements');
  for (const path of [
    '/user/wallet',
    '/user/wallet?show=payments',
    '/user/subscriptions',
    '/user/referrals',
    `/user/statements/${paid.data[0]?._id}`,
  ])
    await fits(path);
});

/** Presses Tab until an element has focus, at most `most` times, no faster than a person could. */
async function tabTo(page: Page, goal: Locator, most: number): Promise<void> {
  await expect(goal).toBeVisible({ timeout: 20_000 });
  const there = () => goal.evaluate((element) => element === document.activeElement);
  for (let presses = 0; presses < most && !(await there()); presses += 1) {
    await page.keyboard.press('Tab');
    await page.waitForTimeout(30);
  }
  expect(await there()).toBe(true);
}

test('keyboard only: find a locked post, log in, come back, buy it', async ({ page, newPerson, target }) => {
  test.slow();
  const studio = await newPerson();
  await studio.goto('/');
  await serverReady(studio, target);
  await joinAsCreator(studio);
  const post = await publish(studio, { text: 'For those who use no mouse', audience: 'public', price: 60 });
  const fan = await joinAsFan(page);
  await topUp(page, 500);
  await page.context().clearCookies();

  await page.goto(`/feeds/${post}`);
  await serverReady(page, target);
  const unlock = page.getByRole('button', { name: /^Unlock for/ }).first();
  await tabTo(page, unlock, 60);
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/auth\/login/);
  await tabTo(page, page.getByLabel('Username or email'), 20);
  await page.keyboard.type(fan.username);
  await page.keyboard.press('Tab');
  await page.keyboard.type(fan.password);
  await page.keyboard.press('Enter');
  await page.waitForURL(`**/feeds/${post}`);
  // What was pressed before the login goes on after it: the dialog opens by itself.
  await tabTo(page, page.getByRole('dialog').getByRole('button', { name: /^Unlock for/ }), 20);
  await page.keyboard.press('Enter');
  await expect(page.getByText('For those who use no mouse')).toBeVisible();
});

test('being offline is announced quietly, and disappears again', async ({ page }) => {
  await joinAsFan(page);
  await page.goto('/home');
  await expect(page.getByRole('heading').first()).toBeAttached();
  await page.context().setOffline(true);
  await expect(page.getByText(/offline/i).first()).toBeVisible();
  await page.context().setOffline(false);
  await expect(page.getByText(/You’re offline/)).toHaveCount(0);
});
