import { expect, serverReady, test } from './fixtures.ts';
import type { Page } from './fixtures.ts';
import { call, joinAsCreator, joinAsFan, publish, send, topUp } from './people.ts';
import { choose } from './picking.ts';

type Target = 'server' | 'mock';

async function pair(page: Page, other: Page, target: Target) {
  for (const each of [page, other]) {
    await each.goto('/');
    await serverReady(each, target);
  }
  const creator = await joinAsCreator(other);
  const fan = await joinAsFan(page);
  return { creator, fan };
}
const conversationOf = async (page: Page, creatorId: string) =>
  (await call<{ _id: string }>(page, 'POST /conversations', { source: 'performer', sourceId: creatorId }))
    .data._id;
const say = (page: Page, conversationId: string, text: string) =>
  call(page, `POST /messages/conversations/${conversationId}`, { conversationId, data: { text } });
const thread = (page: Page) => page.getByRole('region', { name: 'Messages' });
const naturalWidth = (page: Page, name: RegExp) =>
  page
    .getByRole('img', { name })
    .first()
    .evaluate((image: HTMLImageElement) => image.naturalWidth);

test('a creator blocks a fan: their content disappears, purchases stay, and it can be undone', async ({
  page,
  newPerson,
  target,
}) => {
  test.slow();
  const other = await newPerson();
  const { creator, fan } = await pair(page, other, target);
  const sold = await publish(other, {
    text: 'The kiln plan, sold by itself',
    audience: 'public',
    price: 20,
    photo: true,
  });
  const open = await publish(other, { text: 'Open to everybody', audience: 'public' });
  await topUp(page, 500);
  expect((await call(page, `POST /wallet/charges/feed/${sold}`, { expectedPrice: 20 })).status).toBe(201);
  const conversationId = await conversationOf(page, creator.id);
  await say(page, conversationId, 'Hello from the fan');

  await page.goto(`/messages/${conversationId}`);
  await expect(thread(page).getByText('Hello from the fan')).toBeVisible();
  await other.goto(`/messages/${conversationId}`);
  await other.getByRole('button', { name: `More options for ${fan.name}` }).click();
  await other.getByRole('menuitem', { name: `Block ${fan.name}` }).click();
  await other
    .getByRole('dialog')
    .getByRole('button', { name: `Block ${fan.name}` })
    .click();
  await expect(
    other.getByText(`${fan.name} is blocked. You can unblock them in your account.`),
  ).toBeVisible();
  await expect(other.getByRole('link', { name: new RegExp(fan.name) })).toHaveCount(0);
  // The fan has the conversation open and loses access at once.
  await expect(page.getByText('Conversation not found')).toBeVisible();

  for (const path of [`/${creator.username}`, `/feeds/${open}`]) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).not.toHaveText(creator.name);
    await expect(page.getByText('Open to everybody')).toHaveCount(0);
  }
  await page.goto(`/search?q=${encodeURIComponent(creator.name)}`);
  await serverReady(page, target);
  await expect(page.getByRole('link', { name: creator.name })).toHaveCount(0);
  await page.goto('/user/library');
  await page
    .getByRole('link', { name: /The kiln plan/ })
    .first()
    .click();
  await expect(page.getByText('The kiln plan, sold by itself').first()).toBeVisible();
  await expect.poll(() => naturalWidth(page, /Photo 1 of 1/)).toBeGreaterThan(0);

  await other.goto('/creator/account?tab=privacy');
  await other.getByRole('button', { name: `Unblock ${fan.name}` }).click();
  await other
    .getByRole('dialog')
    .getByRole('button', { name: `Unblock ${fan.name}` })
    .click();
  await expect(other.getByText('You haven’t blocked anyone.', { exact: false })).toBeVisible();
  await page.goto(`/${creator.username}`);
  await expect(page.getByRole('heading', { level: 1, name: creator.name })).toBeVisible();
});

