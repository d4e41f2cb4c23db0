import { expect, serverReady, test } from './fixtures.ts';
import type { Page } from './fixtures.ts';
import { letDaysPass, mailsTo, movePayout } from './operator.ts';
import { call, joinAsCreator, joinAsFan, storeCard, rememberMe, subscribeMonthly, topUp } from './people.ts';
import { choose } from './picking.ts';

const good = '4242424242424242';
/** A test card that can be saved but is declined whenever it is charged. */
const failsLater = '4000 0000 0000 0341';

async function typeCard(page: Page, number: string): Promise<void> {
  await page.getByLabel('Card number').fill(number);
  await page.getByRole('textbox', { name: 'Expiry date' }).fill('12 / 31');
  await page.getByLabel(/Security code|CVC/).fill('123');
}

/** A fan and a creator who stay logged in when the clock moves. */
async function meet(page: Page, newPerson: () => Promise<Page>, target: 'server' | 'mock') {
  const studio = await newPerson();
  for (const each of [page, studio]) {
    await each.goto('/');
    await serverReady(each, target);
  }
  const creator = await joinAsCreator(studio);
  await rememberMe(studio, creator);
  const fan = await joinAsFan(page);
  await rememberMe(page, fan);
  return { studio, creator, fan };
}

interface Subscription {
  state: string;
  type: string;
  renews: boolean;
  periodEnd: string;
}
const subscription = async (page: Page) =>
  (await call<{ data: Subscription[] }>(page, 'GET /subscriptions/user/search')).data.data[0];

