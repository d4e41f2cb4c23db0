import { expect, serverReady, test } from './fixtures.ts';
import { joinAsFan } from './people.ts';

test('joining with a provider, and connecting and disconnecting one on the account page', async ({
  page,
  target,
}) => {
  // Only the mock has stand-ins for providers; tests/backend/people/accounts/social-login.test.ts is about real ones.
  test.skip(target === 'server', 'no provider is set up');
  await page.goto('/auth/login');
  await page.getByRole('button', { name: 'Continue with Google' }).click();
  await page.waitForURL('**/user/account');
  await expect(page.getByText('Finish setting up your account')).toBeVisible();
  expect((await page.context().cookies()).filter(({ name }) => name.startsWith('oauth'))).toEqual([]);
  await page.getByRole('tab', { name: 'Security' }).click();
  await page.getByRole('button', { name: 'Disconnect Google' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Disconnect' }).click();
  await expect(page.getByText('This is your only way to log in.')).toBeVisible();

  await page.context().clearCookies();
  await page.goto('/');
  await serverReady(page, target);
  await joinAsFan(page);
  await page.goto('/user/account?tab=security');
  await page.getByRole('button', { name: 'Connect X' }).click();
  await expect(page.getByText('X is connected.')).toBeVisible();
  await page.getByRole('button', { name: 'Disconnect X' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Disconnect' }).click();
  await expect(page.getByRole('button', { name: 'Connect X' })).toBeVisible();
});
