import { expect, serverReady, test } from './fixtures.ts';
import type { Page } from './fixtures.ts';
import { call, joinAsCreator, joinAsFan } from './people.ts';

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

const write = async (page: Page, text: string) => {
  await page.getByPlaceholder('Write a message').fill(text);
  await page.getByPlaceholder('Write a message').press('Enter');
};
const thread = (page: Page) => page.getByRole('region', { name: 'Messages' });

test('two people chat live: unread, typing, read, deleted', async ({ page, newPerson, target }) => {
  const other = await newPerson();
  const { creator, fan } = await pair(page, other, target);
  await other.goto('/messages');
  await write(page, 'Hello from the fan');
  await expect(thread(page).getByText('Hello from the fan', { exact: true })).toBeVisible();
  // The creator's list updates without a reload.
  const row = other.getByRole('link', { name: new RegExp(fan.name) });
  await expect(row).toContainText('Hello from the fan');
  await expect(row).toContainText('1');
  await row.click();
  await expect(thread(other).getByText('Hello from the fan', { exact: true })).toBeVisible();
  await expect(thread(page).getByText('Read')).toBeVisible();

  await other.getByPlaceholder('Write a message').pressSequentially('Hi', { delay: 30 });
  await expect(page.getByText('is typing…')).toBeVisible();
  await other.getByPlaceholder('Write a message').press('Enter');
  await expect(thread(page).getByText('Hi', { exact: true })).toBeVisible();

  await page.getByRole('button', { name: 'Message options' }).first().click();
  await page.getByRole('menuitem', { name: 'Delete message' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete message' }).click();
  await expect(thread(page).getByText('Hello from the fan', { exact: true })).toHaveCount(0);
  await expect(thread(other).getByText('Message deleted!')).toBeVisible();
  expect(creator.id).not.toBe(fan.id);
});

test("a message that can't be sent stays, says so, and succeeds on a second try", async ({
  page,
  newPerson,
  target,
}) => {
  const other = await newPerson();
  const { conversationId } = await pair(page, other, target);
  await page.evaluate(() => {
    const real = window.fetch;
    Object.assign(window, {
      mend: () => {
        window.fetch = real;
      },
    });
    window.fetch = (input, init) =>
      init?.method === 'POST' && new Request(input).url.includes('/messages/conversations/')
        ? Promise.resolve(new Response('{}', { status: 500 }))
        : real(input, init);
  });
  await write(page, 'Is anybody there');
  await expect(thread(page).getByText(/Not sent/)).toBeVisible();
  await page.evaluate(() => (window as unknown as { mend: () => void }).mend());
  await thread(page).getByRole('button', { name: 'Try again' }).click();
  await expect(thread(page).getByText(/Not sent/)).toHaveCount(0);
  const stored = async () =>
    (await call<{ total: number }>(other, `GET /messages/conversations/${conversationId}`)).data.total;
  await expect.poll(stored).toBe(1);
  await page.waitForTimeout(500);
  expect(await stored()).toBe(1);
});

test('messages written during a disconnect arrive afterwards, once and in order', async ({
  page,
  newPerson,
  target,
}) => {
  test.skip(target === 'mock', 'the mock’s socket lives in the browser: there is no network to cut');
  const other = await newPerson();
  const { conversationId } = await pair(page, other, target);
  await write(page, 'before');
  await expect(thread(page).getByText('Sent', { exact: true })).toBeVisible();
  await page.context().setOffline(true);
  for (const text of ['one', 'two', 'three'])
    await call(other, `POST /messages/conversations/${conversationId}`, { conversationId, data: { text } });
  await page.context().setOffline(false);
  for (const text of ['one', 'two', 'three'])
    await expect(thread(page).getByText(text, { exact: true })).toHaveCount(1);
  const shown = await thread(page).locator('li').allInnerTexts();
  expect(shown.map((text) => text.split('\n')[0])).toEqual(['before', 'one', 'two', 'three']);
});

test('a long conversation loads 25 messages at a time', async ({ page, newPerson, target }) => {
  const other = await newPerson();
  const { conversationId } = await pair(page, other, target);
  // Creators can only reply, so the fan has to write first.
  await write(page, 'line 0');
  await expect(thread(page).getByText('Sent', { exact: true })).toBeVisible();
  for (let at = 1; at <= 28; at += 1) {
    const { status } = await call(other, `POST /messages/conversations/${conversationId}`, {
      conversationId,
      data: { text: `line ${at}` },
    });
    expect(status).toBe(201);
  }
  await page.reload();
  await serverReady(page, target);
  await expect(thread(page).getByText('line 28', { exact: true })).toBeVisible();
  await expect(thread(page).getByText('line 3', { exact: true })).toHaveCount(0);
  await page.getByRole('button', { name: 'Older messages' }).click();
  await expect(thread(page).getByText('line 1', { exact: true })).toHaveCount(1);
});

test('unsent text is restored after a reload; markup is shown as text', async ({
  page,
  newPerson,
  target,
}) => {
  const other = await newPerson();
  await pair(page, other, target);
  await page.getByPlaceholder('Write a message').fill('half a thought');
  await page.reload();
  await expect(page.getByPlaceholder('Write a message')).toHaveValue('half a thought');
  await write(page, '<img src=x onerror="window.hit=1"><script>window.hit=1</script> www.example.com');
  await expect(thread(page).getByRole('link', { name: 'www.example.com' })).toHaveAttribute(
    'href',
    'http://www.example.com',
  );
  expect(await page.evaluate(() => (window as { hit?: number }).hit)).toBeUndefined();
});

/** Chooses a line of a message's menu. */
async function choose(page: Page, text: string, item: string) {
  const line = thread(page).locator('li').filter({ hasText: text }).last();
  await line.getByRole('button', { name: /essage options|options for this message/ }).click();
  await page.getByRole('menuitem', { name: item }).click();
}

test('a reaction shows on both sides, and can be changed and removed', async ({
  page,
  newPerson,
  target,
}) => {
  const other = await newPerson();
  const { conversationId } = await pair(page, other, target);
  await write(page, 'It snowed');
  await other.goto(`/messages/${conversationId}`);
  await choose(other, 'It snowed', 'React');
  await other.getByRole('menuitemcheckbox', { name: 'Heart' }).press('ArrowRight');
  await other.keyboard.press('Enter');
  await expect(thread(page).getByTitle(/./).filter({ hasText: '👍' })).toBeVisible();
  await choose(other, 'It snowed', 'React');
  await other.getByRole('menuitemcheckbox', { name: 'Fire' }).click();
  await expect(thread(page).getByRole('list', { name: 'Reactions' })).toContainText('🔥');
  await other.getByRole('button', { name: 'Remove your reaction: Fire' }).click();
  await expect(thread(page).getByRole('list', { name: 'Reactions' })).toHaveCount(0);
  await expect(thread(other).getByRole('list', { name: 'Reactions' })).toHaveCount(0);
});

test('a reply quotes its message and links to it, however far back', async ({ page, newPerson, target }) => {
  const other = await newPerson();
  const { creator, conversationId } = await pair(page, other, target);
  await write(page, 'Which road first?');
  await expect(thread(page).getByText('Which road first?', { exact: true })).toBeVisible();
  for (let at = 2; at <= 50; at += 1)
    await call(at % 2 ? page : other, `POST /messages/conversations/${conversationId}`, {
      conversationId,
      data: { text: `line ${at}` },
    });
  const first = await call<{ data: { _id: string }[] }>(
    other,
    `GET /messages/conversations/${conversationId}?aroundSeq=1&limit=2`,
  );
  await call(other, `POST /messages/conversations/${conversationId}`, {
    conversationId,
    data: { text: 'The left one', replyTo: first.data.data.at(-1)?._id },
  });
  await page.goto(`/messages/${conversationId}`);
  await serverReady(page, target);
  await page.getByRole('button', { name: /^Reply to your message: Which road first\?/ }).click();
  const found = thread(page).getByText('Which road first?', { exact: true });
  await expect(found).toBeInViewport();
  await expect(thread(page).getByText('The left one', { exact: true })).toHaveCount(0);
  // Onwards from there, page by page, and back to the end.
  await page.getByRole('button', { name: 'Newer messages' }).click();
  await expect(thread(page).getByText('line 30', { exact: true })).toHaveCount(1);
  await expect(found).toHaveCount(1);
  await page.getByRole('button', { name: 'Jump to latest' }).click();
  await expect(thread(page).getByText('The left one', { exact: true })).toBeInViewport();
  await expect(page.getByRole('button', { name: 'Jump to latest' })).toHaveCount(0);
  // Answering in turn.
  await choose(page, 'The left one', 'Reply');
  await expect(page.getByText(`Replying to ${creator.name}`, { exact: true })).toBeVisible();
  await write(page, 'Left it is');
  await expect(page.getByText(`Replying to ${creator.name}`, { exact: true })).toHaveCount(0);
  await expect(
    thread(page)
      .locator('li')
      .filter({ hasText: 'Left it is' })
      .getByRole('button', { name: /^Reply to/ }),
  ).toContainText('The left one');
});

test('an edit is visible to the other side at once, and to someone who was away', async ({
  page,
  newPerson,
  target,
}) => {
  const other = await newPerson();
  const { conversationId } = await pair(page, other, target);
  await write(page, 'See you at fife');
  await other.goto(`/messages/${conversationId}`);
  await expect(thread(other).getByText('See you at fife', { exact: true })).toBeVisible();
  const edit = async (from: string, to: string) => {
    await choose(page, from, 'Edit message');
    await page.getByLabel('Edit message').fill(to);
    await page.getByLabel('Edit message').press('Enter');
    await expect(thread(page).getByText(to, { exact: true })).toBeVisible();
  };
  await edit('See you at fife', 'See you at five');
  await expect(thread(other).getByText('See you at five', { exact: true })).toBeVisible();
  await expect(thread(other).getByText('Edited', { exact: true })).toBeVisible();
  if (target === 'mock') return;
  await other.context().setOffline(true);
  await edit('See you at five', 'See you at six');
  await other.context().setOffline(false);
  await expect(thread(other).getByText('See you at six', { exact: true })).toBeVisible();
});

test('a message is found by its words and shown where it was said', async ({ page, newPerson, target }) => {
  const other = await newPerson();
  const { creator, conversationId } = await pair(page, other, target);
  await write(page, 'The glaze with wood ash');
  await expect(thread(page).getByText('The glaze with wood ash')).toBeVisible();
  for (let at = 2; at <= 50; at += 1)
    await call(at % 2 ? page : other, `POST /messages/conversations/${conversationId}`, {
      conversationId,
      data: { text: `line ${at}` },
    });
  // From the list, in all conversations.
  await page.goto('/messages');
  await serverReady(page, target);
  await page.getByLabel('Search conversations').fill('ash gla');
  const hit = page.getByRole('region', { name: 'Search results' }).getByRole('link');
  await expect(hit).toContainText(creator.name);
  await expect(hit.locator('mark')).toHaveText(['glaze', 'ash']);
  await hit.click();
  const found = thread(page).getByText('The glaze with wood ash', { exact: true });
  await expect(found).toBeInViewport();
  await page.getByRole('button', { name: 'Jump to latest' }).click();
  await expect(thread(page).getByText('line 50', { exact: true })).toBeInViewport();
  // Within the conversation, by who wrote it.
  await page.getByRole('button', { name: 'Search this conversation' }).click();
  await page.getByRole('searchbox', { name: 'Search this conversation' }).fill('glaze');
  const panel = page.getByRole('search', { name: 'Search this conversation' });
  await expect(panel.getByRole('link')).toHaveCount(1);
  await panel.getByRole('button', { name: 'Others' }).click();
  await expect(panel.getByText('No messages found')).toBeVisible();
  await panel.getByRole('button', { name: 'You' }).click();
  await panel.getByRole('link').click();
  await expect(found).toBeInViewport();
});
