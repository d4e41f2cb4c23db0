import { expect, serverReady, test } from './fixtures.ts';
import { Secret, TOTP } from 'otpauth';
import { joinAsFan } from './people.ts';

test('two-factor authentication: set up on the account page, log in with a code and a recovery code', async ({
  page,
  target,
}) => {
  await page.goto('/');
  await serverReady(page, target);
  const fan = await joinAsFan(page);
  await page.goto('/user/account?tab=security');
  await page.getByRole('button', { name: 'Set up', exact: true }).click();
  const key = (await page.getByText('Enter this key instead').textContent()) ?? '';
  const app = new TOTP({ secret: Secret.fromBase32(key.split(': ')[1]?.replaceAll(' ', '') ?? '') });
  await page.getByLabel('Code from the app').fill(app.generate({ timestamp: Date.now() }));
  await page.getByRole('button', { name: 'Turn on' }).click();
  const recovery =
    (await page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem').first().textContent()) ??
    '';
  await page.getByRole('button', { name: 'I’ve saved them' }).click();
  await expect(page.getByText('10 recovery codes left')).toBeVisible();

  const logIn = async (code: string) => {
    await page.context().clearCookies();
    await page.goto('/auth/login');
    await page.getByLabel('Username or email').fill(fan.username);
    await page.getByLabel('Password', { exact: true }).fill(fan.password);
    await page.getByRole('button', { name: 'Log in', exact: true }).click();
    await page.getByRole('textbox', { name: 'Code' }).fill(code);
    await page.getByRole('button', { name: 'Log in', exact: true }).click();
  };
  // The code that turned it on was used up; the next one is accepted half a minute early.
  await logIn(app.generate({ timestamp: Date.now() + 30_000 }));
  await expect(page).not.toHaveURL(/login/);
  await logIn(recovery);
  await expect(page).not.toHaveURL(/login/);
  await logIn(recovery);
  await expect(page.getByText(/That code is incorrect or was already used\./)).toBeVisible();
});
