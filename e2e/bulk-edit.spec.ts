import { cleanNow, cleanOnPhone } from './axe.ts';
import { expect, serverReady, test } from './fixtures.ts';
import type { Page } from './fixtures.ts';
import { call, joinAsCreator, publish } from './people.ts';

interface Listed {
  readonly text: string;
  readonly audience: string;
  readonly series?: { readonly title: string };
}
const postsOf = async (page: Page) =>
  (await call<{ data: Listed[] }>(page, 'GET /performer/feeds')).data.data.toSorted((one, other) =>
    one.text.localeCompare(other.text),
  );
const partsOf = async (page: Page, id: string) =>
  (await call<{ data: Listed[] }>(page, `GET /performer/post-series/${id}/posts`)).data.data.map(
    ({ text }) => text,
  );
const makeSeries = async (page: Page, title: string) =>
  (await call<{ _id: string }>(page, 'POST /performer/post-series', { title })).data._id;
const select = async (page: Page, ...texts: string[]) => {
  for (const text of texts) await page.getByRole('checkbox', { name: `Select “${text}”` }).check();
  await page
    .getByRole('region', { name: 'Selected posts' })
    .getByRole('button', { name: 'Edit', exact: true })
    .click();
  return page.getByRole('dialog', { name: `Edit ${texts.length} posts` });
};

test('selected posts are changed together and become parts of a series, the oldest first', async ({
  page,
  target,
}) => {
  test.slow();
  await page.goto('/');
  await serverReady(page, target);
  await joinAsCreator(page);
  const id = await makeSeries(page, 'From clay to kiln');
  for (const text of ['Ash', 'Celadon', 'Tenmoku']) await publish(page, { text, audience: 'public' });
  await page.goto('/creator/feeds');
  await serverReady(page, target);

  // Selected in another order than they were made in.
  const dialog = await select(page, 'Tenmoku', 'Ash');
  await dialog.getByLabel('Who can see them').selectOption('Followers');
  await dialog.getByLabel('Add to series').selectOption('From clay to kiln');
  await expect(dialog.getByText('They’re added at the end, oldest first.')).toBeVisible();
  await cleanNow(page, 'the dialog that edits posts');
  await cleanOnPhone(page, 'the dialog that edits posts');
  await dialog.getByRole('button', { name: 'Save changes' }).click();
  await expect(page.getByText('2 posts changed')).toBeVisible();
  expect(await partsOf(page, id)).toEqual(['Ash', 'Tenmoku']);
  expect((await postsOf(page)).map(({ audience }) => audience)).toEqual(['followers', 'public', 'followers']);

  // Those that are in it already keep their place.
  const again = await select(page, 'Ash', 'Celadon');
  await again.getByLabel('Add to series').selectOption('From clay to kiln');
  await again.getByRole('button', { name: 'Save changes' }).click();
  await expect(page.getByText('2 posts changed')).toBeVisible();
  await expect.poll(() => partsOf(page, id)).toEqual(['Ash', 'Tenmoku', 'Celadon']);

  const out = await select(page, 'Ash', 'Tenmoku');
  await out.getByLabel('Add to series').selectOption('None');
  await out.getByRole('button', { name: 'Save changes' }).click();
  await expect.poll(() => partsOf(page, id)).toEqual(['Celadon']);
});

test('filters are pinned under a name, also for other windows, renamed and removed', async ({
  page,
  target,
}) => {
  test.slow();
  await page.goto('/');
  await serverReady(page, target);
  await joinAsCreator(page);
  await publish(page, { text: 'Ash', audience: 'public' });
  await call(page, 'POST /performer/feeds', { text: 'Celadon', audience: 'public', state: 'draft' });
  await page.goto('/creator/feeds');
  await serverReady(page, target);
  await page.getByLabel('Status').selectOption('Draft');
  await expect(page.getByRole('link', { name: 'Celadon' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Ash' })).toHaveCount(0);
  await page.getByRole('button', { name: 'Pin this view' }).click();
  const dialog = page.getByRole('dialog', { name: 'Pin this view' });
  await dialog.getByLabel('Name').fill('Unfinished glazes');
  await cleanNow(page, 'the dialog that pins a view');
  await cleanOnPhone(page, 'the dialog that pins a view');
  await dialog.getByRole('button', { name: 'Pin view' }).click();
  const view = page.getByRole('button', { name: 'Unfinished glazes', exact: true });
  await expect(view).toHaveAttribute('aria-pressed', 'true');

  await page.goto('/creator/feeds');
  await serverReady(page, target);
  await expect(page.getByRole('link', { name: 'Ash' })).toBeVisible();
  await view.click();
  await expect(page).toHaveURL(/\/creator\/feeds\?state=draft$/);
  await expect(page.getByRole('link', { name: 'Ash' })).toHaveCount(0);
  await expect(page.getByRole('link', { name: 'Celadon' })).toBeVisible();
  await cleanNow(page, 'posts with a pinned view');
  await cleanOnPhone(page, 'posts with a pinned view');

  await page.getByRole('button', { name: 'Options for “Unfinished glazes”' }).press('Enter');
  await page.getByRole('menuitem', { name: 'Rename' }).press('Enter');
  const renaming = page.getByRole('dialog', { name: 'Rename view' });
  await renaming.getByLabel('Name').fill('To finish');
  await renaming.getByLabel('Name').press('Enter');
  await expect(page.getByRole('button', { name: 'To finish', exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Options for “To finish”' }).click();
  await page.getByRole('menuitem', { name: 'Remove' }).click();
  await expect(page.getByRole('button', { name: 'Pin this view' })).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByRole('button', { name: 'To finish', exact: true })).toBeVisible();
});
