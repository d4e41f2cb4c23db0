import { expect, serverReady, test } from './fixtures.ts';
import type { Page } from './fixtures.ts';
import { call, joinAsCreator, joinAsFan } from './people.ts';

const lines = (page: Page) => page.getByRole('region', { name: 'Chat messages' });
const line = (page: Page, text: string) => lines(page).getByRole('listitem').filter({ hasText: text });
const field = (page: Page) => page.getByRole('textbox', { name: 'Message to the chat' });
async function write(page: Page, text: string): Promise<void> {
  await field(page).fill(text);
  await field(page).press('Enter');
}
async function fromMenu(page: Page, { of, item }: { of: string; item: string }): Promise<void> {
  await line(page, of)
    .getByRole('button', { name: /^More options for the message by/ })
    .click();
  await page.getByRole('menuitem', { name: item }).click();
}

/** A creator who is live, and a fan who watches; both have the stream's page open. */
async function evening(page: Page, other: Page, target: 'server' | 'mock') {
  for (const each of [page, other]) {
    await each.goto('/');
    await serverReady(each, target);
  }
  const creator = await joinAsCreator(other);
  const fan = await joinAsFan(page);
  const { data } = await call<{ stream: { _id: string; conversationId: string } }>(
    other,
    'POST /streaming/live',
    { title: 'Glazing a bowl', heldWords: ['spoiler'] },
  );
  for (const each of [page, other]) {
    await each.goto(`/live/${data.stream._id}`);
    await expect(lines(each)).toBeVisible();
  }
  return { creator, fan, ...data.stream };
}

test('two people chat; the creator pins, deletes, holds and bans', async ({ page, newPerson, target }) => {
  const other = await newPerson();
  const { fan } = await evening(page, other, target);

  await write(page, 'Good evening');
  await expect(line(other, 'Good evening')).toContainText(fan.name);
  await write(other, 'Be kind to each other');
  await expect(line(page, 'Be kind to each other')).toContainText('Creator');

  await fromMenu(other, { of: 'Be kind', item: 'Pin' });
  await expect(page.getByRole('note', { name: 'Pinned message' })).toContainText('Be kind to each other');

  await write(page, 'A spoiler about the vase');
  await expect(line(page, 'A spoiler')).toContainText('Held for review');
  await expect(line(other, 'A spoiler')).toHaveCount(0);
  await other.getByText('1 message held for review').click();
  await other.getByRole('button', { name: 'Approve', exact: true }).click();
  await expect(line(other, 'A spoiler')).toBeVisible();
  await expect(line(page, 'A spoiler')).not.toContainText('Held for review');

  await fromMenu(other, { of: 'Good evening', item: 'Delete' });
  await expect(line(page, 'Good evening')).toHaveCount(0);
  await expect(lines(page).getByText('Message deleted')).toBeVisible();

  await fromMenu(other, { of: 'A spoiler', item: 'Ban from chat' });
  await other.getByRole('dialog').getByRole('button', { name: 'Ban from chat' }).click();
  await expect(page.getByText('You can’t write in this creator’s chats.')).toBeVisible();
  await expect(field(page)).toHaveCount(0);
});

test('slow mode counts down, and a message that can’t be sent stays until it is', async ({
  page,
  newPerson,
  target,
}) => {
  const other = await newPerson();
  const { conversationId } = await evening(page, other, target);

  await page.evaluate(() => {
    const real = window.fetch;
    Object.assign(window, {
      mend: () => {
        window.fetch = real;
      },
    });
    window.fetch = (input, init) =>
      init?.method === 'POST' && new Request(input).url.includes('/messages/stream/')
        ? Promise.resolve(new Response('{}', { status: 500 }))
        : real(input, init);
  });
  await write(page, 'Is anybody there');
  await expect(line(page, 'Is anybody there').getByRole('alert')).toBeVisible();
  await page.evaluate(() => (window as unknown as { mend: () => void }).mend());
  await lines(page).getByRole('button', { name: 'Try again' }).click();
  await expect(line(other, 'Is anybody there')).toHaveCount(1);
  await expect(lines(page).getByRole('alert')).toHaveCount(0);
  const { data } = await call<{ total: number }>(
    other,
    `GET /messages/conversations/public/${conversationId}`,
  );
  expect(data.total).toBe(1);

  await other.getByRole('button', { name: 'Chat settings' }).click();
  const settings = other.getByRole('dialog', { name: 'Chat settings' });
  await settings.getByLabel('Slow mode').selectOption('60');
  await settings.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Slow mode: one message every 60 seconds.')).toBeVisible();
  await expect(page.getByRole('button', { name: /^Send, in \d+ seconds$/ })).toBeDisabled();
});
