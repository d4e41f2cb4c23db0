import { expect, serverReady, test } from './fixtures.ts';
import { letDaysPass } from './operator.ts';
import { joinAsCreator, joinAsFan, publish, rememberMe, topUp } from './people.ts';

test('a deleted creator can’t log in any longer, and a buyer still reads what they bought', async ({
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
  await rememberMe(fan, await joinAsFan(fan));
  const text = 'How I glaze a bowl in one go';
  const id = await publish(page, { text, audience: 'public', price: 40 });
  await topUp(fan, 1_000);
  await fan.goto(`/feeds/${id}`);
  await serverReady(fan, target);
  await fan.getByRole('button', { name: /^Unlock for 40 tokens/ }).click();
  await fan
    .getByRole('dialog')
    .getByRole('button', { name: /^Unlock for 40 tokens/ })
    .click();
  await expect(fan.getByText(text)).toBeVisible();

  await page.goto('/creator/account?tab=security');
  await page.getByRole('button', { name: 'Delete account' }).click();
  const dialog = page.getByRole('dialog', { name: 'Delete your account?' });
  await dialog.getByLabel(`Type ${creator.username} to confirm`).fill(creator.username);
  // What was earned is too little to be paid out, and is given up only by saying so.
  await dialog.getByRole('button', { name: 'Delete account' }).click();
  await expect(dialog.getByText('Confirm that you’ll lose this.').first()).toBeVisible();
  await dialog
    .getByRole('checkbox', { name: /^I understand that I’ll lose \$\d+\.\d\d of earnings\./ })
    .check();
  await dialog.getByRole('button', { name: 'Delete account' }).click();
  await expect(page).toHaveURL(/\/auth\/login/);

  await letDaysPass(page, 14.1);
  await expect(async () => {
    await fan.goto(`/feeds/${id}`);
    await expect(fan.getByText('Deleted account').first()).toBeVisible({ timeout: 5_000 });
  }).toPass({ timeout: 90_000 });
  await expect(fan.getByText(text)).toBeVisible();
  await page.goto('/auth/login');
  await serverReady(page, target);
  await page.getByLabel('Username or email').fill(creator.username);
  await page.getByLabel('Password', { exact: true }).fill(creator.password);
  await page.getByRole('button', { name: 'Log in', exact: true }).click();
  await expect(page.getByText('Incorrect credentials!').first()).toBeVisible();
});
