import { cleanNow, cleanOnPhone } from './axe.ts';
import { expect, serverReady, test } from './fixtures.ts';
import { joinAsCreator } from './people.ts';

test('a creator asks for the deletion, is gone for visitors, and keeps the account by logging in', async ({
  page,
  newPerson,
  target,
}) => {
  const visitor = await newPerson();
  for (const each of [page, visitor]) {
    await each.goto('/');
    await serverReady(each, target);
  }
  const creator = await joinAsCreator(page);
  await visitor.goto(`/${creator.username}`);
  await expect(visitor.getByRole('heading', { level: 1, name: creator.name })).toBeVisible();

  await page.goto('/creator/account?tab=security');
  const ask = page.getByRole('button', { name: 'Delete account' });
  await ask.focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Delete your account?' });
  await expect(dialog.getByText('After 14 days your account is permanently deleted.')).toBeVisible();
  await cleanNow(page, 'deleting an account');
  await cleanOnPhone(page, 'deleting an account');
  const confirmation = dialog.getByLabel(`Type ${creator.username} to confirm`);
  await confirmation.fill('somebody-else');
  await page.keyboard.press('Enter');
  await expect(confirmation).toHaveAttribute('aria-invalid', 'true');
  await confirmation.fill(`@${creator.username}`);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/auth\/login/);
  await expect(
    page.getByText(/Your account will be deleted on .* Log in before then to keep it\./),
  ).toBeVisible();
  // Pages of visitors are cached for some seconds, also those that weren't found.
  await expect(async () => {
    await visitor.reload();
    const heading = visitor.getByRole('heading', { level: 1, name: creator.name });
    await expect(heading).toHaveCount(0, { timeout: 2_000 });
  }).toPass();

  await page.getByLabel('Username or email').fill(creator.username);
  await page.getByLabel('Password', { exact: true }).fill(creator.password);
  await page.getByRole('button', { name: 'Log in', exact: true }).click();
  await expect(page.getByText('Welcome back. Your account won’t be deleted.')).toBeVisible();
  await expect(page).not.toHaveURL(/login/);
  await expect(async () => {
    await visitor.goto(`/${creator.username}`);
    const heading = visitor.getByRole('heading', { level: 1, name: creator.name });
    await expect(heading).toBeVisible({ timeout: 5_000 });
  }).toPass();
});
