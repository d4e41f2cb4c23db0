import { expect, serverReady, test } from './fixtures.ts';
import { joinAsCreator, joinAsFan, storeCard, subscribeMonthly, topUp } from './people.ts';

test.beforeEach(async ({ page, target }) => {
  await page.goto('/');
  await serverReady(page, target);
});

test('a card is declined, the next one saved; the default is changed, and one is removed', async ({
  page,
}) => {
  await joinAsFan(page);
  await page.goto('/user/wallet');
  await page.getByRole('button', { name: 'Top up' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Top up your wallet' });
  await dialog.getByRole('button', { name: '4000 0000 0000 0002' }).click();
  await dialog.getByRole('button', { name: /^Pay/ }).click();
  await expect(dialog.getByRole('group', { name: /declined/i })).toBeFocused();
  await dialog.getByRole('button', { name: '4242 4242 4242 4242' }).click();
  await dialog.getByRole('button', { name: /^Pay/ }).click();
  await expect(dialog).toHaveCount(0);

  await page.getByRole('button', { name: 'Add card' }).click();
  const adding = page.getByRole('dialog', { name: 'Add card' });
  await adding.getByRole('button', { name: '4000 0000 0000 3220' }).click();
  await adding.getByRole('button', { name: 'Save card' }).click();
  const cards = page.getByRole('list', { name: 'Your cards' });
  await expect(cards.getByRole('listitem')).toHaveCount(2);
  await cards.getByRole('button', { name: /Make default\s*the card ending in 3220/ }).click();
  await expect(cards.getByRole('listitem').first()).toContainText('3220');
  await cards.getByRole('button', { name: /Remove\s*the card ending in 4242/ }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove card' }).click();
  await expect(cards.getByRole('listitem')).toHaveCount(1);
});

test('wallets pay without typing: tokens with Apple Pay, a subscription with Link', async ({
  page,
  newPerson,
  target,
}) => {
  const studio = await newPerson();
  await studio.goto('/');
  await serverReady(studio, target);
  const creator = await joinAsCreator(studio);
  await joinAsFan(page);
  for (const round of [1, 2]) {
    await page.goto('/user/wallet');
    await page.getByRole('button', { name: 'Top up' }).first().click();
    const dialog = page.getByRole('dialog', { name: 'Top up your wallet' });
    if (round === 2) await dialog.getByRole('radio', { name: 'New card' }).check();
    await dialog.getByRole('button', { name: 'Apple Pay' }).click();
    const wallet = page.getByRole('dialog', { name: 'Apple Pay' });
    await expect(wallet).toContainText('This is a test wallet');
    await wallet.getByRole('button', { name: 'Pay' }).click();
    await expect(dialog).toHaveCount(0);
  }
  await page.goto(`/${creator.username}`);
  await page
    .getByRole('button', { name: /^Subscribe/ })
    .first()
    .click();
  const subscribing = page.getByRole('dialog').first();
  await subscribing.getByRole('radio', { name: 'New card' }).check();
  await subscribing.getByRole('button', { name: 'Link', exact: true }).click();
  await page.getByRole('dialog', { name: 'Link' }).getByRole('button', { name: 'Pay' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);

  await page.goto('/user/subscriptions');
  await expect(page.getByRole('row', { name: new RegExp(creator.name) })).toContainText('Renews with Link');
  await page.goto('/user/account?tab=payment');
  const cards = page.getByRole('list', { name: 'Your cards' });
  // Apple Pay paid twice and is there once.
  await expect(cards.getByRole('listitem')).toHaveCount(2);
  await expect(cards).toContainText('Apple Pay (Visa ending in 4242)');
  await cards.getByRole('button', { name: /Remove\s*the Link account/ }).click();
  await expect(page.getByRole('dialog', { name: 'Remove Link account?' })).toContainText(
    'will be charged to Apple Pay (Visa ending in 4242) instead.',
  );
});

test('a subscription renews with the card chosen for it, and the account shows it', async ({
  page,
  newPerson,
  target,
}) => {
  const studio = await newPerson();
  await studio.goto('/');
  await serverReady(studio, target);
  const creator = await joinAsCreator(studio);
  await joinAsFan(page);
  const cardId = await storeCard(page, '4242424242424242');
  await storeCard(page, '5555555555554444');
  expect((await subscribeMonthly(page, creator.id, cardId)).status).toBe(201);

  await page.goto('/user/subscriptions');
  const row = page.getByRole('row', { name: new RegExp(creator.name) });
  await expect(row).toContainText(/Renews with Visa.*4242/);
  await row.getByRole('button', { name: /^Change\s*: the card for/ }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('Nothing is charged now.');
  await dialog.getByRole('radio', { name: /4444/ }).check();
  await dialog.getByRole('button', { name: 'Use this card' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(row).toContainText(/Renews with Mastercard.*4444/);

  await page.goto('/user/account?tab=payment');
  const cards = page.getByRole('region', { name: 'Cards' });
  await expect(cards.getByRole('listitem').filter({ hasText: '4444' })).toContainText(
    `Used for your subscription to ${creator.name}`,
  );
  await expect(cards.getByRole('listitem').filter({ hasText: '4242' })).not.toContainText('Used for your');
});

test('a payment has a receipt that prints on its own', async ({ page }) => {
  await joinAsFan(page);
  await topUp(page, 1_000);
  await page.goto('/user/wallet?show=payments');
  await page
    .getByRole('link', { name: /^Receipt/ })
    .first()
    .click();
  const paper = page.getByRole('article', { name: /^Receipt R-/ });
  await expect(paper).toContainText('200 tokens');
  await expect(paper).toContainText('$10.00');
  await page.emulateMedia({ media: 'print' });
  await expect(paper).toBeVisible();
  await expect(page.getByRole('button', { name: 'Print' })).toBeHidden();
  await expect(page.getByRole('heading', { level: 1 })).toBeHidden();
});
