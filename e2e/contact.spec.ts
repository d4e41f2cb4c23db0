import { expect, serverReady, test } from './fixtures.ts';
import { mailsTo, makeOperator } from './operator.ts';
import { joinAsFan, protect } from './people.ts';

test('a message from the contact form is answered at the desk, and the answer arrives by email', async ({
  page,
  newPerson,
  target,
}) => {
  const desk = await newPerson();
  for (const each of [page, desk]) {
    await each.goto('/');
    await serverReady(each, target);
  }
  const operator = await joinAsFan(desk);
  await makeOperator(desk, operator.username);
  await protect(desk);

  const email = `${operator.username}-asks@example.com`;
  await page.goto('/contact');
  await serverReady(page, target);
  await page.getByLabel('Name', { exact: true }).fill('Eve Adams');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Subject').fill(`My bill, ${operator.username}`);
  await page.getByLabel('Message').fill('Where do I find the bill for last month?');
  await page.getByRole('button', { name: 'Send' }).click();
  await expect(page.getByText(/sent/i).first()).toBeVisible();

  await desk.goto('/operator/contact?state=open');
  await desk.getByRole('link', { name: `My bill, ${operator.username}` }).click();
  await expect(desk.getByText('Where do I find the bill for last month?')).toBeVisible();
  await desk.getByRole('textbox', { name: 'Answer' }).fill('Under “Receipts” in your account.');
  await desk.getByRole('button', { name: 'Send answer' }).click();
  await expect(desk.getByText(`${operator.username} answered`)).toBeVisible();
  await expect
    .poll(async () => (await mailsTo(desk, email)).some((text) => text.includes('Under “Receipts”')))
    .toBe(true);
});
