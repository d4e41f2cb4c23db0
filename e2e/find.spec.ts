import { expect, serverReady, test } from './fixtures.ts';
import { isFollowed, joinAsCreator, joinAsFan, publish } from './people.ts';

test.beforeEach(async ({ page, target }) => {
  await page.goto('/');
  await serverReady(page, target);
});

test('search narrows down, keeps its filters in the URL, and says if there are no results', async ({
  page,
  target,
}) => {
  const creator = await joinAsCreator(page);
  await page.goto('/search');
  await serverReady(page, target);
  const box = page.getByRole('searchbox', { name: 'Search creators' });
  await box.fill(creator.username);
  await expect(page).toHaveURL(/q=/);
  await expect(page.getByRole('link', { name: creator.name }).first()).toBeVisible();
  await page.reload();
  await expect(box).toHaveValue(creator.username);
  await box.fill('nobody is called this');
  await expect(page.getByText('No results for “nobody is called this”')).toBeVisible();
});

test('creators are found by category, handle and words of their bio, even with a typo', async ({
  page,
  target,
}) => {
  const creator = await joinAsCreator(page);
  await page.goto('/creator/account');
  await serverReady(page, target);
  await page.getByLabel('About you').fill(`Marbling paper, mostly blue. Also ${creator.username}ish things.`);
  await page.getByRole('form', { name: 'Profile' }).getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Changes saved').first()).toBeVisible();
  await page.goto('/search');
  await serverReady(page, target);
  const box = page.getByRole('searchbox', { name: 'Search creators' });
  for (const asked of [`@${creator.username}`, 'marbling paper', 'marblnig']) {
    await box.fill(asked);
    await expect(page.getByRole('link', { name: creator.name }).first(), asked).toBeVisible();
  }
});

test('every category can be reached with a mouse without a horizontal wheel', async ({ page, target }) => {
  await page.goto('/search');
  await serverReady(page, target);
  const chips = page.getByRole('group', { name: 'Category' });
  await chips.getByRole('button', { name: /^Show all/ }).click();
  const inside = await chips
    .getByRole('button')
    .evaluateAll(
      (all) =>
        all
          .map((each) => each.getBoundingClientRect())
          .filter(({ left, right }) => left < 0 || right > innerWidth).length,
    );
  expect(inside).toBe(0);
  const last = chips.locator('button[aria-pressed]').last();
  const name = (await last.textContent())!;
  await last.click();
  await expect(page).toHaveURL(new RegExp(`category=${encodeURIComponent(name).replaceAll('%20', '\\+')}`));
});

test('a profile opens by username and by id; an unknown one says so', async ({ page, target }) => {
  const creator = await joinAsCreator(page);
  for (const name of [creator.username, creator.username.toUpperCase(), creator.id]) {
    await page.goto(`/${name}`);
    await serverReady(page, target);
    await expect(page.getByRole('heading', { level: 1, name: creator.name })).toBeVisible();
  }
  await page.goto('/nobody-lives-here');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^(Page|Profile) not found$/);
});

test('metadata for sharing is in the page before any script', async ({ page, request, target }) => {
  test.skip(target === 'mock', 'the mock’s pages have no server behind them that could draw a profile');
  const creator = await joinAsCreator(page);
  const html = await (await request.get(`/${creator.username}`)).text();
  expect(html).toMatch(new RegExp(`<title[^>]*>${creator.name}`));
  expect(html).toMatch(/<meta property="og:title"/);
  expect(html).toMatch(new RegExp(`<link rel="canonical" href="[^"]+/${creator.username}"`));
  expect((await request.get('/nobody-lives-here')).status()).toBe(404);
});

test('following fills the home feed, unfollowing empties it', async ({ page, newPerson, target }) => {
  const studio = await newPerson();
  await studio.goto('/');
  await serverReady(studio, target);
  const creator = await joinAsCreator(studio);
  await publish(studio, { text: 'For everybody who follows', audience: 'followers' });
  await joinAsFan(page);
  await page.goto('/home');
  await expect(page.getByText('Your feed is empty')).toBeVisible();
  await page.goto(`/${creator.username}`);
  await page
    .getByRole('button', { name: /^Follow\b/ })
    .first()
    .click();
  await expect(page.getByText('For everybody who follows')).toBeVisible();
  await page.goto('/home');
  await expect(page.getByText('For everybody who follows')).toBeVisible();
  await page.getByRole('button', { name: 'Polls' }).click();
  await expect(page.getByText('For everybody who follows')).toHaveCount(0);
  await page.goto('/user/following');
  await page
    .getByRole('button', { name: /^Following/ })
    .first()
    .click();
  await isFollowed(page, creator.username, false);
  await page.goto('/home');
  await expect(page.getByText('Your feed is empty')).toBeVisible();
});

test('on a desktop, a profile shows the beginning of its first post without scrolling', async ({
  page,
  loginAs,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await loginAs(page, 'demo-fan');
  await page.goto('/northlight');
  const first = page.getByRole('article').first();
  await expect(first).toBeVisible();
  const box = await first.boundingBox();
  expect(box?.y).toBeLessThan(700);
  const cover = await page.locator('header img').first().boundingBox();
  expect(Math.round(cover?.height ?? 0)).toBe(200);
});
