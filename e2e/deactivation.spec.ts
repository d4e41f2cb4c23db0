import { cleanNow, cleanOnPhone } from './axe.ts';
import { expect, serverReady, test } from './fixtures.ts';
import { joinAsCreator, joinAsFan } from './people.ts';

test('a creator deactivates, is gone for a fan, and comes back by logging in', async ({
  page: fan,
  newPerson,
  target,
}) => {
  const page = await newPerson();
  for (const each of [fan, page]) {
    await each.goto('/');
    await serverReady(each, target);
  }
  const creator = await joinAsCreator(page);
  await joinAsFan(fan);
  await fan.goto(`/${creator.username}`);
  await expect(fan.getByRole('heading', { level: 1, name: creator.name })).toBeVisible();

  await page.goto('/creator/account?tab=security');
  const ask = page.getByRole('button', { name: 'Deactivate account' });
  await ask.focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByText('No one will see your page')).toBeVisible();
  await cleanNow(page, 'deactivating an account');
  await cleanOnPhone(page, 'deactivating an account');
  await dialog.getByRole('button', { name: 'Deactivate account' }).click();
  await expect(page).toHaveURL(/\/auth\/login/);
  await fan.reload();
  await expect(fan.getByRole('heading', { level: 1, name: creator.name })).toHaveCount(0);

  await page.getByLabel('Username or email').fill(creator.username);
  await page.getByLabel('Password', { exact: true }).fill(creator.password);
  await page.getByRole('button', { name: 'Log in', exact: true }).click();
  const yes = page.getByRole('button', { name: 'Reactivate account' });
  await expect(yes).toBeFocused();
  await cleanNow(page, 'coming back');
  await cleanOnPhone(page, 'coming back');
  await page.keyboard.press('Enter');
  await expect(page).not.toHaveURL(/login/);
  await fan.goto(`/${creator.username}`);
  await expect(fan.getByRole('heading', { level: 1, name: creator.name })).toBeVisible();
});
