import { expect, serverReady, test } from './fixtures.ts';
import type { Page } from './fixtures.ts';
import { call, joinAsCreator, joinAsFan, topUp } from './people.ts';

const thread = (page: Page) => page.getByRole('region', { name: 'Messages' });
const write = async (page: Page, text: string) => {
  await page.getByPlaceholder('Write a message').fill(text);
  await page.getByPlaceholder('Write a message').press('Enter');
};

/** A fan on `page` in a conversation with a creator on `other`. */
async function pair(page: Page, other: Page, target: 'server' | 'mock') {
  for (const each of [page, other]) {
    await each.goto('/');
    await serverReady(each, target);
  }
  const creator = await joinAsCreator(other);
  const fan = await joinAsFan(page);
  await page.goto(`/${creator.username}`);
  await page.getByRole('button', { name: `Message ${creator.name}` }).click();
  await page.waitForURL(/\/messages\/[0-9a-f-]{36}/);
  return { creator, fan, conversationId: new URL(page.url()).pathname.split('/').at(-1) ?? '' };
}

/**
 * Lets messages of this tab reach the server only while `cut` isn't set in its session, across reloads. Cutting
 * the whole connection would keep the pages from reloading, and on the mock there is none.
 */
const makeCuttable = (page: Page) =>
  page.addInitScript(() => {
    const real = window.fetch;
    window.fetch = (input, init) => {
      const address = input instanceof Request ? input.url : String(input);
      const isCut = sessionStorage.getItem('cut') !== null && init?.method === 'POST';
      return isCut && address.includes('/messages/conversations/')
        ? Promise.reject(new TypeError('Failed to fetch'))
        : real(input, init);
    };
  });
const cut = (page: Page, is: boolean) =>
  page.evaluate((on) => (on ? sessionStorage.setItem('cut', '1') : sessionStorage.removeItem('cut')), is);

test('messages written without a connection survive a reload and arrive once, in order', async ({
  page,
  newPerson,
  target,
  expectedProblems,
}) => {
  expectedProblems.push(/Failed to fetch/);
  await makeCuttable(page);
  const other = await newPerson();
  const { conversationId, fan } = await pair(page, other, target);
  await write(page, 'before');
  await expect(thread(page).getByText('Sent', { exact: true })).toBeVisible();
  await cut(page, true);
  for (const text of ['one', 'two', 'never']) await write(page, text);
  const waiting = thread(page).getByText('Waiting for connection');
  await expect(waiting).toHaveCount(3);
  await thread(page)
    .locator('li')
    .filter({ hasText: 'never' })
    .getByRole('button', { name: 'Cancel' })
    .click();
  await expect(waiting).toHaveCount(2);

  await page.reload();
  await expect(waiting).toHaveCount(2);
  await page.getByRole('button', { name: fan.name }).first().click();
  await page.getByRole('menuitem', { name: 'Log out' }).click();
  const question = page.getByRole('dialog', { name: 'Log out without sending?' });
  await question.getByRole('button', { name: 'Stay logged in' }).click();
  await expect(question).toBeHidden();

  // Another page, once the connection is back. On the mock, the other person's tab shares this device.
  await cut(page, false);
  await page.goto('/user/following');
  await serverReady(page, target);
  const texts = async () => {
    const { data } = await call<{ data: { text: string }[] }>(
      other,
      `GET /messages/conversations/${conversationId}`,
    );
    return data.data.map(({ text }) => text).reverse();
  };
  await expect.poll(texts, { timeout: 15_000 }).toEqual(['before', 'one', 'two']);
  await page.goto(`/messages/${conversationId}`);
  await serverReady(page, target);
  await expect(thread(page).getByText('two', { exact: true })).toBeVisible();
  await expect(waiting).toHaveCount(0);
  expect(await texts()).toEqual(['before', 'one', 'two']);

  // The mock answers inside the browser, so nothing can be cut off there.
  if (target === 'mock') return;
  await page.context().setOffline(true);
  await write(page, 'three');
  await expect(waiting).toHaveCount(1);
  await page.context().setOffline(false);
  await expect.poll(texts, { timeout: 15_000 }).toEqual(['before', 'one', 'two', 'three']);
  await expect(waiting).toHaveCount(0);
});

test('a tip in a conversation shows on both sides, and so does its undo', async ({
  page,
  newPerson,
  target,
}) => {
  const other = await newPerson();
  const { creator, fan, conversationId } = await pair(page, other, target);
  await write(page, 'What a kiln');
  await expect(thread(page).getByText('Sent', { exact: true })).toBeVisible();
  await topUp(page, 2_000);
  await page.reload();
  await serverReady(page, target);
  await other.goto('/messages');
  await serverReady(other, target);
  await page.getByRole('button', { name: `Tip ${creator.name}` }).click();
  const dialog = page.getByRole('dialog', { name: `Tip ${creator.name}` });
  await dialog.getByRole('button', { name: '100', exact: true }).click();
  await dialog.getByLabel('Note').fill('For more ash');
  await dialog.getByRole('button', { name: /^Tip 100 tokens/ }).click();
  await expect(thread(page).getByText('You tipped 100 tokens ($5.00)')).toBeVisible();

  const row = other.getByRole('link', { name: new RegExp(fan.name) });
  await expect(row).toContainText('Tipped 100 tokens: For more ash');
  await row.click();
  await expect(thread(other).getByText('Tipped you 100 tokens ($5.00)')).toBeVisible();
  await expect(thread(other).getByText('For more ash', { exact: true })).toBeVisible();

  await thread(page).getByRole('button', { name: 'Undo' }).click();
  for (const each of [page, other]) await expect(thread(each).getByText(/Tip undone/)).toBeVisible();
  expect((await call<{ balance: number }>(page, 'GET /users/me')).data.balance).toBe(400);
  const { data } = await call<{ data: { kind: string; opens: unknown }[] }>(
    page,
    'GET /wallet/charges/search',
  );
  expect(data.data.slice(0, 2)).toMatchObject([
    { kind: 'refund', opens: { kind: 'conversation', _id: conversationId } },
    { kind: 'tip', opens: { kind: 'conversation', _id: conversationId } },
  ]);
});
