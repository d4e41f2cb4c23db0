import { expect, serverReady, test } from './fixtures.ts';
import { joinAsFan, topUp } from './people.ts';

test.beforeEach(async ({ page, target }) => {
  await page.goto('/');
  await serverReady(page, target);
});

test('a card is refused, the next one kept; the one used first is chosen, and one goes', async ({ page }) => {
  await joinAsFan(page);
  await page.goto('/user/wallet');
  await page.getByRole('button', { name: 'Top up' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Top up your wallet' });
  await dialog.getByRole('button', { name: '4000 0000 0000 0002' }).click();
  await dialog.getByRole('button', { name: /^Pay/ }).click();
  await expect(dialog.getByRole('alert')).toContainText(/declined/i);
  await dialog.getByRole('button', { name: '4242 4242 4242 4242' }).click();
  await dialog.getByRole('button', { name: /^Pay/ }).click();
  await expect(dialog).toHaveCount(0);

  await page.getByRole('button', { name: 'Add a card' }).click();
  const adding = page.getByRole('dialog', { name: 'Add a card' });
  await adding.getByRole('button', { name: '4000 0000 0000 3220' }).click();
  await adding.getByRole('button', { name: 'Keep this card' }).click();
  const cards = page.getByRole('list', { name: 'Your cards' });
  await expect(cards.getByRole('listitem')).toHaveCount(2);
  await cards.getByRole('button', { name: /Use first\s*the card ending in 3220/ }).click();
  await expect(cards.getByRole('listitem').first()).toContainText('3220');
  await cards.getByRole('button', { name: /Remove\s*the card ending in 4242/ }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove the card' }).click();
  await expect(cards.getByRole('listitem')).toHaveCount(1);
});

test('a payment has a receipt, alone on paper', async ({ page }) => {
  await joinAsFan(page);
  await topUp(page, 1_000);
  await page.goto('/user/wallet?show=payments');
  await page.getByRole('link', { name: /^Receipt/ }).first().click();
  const paper = page.getByRole('article', { name: /^Receipt R-/ });
  await expect(paper).toContainText('200 tokens');
  await expect(paper).toContainText('$10.00');
  await page.emulateMedia({ media: 'print' });
  await expect(paper).toBeVisible();
  await expect(page.getByRole('button', { name: 'Print' })).toBeHidden();
  await expect(page.getByRole('heading', { level: 1 })).toBeHidden();
});
