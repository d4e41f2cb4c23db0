import { expect, serverReady, test } from './fixtures.ts';
import { joinAsCreator, publish } from './people.ts';

test('Back closes what lies over a page, then leaves it', async ({ page, target }) => {
  await page.goto('/');
  await serverReady(page, target);
  const creator = await joinAsCreator(page);
  await publish(page, { text: 'A photo from the kiln', audience: 'public', photo: true });
  await page.goto('/explore');
  await serverReady(page, target);
  await page.goto(`/${creator.username}`);
  await serverReady(page, target);
  const here = page.url();
  const post = page.getByRole('article').filter({ hasText: 'A photo from the kiln' });
  const photo = post.locator('button:has(img)').first();
  const viewer = page.getByRole('dialog', { name: /^Photo / });
  await photo.click();
  await expect(viewer).toBeVisible();
  await page.goBack();
  await expect(viewer).toHaveCount(0);
  expect(page.url()).toBe(here);
  // Closed otherwise, it takes no step of its own.
  await photo.click();
  await expect(viewer).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(viewer).toHaveCount(0);
  // A menu, and a page that it leads to.
  await post.getByRole('button', { name: 'More options for this post' }).click();
  await expect(page.getByRole('menu')).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('menu')).toHaveCount(0);
  expect(page.url()).toBe(here);
  await post.locator('a[href^="/feeds/"]').first().click();
  await page.waitForURL('**/feeds/**');
  await page.goBack();
  await page.waitForURL(here);
  await expect(photo).toBeVisible();
  await page.goBack();
  await page.waitForURL('**/explore');
});
