import { expect, serverReady, test } from './fixtures.ts';
import { mailsTo } from './operator.ts';
import { joinAsFan } from './people.ts';

test('a login from a new browser is emailed, and “this wasn’t me” logs everyone out', async ({
  page,
  target,
}) => {
  await page.goto('/');
  await serverReady(page, target);
  const fan = await joinAsFan(page);
  await page.context().clearCookies();
  const logIn = async () => {
    await page.goto('/auth/login');
    await page.getByLabel('Username or email').fill(fan.username);
    await page.getByLabel('Password', { exact: true }).fill(fan.password);
    await page.getByRole('button', { name: 'Log in', exact: true }).click();
  };
  await logIn();
  await page.waitForURL('**/home');
  await page.goto('/user/account?tab=security');
  await page.getByRole('button', { name: 'Log out all other devices' }).click();
  await expect(page.getByText('All other devices are logged out')).toBeVisible();
  await expect(page.getByText('last used')).toHaveCount(1);

  const mail = (await mailsTo(page, fan.email)).find((text) => text.startsWith('New login'));
  await page.goto(/\/auth\/email-change\?undo=login&token=[\w-]+/.exec(mail ?? '')?.[0] ?? '');
  await page.getByRole('button', { name: 'This wasn’t me' }).click();
  await expect(page.getByRole('heading', { name: 'Everyone is logged out' })).toBeVisible();
  await logIn();
  await expect(page.getByText('Incorrect credentials!').first()).toBeVisible();
});
