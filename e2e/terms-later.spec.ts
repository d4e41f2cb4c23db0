import { cleanNow, cleanOnPhone } from './axe.ts';
import { expect, serverReady, test } from './fixtures.ts';
import { askAgain, hidePage } from './operator.ts';
import { joinAsFan } from './people.ts';

/*
 * Asks everyone of the site to accept new terms, so it runs while nobody else is there, and takes the page down
 * again.
 */
test.beforeEach(async ({ page, target }) => {
  await page.goto('/');
  await serverReady(page, target);
});
test.afterEach(() => hidePage('terms'));

test('new terms ask once, in all tabs, and not before the account and public pages', async ({
  page,
  context,
  target,
}) => {
  await joinAsFan(page);
  await page.goto('/home');
  await expect(page.getByRole('main')).toBeVisible();
  await askAgain(page, 'terms', 'Refunds take three days at most.');

  await page.goto('/home');
  const dialog = page.getByRole('dialog', { name: 'Our terms of service have changed' });
  await expect(dialog).toContainText('Refunds take three days at most.');
  await cleanNow(page, 'accepting new terms');
  await cleanOnPhone(page, 'accepting new terms');
  await page.keyboard.press('Escape');
  await expect(dialog).toBeVisible();

  // What they are asked about can be read, and their account works without accepting.
  await dialog.getByRole('link', { name: 'Read the terms of service' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page).toHaveURL(/\/posts\/terms/);
  await expect(dialog).toHaveCount(0);
  await page.goto('/user/account?tab=security');
  await expect(page.getByRole('button', { name: 'Deactivate account' })).toBeEnabled();
  await expect(dialog).toHaveCount(0);

  await page.goto('/home');
  await expect(dialog).toBeVisible();
  const other = await context.newPage();
  await other.goto('/user/library');
  await serverReady(other, target);
  const there = other.getByRole('dialog', { name: 'Our terms of service have changed' });
  await there.getByRole('button', { name: 'Accept' }).click();
  await expect(there).toHaveCount(0);
  await page.bringToFront();
  await expect(dialog).toHaveCount(0);

  await page.reload();
  await expect(page.getByRole('main')).toBeVisible();
  // As long as it took to be asked before.
  await page.waitForTimeout(3_000);
  await expect(dialog).toHaveCount(0);
});
