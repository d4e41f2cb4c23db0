import { expect, serverReady, test } from './fixtures.ts';
import { joinAsFan } from './people.ts';

test.beforeEach(async ({ page, target }) => {
  await page.goto('/');
  await serverReady(page, target);
});

test('the theme is kept, and there before the first paint', async ({ page }) => {
  await page.getByRole('button', { name: 'Dark theme' }).first().click();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  const seen: (string | null)[] = [];
  await page.exposeFunction('firstTheme', (theme: string | null) => void seen.push(theme));
  await page.addInitScript(() => {
    new MutationObserver((_, watch) => {
      if (!document.body) return;
      watch.disconnect();
      (window as unknown as { firstTheme: (theme: string | null) => void }).firstTheme(document.documentElement.dataset['theme'] ?? null);
    }).observe(document, { childList: true, subtree: true });
  });
  await page.reload();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await expect.poll(() => seen.length).toBeGreaterThan(0);
});

test('the context menu is off, except in text fields and on links', async ({ page }) => {
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

test('the address bar of a phone: nothing wider than 360 px on any page', async ({ page, target, loginAs }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  const fits = async (path: string) => {
    await page.goto(path);
    await serverReady(page, target);
    await expect(page.locator('main')).toBeVisible();
    await page.waitForTimeout(300);
    expect(await page.evaluate(() => document.documentElement.scrollWidth), path).toBeLessThanOrEqual(360);
  };
  for (const path of ['/', '/search', '/demo-creator', '/auth/login', '/auth/register', '/contact']) await fits(path);
  await loginAs(page, 'demo-creator');
  for (const path of ['/home', '/messages', '/user/wallet', '/user/account', '/user/subscriptions', '/creator/account', '/creator/feeds', '/creator/feeds/new', '/creator/earnings', '/creator/subscribers']) await fits(path);
});

test('keyboard alone: log in, open a locked post, buy it', async ({ page, target, loginAs }) => {
  test.slow();
  await loginAs(page, 'demo-fan');
  await page.context().clearCookies();
  await page.goto('/auth/login');
  await serverReady(page, target);
  await page.getByLabel('Username or e-mail').focus();
  await page.keyboard.type('demo-fan');
  await page.keyboard.press('Tab');
  await page.keyboard.type('limelight');
  await page.keyboard.press('Enter');
  await page.waitForURL('**/home');
  const unlock = page.getByRole('button', { name: /^Unlock for/ }).first();
  await expect(unlock).toBeVisible({ timeout: 20_000 });
  for (let presses = 0; presses < 150 && !(await unlock.evaluate((button) => button === document.activeElement)); presses += 1) await page.keyboard.press('Tab');
  expect(await unlock.evaluate((button) => button === document.activeElement)).toBe(true);
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog');
  await expect(dialog).toBeVisible();
  const pay = dialog.getByRole('button', { name: /^Unlock for/ });
  for (let presses = 0; presses < 20 && !(await pay.evaluate((button) => button === document.activeElement)); presses += 1) await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Unlocked. It stays yours.')).toBeVisible();
});

test('a country that the site is closed to sees why', async ({ page, target }) => {
  await page.route('**/api/v1/block/countries/check', (route) => route.fulfill({ json: { status: 200, data: { blocked: true } } }));
  test.skip(target === 'mock', 'the mock answers before the network, where this test could step in');
  await page.goto('/demo-creator');
  await expect(page.getByRole('heading', { level: 1 })).toContainText(/country|available/i);
});

test('offline says so quietly and goes away again', async ({ page }) => {
  await joinAsFan(page);
  await page.goto('/home');
  await expect(page.getByRole('heading').first()).toBeAttached();
  await page.context().setOffline(true);
  await expect(page.getByText(/offline/i).first()).toBeVisible();
  await page.context().setOffline(false);
  await expect(page.getByText(/You’re offline|You are offline/i)).toHaveCount(0);
});
