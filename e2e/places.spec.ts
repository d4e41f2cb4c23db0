import { expect, serverReady, test } from './fixtures.ts';
import type { Page } from './fixtures.ts';

/** A low window, so that even short lists scroll. */
test.use({ viewport: { width: 1280, height: 520 } });

const loaded = async (page: Page) => {
  await expect(page.locator('main')).toBeVisible();
  await expect(page.getByRole('status').filter({ hasText: /^Loading/ })).toHaveCount(0);
  await page.waitForLoadState('networkidle');
};

interface Spot {
  readonly top: number;
  readonly href: string;
  readonly at: number;
}

/** The scroll position, and a link near the middle of the window that leads to the top of another page. */
const linkInView = (page: Page): Promise<Spot | null> =>
  page.evaluate(() => {
    const links = [
      ...document.querySelectorAll<HTMLAnchorElement>('main a[href^="/"]:not([href*="#"])'),
    ].filter((link) => new URL(link.href).pathname !== location.pathname);
    const link = links.find((each) => {
      const { top, bottom, left, width } = each.getBoundingClientRect();
      return (
        top > 120 &&
        bottom < innerHeight - 60 &&
        each.contains(document.elementFromPoint(left + width / 2, (top + bottom) / 2))
      );
    });
    return link
      ? { top: window.scrollY, href: link.getAttribute('href')!, at: link.getBoundingClientRect().top }
      : null;
  });

async function scrollDown(page: Page, pixels: number): Promise<void> {
  for (let wheeled = 0; wheeled < pixels; wheeled += 400) {
    await page.mouse.wheel(0, 400);
    await page.waitForTimeout(60);
  }
  await page.waitForLoadState('networkidle');
}

async function hrefAt(page: Page, { href, at }: Spot): Promise<boolean> {
  const tops = await page
    .locator(`main a[href="${href}"]`)
    .evaluateAll((links) => links.map((link) => link.getBoundingClientRect().top));
  return tops.some((top) => Math.abs(top - at) <= 8);
}

async function backLeadsTo(page: Page, path: string, pixels: number): Promise<void> {
  await page.goto(path);
  await loaded(page);
  await page.mouse.move(640, 300);
  await scrollDown(page, pixels);
  let spot = await linkInView(page);
  for (let tries = 0; spot === null && tries < 8; tries += 1) {
    await page.mouse.wheel(0, -90);
    await page.waitForTimeout(60);
    spot = await linkInView(page);
  }
  if (spot === null) throw new Error(`${path} has no link in view to leave by`);
  expect(spot.top, `${path} scrolls`).toBeGreaterThan(100);
  await page.evaluate(({ href, at }) => {
    const link = [...document.querySelectorAll<HTMLAnchorElement>(`main a[href="${href}"]`)].find(
      (each) => Math.abs(each.getBoundingClientRect().top - at) < 1,
    );
    link?.click();
  }, spot);
  await page.waitForURL((url) => `${url.pathname}${url.search}` === spot.href);
  await loaded(page);
  await page.goBack();
  await page.waitForURL((url) => `${url.pathname}${url.search}` === path);
  await loaded(page);
  await expect
    .poll(() => hrefAt(page, spot), { message: `${path}: ${spot.href} is where it was`, timeout: 15_000 })
    .toBe(true);
}

test('going back restores the position: public pages', async ({ page, target }) => {
  test.slow();
  await page.goto('/');
  await serverReady(page, target);
  for (const [path, pixels] of [
    ['/search?kind=creators', 1_200],
    ['/search', 800],
    ['/demo-creator', 2_400],
    ['/demo-creator?tab=galleries', 800],
    ['/posts', 400],
  ] as const)
    await backLeadsTo(page, path, pixels);
});

test('going back restores the position: pages behind a login', async ({ page, target, loginAs }) => {
  test.slow();
  await loginAs(page, 'demo-fan');
  await serverReady(page, target);
  for (const [path, pixels] of [
    ['/home', 6_000],
    // Their pages are there again at once, so the router arrives before anything else runs.
    ['/notifications', 800],
    ['/user/bookmarks', 1_200],
    ['/user/library', 800],
    ['/user/wallet', 1_200],
  ] as const)
    await backLeadsTo(page, path, pixels);
  await loginAs(page, 'demo-creator');
  await backLeadsTo(page, '/creator/feeds', 800);
});

test("a profile's tab and filter are in its URL: after a reload, after going back, and for a shared link", async ({
  page,
  target,
  newPerson,
}) => {
  await page.goto('/demo-creator');
  await serverReady(page, target);
  await page.getByRole('tab', { name: /^Galleries/ }).click();
  await expect(page).toHaveURL('/demo-creator?tab=galleries');
  await page.getByRole('button', { name: 'Most liked' }).click();
  await expect(page).toHaveURL('/demo-creator?tab=galleries&sort=popular');
  await page.reload();
  await serverReady(page, target);
  await expect(page.getByRole('tab', { name: /^Galleries/ })).toHaveAttribute('aria-selected', 'true');
  await expect(page.getByRole('button', { name: 'Most liked' })).toHaveAttribute('aria-pressed', 'true');
  await page.locator('main a[href^="/galleries/"]').first().click();
  await page.waitForURL('/galleries/**');
  await page.goBack();
  await expect(page.getByRole('tab', { name: /^Galleries/ })).toHaveAttribute('aria-selected', 'true');

  await page.getByRole('tab', { name: /^Posts/ }).click();
  await expect(page).toHaveURL('/demo-creator');
  await page.getByRole('button', { name: 'Polls' }).click();
  await expect(page).toHaveURL('/demo-creator?type=poll');
  const somebody = await newPerson();
  await somebody.goto('/demo-creator?type=poll');
  await expect(somebody.getByRole('button', { name: 'Polls' })).toHaveAttribute('aria-pressed', 'true');
  await expect(somebody.getByRole('article').first()).toBeVisible();
});

test('a figure of the earnings opens its rows, with their heading, filter and sum in view', async ({
  page,
  target,
  loginAs,
}) => {
  await loginAs(page, 'demo-creator');
  await page.goto('/creator/earnings');
  await serverReady(page, target);
  await loaded(page);
  const figures = page.locator('main a[aria-label], main a').filter({ hasText: /\$/ });
  const count = Math.min(await figures.count(), 8);
  expect(count).toBeGreaterThan(3);
  const inWindow = (locator: ReturnType<Page['locator']>) =>
    locator.evaluate((element) => {
      const { top, bottom } = element.getBoundingClientRect();
      return top >= 0 && bottom <= innerHeight;
    });
  for (let at = 0; at < count; at += 1) {
    await figures.nth(at).click();
    await expect
      .poll(
        async () => [
          await inWindow(page.getByRole('heading', { name: 'Payments', exact: true })),
          await inWindow(page.getByText(/^[\d,]+ (?:entry|entries): fans paid/)),
        ],
        { message: `figure ${at}` },
      )
      .toEqual([true, true]);
  }
});