test('a failed renewal is announced and paid with another card; the subscription is canceled, resumed, and switched to yearly', async ({
  page,
  newPerson,
  target,
}) => {
  const { creator, fan } = await meet(page, newPerson, target);
  const cardId = await storeCard(page, good);
  expect((await subscribeMonthly(page, creator.id, cardId)).status).toBe(201);
  const begun = await subscription(page);

  await page.goto('/user/wallet');
  await page.getByRole('button', { name: 'Add card' }).click();
  await typeCard(page, failsLater);
  await page.getByRole('button', { name: 'Save card' }).click();
  const cards = page.getByRole('list', { name: 'Your cards' });
  await expect(cards.getByRole('listitem')).toHaveCount(2);
  await cards.getByRole('button', { name: /Remove\s*the card ending in 4242/ }).click();
  await expect(page.getByRole('dialog').getByText(/will be charged to .*0341 instead/)).toBeVisible();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove card' }).click();
  await expect(cards.getByRole('listitem')).toHaveCount(1);

  // Renewals are charged within the last hour of the period.
  await letDaysPass(page, (Date.parse(begun?.periodEnd ?? '') - Date.now()) / 86_400_000 - 0.02);
  // A month of everybody's jobs is due at once.
  await expect.poll(async () => (await subscription(page))?.state, { timeout: 90_000 }).toBe('past_due');
  await page.goto('/user/subscriptions');
  const row = page.getByRole('row', { name: new RegExp(creator.name) });
  await expect(row).toContainText('Payment failed');
  await expect(row).toContainText('We’ll try the card again on');
  expect(
    (await mailsTo(page, fan.email)).filter((text) => /couldn’t charge \$9\.99/.test(text)),
  ).toHaveLength(1);

  await row.getByRole('button', { name: /^Pay now/ }).click();
  await page.getByRole('radio', { name: 'New card' }).check();
  await typeCard(page, good);
  await page.getByRole('dialog').getByRole('button', { name: 'Pay $9.99' }).click();
  await expect(row).toContainText('Active');
  expect(await subscription(page)).toMatchObject({ state: 'active', renews: true });

  await row.getByRole('button', { name: /^Cancel/ }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Too expensive' }).click();
  await dialog.getByLabel(/Tell us more/).fill('Until spring');
  await dialog.getByRole('button', { name: 'Cancel subscription' }).click();
  await expect(row).toContainText('Access until');
  expect(await subscription(page)).toMatchObject({ state: 'cancelled', renews: false });
  await row.getByRole('button', { name: /^Resume/ }).click();
  await dialog.getByRole('button', { name: 'Resume' }).click();
  await expect(row).toContainText('Renews on');
  expect(await subscription(page)).toMatchObject({ state: 'active', renews: true });

  await row.getByRole('button', { name: /^More options for/ }).click();
  await page.getByRole('menuitem', { name: 'Switch to yearly' }).click();
  await expect(dialog.getByText('Credit for unused time')).toBeVisible();
  await dialog.getByRole('radio', { name: /4242/ }).check();
  const toPay = await dialog.getByRole('button', { name: /^Pay \$[\d.]+ and switch$/ }).innerText();
  await expect(dialog.getByText('Due now').locator('..')).toContainText(
    /\$[\d.]+/.exec(toPay)?.[0] ?? 'no amount',
  );
  await dialog.getByRole('button', { name: toPay }).click();
  await expect(row).toContainText('a year');
  expect(await subscription(page)).toMatchObject({ type: 'yearly', state: 'active' });
});

/** Earns the creator an amount through tips. */
async function earn(page: Page, creatorId: string, cents: number): Promise<void> {
  await topUp(page, cents);
  expect((await call(page, `POST /wallet/charges/tip/${creatorId}`, { amount: cents / 5 })).status).toBe(201);
}

test('a payout from the request to the bank, with its hold, its lock and its timeline', async ({
  page,
  newPerson,
  target,
}) => {
  const { studio, creator } = await meet(page, newPerson, target);
  await earn(page, creator.id, 20_000);
  await studio.goto('/creator/payouts');
  await expect(studio.getByText('The minimum payout is $50.00.', { exact: false })).toBeVisible();
  await letDaysPass(studio, 7.1);

  await studio.goto('/creator/account?tab=payouts');
  await studio.getByRole('button', { name: 'Add a bank account' }).click();
  const dialog = studio.getByRole('dialog', { name: 'Your bank account' });
  await dialog.getByLabel('Account holder').fill('Cleo Clay');
  await choose(dialog, 'Country of the bank', 'Germany');
  await dialog.getByLabel('Bank', { exact: true }).fill('Nordlicht Bank');
  await dialog.getByLabel('IBAN').fill('DE89 3704 0044 0532 0130 00');
  await dialog.getByRole('button', { name: 'Save bank account' }).click();
  const proof = studio.getByRole('dialog', { name: 'Confirm that it’s you' });
  await proof.getByLabel('Your password', { exact: true }).fill(creator.password);
  await proof.getByRole('button', { name: 'Continue' }).click();
  await expect(studio.getByText('Nordlicht Bank ···· 3000')).toBeVisible();
  await expect(studio.getByText(/nothing is paid here before/i)).toBeVisible();
  expect(
    (await mailsTo(studio, creator.email)).filter((text) => /undo-payout-method/.test(text)),
  ).toHaveLength(1);

  await studio.goto('/creator/payouts');
  await studio.getByRole('link', { name: 'Request payout' }).click();
  await studio.getByLabel(/^Amount/).fill('100');
  await studio.getByRole('button', { name: 'Request payout' }).click();
  await expect(studio.getByRole('heading', { level: 1, name: 'Payout of $100.00' })).toBeVisible();
  await expect(studio.getByText('Pending', { exact: true })).toBeVisible();
  const id = new URL(studio.url()).pathname.split('/').at(-1) ?? '';
  const again = await call(studio, 'POST /payout-requests', { amount: 6_000 });
  expect([again.status, again.message]).toEqual([
    409,
    'You can request a payout once the current one is complete.',
  ]);
  await studio.goto('/creator/payouts/new');
  await expect(studio.getByText('You can request a payout once the current one is complete.')).toBeVisible();
  await expect(studio.getByRole('button', { name: 'Request payout' })).toHaveCount(0);

  await movePayout(studio, id, { to: 'approve' });
  // Payouts to a bank account aren't sent until three days after it was added.
  await expect(movePayout(studio, id, { to: 'process' })).rejects.toThrow();
  await studio.goto(`/creator/payouts/${id}`);
  await expect(studio.getByText('Approved by the site')).toBeVisible();
  await letDaysPass(studio, 3.1);
  await movePayout(studio, id, { to: 'process' });
  await movePayout(studio, id, { to: 'pay', text: 'TRANSFER-77' });
  await studio.reload();
  await serverReady(studio, target);
  for (const step of ['Requested by you', 'Approved by the site', 'Sent by the site', 'Paid by the site'])
    await expect(studio.getByText(step)).toBeVisible();
  await expect(studio.getByText('TRANSFER-77').first()).toBeVisible();
  const payout = (await call<{ updatedAt: string }>(studio, `GET /payout-requests/${id}/view`)).data;
  expect(payout).toMatchObject({ state: 'paid', amount: 10_000 });

  // The browser's clock hasn't moved, and neither has what the page considers today: the days are counted
  // from the server's time.
  const paid = Date.parse(payout.updatedAt);
  const day = (ahead: number) => new Date(paid + ahead * 86_400_000).toISOString().slice(0, 10);
  await studio.goto(`/creator/earnings?from=${day(-30)}&to=${day(1)}`);
  await studio.getByRole('link', { name: 'Payouts: −$100.00' }).click();
  await expect(studio.getByText(/^1 entry:.*−\$100\.00$/)).toBeVisible();
  const stats = await call<{ balance: object }>(studio, 'GET /performer/earning/stats');
  expect(stats.data.balance).toMatchObject({ total: 6_000, available: 6_000, setAside: 0 });
});

test('a friend who signs up and enters a code on another device brings a share of our fee', async ({
  page,
  newPerson,
  target,
}) => {
  const { creator } = await meet(page, newPerson, target);
  await page.goto('/user/referrals');
  const code = await page.getByTestId('referral-code').innerText();
  await expect(page.getByText(`?ref=${code}`)).toBeVisible();

  const friend = await newPerson();
  await friend.goto('/auth/register');
  await serverReady(friend, target);
  const tag = code
    .toLowerCase()
    .replaceAll(/[^a-z0-9]/g, '')
    .slice(0, 12);
  await friend.getByLabel('Name', { exact: true }).fill('Frieda Friend');
  await friend.getByLabel('Username').fill(`friend-${tag}`);
  await friend.getByLabel('Email').fill(`friend-${tag}@example.com`);
  await friend.getByLabel('Password', { exact: true }).fill('correct horse');
  await friend.getByLabel(/Invitation code/).fill(code);
  await expect(friend.getByText(/^Invited by /)).toBeVisible();
  await friend.getByRole('button', { name: 'Join as a fan' }).click();
  await friend.waitForURL((url) => !url.pathname.startsWith('/auth'));
  await earn(friend, creator.id, 10_000);
  await letDaysPass(page, 0.002);

  // The site kept $20.00 of the tip; 5% of that is $1.00, or 20 tokens.
  await expect
    .poll(
      async () =>
        (await call<{ total: { tokens: number } }>(page, 'GET /referral-earnings/stats')).data.total.tokens,
    )
    .toBe(20);
  await page.goto('/user/referrals');
  await expect(page.getByRole('row', { name: /Frieda/ }).first()).toContainText('20 tokens');
  await expect(
    page.getByRole('table', { name: 'Referral earnings', exact: true }).getByRole('row'),
  ).toHaveCount(2);
  const rows = await call<{ data: { amount: number; tokens: number }[] }>(
    page,
    'GET /referral-earnings/search',
  );
  expect(rows.data.data).toMatchObject([{ amount: 100, tokens: 20 }]);
  expect((await call<{ balance: number }>(page, 'GET /users/me')).data.balance).toBe(20);
});
