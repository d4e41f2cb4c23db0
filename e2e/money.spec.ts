import { readFile } from 'node:fs/promises';
import { expect, serverReady, test } from './fixtures.ts';
import type { Page } from './fixtures.ts';
import { refundByOperator } from './operator.ts';
import { call, joinAsCreator, joinAsFan, storeCard, publish, subscribeMonthly, topUp } from './people.ts';

const balance = async (page: Page) => (await call<{ balance: number }>(page, 'GET /users/me')).data.balance;
interface Stats {
  total: { gross: number; net: number };
  refunds: { net: number };
}
const earned = async (studio: Page) => (await call<Stats>(studio, 'GET /performer/earning/stats')).data;

async function typeGoodCard(page: Page): Promise<void> {
  await page.getByLabel('Card number').fill('4242 4242 4242 4242');
  await page.getByLabel('Expiry date').fill('12 / 31');
  await page.getByLabel(/Security code|CVC/).fill('123');
}

/** A fan on `page`, and a creator on another page. */
async function meet(page: Page, newPerson: () => Promise<Page>, target: 'server' | 'mock') {
  const studio = await newPerson();
  await studio.goto('/');
  await serverReady(studio, target);
  const creator = await joinAsCreator(studio);
  const fan = await joinAsFan(page);
  return { studio, creator, fan };
}

async function tip(page: Page, name: string, tokens: number): Promise<void> {
  await page.getByRole('button', { name: `Tip ${name}` }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Tokens').fill(String(tokens));
  await dialog.getByRole('button', { name: new RegExp(`^Tip ${tokens} tokens`) }).click();
}

test.beforeEach(async ({ page, target }) => {
  await page.goto('/');
  await serverReady(page, target);
});

test('a coupon is previewed before paying, appears on the receipt, and is rejected the second time', async ({
  page,
  newPerson,
  target,
}) => {
  const { studio } = await meet(page, newPerson, target);
  const post = await publish(studio, { text: 'What the ash does', audience: 'public', price: 120 });
  await page.goto('/user/wallet');
  await page.getByRole('button', { name: 'Top up' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Top up your wallet' });
  const giveCoupon = async () => {
    await dialog.getByLabel(/amount/i).fill('20');
    await dialog.getByRole('button', { name: 'Add coupon' }).click();
    await dialog.getByLabel('Coupon').fill('welcome10');
    await dialog.getByLabel('Coupon').press('Enter');
  };
  await giveCoupon();
  await expect(dialog.getByText('WELCOME10: 10% off')).toBeVisible();
  await typeGoodCard(page);
  await dialog.getByRole('button', { name: 'Pay $18.00' }).click();
  await expect(page.getByTestId('balance')).toContainText('400');
  expect(await balance(page)).toBe(400);

  await page.getByRole('button', { name: 'Top up' }).first().click();
  await giveCoupon();
  await expect(dialog.getByText('You’ve already used this coupon.')).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Pay $20.00' })).toBeVisible();
  await page.keyboard.press('Escape');

  await page.getByRole('tab', { name: 'Card payments' }).click();
  await page.getByRole('link', { name: /^Receipt/ }).click();
  const paper = page.getByRole('article', { name: /^Receipt R-/ });
  await expect(paper).toContainText('WELCOME10');
  await expect(paper).toContainText('−$2.00');
  await expect(paper).toContainText('$18.00');
  const receipt = await call<{ total: number; lines: { amount: number }[] }>(
    page,
    `GET /payment/receipts/${new URL(page.url()).pathname.split('/').at(-1)}`,
  );
  expect([receipt.data.total, receipt.data.lines.reduce((sum, { amount }) => sum + amount, 0)]).toEqual([
    1_800, 1_800,
  ]);

  // The topped-up tokens buy a post, and both rows are in the exported file.
  await page.goto(`/feeds/${post}`);
  await page
    .getByRole('button', { name: /Unlock for 120 tokens/ })
    .first()
    .click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Unlock for 120 tokens/ })
    .click();
  await expect(page.getByText('What the ash does')).toBeVisible();
  await page.goto('/user/wallet');
  await expect(page.getByRole('row', { name: /What the ash does/ })).toContainText('−120 tokens');
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download as CSV' }).click(),
  ]);
  const [heads = '', ...rows] = (await readFile(await download.path(), 'utf8')).trim().split('\r\n');
  expect(heads).toContain('Date,Type,Description,Creator,Tokens,Balance after');
  expect(rows.map((row) => /,(-?\d+),(\d+),,[0-9a-f-]{36}$/.exec(row)?.slice(1))).toEqual([
    ['-120', '280'],
    ['400', '400'],
  ]);
});

test('a tip is undone within a minute, and both balances are unchanged', async ({
  page,
  newPerson,
  target,
}) => {
  const { studio, creator } = await meet(page, newPerson, target);
  await topUp(page, 2_000);
  await page.goto(`/${creator.username}`);
  await tip(page, creator.name, 50);
  await expect(page.getByText(/You tipped/)).toBeVisible();
  expect([await balance(page), (await earned(studio)).total.net]).toEqual([350, 200]);
  await page.getByRole('button', { name: /^Undo/ }).click();
  await expect(page.getByText(/Tip undone. 50 tokens/)).toBeVisible();
  expect([await balance(page), (await earned(studio)).total.net]).toEqual([400, 0]);

  await page.goto('/user/wallet');
  await expect(page.getByRole('row', { name: /^Tip.*Refunded/ })).toContainText('−50 tokens');
  await expect(page.getByRole('row', { name: /^Undone: Tip/ })).toContainText('+50 tokens');
  await studio.goto('/creator/earnings');
  await expect(studio.getByRole('link', { name: 'Refunds: −$2.00' })).toBeVisible();
  await expect(studio.getByRole('link', { name: 'You earned: $0.00' }).first()).toBeVisible();
});

