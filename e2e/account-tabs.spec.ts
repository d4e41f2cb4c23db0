import { cleanNow, cleanOnPhone } from './axe.ts';
import { expect, serverReady, test } from './fixtures.ts';
import { call, joinAsCreator } from './people.ts';

test('the account is in tabs of its address; changes are saved or asked about, and never lost', async ({
  page,
  target,
}) => {
  await page.goto('/');
  await serverReady(page, target);
  await joinAsCreator(page);
  await page.goto('/creator/account');
  await expect(page.getByRole('tab', { name: 'Profile' })).toHaveAttribute('aria-selected', 'true');
  const bar = page.getByRole('group', { name: 'Unsaved changes' });
  await expect(bar).toHaveCount(0);

  // By keyboard to the next tab.
  await page.getByRole('tab', { name: 'Profile' }).focus();
  await page.keyboard.press('ArrowRight');
  await expect(page).toHaveURL(/\/creator\/account\?tab=membership$/);
  await page.getByLabel('Monthly').fill('10');
  await page.getByLabel('Yearly').fill('100');
  await expect(page.getByText('You get $8.00 of $10.00.')).toBeVisible();
  await expect(page.getByText('You get $80.00 of $100.00. That’s $20.00 less than 12 months.')).toBeVisible();
  await expect(bar).toBeVisible();
  await cleanNow(page, 'a tab with changes');
  await cleanOnPhone(page, 'a tab with changes');

  const asked: string[] = [];
  page.on('dialog', (dialog) => {
    asked.push(dialog.message());
    void dialog.dismiss();
  });
  await page.getByRole('tab', { name: 'Payouts' }).click();
  await expect.poll(() => asked).toEqual(['You have unsaved changes. If you leave, they are lost.']);
  await expect(page.getByLabel('Monthly')).toHaveValue('10');
  await page.getByLabel('Monthly').fill('1');
  await bar.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByLabel('Monthly')).toHaveAttribute('aria-invalid', 'true');
  await page.getByLabel('Monthly').fill('10');
  await bar.getByRole('button', { name: 'Save' }).click();
  await expect(bar).toHaveCount(0);
  expect((await call<{ monthlyPrice: number }>(page, 'GET /performers/me')).data.monthlyPrice).toBe(1_000);

  await page.getByLabel('Yearly').fill('1');
  await bar.getByRole('button', { name: 'Discard' }).click();
  // As it was typed, or as it came back from the server.
  await expect(page.getByLabel('Yearly')).toHaveValue(/^100(\.00)?$/);
  await page.getByRole('tab', { name: 'Payouts' }).click();
  await expect(page.getByRole('region', { name: 'Payout methods' })).toBeVisible();
  expect(asked).toHaveLength(1);
  await page.reload();
  await expect(page.getByRole('tab', { name: 'Payouts' })).toHaveAttribute('aria-selected', 'true');
  await cleanNow(page, 'the payouts of an account');
  // As in emails from before there were tabs.
  await page.goto('/user/account#notifications');
  await expect(page).toHaveURL(/\/user\/account\?tab=notifications$/);
  await expect(page.getByRole('heading', { name: 'Mass messages' })).toBeVisible();

  // A creator's settings are one page, whichever of the two addresses leads there.
  for (const address of ['/user/account', '/creator/account']) {
    await page.goto(`${address}?tab=payment`);
    await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible();
    await expect(page).toHaveTitle(/^Settings/);
    await expect(page.getByRole('tab')).toHaveCount(7);
    await expect(page.getByRole('region', { name: 'Cards' })).toBeVisible();
    const link = page.getByRole('navigation').getByRole('link', { name: 'Settings' });
    await expect(link).toHaveCount(1);
    await expect(link).toHaveAttribute('aria-current', 'page');
    await cleanNow(page, `cards and addresses at ${address}`);
    await cleanOnPhone(page, `cards and addresses at ${address}`);
  }
});
