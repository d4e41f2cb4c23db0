import { expect, serverReady, test } from './fixtures.ts';
import type { Page } from './fixtures.ts';
import { call, joinAsCreator, joinAsFan, topUp } from './people.ts';
import { fillDate } from './picking.ts';

/** A creator and people who follow them. */
async function town(studio: Page, fans: readonly Page[], target: 'server' | 'mock') {
  for (const each of [studio, ...fans]) {
    await each.goto('/');
    await serverReady(each, target);
  }
  const creator = await joinAsCreator(studio);
  const people = [];
  for (const each of fans) {
    people.push(await joinAsFan(each));
    await call(each, `POST /follows/${creator.id}`);
  }
  return { creator, people };
}

const thread = (page: Page) => page.getByRole('region', { name: 'Messages' });

/** Opens the conversation with a creator from the list. */
async function read(page: Page, name: string) {
  await page.goto('/messages');
  await page.getByRole('link', { name: new RegExp(name) }).click();
  await page.waitForURL(/\/messages\/[0-9a-f-]{36}/);
}

test('a paid message to many: one list left out, scheduled, delivered, bought by one, unsent for the rest', async ({
  page: studio,
  newPerson,
  target,
}) => {
  test.slow();
  const [buyer, other, third] = [await newPerson(), await newPerson(), await newPerson()];
  const { creator, people } = await town(studio, [buyer, other, third], target);
  await topUp(buyer, 500);

  // The creator's messages lead to the form, with a list of fans to leave out.
  await studio.goto('/messages');
  await studio.getByRole('link', { name: 'Message many fans' }).click();
  await expect(studio.getByRole('heading', { name: 'New message' })).toBeVisible();
  await studio.getByRole('button', { name: 'Fan lists' }).click();
  const dialog = studio.getByRole('dialog');
  await dialog.getByLabel('Name of the new list').fill('Not today');
  await dialog.getByRole('button', { name: 'Create list' }).click();
  await dialog.getByRole('button', { name: 'Open Not today' }).click();
  await dialog.getByRole('button', { name: `Add ${people[2]?.name}` }).click();
  await expect(dialog.getByRole('button', { name: `Remove ${people[2]?.name}` })).toBeVisible();
  await dialog.getByRole('button', { name: 'Close' }).click();

  await studio.getByLabel('Message', { exact: true }).fill('Fresh from the kiln');
  await studio
    .getByLabel('Add photos or videos')
    .setInputFiles({ name: 'kiln.png', mimeType: 'image/png', buffer: await studio.screenshot() });
  await studio.getByLabel('Price').fill('40');
  await expect(studio.getByText('3 people will receive it.')).toBeVisible();
  const leaveOut = studio.getByRole('group', { name: 'Exclude' });
  await leaveOut.getByLabel('Fans on lists').fill('Not today');
  await leaveOut.getByLabel('Fans on lists').press('Enter');
  await leaveOut.getByLabel('Fans on lists').press('Escape');
  await expect(studio.getByText('2 people will receive it.')).toBeVisible();
  const nearer = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);
  await fillDate(studio, 'Send at', `${nearer} 18:30`);
  await studio.getByRole('button', { name: 'Schedule message' }).click();
  await studio.getByRole('dialog').getByRole('button', { name: 'Schedule message' }).click();
  const row = studio.getByRole('row', { name: /Fresh from the kiln/ });
  await expect(row).toContainText('Scheduled');

  // Its time comes sooner.
  const { data } = await call<{ data: Record<string, unknown>[] }>(studio, 'GET /broadcasts');
  const [made] = data.data as unknown as [
    { _id: string; text: string; files: { _id: string }[]; price: number; audience: object },
  ];
  const soon = await call(studio, `PUT /broadcasts/${made._id}`, {
    text: made.text,
    files: made.files.map(({ _id }) => _id),
    price: made.price,
    audience: made.audience,
    scheduledAt: new Date(Date.now() + 4_000).toISOString(),
  });
  expect(soon.status).toBe(200);
  await expect(row).toContainText('2 of 2');
  await expect(row).toContainText('Sent');

  await read(buyer, creator.name);
  await expect(thread(buyer).getByText('Fresh from the kiln', { exact: true })).toBeVisible();
  await thread(buyer).getByRole('button', { name: 'Unlock for 40 tokens ($2.00)' }).click();
  await buyer.getByRole('dialog').getByRole('button', { name: 'Unlock for 40 tokens ($2.00)' }).click();
  await expect(thread(buyer).getByRole('button', { name: /^Unlock/ })).toHaveCount(0);
  await read(other, creator.name);
  await expect(thread(other).getByRole('button', { name: 'Unlock for 40 tokens ($2.00)' })).toBeVisible();

  const menu = studio.getByRole('button', { name: 'More options for “Fresh from the kiln”' });
  await menu.click();
  await studio.getByRole('menuitem', { name: 'View results' }).click();
  await expect(dialog).toContainText('$1.60');
  await dialog.getByRole('tab', { name: /Bought/ }).click();
  await expect(dialog.getByRole('link', { name: people[0]?.name ?? '' })).toBeVisible();
  await expect(dialog).toContainText('Bought for 40 tokens');
  await dialog.getByRole('button', { name: 'Close' }).click();

  await menu.click();
  await studio.getByRole('menuitem', { name: 'Unsend' }).click();
  await studio.getByRole('dialog').getByRole('button', { name: 'Unsend message' }).click();
  await expect(row).toContainText('Unsent');
  // Gone from the open conversation, without a reload; the one who paid keeps it.
  await expect(thread(other).getByText('Fresh from the kiln', { exact: true })).toHaveCount(0);
  await buyer.reload();
  await expect(thread(buyer).getByText('Fresh from the kiln', { exact: true })).toBeVisible();
  await third.goto('/messages');
  await expect(third.getByText('No conversations yet')).toBeVisible();
});

test('a fan mutes a creator’s mass messages and sets a weekly limit', async ({ page, newPerson, target }) => {
  const fan = await newPerson();
  const { creator } = await town(page, [fan], target);
  const audience = { include: [{ kind: 'followers' }] };
  const count = async () =>
    (await call<{ people: number; muted: number }>(page, 'POST /broadcasts/count', { audience })).data;
  expect(await count()).toMatchObject({ people: 1, muted: 0 });
  await fan.goto(`/${creator.username}`);
  await fan.getByRole('button', { name: `Message ${creator.name}` }).click();
  await fan.waitForURL(/\/messages\/[0-9a-f-]{36}/);
  const options = fan.getByRole('button', { name: `More options for ${creator.name}` });
  await options.click();
  await fan.getByRole('menuitem', { name: 'Mute mass messages', exact: true }).click();
  await expect.poll(count).toMatchObject({ people: 0, muted: 1 });
  await options.click();
  await fan.getByRole('menuitem', { name: 'Unmute mass messages' }).click();
  await expect.poll(count).toMatchObject({ people: 1, muted: 0 });

  await fan.goto('/user/account?tab=notifications');
  await fan.getByLabel('Mass messages per week').fill('0');
  await fan.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(fan.getByText('Changes saved')).toBeVisible();
  expect(await count()).toMatchObject({ people: 0, muted: 1 });
});
