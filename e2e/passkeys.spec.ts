import { cleanNow, cleanOnPhone } from './axe.ts';
import { expect, serverReady, test } from './fixtures.ts';
import type { Page } from './fixtures.ts';
import { joinAsFan } from './people.ts';

/** The browser's own authenticator in software, which verifies whoever asks. */
async function withAuthenticator(page: Page): Promise<void> {
  const client = await page.context().newCDPSession(page);
  await client.send('WebAuthn.enable');
  await client.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
}

test('a passkey: add it on the account page, log in with it alone, rename and remove it', async ({
  page,
  target,
}) => {
  await page.goto('/');
  await serverReady(page, target);
  await withAuthenticator(page);
  const fan = await joinAsFan(page);
  await page.goto('/user/account?tab=security');
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name').fill('Test key');
  await cleanNow(page, 'adding a passkey');
  await cleanOnPhone(page, 'adding a passkey');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Test key', { exact: true })).toBeVisible();

  await page.context().clearCookies();
  await page.goto('/auth/login');
  await page.getByRole('button', { name: 'Use a passkey' }).click();
  await expect(page).not.toHaveURL(/login/);
  await page.goto('/user/account?tab=security');
  await expect(page.getByText(`@${fan.username}`).first()).toBeVisible();
  await page.getByRole('button', { name: 'Rename Test key' }).click();
  await dialog.getByLabel('Name').fill('Work key');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('button', { name: 'Remove Work key' }).click();
  await dialog.getByRole('button', { name: 'Remove passkey' }).click();
  await expect(page.getByText('Work key', { exact: true })).toHaveCount(0);
});
