import { expect, serverReady, test } from './fixtures.ts';
import { call, joinAsCreator, joinAsFan, publish, topUp } from './people.ts';
import { untilIdle } from './page-visits.ts';
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

for (const width of [1440, 360])
  test(`being offline is announced, covers nothing at ${width} px, and what is pressed is answered`, async ({
    page,
    target,
  }) => {
    await page.setViewportSize({ width, height: 900 });
    await page.goto('/');
    await serverReady(page, target);
    await joinAsFan(page);
    const bar = page.getByText('You’re offline. This page may be out of date.');
    const coveredBy = () =>
      bar.evaluate((box) => {
        const { bottom } = box.getBoundingClientRect();
        return [...document.querySelectorAll<HTMLElement>('a, button, input')]
          .filter((each) => each.checkVisibility() && !each.closest('[inert]'))
          .filter((each) => {
            const { top, bottom: end, left, right } = each.getBoundingClientRect();
            const isFixed = document.elementsFromPoint((left + right) / 2, (top + end) / 2).includes(each);
            return top < bottom && end > 0 && isFixed;
          })
          .map((each) => each.textContent || each.getAttribute('aria-label'));
      });
    // Its tabs stand at the very top on wide screens.
    await page.goto('/home');
    await expect(page.getByRole('tab', { name: 'Discover' })).toBeVisible();
    await page.context().setOffline(true);
    await expect(bar).toBeVisible();
    expect(await coveredBy()).toEqual([]);
    await page.context().setOffline(false);

    await page.goto('/demo-creator');
    await serverReady(page, target);
    const like = page.getByRole('article').first().getByRole('button', { name: 'Like' });
    // A post wakes when it is in view, and the first interaction loads what answers the next ones.
    await like.scrollIntoViewIfNeeded();
    await page.mouse.click(4, 400);
    await untilIdle(page);
    await page.context().setOffline(true);
    await expect(bar).toBeVisible();
    await page.evaluate(() => window.scrollTo({ top: 0, behavior: 'instant' }));
    expect(await coveredBy()).toEqual([]);
    await like.click();
    // On the mock, the server is in the browser and stays reachable.
    if (target === 'server')
      await expect(
        page.getByText('Not sent yet. We’ll try again when the connection is back.'),
      ).toBeVisible();
    await page.context().setOffline(false);
    await expect(bar).toHaveCount(0);
    await expect(like).toHaveAttribute('aria-pressed', 'true');
  });
