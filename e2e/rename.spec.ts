import { expect, serverReady, test } from './fixtures.ts';
import { joinAsCreator } from './people.ts';

test('a creator changes their username, and the old address leads to the new one', async ({
  page,
  target,
}) => {
  await page.goto('/');
  await serverReady(page, target);
  const creator = await joinAsCreator(page);
  const next = `${creator.username}-new`;
  await page.goto('/creator/account');
  const form = page.getByRole('form', { name: 'Profile' });
  await form.getByLabel('Username').fill(next);
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Changes saved')).toBeVisible();
  await page.goto(`/${creator.username}?type=photo`);
  await page.waitForURL(`**/${next}?type=photo`);
  await expect(page.locator('#content').getByText(`@${next}`)).toBeVisible();
});
