import { expect, serverReady, test } from './fixtures.ts';
import type { Page } from './fixtures.ts';
import { call, joinAsCreator, joinAsFan, topUp } from './people.ts';

/** A creator who doesn't ask yet, and a fan with 500 tokens. */
async function pair(studio: Page, fan: Page, target: 'server' | 'mock') {
  for (const each of [studio, fan]) {
    await each.goto('/');
    await serverReady(each, target);
  }
  const creator = await joinAsCreator(studio);
  const person = await joinAsFan(fan);
  await topUp(fan, 2_500);
  return { creator, person };
}
const thread = (page: Page) => page.getByRole('region', { name: 'Messages' });
const list = (page: Page) => page.getByRole('group', { name: 'Show conversations' });
const request = (page: Page) => page.getByRole('region', { name: 'Message request' });
const write = async (page: Page, text: string) => {
  await page.getByPlaceholder('Write a message').fill(text);
  await page.getByPlaceholder('Write a message').press('Enter');
};
/** Opens the creator's page, writes, and pays what is shown. */
async function ask(fan: Page, creator: { username: string; name: string }, text: string) {
  await fan.goto(`/${creator.username}`);
  await fan.getByRole('button', { name: `Message ${creator.name}` }).click();
  await fan.waitForURL(/\/messages\/[0-9a-f-]{36}/);
  await expect(
    fan.getByText(
      `Your first message to ${creator.name} costs 100 tokens ($5.00). Refunded if ${creator.name} declines or doesn’t answer within 7 days.`,
    ),
  ).toBeVisible();
  await write(fan, text);
  await fan.getByRole('dialog').getByRole('button', { name: 'Send for 100 tokens ($5.00)' }).click();
  await expect(request(fan)).toContainText(`Waiting for ${creator.name} to accept`);
}

test('a request is paid, waits unseen, and is accepted; the conversation is pinned and archived', async ({
  page: studio,
  newPerson,
  target,
}) => {
  test.slow();
  const fan = await newPerson();
  const { creator, person } = await pair(studio, fan, target);
  await studio.goto('/creator/account?tab=privacy');
  await studio.getByLabel('Ask before someone new can write').check();
  await studio.getByLabel('Price of a first message').fill('100');
  await studio.getByRole('form', { name: 'First messages' }).getByRole('button', { name: 'Save' }).click();
  await expect(studio.getByText('Changes saved')).toBeVisible();

  await studio.goto('/messages');
  await ask(fan, creator, 'Do you take commissions?');
  await expect(fan.getByPlaceholder('Write a message')).toHaveCount(0);
  // It shows up apart from the creator's other conversations, without a reload.
  const row = studio.getByRole('link', { name: new RegExp(person.name) });
  const requests = list(studio).getByRole('button', { name: /^Requests/ });
  await expect(requests).toHaveText('Requests1 waiting');
  await expect(row).toHaveCount(0);
  await requests.click();
  await row.click();
  await expect(thread(studio).getByText('Do you take commissions?', { exact: true })).toBeVisible();
  await expect(request(studio)).toContainText(`${person.name} wants to message you`);
  await expect(request(studio)).toContainText('100 tokens ($5.00) if you accept');
  await expect(thread(fan).getByText('Read', { exact: true })).toHaveCount(0);

  await request(studio).getByRole('button', { name: 'Accept' }).click();
  await expect(request(studio)).toHaveCount(0);
  await expect(request(fan)).toHaveCount(0);
  await write(studio, 'Two a month.');
  await expect(thread(fan).getByText('Two a month.', { exact: true })).toBeVisible();
  const earned = await call<{ total: { net: number } }>(studio, 'GET /performer/earning/stats');
  expect(earned.data.total.net).toBe(400);

  await list(studio).getByRole('button', { name: 'All' }).click();
  const options = studio.getByRole('button', { name: `More options for ${person.name}` });
  await options.click();
  await studio.getByRole('menuitem', { name: 'Pin to top' }).click();
  await expect(row.getByRole('img', { name: 'Pinned' })).toBeVisible();
  await options.click();
  await studio.getByRole('menuitem', { name: 'Archive' }).click();
  await expect(row).toHaveCount(0);
  await list(studio).getByRole('button', { name: 'Archived' }).click();
  await expect(row).toBeVisible();
  await list(studio).getByRole('button', { name: 'All' }).click();
  await expect(row).toHaveCount(0);
  await write(fan, 'Then I’ll wait.');
  await expect(row).toContainText('Then I’ll wait.');
});

test('a request is declined, and its price is returned', async ({ page: studio, newPerson, target }) => {
  const fan = await newPerson();
  const { creator, person } = await pair(studio, fan, target);
  const terms = { writeFirst: 'everyone', asksFirst: true, firstMessagePrice: 100 };
  expect((await call(studio, 'PUT /message-requests/settings', terms)).status).toBe(200);
  await ask(fan, creator, 'Buy my course');
  expect((await call(fan, 'GET /wallet/balance')).data).toMatchObject({ balance: 400, held: 100 });
  await studio.goto('/messages');
  await list(studio)
    .getByRole('button', { name: /^Requests/ })
    .click();
  await studio.getByRole('link', { name: new RegExp(person.name) }).click();
  await request(studio).getByRole('button', { name: 'Decline' }).click();
  await expect(request(studio)).toContainText('You declined this request');
  await expect(request(fan)).toContainText(`${creator.name} declined your request`);
  await expect(request(fan)).toContainText('100 tokens ($5.00) were returned to your wallet.');
  await fan.goto('/user/wallet');
  await expect(fan.getByTestId('balance')).toHaveText('500 tokens');
  await expect(fan.getByText(`Message request declined: ${creator.name}`)).toBeVisible();
});
