import { expect, serverReady, test } from './fixtures.ts';
import type { Page } from './fixtures.ts';
import { call, joinAsCreator, joinAsFan, publish, topUp } from './people.ts';

const balance = async (page: Page) => (await call<{ balance: number }>(page, 'GET /users/me')).data.balance;

async function payWithGoodCard(page: Page): Promise<void> {
  await page.getByLabel('Card number').fill('4242 4242 4242 4242');
  await page.getByLabel('Expiry date').fill('12 / 31');
  await page.getByLabel(/Security code|CVC/).fill('123');
}

test.beforeEach(async ({ page, target }) => {
  await page.goto('/');
  await serverReady(page, target);
});

test('a top-up by amount keeps to its limits and shows in the history', async ({ page }) => {
  await joinAsFan(page);
  await page.goto('/user/wallet');
  await page.getByRole('button', { name: 'Top up' }).first().click();
  const dialog = page.getByRole('dialog');
  const amount = dialog.getByLabel(/amount/i);
  await payWithGoodCard(page);
  for (const wrong of ['2.94', '300.01', '-5', 'many']) {
    await amount.fill(wrong);
    await dialog.getByRole('button', { name: /^(Pay|Top up)/ }).click();
    await expect(amount).toHaveAttribute('aria-invalid', 'true');
  }
  await amount.fill('10');
  await dialog.getByRole('button', { name: /^(Pay|Top up)/ }).click();
  await expect(page.getByTestId('balance')).toContainText('200');
  await expect(page.getByRole('row', { name: /Top-up of 200 tokens/ })).toBeVisible();
  expect(await balance(page)).toBe(200);
});

test('a locked post: the missing amount, a top-up, and back to the purchase', async ({
  page,
  newPerson,
  target,
}) => {
  const studio = await newPerson();
  await studio.goto('/');
  await serverReady(studio, target);
  const creator = await joinAsCreator(studio);
  const post = await publish(studio, {
    text: 'Behind the kiln door',
    audience: 'public',
    price: 120,
    photo: true,
  });
  await joinAsFan(page);
  await page.goto(`/feeds/${post}`);
  await expect(page.getByText('Behind the kiln door')).toHaveCount(0);
  await page
    .getByRole('button', { name: /Unlock for 120 tokens/ })
    .first()
    .click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByText(/Top up 120 tokens/)).toBeVisible();
  await payWithGoodCard(page);
  await dialog.getByRole('button', { name: /^(Pay|Top up)/ }).click();
  await dialog.getByRole('button', { name: /^Unlock for 120 tokens/ }).click();
  await expect(page.getByText('Behind the kiln door')).toBeVisible();

  // The creator sees the gross amount, the site's fee and the net amount.
  await studio.goto('/creator/earnings');
  await expect(studio.getByText('$6.00').first()).toBeVisible();
  await expect(studio.getByText('$1.20').first()).toBeVisible();
  await expect(studio.getByText('$4.80').first()).toBeVisible();
  expect(creator.id).toBeTruthy();
});

test('a tip within its limits goes to the creator', async ({ page, newPerson, target }) => {
  const studio = await newPerson();
  await studio.goto('/');
  await serverReady(studio, target);
  const creator = await joinAsCreator(studio);
  await joinAsFan(page);
  await topUp(page, 2_000);
  await page.goto(`/${creator.username}`);
  await page.getByRole('button', { name: `Tip ${creator.name}` }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Tokens').fill('9');
  await dialog.getByRole('button', { name: /^Tip/ }).last().click();
  await expect(dialog.getByText('The smallest tip is 10 tokens.')).toBeVisible();
  await dialog.getByLabel('Tokens').fill('50');
  await dialog.getByRole('button', { name: /^Tip 50 tokens/ }).click();
  await expect(page.getByText(/You tipped/)).toBeVisible();
  expect(await balance(page)).toBe(350);
  const stats = await call<{ total: { gross: number; commission: number; net: number } }>(
    studio,
    'GET /performer/earning/stats',
  );
  expect(stats.data.total).toMatchObject({ gross: 250, commission: 50, net: 200 });
});

test('pressing once or five times: a purchase is paid for once', async ({ page, newPerson, target }) => {
  const studio = await newPerson();
  await studio.goto('/');
  await serverReady(studio, target);
  await joinAsCreator(studio);
  const post = await publish(studio, { text: 'Once only', audience: 'public', price: 40 });
  await joinAsFan(page);
  await topUp(page, 1_000);
  const replies = await Promise.all(
    Array.from({ length: 5 }, () => call(page, `POST /wallet/charges/feed/${post}`, { expectedPrice: 40 })),
  );
  expect(replies.filter(({ status }) => status === 201)).toHaveLength(1);
  expect(replies.filter(({ status }) => status === 409)).toHaveLength(4);
  expect(await balance(page)).toBe(160);
});
