import { expect, serverReady, test } from './fixtures.ts';
import { call, joinAsCreator, publish } from './people.ts';

test.beforeEach(async ({ page, target }) => {
  await page.goto('/');
  await serverReady(page, target);
});

interface Draft {
  readonly _id: string;
  readonly text: string;
  readonly state: string;
}

test('a post is formatted, previewed, saved as a draft while it is written, and published once', async ({
  page,
  target,
}) => {
  await joinAsCreator(page);
  await page.goto('/creator/feeds/new');
  await serverReady(page, target);
  const text = page.getByLabel('Text', { exact: true });
  await text.fill('very new');
  await text.evaluate((field: HTMLTextAreaElement) => field.setSelectionRange(0, 4));
  await text.press('Control+b');
  await expect(text).toHaveValue('**very** new');
  await page.getByRole('tab', { name: 'Preview' }).click();
  await expect(page.locator('strong', { hasText: 'very' })).toBeVisible();
  await page.getByRole('tab', { name: 'Write' }).click();
  await page.getByRole('button', { name: 'Emoji' }).click();
  await page.getByRole('menuitem', { name: 'Fire' }).click();
  await expect(text).toHaveValue(/🔥/);
  await expect(page.getByText('Saved to your drafts.', { exact: true })).toBeVisible({ timeout: 20_000 });
  const drafts = async () =>
    (await call<{ data: Draft[] }>(page, 'GET /performer/feeds')).data.data.map(({ state }) => state);
  expect(await drafts()).toEqual(['draft']);
  await page.reload();
  await serverReady(page, target);
  await expect(text).toHaveValue(/very/);
  await page.getByRole('radio', { name: /Everyone/ }).check();
  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  await page.waitForURL(/\/feeds\/[0-9a-f-]{36}$/);
  await expect(page.locator('article strong', { hasText: 'very' })).toBeVisible();
  await expect(page).toHaveTitle(/very/);
  expect(await page.title()).not.toContain('**');
  expect(await drafts()).toEqual(['published']);
});

test('a post is previewed as other people see it, and copied as a draft', async ({ page, target }) => {
  await joinAsCreator(page);
  const id = await publish(page, { text: 'For *subscribers* only', audience: 'subscribers' });
  await page.goto(`/creator/feeds/${id}`);
  await serverReady(page, target);
  await page.getByRole('button', { name: 'Preview as…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Preview' });
  await expect(dialog.getByRole('article', { name: 'Preview' })).toBeVisible();
  await expect(dialog.getByText('subscribers', { exact: true })).toHaveCount(0);
  await dialog.getByLabel('Preview as').selectOption('subscriber');
  await expect(dialog.locator('em', { hasText: 'subscribers' })).toBeVisible();
  await dialog.getByLabel('Preview as').selectOption('closed');
  await expect(dialog.getByText('Nothing to see')).toBeVisible();
  await page.goto('/creator/feeds');
  await serverReady(page, target);
  await page
    .getByRole('button', { name: /^Actions for/ })
    .first()
    .click();
  await page.getByRole('menuitem', { name: 'Duplicate' }).click();
  await page.waitForURL(
    (url) => /\/creator\/feeds\/[0-9a-f-]{36}$/.test(url.pathname) && !url.pathname.endsWith(id),
  );
  await expect(page.getByLabel('Text', { exact: true })).toHaveValue('For *subscribers* only');
  const { data } = await call<{ data: Draft[] }>(page, 'GET /performer/feeds');
  expect(data.data.map(({ state }) => state).toSorted()).toEqual(['draft', 'published']);
});
