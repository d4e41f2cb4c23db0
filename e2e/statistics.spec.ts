import { everything, noSeriousIssue } from './axe.ts';
import { expect, serverReady, test } from './fixtures.ts';
import type { Page } from './fixtures.ts';
import { call, joinAsCreator, joinAsFan, publish } from './people.ts';

// The browser of the tests says that it is driven by a program, and programs aren't counted.
const agent =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0.0.0 Safari/537.36';
const bot = 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)';
test.use({ userAgent: agent });

/** Longer than pages gather views, and the server after them. */
const countedMs = 6_000;
const today = () => new Date().toISOString().slice(0, 10);
const viewsOf = async (creator: Page): Promise<number> => {
  const query = `from=${today()}&to=${today()}`;
  const reply = await call<{ totals: { views: number } }>(creator, `GET /performer/statistics?${query}`);
  return reply.data.totals.views;
};

async function read(page: Page, path: string, target: 'server' | 'mock'): Promise<void> {
  await page.goto(path);
  await serverReady(page, target);
  await expect(page.getByRole('article').first()).toBeVisible();
}

test('a fan’s view is counted; the creator’s own and a bot’s aren’t', async ({
  page,
  newPerson,
  browser,
  contextOptions,
  target,
}) => {
  test.slow();
  const fan = await newPerson();
  for (const each of [page, fan]) {
    await each.goto('/');
    await serverReady(each, target);
  }
  await joinAsCreator(page);
  await joinAsFan(fan);
  const post = await publish(page, { text: 'Blue bowls, fresh from the kiln', audience: 'public' });

  // The mock lives inside one browser profile, so its bot is a tab that says it is one.
  const crawler =
    target === 'mock'
      ? await newPerson()
      : await (await browser.newContext({ ...contextOptions, userAgent: bot })).newPage();
  if (target === 'mock')
    await crawler.addInitScript(
      (name) => Object.defineProperty(navigator, 'userAgent', { get: () => name }),
      bot,
    );
  await read(crawler, `/feeds/${post}`, target);
  await read(page, `/feeds/${post}`, target);
  await page.waitForTimeout(countedMs);
  expect(await viewsOf(page)).toBe(0);

  await read(fan, `/feeds/${post}?ref=newsletter`, target);
  await expect.poll(() => viewsOf(page), { timeout: 20_000 }).toBe(1);

  await page.goto('/creator/statistics');
  await serverReady(page, target);
  await expect(page.getByRole('heading', { name: 'Statistics', level: 1 })).toBeVisible();
  await page.getByRole('link', { name: /^Views: 1$/ }).click();
  await expect(page.getByRole('tab', { name: 'Content' })).toHaveAttribute('aria-selected', 'true');
  await expect(page.getByText('Blue bowls, fresh from the kiln')).toBeVisible();
  await page.getByRole('tab', { name: 'Sources' }).click();
  await expect(page.getByText('Link: newsletter')).toBeVisible();
  await expect(page).toHaveURL(/tab=sources/);
  if (target === 'server') await crawler.context().close();
});

test('three months of figures: chart, table, every tab', async ({ page, loginAs, target }) => {
  await loginAs(page, 'demo-creator');
  for (const tab of ['overview', 'content', 'audience', 'sources']) {
    await page.goto(`/creator/statistics?period=90&tab=${tab}`);
    await serverReady(page, target);
    await expect(page.getByRole('tabpanel')).toContainText(/\d/);
    await noSeriousIssue(page, everything(page), tab);
  }
  await page.goto('/creator/statistics?period=90');
  await serverReady(page, target);
  const chart = page.getByRole('img', { name: /Views over time/ });
  await expect(chart.locator('canvas')).toBeVisible();
  await page.getByText('Show as a table').click();
  await expect(page.getByRole('table', { name: 'Figures over time' }).getByRole('row')).toHaveCount(91);
  await page.getByRole('button', { name: 'By month' }).click();
  await expect(page).toHaveURL(/step=month/);
  await page.getByRole('button', { name: 'New followers' }).click();
  await expect(page.getByRole('img', { name: /New followers over time/ })).toBeVisible();
});

test('a browser of a system without a language draws the chart, too', async ({ page, loginAs, target }) => {
  // As Chromium says where LANG is C.
  await page.addInitScript(() =>
    Object.defineProperty(Object.getPrototypeOf(navigator), 'language', { get: () => 'en-US@posix' }),
  );
  await loginAs(page, 'demo-creator');
  await page.goto('/creator/statistics?period=90');
  await serverReady(page, target);
  await expect(page.getByRole('img', { name: /Views over time/ }).locator('canvas')).toBeVisible();
});
