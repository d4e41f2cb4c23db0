import { cleanOnPhone, cleanNow } from './axe.ts';
import { expect, serverReady, test } from './fixtures.ts';
import type { Page } from './fixtures.ts';
import { call, joinAsCreator, joinAsFan, publish } from './people.ts';

const makeSeries = async (page: Page, title: string) =>
  (await call<{ _id: string }>(page, 'POST /performer/post-series', { title })).data._id;
const partsOf = async (page: Page, id: string) =>
  (await call<{ data: { text: string }[] }>(page, `GET /post-series/${id}/posts`)).data.data.map(
    ({ text }) => text,
  );

test('a post is written into a new series, and readers go from part to part', async ({
  page,
  newPerson,
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
  await page.goto('/creator/feeds/new');
  await serverReady(page, target);
  await page.getByLabel('Text', { exact: true }).fill('Wedging the clay');
  await page.getByRole('radio', { name: /Everyone/ }).check();
  await page.getByRole('button', { name: 'New series' }).click();
  const dialog = page.getByRole('dialog', { name: 'New series' });
  await dialog.getByLabel('Title').fill('From clay to kiln');
  await dialog.getByLabel(/^Description/).fill('One pot, four days.');
  await dialog.getByRole('button', { name: 'Create series' }).click();
  await expect(page.getByLabel(/^Series/)).toHaveText(/From clay to kiln/);
  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  await page.waitForURL(/\/feeds\/[0-9a-f-]{36}$/);
  const first = new URL(page.url()).pathname;
  await expect(page.getByText('Part 1 of 1 in')).toBeVisible();
  const second = await publish(page, { text: 'Throwing it', audience: 'public' });
  await page.goto(`/creator/feeds/${second}`);
  await serverReady(page, target);
  await page.getByLabel(/^Series/).selectOption('From clay to kiln');
  await page.getByRole('button', { name: 'Save changes' }).click();
  await page.waitForURL(`**/feeds/${second}`);
  await expect(page.getByText('Part 2 of 2 in')).toBeVisible();

  await fan.goto(first);
  await serverReady(fan, target);
  await fan.getByRole('navigation', { name: 'Parts of From clay to kiln' }).getByText('Part 2').click();
  await fan.waitForURL(`**/feeds/${second}`);
  await expect(fan.getByText('Throwing it', { exact: true })).toBeVisible();
  await fan.getByRole('link', { name: 'From clay to kiln' }).click();
  await fan.waitForURL(/\/series\/[0-9a-f-]{36}$/);
  await expect(fan.getByRole('heading', { name: 'From clay to kiln', level: 1 })).toBeVisible();
  await expect(fan.getByText('One pot, four days.')).toBeVisible();
  await expect(fan.getByRole('article')).toHaveCount(2);
  await expect(fan.getByRole('article').first()).toContainText('Wedging the clay');
});

test('a series is arranged, renamed and deleted by its creator', async ({ page, target }) => {
  test.slow();
  await page.goto('/');
  await serverReady(page, target);
  await joinAsCreator(page);
  const id = await makeSeries(page, 'Glazing');
  for (const text of ['Ash', 'Celadon', 'Tenmoku']) {
    const postId = await publish(page, { text, audience: 'public' });
    await call(page, `PUT /performer/post-series/${id}/posts/${postId}`, {});
  }
  await page.goto('/creator/feeds/series');
  await serverReady(page, target);
  await page.getByRole('link', { name: 'Glazing' }).click();
  await expect(page.getByRole('heading', { name: 'Glazing', level: 1 })).toBeVisible();
  await page.getByRole('button', { name: 'Move Tenmoku up' }).press('Enter');
  await expect(page.getByRole('button', { name: 'Move Tenmoku up' })).toBeFocused();
  await page.getByRole('button', { name: 'Move Tenmoku up' }).press('Enter');
  await expect.poll(() => partsOf(page, id)).toEqual(['Tenmoku', 'Ash', 'Celadon']);

  const grip = page.getByRole('listitem').filter({ hasText: 'Ash' }).locator('[aria-hidden="true"]').first();
  const over = await page.getByRole('listitem').filter({ hasText: 'Celadon' }).boundingBox();
  await grip.hover();
  await page.mouse.down();
  await page.mouse.move(over!.x + 60, over!.y + over!.height / 2, { steps: 8 });
  await page.mouse.up();
  await expect.poll(() => partsOf(page, id)).toEqual(['Tenmoku', 'Celadon', 'Ash']);

  await page.getByRole('button', { name: 'Actions for “Celadon”' }).click();
  await page.getByRole('menuitem', { name: 'Remove from this series' }).click();
  await expect.poll(() => partsOf(page, id)).toEqual(['Tenmoku', 'Ash']);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(() => partsOf(page, id)).toEqual(['Tenmoku', 'Celadon', 'Ash']);

  await page.getByRole('button', { name: 'Options for “Glazing”' }).click();
  await page.getByRole('menuitem', { name: 'Edit title and description' }).click();
  await page.getByRole('dialog').getByLabel('Title').fill('Glazes');
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(page.getByRole('heading', { name: 'Glazes', level: 1 })).toBeVisible();
  await page.getByRole('button', { name: 'Options for “Glazes”' }).click();
  await page.getByRole('menuitem', { name: 'Delete series' }).click();
  await page.getByRole('button', { name: 'Delete series' }).click();
  await expect(page).toHaveURL(/\/creator\/feeds\/series$/);
  await expect(page.getByText('No series yet')).toBeVisible();
  const { data } = await call<{ total: number }>(page, 'GET /performer/feeds');
  expect(data.total).toBe(3);
});

test('its pages fit a small phone and are accessible', async ({ page, target }) => {
  test.slow();
  await page.goto('/');
  await serverReady(page, target);
  await joinAsCreator(page);
  const id = await makeSeries(
    page,
    'A series with a title that does not fit one line of a small phone at all',
  );
  for (const text of ['Ash', 'Celadon with a text that is rather longer than the line of a phone'])
    await call(
      page,
      `PUT /performer/post-series/${id}/posts/${await publish(page, { text, audience: 'public' })}`,
      {},
    );
  for (const path of [`/series/${id}`, '/creator/feeds/series', `/creator/feeds/series?series=${id}`]) {
    await page.goto(path);
    await serverReady(page, target);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(/A series|Series/);
    await expect(page.getByRole('status').filter({ hasText: /^Loading/ })).toHaveCount(0);
    await cleanNow(page, path);
    await cleanOnPhone(page, path);
  }
});

test('a creator’s series are a tab on their profile', async ({ page, newPerson, target }) => {
  test.slow();
  const visitor = await newPerson();
  await page.goto('/');
  await serverReady(page, target);
  const creator = await joinAsCreator(page);
  const put = async (id: string, text: string) => {
    const postId = await publish(page, { text, audience: 'public' });
    await call(page, `PUT /performer/post-series/${id}/posts/${postId}`, {});
  };
  const profile = `/${creator.username}`;
  await page.goto(profile);
  await serverReady(page, target);
  await expect(page.getByRole('tab', { name: /Posts/ })).toBeVisible();
  await expect(page.getByRole('tab', { name: /Series/ })).toHaveCount(0);
  const title = 'Glazes, with a title that does not fit one line of a small phone at all';
  await put(await makeSeries(page, 'Kilns'), 'Bricks');
  const glazes = await makeSeries(page, title);
  for (const text of ['Ash', 'Celadon']) await put(glazes, text);
  await makeSeries(page, 'Without posts');

  for (const each of [page, visitor]) {
    await each.goto(profile);
    await serverReady(each, target);
    const tab = each.getByRole('tab', { name: 'Series 2' });
    await tab.focus();
    await tab.press('Enter');
    await expect(each).toHaveURL(/tab=series/);
    await expect(each.getByRole('heading', { name: 'Series', level: 2 })).toBeAttached();
    await expect(each.getByRole('article').getByRole('heading', { level: 3 })).toHaveText([title, 'Kilns']);
    await expect(each.getByRole('article', { name: title })).toContainText('2 posts');
    await cleanNow(each, 'the series of a profile');
    await cleanOnPhone(each, 'the series of a profile');
  }
  await visitor.getByRole('link', { name: 'Kilns' }).press('Enter');
  await visitor.waitForURL(/\/series\/[0-9a-f-]{36}$/);
  await expect(visitor.getByRole('heading', { name: 'Kilns', level: 1 })).toBeVisible();

  // Search engines can't ask the mock.
  if (target === 'mock') return;
  await visitor.goto(`/series/${glazes}`);
  const data = await visitor.locator('script[type="application/ld+json"]').textContent();
  expect(JSON.parse(data ?? '{}')).toMatchObject({
    '@type': 'CollectionPage',
    name: title,
    mainEntity: { numberOfItems: 2, itemListElement: [{ name: 'Ash' }, { name: 'Celadon' }] },
  });
});