test('on no page do a creator and a fan they blocked meet, whoever of them looks', async ({
  page,
  newPerson,
  target,
}) => {
  test.slow();
  const other = await newPerson();
  const { creator, fan } = await pair(page, other, target);
  const post = await publish(other, { text: 'A bowl in celadon', audience: 'public' });
  const picture = await send<{ _id: string }>(other, {
    route: 'POST /performer/feeds/photo/upload',
    files: ['file'],
  });
  const auction = await call<{ _id: string }>(other, 'POST /autions', {
    title: 'A celadon jar',
    description: 'Number 3 of 12.',
    startPrice: 20,
    endAt: new Date(Date.now() + 3_600_000).toISOString(),
    imageIds: [picture.data._id],
  });
  await call(page, `POST /follows/${creator.id}`, {});
  for (const action of ['like', 'bookmark'])
    await call(page, 'POST /reactions', { objectType: 'feed', objectId: post, action });
  await call(page, 'POST /comments', { objectType: 'feed', objectId: post, text: 'What a glaze!' });
  const conversationId = await conversationOf(page, creator.id);
  await say(page, conversationId, 'Is it for sale?');

  /** A search repeats what was asked for; only a link is a result there. */
  const nameOf = (each: Page, name: string) => {
    const main = each.locator('main');
    return new URL(each.url()).pathname === '/search'
      ? main.getByRole('link').filter({ hasText: name })
      : main.getByText(name);
  };
  /** Pages where each of them meets the other before the block. */
  const meetings: readonly (readonly [Page, string, string])[] = [
    [page, '/home', creator.name],
    [page, '/messages', creator.name],
    [page, '/user/following', creator.name],
    [page, '/user/bookmarks', creator.name],
    [page, `/search?q=${encodeURIComponent(creator.name)}`, creator.name],
    [page, `/feeds/${post}`, creator.name],
    [page, `/auctions/${auction.data._id}`, creator.name],
    [other, '/messages', fan.name],
    [other, '/notifications', fan.name],
    [other, `/feeds/${post}`, fan.name],
  ];
  for (const [who, path, name] of meetings) {
    await who.goto(path);
    await expect(nameOf(who, name).first(), `${path} before`).toBeVisible();
  }
  expect((await call(other, 'POST /block/users', { userId: fan.id })).status).toBeLessThan(300);
  for (const [who, path, name] of meetings) {
    await who.goto(path);
    await expect(who.locator('main')).toBeVisible();
    await expect(who.getByRole('status').filter({ hasText: /^Loading/ })).toHaveCount(0);
    await who.waitForLoadState('networkidle');
    await expect(nameOf(who, name), `${path} after`).toHaveCount(0);
  }
});

test('a creator closes the page to a country and previews what is left of it there', async ({
  page,
  target,
}) => {
  await page.goto('/');
  await serverReady(page, target);
  await joinAsCreator(page);
  await publish(page, { text: 'Good morning from the studio', audience: 'public' });
  await page.goto('/creator/account?tab=privacy');
  await choose(page, 'Preview as a visitor from', 'Portugal');
  const preview = page.getByRole('list', { name: 'Newest posts' });
  await expect(preview).toContainText('Good morning from the studio');
  await choose(page, 'Block a country', 'Portugal');
  await expect(page.getByText('Nothing to see from Portugal')).toBeVisible();
  await page.getByRole('button', { name: 'Remove Portugal' }).click();
  await expect(preview).toContainText('Good morning from the studio');
});

test('a photo for sale in a message: blurred, unlocked, and bought once', async ({
  page,
  newPerson,
  target,
}) => {
  test.slow();
  const other = await newPerson();
  const { creator } = await pair(page, other, target);
  await topUp(page, 500);
  const conversationId = await conversationOf(page, creator.id);
  await say(page, conversationId, 'What do you have for me');
  await other.goto(`/messages/${conversationId}`);
  await expect(thread(other).getByText('What do you have for me', { exact: true })).toBeVisible();
  await page.goto(`/messages/${conversationId}`);
  await expect(thread(page).getByText('What do you have for me', { exact: true })).toBeVisible();

  await other
    .getByLabel('Photos or videos', { exact: true })
    .setInputFiles({ name: 'kiln.png', mimeType: 'image/png', buffer: await other.screenshot() });
  await expect(other.getByRole('button', { name: 'Remove kiln.png' })).toBeVisible();
  await other.getByLabel('Price').fill('40');
  await other.getByPlaceholder('Write a message').fill('Fresh from the kiln');
  await other.getByRole('button', { name: 'Send' }).click();
  await expect(thread(other).getByText('Price: 40 tokens ($2.00)')).toBeVisible();

  await expect(thread(page).getByText('Fresh from the kiln', { exact: true })).toBeVisible();
  await expect(thread(page).getByText('1 photo', { exact: true })).toBeVisible();
  await expect(thread(page).getByRole('img', { name: /Photo 1 of 1/ })).toHaveCount(0);
  await thread(page).getByRole('button', { name: 'Unlock for 40 tokens ($2.00)' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Unlock for 40 tokens ($2.00)' }).click();
  await expect.poll(() => naturalWidth(page, /Photo 1 of 1/)).toBeGreaterThan(0);
  await expect(thread(other).getByText('Bought for 40 tokens ($2.00)')).toBeVisible();
  await expect(page.getByRole('button', { name: /^Unlock/ })).toHaveCount(0);
});

test('a creator is reported from their page, once', async ({ page, newPerson, target }) => {
  const other = await newPerson();
  const { creator } = await pair(page, other, target);
  await page.goto(`/${creator.username}`);
  await page.getByRole('button', { name: `More options for ${creator.name}` }).click();
  await page.getByRole('menuitem', { name: `Report ${creator.name}` }).click();
  await page.getByRole('radio', { name: /Spam/ }).check();
  await page.getByRole('dialog').getByRole('button', { name: 'Report' }).click();
  await expect(page.getByText('Thanks for your report. We’ll look into it.')).toBeVisible();
  expect(
    (await call(page, 'POST /reports', { targetType: 'account', targetId: creator.id, category: 'other' }))
      .status,
  ).toBe(409);
});
