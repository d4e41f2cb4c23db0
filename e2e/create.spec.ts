import { expect, serverReady, test } from './fixtures.ts';
import type { Page } from './fixtures.ts';
import { call, joinAsCreator, joinAsFan } from './people.ts';

async function photo(page: Page): Promise<{ name: string; mimeType: string; buffer: Buffer }> {
  return { name: 'kiln.png', mimeType: 'image/png', buffer: await page.screenshot() };
}

test('a creator posts, a follower reads: publish with a photo, edit, delete', async ({
  page,
  newPerson,
  target,
}) => {
  test.slow();
  const reader = await newPerson();
  for (const each of [page, reader]) {
    await each.goto('/');
    await serverReady(each, target);
  }
  const creator = await joinAsCreator(page);
  await joinAsFan(reader);
  await reader.goto(`/${creator.username}`);
  await reader
    .getByRole('button', { name: /^Follow/ })
    .first()
    .click();
  await expect(reader.getByRole('button', { name: /^Following/ }).first()).toBeVisible();

  await page.goto('/creator/feeds/new');
  await page.getByRole('button', { name: 'Publish' }).click();
  await expect(page.getByText('Write something or add a photo.').first()).toBeVisible();
  await page.getByLabel('Text', { exact: true }).fill('First firing of the year');
  await page.reload();
  await expect(page.getByLabel('Text', { exact: true })).toHaveValue('First firing of the year');
  await page.getByLabel('Add photos').setInputFiles(await photo(page));
  await expect(page.getByRole('button', { name: 'Remove kiln.png' })).toBeVisible();
  await expect(page.getByRole('progressbar')).toHaveCount(0, { timeout: 30_000 });
  await page.getByRole('radio', { name: /Followers/ }).check();
  await page.getByRole('button', { name: 'Publish' }).click();
  await page.waitForURL(/\/feeds\/[0-9a-f-]{36}/);
  await expect(page.getByText('First firing of the year').first()).toBeVisible();
  const id = new URL(page.url()).pathname.split('/').at(-1) ?? '';

  await reader.goto('/home');
  await serverReady(reader, target);
  await expect(reader.getByText('First firing of the year').first()).toBeVisible();
  const picture = reader.getByRole('img', { name: /Photo 1 of 1/ });
  await expect
    .poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBeGreaterThan(0);

  await page.goto(`/creator/feeds/${id}`);
  await page.getByLabel('Text', { exact: true }).fill('Second thoughts');
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect
    .poll(async () => (await call<{ text: string }>(page, `GET /performer/feeds/${id}`)).data.text)
    .toBe('Second thoughts');
  await reader.reload();
  await serverReady(reader, target);
  await expect(reader.getByText('Second thoughts').first()).toBeVisible();

  await page.goto('/creator/feeds');
  await page.getByRole('button', { name: /Actions for “Second thoughts”/ }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete post' }).click();
  await expect(page.getByText('Post deleted')).toBeVisible();
  await reader.reload();
  await serverReady(reader, target);
  await expect(reader.getByText('Second thoughts')).toHaveCount(0);
});

test("a file that isn't an image is rejected with the reason, and can be removed", async ({
  page,
  target,
}) => {
  await page.goto('/');
  await serverReady(page, target);
  await joinAsCreator(page);
  await page.goto('/creator/feeds/new');
  await serverReady(page, target);
  await page.getByLabel('Add photos').setInputFiles({
    name: 'trick.png',
    mimeType: 'image/png',
    buffer: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'),
  });
  await expect(page.getByRole('alert').filter({ hasText: /./ }).first()).toBeVisible();
  await page.getByRole('button', { name: 'Remove trick.png' }).click();
  await expect(page.getByText('trick.png')).toHaveCount(0);
});

test('profile, prices, images and password of a creator', async ({ page, target }) => {
  await page.goto('/');
  await serverReady(page, target);
  const creator = await joinAsCreator(page);
  await page.goto('/creator/account');
  await serverReady(page, target);
  await page.getByLabel('About you').fill('Stoneware, slowly.');
  await page.getByRole('form', { name: 'Profile' }).getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Changes saved').first()).toBeVisible();

  await page.getByRole('tab', { name: 'Membership' }).click();
  await page.getByLabel('Monthly').fill('2.94');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByLabel('Monthly')).toHaveAttribute('aria-invalid', 'true');
  await page.getByLabel('Monthly').fill('7.50');
  await page.getByLabel('Yearly').fill('75');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect
    .poll(async () => (await call<{ monthlyPrice: number }>(page, 'GET /performers/me')).data.monthlyPrice)
    .toBe(750);
  // Until the answer has arrived, leaving the tab would ask first.
  await expect(page.getByRole('group', { name: 'Unsaved changes' })).toHaveCount(0);

  await page.getByRole('tab', { name: 'Profile' }).click();
  const cover = page.locator('input[type=file]').first();
  await cover.setInputFiles(await photo(page));
  const position = page.getByRole('dialog', { name: 'Position your cover' });
  await position.getByRole('button', { name: 'Save' }).click();
  await expect
    .poll(async () => (await call<{ cover: string | null }>(page, 'GET /performers/me')).data.cover)
    .not.toBeNull();

  await page.getByRole('tab', { name: 'Security' }).click();
  await page.getByLabel('New password').fill('password');
  await page.getByRole('button', { name: 'Change password' }).click();
  await expect(page.getByRole('group', { name: /password/i })).toBeFocused();
  await page.getByLabel('New password').fill('battery staple');
  await page.getByRole('button', { name: 'Change password' }).click();
  await expect(page.getByLabel('New password')).toHaveValue('');
  expect(
    (
      await call(page, 'POST /auth/login', {
        credentials: creator.username,
        password: 'battery staple',
        remember: false,
      })
    ).status,
  ).toBe(200);
});
