import { cleanNow } from './axe.ts';
import { expect, serverReady, test } from './fixtures.ts';
import { call, joinAsCreator, joinAsFan, topUp } from './people.ts';

const thisMonth = () => new Date().toISOString().slice(0, 7);

test('a creator enters billing details, and prints them on a statement whose figures add up', async ({
  page,
  newPerson,
  target,
}) => {
  test.slow();
  const fan = await newPerson();
  for (const each of [page, fan]) {
    await each.goto('/');
    await serverReady(each, target);
  }
  const creator = await joinAsCreator(page);
  await joinAsFan(fan);
  await topUp(fan, 2_000);
  await call(fan, `POST /wallet/charges/tip/${creator.id}`, { amount: 100 });

  await page.goto(`/creator/earnings?month=${thisMonth()}`);
  await serverReady(page, target);
  await page.getByRole('link', { name: 'Add your address and tax number' }).click();
  const form = page.getByRole('form', { name: 'Billing details' });
  await form.getByLabel('Legal name').fill('Kiln & Clay LLC');
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(form.getByText('Enter a street address.').first()).toBeVisible();
  await form.getByLabel('Street address').fill('Kiln Street 1');
  await form.getByLabel('City').fill('Portland');
  await form.getByLabel('Country').selectOption({ label: 'United States' });
  await form.getByLabel('Tax number').fill('98-7654321');
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Billing details saved')).toBeVisible();
  await expect(page.getByText('Unsaved changes')).toBeHidden();

  await page.goto(`/creator/earnings?month=${thisMonth()}`);
  const paper = page.getByRole('article');
  await expect(paper.getByText('Kiln & Clay LLC')).toBeVisible();
  for (const text of [
    'Kiln Street 1',
    'United States',
    'Tax number 98-7654321',
    'Limelight Ltd',
    'Tax number GB000000000',
  ])
    await expect(paper.getByText(text, { exact: true })).toBeVisible();
  await expect(paper.getByRole('row', { name: /Net earnings \$4\.00/ })).toBeVisible();
  await expect(paper.getByRole('row', { name: /Commission.*−\$1\.00/ })).toBeVisible();
  await cleanNow(page, 'a statement');

  // Only the statement is printed.
  await page.emulateMedia({ media: 'print' });
  await expect(paper).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toBeHidden();
  await page.emulateMedia({ media: null });

  await page.getByRole('link', { name: `All of ${thisMonth().slice(0, 4)}` }).click();
  await expect(page.getByRole('heading', { name: 'Yearly summary' })).toBeVisible();
  await expect(page.getByRole('row', { name: /Total.*\$5\.00.*−\$1\.00.*\$4\.00/ })).toBeVisible();
  await cleanNow(page, 'a yearly summary');
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Payments as CSV' }).click();
  expect((await download).suggestedFilename()).toBe(`payments-${thisMonth().slice(0, 4)}.csv`);
});

test('the figure of new followers opens them, and one can be written to', async ({
  page,
  newPerson,
  target,
}) => {
  const fan = await newPerson();
  for (const each of [page, fan]) {
    await each.goto('/');
    await serverReady(each, target);
  }
  const creator = await joinAsCreator(page);
  const { name } = await joinAsFan(fan);
  await call(fan, `POST /follows/${creator.id}`);
  await page.goto('/creator');
  await serverReady(page, target);
  await page.getByRole('link', { name: 'New followers: 1' }).first().click();
  await expect(page).toHaveURL(/\/creator\/followers\?from=/);
  await expect(page.getByRole('heading', { name: 'Followers', level: 1 })).toBeVisible();
  await expect(page.getByText(name)).toBeVisible();
  await cleanNow(page, 'followers');
  await page.getByRole('button', { name: `Message ${name}` }).click();
  await expect(page).toHaveURL(/\/messages\//);
});
