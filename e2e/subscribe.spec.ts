import { expect, serverReady, test } from './fixtures.ts';
import type { Page } from './fixtures.ts';
import { call, joinAsCreator, joinAsFan, publish } from './people.ts';

const good = '4242 4242 4242 4242';
const declined = '4000 0000 0000 0002';
const asksBank = '4000 0000 0000 3220';

async function typeCard(page: Page, number: string): Promise<void> {
  const another = page.getByRole('radio', { name: 'New card' });
  if (await another.isVisible()) await another.check();
  await page.getByLabel('Card number').fill(number);
  await page.getByLabel('Expiry date').fill('12 / 31');
  await page.getByLabel(/Security code|CVC/).fill('123');
}

/** A creator with a post for subscribers, and a fan on that creator's page. */
async function meet(page: Page, newPerson: () => Promise<Page>, target: 'server' | 'mock') {
  await page.goto('/');
  await serverReady(page, target);
  const studio = await newPerson();
  await studio.goto('/');
  await serverReady(studio, target);
  const creator = await joinAsCreator(studio);
  await publish(studio, { text: 'The glaze recipe in full', audience: 'subscribers', photo: true });
  await joinAsFan(page);
  await page.goto(`/${creator.username}`);
  await expect(page.getByRole('heading', { level: 1, name: creator.name })).toBeVisible();
  return { creator, studio };
}

test('declined, then paid: the posts open at once, in another tab too', async ({
  page,
  newPerson,
  target,
}) => {
  const { creator } = await meet(page, newPerson, target);
  const tab = await page.context().newPage();
  await tab.goto(`/${creator.username}`);
  await expect(page.getByText('The glaze recipe in full')).toHaveCount(0);
  await expect(tab.getByText('The glaze recipe in full')).toHaveCount(0);

  await page
    .getByRole('button', { name: /^Subscribe/ })
    .first()
    .click();
  const dialog = page.getByRole('dialog');
  await typeCard(page, declined);
  await dialog.getByRole('button', { name: /^Subscribe for/ }).click();
  await expect(dialog.getByRole('group', { name: /declined/i })).toBeFocused();
  await expect(page.getByLabel('Card number')).toHaveValue(declined);

  await typeCard(page, good);
  await dialog.getByRole('button', { name: /^Subscribe for/ }).click();
  await expect(page.getByText(`You’re subscribed to ${creator.name}.`)).toBeVisible();
  await expect(page.getByText('The glaze recipe in full')).toBeVisible();
  await expect(tab.getByText('The glaze recipe in full')).toBeVisible();

  await page.goto('/user/subscriptions');
  await expect(page.getByText('Active', { exact: true }).first()).toBeVisible();
  await page.getByRole('button', { name: /Cancel the subscription to/ }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel subscription' }).click();
  await expect(page.getByText(/Access until/).first()).toBeVisible();
  await page.goto(`/${creator.username}`);
  await expect(page.getByText('The glaze recipe in full')).toBeVisible();
});

test('bank confirmation: refused it costs nothing, confirmed it is paid', async ({
  page,
  newPerson,
  target,
}) => {
  const { creator } = await meet(page, newPerson, target);
  await page
    .getByRole('button', { name: /^Subscribe/ })
    .first()
    .click();
  await page.getByRole('radio', { name: /Yearly/ }).check();
  await typeCard(page, asksBank);
  await page.getByRole('button', { name: /^Subscribe for/ }).click();
  await page
    .getByRole('dialog', { name: 'Confirm with your bank' })
    .getByRole('button', { name: 'Decline' })
    .click();
  await expect(page.getByRole('dialog').locator('[role="group"][tabindex="-1"]')).toBeFocused();
  expect((await call<{ total: number }>(page, 'GET /subscriptions/user/search')).data.total).toBe(0);

  await page.getByRole('button', { name: /^Subscribe for/ }).click();
  await page
    .getByRole('dialog', { name: 'Confirm with your bank' })
    .getByRole('button', { name: 'Confirm payment' })
    .click();
  // If the card had to be saved first, its bank may ask for a second confirmation, for the payment itself.
  const again = page
    .getByRole('dialog', { name: 'Confirm with your bank' })
    .getByRole('button', { name: 'Confirm payment' });
  const done = page.getByText(`You’re subscribed to ${creator.name}.`);
  await expect(again.or(done).first()).toBeVisible();
  if (await again.isVisible()) await again.click();
  await expect(done).toBeVisible();
  await expect(page.getByText('The glaze recipe in full')).toBeVisible();
});

test('a free subscription needs no card', async ({ page, newPerson, target }) => {
  const { creator, studio } = await meet(page, newPerson, target);
  expect((await call(studio, `PUT /performers/${creator.id}`, { isFreeSubscription: true })).status).toBe(
    200,
  );
  await page.reload();
  await serverReady(page, target);
  await page
    .getByRole('button', { name: /^Subscribe/ })
    .first()
    .click();
  await page.getByRole('radio', { name: /Free/ }).check();
  await page.getByRole('dialog').getByRole('button', { name: 'Subscribe for free' }).click();
  await expect(page.getByText('The glaze recipe in full')).toBeVisible();
});
