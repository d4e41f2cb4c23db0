import { expect, serverReady, test } from './fixtures.ts';
import { call, joinAsCreator, joinAsFan, publish } from './people.ts';

test('an offer and a trial link, created in the studio, used by two fans, and counted there', async ({
  page,
  newPerson,
  target,
}) => {
  const [studio, friend] = [await newPerson(), await newPerson()];
  for (const each of [page, studio, friend]) {
    await each.goto('/');
    await serverReady(each, target);
  }
  const creator = await joinAsCreator(studio);
  await publish(studio, { text: 'For those inside', audience: 'subscribers' });
  const fan = await joinAsFan(page);
  await joinAsFan(friend);

  await studio.goto('/creator/promotions');
  await studio.getByRole('button', { name: 'New offer' }).first().click();
  const making = studio.getByRole('dialog');
  await making.getByLabel(/Discount on the first period/).fill('30');
  await expect(making.getByText(/\$6\.99 instead of \$9\.99/)).toBeVisible();
  await making.getByLabel(/Maximum number of fans/).fill('5');
  await making.getByRole('button', { name: 'Create offer' }).click();
  await expect(studio.getByRole('row', { name: /30% off the first month/ })).toContainText('0 of 5');
  await studio.getByRole('tab', { name: 'Trial links' }).click();
  await studio.getByRole('button', { name: 'New trial link' }).first().click();
  await making.getByRole('button', { name: 'Create link' }).click();
  await expect(studio.getByRole('row', { name: /7 free days/ })).toContainText('Active');
  const made = await call<{ data: { kind: string; code: string | null }[] }>(
    studio,
    'GET /promotions/search?kind=trial',
  );

  await page.goto(`/${creator.username}`);
  await expect(page.getByText('30% off the first month: $6.99').first()).toBeVisible();
  await page
    .getByRole('button', { name: /^Subscribe/ })
    .first()
    .click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByText(/5 left\. Then \$9\.99 a month/)).toBeVisible();
  await page.getByLabel('Card number').fill('4242 4242 4242 4242');
  await page.getByLabel('Expiry date').fill('12 / 31');
  await page.getByLabel(/Security code|CVC/).fill('123');
  await dialog.getByRole('button', { name: /^Subscribe for \$6\.99/ }).click();
  await expect(page.getByText('For those inside')).toBeVisible();
  const payments = await call<{ data: { amount: number }[] }>(page, 'GET /payment/transactions/user/search');
  expect(payments.data.data.map(({ amount }) => amount)).toEqual([699]);

  await friend.goto(`/${creator.username}?trial=${made.data.data[0]?.code}`);
  await friend.getByRole('dialog').getByRole('button', { name: 'Start free trial' }).click();
  await expect(friend.getByText('For those inside')).toBeVisible();

  await studio.goto('/creator/subscribers');
  const row = studio.getByRole('row', { name: new RegExp(fan.name) });
  await expect(row).toContainText('30% off the first period');
  await expect(studio.getByRole('row', { name: /7 free days via trial link/ })).toContainText('Free');
  await studio.getByRole('button', { name: `More options for ${fan.name}` }).click();
  await studio.getByRole('menuitem', { name: 'Add note' }).click();
  await studio.getByRole('dialog').getByLabel('Note').fill('Likes celadon');
  await studio.getByRole('button', { name: 'Save note' }).click();
  await expect(row).toContainText('Likes celadon');
  const subscribers = await call<{ data: { note: string; spend: number; offer: { kind: string } | null }[] }>(
    studio,
    `GET /subscriptions/performer/search?q=${fan.username}`,
  );
  expect(subscribers.data.data).toMatchObject([
    { note: 'Likes celadon', spend: 559, offer: { kind: 'percent' } },
  ]);
});
