import { expect, serverReady, test } from './fixtures.ts';
import { call, joinAsCreator } from './people.ts';

test('a post is saved as a template, with which the next one begins', async ({ page, target }) => {
  await page.goto('/');
  await serverReady(page, target);
  await joinAsCreator(page);
  await page.goto('/creator/feeds/new');
  await serverReady(page, target);
  const text = page.getByLabel('Text', { exact: true });
  await text.fill('Weekly news');
  await page.getByRole('radio', { name: /Everyone/ }).check();
  await page.getByRole('button', { name: 'Save as template' }).click();
  const dialog = page.getByRole('dialog', { name: 'Save as template' });
  await expect(dialog.getByLabel('Name')).toHaveValue('Weekly news');
  await dialog.getByLabel('Name').fill('Weekly');
  await dialog.getByLabel('Name').press('Enter');
  await expect(dialog).toHaveCount(0);
  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  await page.waitForURL(/\/feeds\/[0-9a-f-]{36}$/);

  await page.goto('/creator/feeds/new');
  await serverReady(page, target);
  await expect(text).toHaveValue('');
  await page.getByRole('button', { name: 'Use a template' }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Weekly/ })
    .click();
  await expect(text).toHaveValue('Weekly news');
  await expect(page.getByRole('radio', { name: /Everyone/ })).toBeChecked();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(text).toHaveValue('');

  await page.getByRole('button', { name: 'Use a template' }).click();
  await page.getByRole('button', { name: 'Delete Weekly' }).click();
  await page.getByRole('button', { name: 'Delete template' }).click();
  await expect(page.getByText('No templates yet')).toBeVisible();
  const { data } = await call<{ data: unknown[] }>(page, 'GET /performer/post-templates');
  expect(data.data).toEqual([]);
});