test('a spend cap: set, used, and anything beyond it rejected with the remaining amount', async ({
  page,
  newPerson,
  target,
}) => {
  const { creator } = await meet(page, newPerson, target);
  await topUp(page, 2_000);
  await page.goto('/user/wallet');
  await page.getByRole('button', { name: 'Set limit' }).click();
  await page.getByRole('textbox', { name: 'Monthly limit' }).fill('5');
  await page.getByRole('button', { name: 'Save limit' }).click();
  const limits = page.getByRole('list', { name: 'Your limits' });
  await expect(limits).toContainText('$0.00 of $5.00 spent, $5.00 left');

  await page.goto(`/${creator.username}`);
  await tip(page, creator.name, 60);
  await expect(page.getByText(/You tipped/)).toBeVisible();
  await tip(page, creator.name, 60);
  await expect(
    page.getByRole('dialog').getByText(/exceeds the \$5\.00 monthly limit you set\. You have \$2\.00 left/),
  ).toBeVisible();
  expect(await balance(page)).toBe(340);
  const caps = await call<{ data: { amount: number; spent: number; left: number }[] }>(
    page,
    'GET /wallet/caps',
  );
  expect(caps.data.data).toMatchObject([{ amount: 500, spent: 300, left: 200 }]);
  await page.goto('/user/wallet');
  await expect(limits).toContainText('$3.00 of $5.00 spent, $2.00 left');
});

test("refunded by the operator: the post locks, the tokens return, the creator's figures fall, the receipt says so", async ({
  page,
  newPerson,
  target,
}) => {
  const { studio, creator } = await meet(page, newPerson, target);
  const post = await publish(studio, { text: 'Salt at cone ten', audience: 'public', price: 100 });
  await topUp(page, 1_000);
  const bought = await call<{ _id: string }>(page, `POST /wallet/charges/feed/${post}`, {
    expectedPrice: 100,
  });
  const cardId = await storeCard(page, '4242424242424242');
  expect((await subscribeMonthly(page, creator.id, cardId)).status).toBe(201);
  await page.goto(`/feeds/${post}`);
  await expect(page.getByText('Salt at cone ten')).toBeVisible();
  const before = await earned(studio);

  const { data: payments } = await call<{ data: { _id: string; amount: number }[] }>(
    page,
    'GET /payment/transactions/user/search?kind=subscription',
  );
  const [paid] = payments.data;
  await refundByOperator(page, bought.data._id, 'The file was broken');
  await refundByOperator(page, paid?._id ?? '', 'Paid twice');

  await page.reload();
  await serverReady(page, target);
  await expect(page.getByRole('button', { name: /Unlock for 100 tokens/ }).first()).toBeVisible();
  await expect(page.getByText('Salt at cone ten')).toHaveCount(0);
  expect(await balance(page)).toBe(200);
  await page.goto('/user/wallet');
  await expect(page.getByRole('row', { name: /Salt at cone ten.*Refunded/ })).toContainText('−100 tokens');
  await expect(page.getByRole('row', { name: /Refund for payment/ })).toContainText('+100 tokens');
  await page.goto(`/user/receipts/${paid?._id}`);
  await expect(page.getByRole('article')).toContainText('Refunded');
  await expect(page.getByRole('article')).toContainText(/were refunded to/);

  const after = await earned(studio);
  expect([before.total.net > 0, after.total.net, after.refunds.net]).toEqual([true, 0, -before.total.net]);
  await studio.goto('/creator/earnings');
  await studio
    .getByRole('link', { name: /^Refunds:/ })
    .first()
    .click();
  await expect(
    studio
      .getByRole('region', { name: 'Payments' })
      .or(studio.getByRole('table', { name: 'Payments' }))
      .getByRole('row')
      .filter({ hasText: 'Refunds' }),
  ).toHaveCount(2);
});

test('a figure of the earnings opens the rows it sums up', async ({ page, newPerson, target }) => {
  const { studio, creator } = await meet(page, newPerson, target);
  await topUp(page, 2_000);
  for (const amount of [40, 60])
    expect((await call(page, `POST /wallet/charges/tip/${creator.id}`, { amount })).status).toBe(201);
  await studio.goto('/creator/earnings');
  await studio.getByRole('link', { name: 'You earned: $4.00' }).first().click();
  await expect(studio).toHaveURL(/part=earned/);
  await expect(
    studio.getByText('2 entries: fans paid $5.00, commission $1.00, you earned $4.00'),
  ).toBeVisible();
  await studio.getByRole('link', { name: 'Tips, you earned: $4.00' }).click();
  await expect(studio.getByRole('button', { name: 'Remove filter: Tips' })).toBeVisible();
  await expect(studio.getByText('2 entries: fans paid $5.00')).toBeVisible();
  const rows = await call<{ data: { net: number }[]; sums: { net: number } }>(
    studio,
    'GET /performer/earning/search?source=tip',
  );
  expect([rows.data.sums.net, rows.data.data.reduce((sum, { net }) => sum + net, 0)]).toEqual([400, 400]);
});
