import { cleanNow, colors, everything, inTheme, noSeriousIssue, onceAtRest } from './axe.ts';
import { expect, serverReady, test } from './fixtures.ts';
import type { Page } from './fixtures.ts';
import { call } from './people.ts';

const forVisitors = [
  '/',
  '/search',
  '/search?kind=creators',
  '/search?q=glaze',
  '/search?q=glaze&kind=posts',
  '/explore',
  '/explore/ceramics',
  '/explore/ceramics?tab=posts',
  '/demo-creator',
  '/tags/craft',
  '/tags/nobodyusesthis',
  '/auth/login',
  '/auth/register',
  '/auth/register?as=creator',
  '/auth/forgot-password',
  '/auth/reset-password',
  '/auth/verify-email',
  '/contact',
  '/posts/help',
  '/posts/help/statistics',
  '/posts/help/operator-settings',
  '/nobody-lives-here',
  '/offline',
];
const forFans = [
  '/home',
  '/home?tab=discover',
  '/welcome',
  '/welcome?step=follow',
  '/messages',
  '/user/account',
  '/user/wallet',
  '/user/wallet?show=payments',
  '/user/following',
  '/user/lists',
  '/user/subscriptions',
  '/user/gifts',
  '/user/library',
  '/user/bookmarks',
  '/user/orders',
  '/user/bids',
  '/live',
  '/user/private-streams',
  '/notifications',
  '/user/referrals',
  '/user/decisions',
];
const forCreators = [
  '/creator',
  '/creator/account',
  '/creator/account?tab=membership',
  '/creator/account?tab=payouts',
  '/creator/feeds',
  '/creator/feeds/new',
  '/creator/feeds/calendar',
  '/creator/feeds/calendar?month=2026-10',
  '/creator/feeds/series',
  '/creator/earnings',
  '/creator/earnings?month=2026-10',
  '/creator/earnings?year=2026',
  '/creator/statistics',
  '/creator/subscribers',
  '/creator/followers',
  '/creator/promotions',
  '/creator/broadcast',
  '/creator/payouts',
  '/creator/payouts/new',
  '/creator/referrals',
  '/creator/videos',
  '/creator/videos/new',
  '/creator/requests',
  '/creator/comments',
  '/creator/photos',
  '/creator/galleries',
  '/creator/galleries/new',
  '/creator/products',
  '/creator/products/new',
  '/creator/auctions',
  '/creator/auctions/new',
  '/creator/orders',
  '/creator/live',
  '/creator/private-streams',
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

const loading = (page: Page) => page.getByRole('status').filter({ hasText: /^Loading/ });

/**
 * How many pages there are for each that is checked in the dark theme too: pages are made of the same parts in
 * the same colors. The long runs check all of them.
 */
const pagesPerDark = process.env.DEEP ? 1 : 3;
let opened = 0;

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
  await expect(loading(page)).toHaveCount(0, { timeout: 30_000 });
  await noSeriousIssue(page, everything(page), path);
  opened += 1;
  if (target === 'mock' || opened % pagesPerDark > 0) return;
  await inTheme(page, 'dark');
  await onceAtRest(page, colors, path);
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

/** Few enough pages for one test, however busy the machine is. */
const inParts = (paths: readonly string[], size = 12): string[][] =>
  Array.from({ length: Math.ceil(paths.length / size) }, (_, part) =>
    paths.slice(part * size, (part + 1) * size),
  );

inParts(forVisitors).forEach((paths, part) => {
  test(`visitors' pages have no serious accessibility issue in any theme, part ${part + 1}`, async ({
    page,
    target,
  }) => {
    for (const path of paths) await clean(page, path, target);
  });
});
for (const { who, username, pages, items } of [
  { who: 'fans', username: 'demo-fan', pages: forFans, items: itemsForFans },
  { who: 'creators', username: 'demo-creator', pages: forCreators, items: itemsForCreators },
] as const) {
  inParts(pages).forEach((paths, part) => {
    test(`${who}' pages have no serious accessibility issue in any theme, part ${part + 1}`, async ({
      page,
      target,
      loginAs,
    }) => {
      await loginAs(page, username);
      for (const path of paths) await clean(page, path, target);
    });
  });
  test(`${who}' pages of one item have no serious accessibility issue in any theme`, async ({
    page,
    target,
    loginAs,
  }) => {
    await loginAs(page, username);
    for (const path of await oneOfEach(page, items)) await clean(page, path, target);
  });
}
test('a conversation has no serious accessibility issue in any theme', async ({ page, target, loginAs }) => {
  await loginAs(page, 'demo-fan');
  await page.goto('/messages');
  await page.locator('a[href^="/messages/"]').first().click();
  await page.waitForURL(/\/messages\/.+/);
  await clean(page, new URL(page.url()).pathname, target);
});

/** The same for what was opened on a page, which also has to fit the window. */
async function cleanPart(page: Page, part: string): Promise<void> {
  await expect(loading(page)).toHaveCount(0);
  await cleanNow(page, part);
}

test.describe('on a phone', () => {
  test.use({ viewport: { width: 360, height: 740 }, hasTouch: true });

  test('what opens in messages fits and has no serious accessibility issue in any theme', async ({
    page,
    target,
    loginAs,
  }) => {
    test.skip(target === 'mock', 'The pages are the same.');
    await loginAs(page, 'demo-creator');
    await clean(page, '/messages', target);
    await page.getByRole('button', { name: /^Requests/ }).click();
    await page.locator('ul a[href^="/messages/"]').first().click();
    await expect(page.getByRole('region', { name: 'Message request' })).toBeVisible();
    await cleanPart(page, 'a request');
    const options = (name: RegExp) => page.getByRole('button', { name }).first().click();
    await options(/^More options for/);
    await page.getByRole('menuitem', { name: 'Media in this conversation' }).click();
    await cleanPart(page, 'media');
    await page.keyboard.press('Escape');
    await options(/^About/);
    await cleanPart(page, 'the panel about a fan');
    await page.keyboard.press('Escape');
    await options(/^More ways to write/);
    await page.getByRole('menuitem', { name: 'Quick replies' }).click();
    await cleanPart(page, 'quick replies');

    await page.goto('/creator/broadcast');
    await serverReady(page, target);
    await page.getByRole('button', { name: 'New message' }).click();
    await expect(page.getByText(/will receive it/)).toBeVisible();
    await cleanPart(page, 'a new mass message');
    await page.getByRole('tab', { name: 'Automatic' }).click();
    await expect(page.getByRole('form', { name: 'New follower' })).toBeVisible();
    await cleanPart(page, 'automatic messages');
  });
});
