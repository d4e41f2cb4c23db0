import { type Page, expect, serverReady, test } from './fixtures.ts';
import { call, isFollowed, joinAsCreator, joinAsFan, publish } from './people.ts';

test.beforeEach(async ({ page, target }) => {
  await page.goto('/');
  await serverReady(page, target);
});

const boxOf = (page: Page) => page.getByRole('combobox', { name: 'Search' });
async function searchFor(page: Page, q: string): Promise<void> {
  await boxOf(page).fill(q);
  await boxOf(page).press('Enter');
}

test('search finds creators, keeps the words in the URL, and leads on if there are no results', async ({
  page,
  target,
}) => {
  const creator = await joinAsCreator(page);
  await page.goto('/search');
  await serverReady(page, target);
  await searchFor(page, creator.username);
  await expect(page).toHaveURL(/q=/);
  await expect(page.getByRole('link', { name: creator.name }).first()).toBeVisible();
  await page.reload();
  await expect(boxOf(page)).toHaveValue(creator.username);
  await searchFor(page, 'nobody is called this');
  await expect(page.getByText('No results for “nobody is called this”')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Try one of these' })).toBeVisible();
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
  await page.goto('/search?kind=creators');
  await serverReady(page, target);
  for (const asked of [`@${creator.username}`, 'marbling paper', 'marblnig']) {
    await searchFor(page, asked);
    await expect(page.getByRole('link', { name: creator.name }).first(), asked).toBeVisible();
  }
});

test('one search finds what creators publish, with typos, by kind, and never what is locked', async ({
  page,
  newPerson,
  target,
}) => {
  const creator = await joinAsCreator(page);
  const word = `${creator.username.replaceAll(/[^a-z]/g, '')}chrome`;
  await publish(page, { text: `A whole evening of ${word} and tea`, audience: 'public' });
  await publish(page, { text: `Only for subscribers: ${word}secret`, audience: 'subscribers' });
  await call(page, 'POST /streaming/live', {
    title: `Live ${word}`,
    scheduledAt: new Date(Date.now() + 86_400_000).toISOString(),
  });
  const reader = await newPerson();
  await reader.goto('/search');
  await serverReady(reader, target);
  await searchFor(reader, `${word.slice(0, -2)}em`);
  const posts = reader.getByRole('region', { name: 'Posts' });
  await expect(reader.getByText('Showing results for')).toContainText(word);
  await expect(posts.locator('mark')).toHaveText(word);
  await reader.getByRole('tab', { name: 'Live' }).click();
  await expect(reader).toHaveURL(/kind=live/);
  await expect(reader.getByRole('link', { name: `Live ${word}` })).toBeVisible();
  await reader.reload();
  await expect(reader.getByRole('link', { name: `Live ${word}` })).toBeVisible();
  await reader.getByRole('tab', { name: 'Posts' }).click();
  await expect(reader).toHaveURL(/kind=posts/);
  const orders = reader.getByRole('group', { name: 'Sort by' });
  await orders.getByRole('button', { name: 'Newest' }).click();
  await expect(reader).toHaveURL(/kind=posts&sort=newest/);
  // What was shown before has the word, too.
  await reader.getByRole('link', { name: `A whole evening of ${word}` }).click();
  await expect(reader).toHaveURL(/\/feeds\//);
  await reader.goBack();
  await expect(reader).toHaveURL(/kind=posts/);
  await searchFor(reader, `${word}secret`);
  await expect(reader.getByText(`No posts for “${word}secret”`)).toBeVisible();
});

test('what to search for is suggested while typing, and recent searches are kept until they are cleared', async ({
  page,
  newPerson,
  target,
}) => {
  const creator = await joinAsCreator(page);
  const reader = await newPerson();
  await reader.goto('/');
  await serverReady(reader, target);
  await reader.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Search' }).click();
  await reader.waitForURL('/search');
  const box = boxOf(reader);
  await box.pressSequentially(`@${creator.username}`);
  const option = reader.getByRole('option', { name: new RegExp(creator.name) });
  await expect(option).toBeVisible();
  await box.press('ArrowDown');
  await expect(option).toHaveAttribute('aria-selected', 'true');
  await box.press('Enter');
  await reader.waitForURL(`/${creator.username}`);
  await reader.goto('/search');
  await serverReady(reader, target);
  await searchFor(reader, 'celadon glaze');
  await reader.getByRole('button', { name: 'Clear search' }).click();
  await box.click();
  await expect(reader.getByRole('option', { name: 'celadon glaze' })).toBeVisible();
  await reader.getByRole('button', { name: 'Clear recent searches' }).click();
  await expect(reader.getByRole('option')).toHaveCount(0);
});

test('every category can be reached with a mouse without a horizontal wheel', async ({ page, target }) => {
  await page.goto('/search?kind=creators');
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
  // The cover is as wide as the page.
  const cover = await page.evaluate(() => {
    const picture = document.querySelector('#content header img[sizes]')?.getBoundingClientRect();
    const header = document.querySelector('#content header')?.getBoundingClientRect();
    return { height: picture?.height, missing: (header?.width ?? 0) - (picture?.width ?? 0) };
  });
  expect(cover.height).toBe(180);
  expect(cover.missing).toBeLessThan(4);
});
