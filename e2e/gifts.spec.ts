import { cleanNow, cleanOnPhone } from './axe.ts';
import { expect, serverReady, test } from './fixtures.ts';
import { call, joinAsCreator, joinAsFan } from './people.ts';

interface Owned {
  readonly data: readonly { readonly type: string; readonly renews: boolean }[];
}

test('a fan buys a gift; someone else opens the link, joins, and redeems it without a card', async ({
  page,
  newPerson,
  target,
}) => {
  await page.goto('/');
  await serverReady(page, target);
  const studio = await newPerson();
  await studio.goto('/');
  await serverReady(studio, target);
  const creator = await joinAsCreator(studio);

  await joinAsFan(page);
  await page.goto(`/${creator.username}`);
  await page.getByRole('button', { name: 'Give as a gift' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('radio', { name: /^3 months/ }).check();
  await dialog.getByLabel(/^Message/).fill('For your birthday');
  // Shown whole: a test card cut in half by the dialog's edge would count as too small to press.
  await page.setViewportSize({ width: 1280, height: 1900 });
  await dialog.evaluate((part) => (part.style.maxHeight = 'none'));
  await cleanNow(page, 'buying a gift');
  await dialog.evaluate((part) => (part.style.maxHeight = ''));
  await page.setViewportSize({ width: 1280, height: 720 });
  await cleanOnPhone(page, 'buying a gift');
  await page.getByLabel('Card number').fill('4242 4242 4242 4242');
  await page.getByLabel('Expiry date').fill('12 / 31');
  await page.getByLabel(/Security code|CVC/).fill('123');
  await dialog.getByRole('button', { name: /^Pay \$/ }).click();
  await expect(page.getByRole('dialog', { name: 'Your gift is ready' })).toBeVisible();
  const link = await dialog.getByLabel('Gift link').inputValue();
  await dialog.getByRole('link', { name: 'Your gifts' }).click();
  await expect(page).toHaveURL(/\/user\/gifts$/);
  const row = page.getByRole('row', { name: new RegExp(creator.name) });
  await expect(row).toContainText('Not redeemed yet');
  await cleanNow(page, 'gifts bought');
  await cleanOnPhone(page, 'gifts bought');

  const friend = await newPerson();
  await friend.goto('/');
  await serverReady(friend, target);
  await joinAsFan(friend);
  await friend.goto(new URL(link).pathname);
  await expect(friend.getByRole('heading', { level: 1, name: `3 months of ${creator.name}` })).toBeVisible();
  await expect(friend.getByText('“For your birthday”')).toBeVisible();
  await cleanNow(friend, 'a gift');
  await cleanOnPhone(friend, 'a gift');
  await friend.getByRole('button', { name: 'Redeem gift' }).click();
  await expect(friend.getByText(`You redeemed this gift. Enjoy ${creator.name}!`)).toBeVisible();
  const { data } = await call<Owned>(friend, 'GET /subscriptions/user/search');
  expect(data.data).toMatchObject([{ type: 'gift', renews: false }]);
  await friend.goto('/user/subscriptions');
  await expect(friend.getByRole('row', { name: new RegExp(creator.name) })).toContainText('Gift until');

  await page.reload();
  await expect(row).toContainText('Redeemed');
  await page.goto(new URL(link).pathname);
  await expect(page.getByText('Someone has already redeemed this gift.')).toBeVisible();
});
