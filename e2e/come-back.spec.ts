import { expect, serverReady, test } from './fixtures.ts';
import { isFollowed, joinAsFan } from './people.ts';

test.beforeEach(async ({ page, target }) => {
  await page.goto('/');
  await serverReady(page, target);
});

test('a visitor follows: they are told why to log in, return to the page, and it is done once', async ({
  page,
  target,
}) => {
  const fan = await joinAsFan(page);
  await page.context().clearCookies();
  await page.goto('/demo-creator');
  await serverReady(page, target);
  const main = page.getByRole('main');
  await main
    .getByRole('button', { name: /^Follow / })
    .first()
    .click();
  await page.waitForURL('**/auth/login?from=**');
  await expect(page.getByText(/^Log in to follow .+\.$/)).toBeVisible();
  await page.getByLabel('Username or email').fill(fan.username);
  await page.getByLabel('Password', { exact: true }).fill(fan.password);
  await page.getByRole('button', { name: 'Log in' }).click();
  await page.waitForURL((url) => url.pathname === '/demo-creator' && !url.searchParams.has('then'));
  const following = main.getByRole('button', { name: /^Following / }).first();
  await expect(following).toBeVisible();
  await isFollowed(page, 'demo-creator', true);
  await page.reload();
  await serverReady(page, target);
  await following.click();
  await expect(main.getByRole('button', { name: /^Follow / }).first()).toBeVisible();
  await isFollowed(page, 'demo-creator', false);
  await page.reload();
  await serverReady(page, target);
  await expect(main.getByRole('button', { name: /^Follow / }).first()).toBeVisible();
});

test('a visitor subscribes: they sign up first, and the dialog is open when they return', async ({
  page,
  target,
}) => {
  await page.goto('/demo-creator');
  await serverReady(page, target);
  await page
    .getByRole('main')
    .getByRole('button', { name: /^Subscribe/ })
    .first()
    .click();
  await page.waitForURL('**/auth/login?from=**');
  await page.getByRole('link', { name: 'Join' }).click();
  await expect(page.getByText(/^Join to subscribe to .+\.$/)).toBeVisible();
  const tag = Date.now().toString(36);
  await page.getByLabel('Name', { exact: true }).fill('Cora Back');
  await page.getByLabel('Username').fill(`cora-${tag}`);
  await page.getByLabel('Email').fill(`cora-${tag}@example.com`);
  await page.getByLabel('Password', { exact: true }).fill('correct horse');
  await page.getByRole('button', { name: 'Join as a fan' }).click();
  await page.waitForURL((url) => url.pathname === '/demo-creator' && !url.searchParams.has('then'));
  await expect(page.getByRole('dialog')).toBeVisible();
});
