import { cleanNow, cleanOnPhone } from './axe.ts';
import { expect, serverReady, test } from './fixtures.ts';
import { call, joinAsCreator, joinAsFan } from './people.ts';

interface Owned {
  readonly data: readonly { readonly type: string; readonly price: number; readonly renews: boolean }[];
}

test('a creator offers 3 and 6 months; a fan sees what a month costs, pays once, and switches', async ({
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

  await studio.goto('/creator/account?tab=membership');
  await studio.getByLabel('Monthly').fill('10');
  await studio.getByLabel('Yearly').fill('100');
  const quarter = studio.getByLabel('Discount for 3 months');
  await expect(quarter).toHaveValue('');
  await quarter.fill('60');
  await expect(studio.getByText('Enter a whole number from 0 to 50.')).toBeVisible();
  await quarter.fill('10');
  await expect(studio.getByText('You get $21.60 of $27.00 for 3 months.')).toBeVisible();
  await studio.getByLabel('Discount for 6 months').fill('15');
  await cleanNow(studio, 'the lengths a creator offers');
  await cleanOnPhone(studio, 'the lengths a creator offers');
  const bar = studio.getByRole('group', { name: 'Unsaved changes' });
  await bar.getByRole('button', { name: 'Save' }).click();
  await expect(bar).toHaveCount(0);
  await studio.reload();
  await expect(quarter).toHaveValue('10');

  await joinAsFan(page);
  await page.goto(`/${creator.username}`);
  const lengths = page.getByRole('list', { name: 'Paid upfront' });
  await expect(lengths.getByRole('button')).toHaveText([
    /3 months \$27\.00\s*\$9\.00 a month, 10% off/,
    /6 months \$51\.00\s*\$8\.50 a month, 15% off/,
    /12 months \$100\.00\s*\$8\.34 a month, 16% off/,
  ]);
  await lengths.getByRole('button', { name: /^3 months/ }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('radio', { name: /3 months/ })).toBeChecked();
  await expect(
    dialog.getByText(
      'You pay $27.00 now for 3 months. After that, it renews for $27.00 every 3 months until you cancel.',
    ),
  ).toBeVisible();
  // To the end, so that nothing is half behind the button.
  const toTheEnd = async () => {
    await dialog.hover();
    await page.mouse.wheel(0, 2_000);
  };
  await toTheEnd();
  await cleanNow(page, 'choosing a length');
  const desktop = page.viewportSize();
  await page.setViewportSize({ width: 360, height: 740 });
  await toTheEnd();
  await cleanOnPhone(page, 'choosing a length');
  if (desktop) await page.setViewportSize(desktop);
  await page.getByLabel('Card number').fill('4242 4242 4242 4242');
  await page.getByLabel('Expiry date').fill('12 / 31');
  await page.getByLabel(/Security code|CVC/).fill('123');
  await dialog.getByRole('button', { name: 'Subscribe for $27.00' }).click();
  await expect(page.getByText(`You’re subscribed to ${creator.name}.`)).toBeVisible();
  await expect(lengths.getByRole('button')).toHaveCount(0);

  await page.goto('/user/subscriptions');
  const row = page.getByRole('row', { name: new RegExp(creator.name) });
  await expect(row).toContainText('$27.00 every 3 months');
  await row.getByRole('button', { name: /^More options for/ }).click();
  await page.getByRole('menuitem', { name: 'Switch to a 6-month plan' }).click();
  await dialog.getByRole('button', { name: /^Pay \$[\d.]+ and switch$/ }).click();
  await expect(row).toContainText('$51.00 every 6 months');
  await row.getByRole('button', { name: /^More options for/ }).click();
  await page.getByRole('menuitem', { name: 'Switch to monthly' }).click();
  await dialog.getByRole('button', { name: 'Switch to monthly' }).click();
  await expect(row).toContainText('monthly from then on');
  await row.getByRole('button', { name: /^More options for/ }).click();
  await page.getByRole('menuitem', { name: 'Keep the 6-month plan' }).click();
  await dialog.getByRole('button', { name: 'Keep the 6-month plan' }).click();
  await expect(row).not.toContainText('monthly from then on');
  const { data } = await call<Owned>(page, 'GET /subscriptions/user/search');
  expect(data.data).toMatchObject([{ type: 'semiannual', price: 5_100, renews: true }]);
});
