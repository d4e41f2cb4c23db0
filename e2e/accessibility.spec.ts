import { AxeBuilder } from '@axe-core/playwright';
import { expect, serverReady, test } from './fixtures.ts';
import type { Page } from './fixtures.ts';
import { call } from './people.ts';

const forVisitors = [
  '/',
  '/search',
  '/demo-creator',
  '/auth/login',
  '/auth/register',
  '/auth/register?as=creator',
  '/auth/forgot-password',
  '/auth/reset-password',
  '/auth/verify-email',
  '/contact',
  '/nobody-lives-here',
  '/offline',
];
const forFans = [
  '/home',
  '/messages',
  '/user/account',
  '/user/wallet',
  '/user/wallet?show=payments',
  '/user/following',
  '/user/subscriptions',
  '/user/library',
  '/user/bookmarks',
  '/user/orders',
  '/user/bids',
  '/notifications',
  '/user/referrals',
];
const forCreators = [
  '/creator/account',
  '/creator/feeds',
  '/creator/feeds/new',
  '/creator/earnings',
  '/creator/subscribers',
  '/creator/promotions',
  '/creator/broadcast',
  '/creator/payouts',
  '/creator/payouts/new',
  '/creator/referrals',
  '/creator/videos',
  '/creator/videos/new',
  '/creator/requests',
  '/creator/photos',
  '/creator/galleries',
  '/creator/galleries/new',
  '/creator/products',
  '/creator/products/new',
  '/creator/auctions',
  '/creator/auctions/new',
  '/creator/orders',
];
/** Pages of a single item, each with a list to find one in. */
const itemsForFans = [
  ['/feeds', 'GET /user/feeds'],
  ['/videos', 'GET /performer-assets/videos/search'],
  ['/galleries', 'GET /performer-assets/galleries/search'],
  ['/products', 'GET /performer-assets/products/search'],
  ['/auctions', 'GET /autions/search'],
  ['/user/orders', 'GET /orders/users/search'],
  ['/user/receipts', 'GET /payment/transactions/user/search'],
  ['/user/statements', 'GET /wallet/statements'],
] as const;
const itemsForCreators = [
  ['/creator/feeds', 'GET /performer/feeds'],
  ['/creator/videos', 'GET /performer/performer-assets/videos/search'],
  ['/creator/galleries', 'GET /performer/performer-assets/galleries/search'],
  ['/creator/products', 'GET /performer/performer-assets/products/search'],
  ['/creator/orders', 'GET /orders/search'],
  ['/creator/payouts', 'GET /payout-requests/user/search'],
] as const;

/** Fails if axe finds something serious in what the page shows now. */
async function noSeriousIssue(page: Page, axe: AxeBuilder, path: string): Promise<void> {
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

/** Switches a page that is open to the dark theme, the way it follows a switch made in another tab. */
async function inTheDark(page: Page): Promise<void> {
  await page.evaluate(() =>
    window.dispatchEvent(new StorageEvent('storage', { key: 'theme', newValue: 'dark' })),
  );
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
}

/**
 * Opens a page and checks everything in the light theme, then what depends on colors in the dark one. On the
 * mock one theme is enough: pages and colors are the same as on the server, only the data comes from
 * elsewhere.
 */
async function clean(page: Page, path: string, target: 'server' | 'mock'): Promise<void> {
  await page.goto(path);
  await serverReady(page, target);
  await expect(page.locator('main')).toBeVisible();
  // Wait for content that the page loads itself, so that it is checked rather than its skeleton.
  await expect(page.getByRole('status').filter({ hasText: /^Loading/ })).toHaveCount(0, { timeout: 30_000 });
  const everything = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
  await noSeriousIssue(page, new AxeBuilder({ page }).withTags(everything), path);
  if (target === 'mock') return;
  await inTheDark(page);
  await noSeriousIssue(
    page,
    new AxeBuilder({ page }).withRules(['color-contrast', 'link-in-text-block']),
    path,
  );
}

/** The demo data has at least one of each. */
async function oneOfEach(
  page: Page,
  items: readonly (readonly [path: string, list: string])[],
): Promise<string[]> {
  const paths: string[] = [];
  for (const [path, list] of items) {
    const { data } = await call<{ data: { _id: string }[] }>(page, list);
    const first = data.data[0];
    if (!first) throw new Error(`${list} has nothing to show`);
    paths.push(`${path}/${first._id}`);
  }
  return paths;
}

test.describe.configure({ timeout: 300_000 });
// Disables transitions, so that colors aren't checked halfway between themes.
test.use({ contextOptions: { reducedMotion: 'reduce' } });

test("visitors' pages have no serious accessibility issue in any theme", async ({ page, target }) => {
  for (const path of forVisitors) await clean(page, path, target);
});
test("fans' pages have no serious accessibility issue in any theme", async ({ page, target, loginAs }) => {
  await loginAs(page, 'demo-fan');
  for (const path of [...forFans, ...(await oneOfEach(page, itemsForFans))]) await clean(page, path, target);
  await page.goto('/messages');
  await page.locator('a[href^="/messages/"]').first().click();
  await page.waitForURL(/\/messages\/.+/);
  await clean(page, new URL(page.url()).pathname, target);
});
test("creators' pages have no serious accessibility issue in any theme", async ({
  page,
  target,
  loginAs,
}) => {
  await loginAs(page, 'demo-creator');
  for (const path of [...forCreators, ...(await oneOfEach(page, itemsForCreators))])
    await clean(page, path, target);
});
