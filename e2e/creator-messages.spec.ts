import { expect, serverReady, test } from './fixtures.ts';
import type { Page } from './fixtures.ts';
import { call, joinAsCreator, joinAsFan } from './people.ts';
import { fillDate } from './picking.ts';

const thread = (page: Page) => page.getByRole('region', { name: 'Messages' });

test('a follower is welcomed by name; the creator answers with a quick reply, keeps a note and writes for later', async ({
  page: studio,
  newPerson,
  target,
}) => {
  test.slow();
  const fan = await newPerson();
  for (const each of [studio, fan]) {
    await each.goto('/');
    await serverReady(each, target);
  }
  const creator = await joinAsCreator(studio);
  const person = await joinAsFan(fan);

  await studio.goto('/creator/broadcast');
  await studio.getByRole('tab', { name: 'Automatic' }).click();
  const form = studio.getByRole('form', { name: 'New follower' });
  await form.getByRole('textbox', { name: 'Message' }).fill('Welcome, {name}!');
  await expect(form.getByText('Welcome, Alex!')).toBeVisible();
  await form.getByLabel('Send this message').check();
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(studio.getByText('Changes saved')).toBeVisible();

  await call(fan, `POST /follows/${creator.id}`);
  const welcome = `Welcome, ${person.name}!`;
  await expect
    .poll(async () => {
      const { data } = await call<{ data: { lastMessage: { text: string } | null }[] }>(
        fan,
        'GET /conversations',
      );
      return data.data[0]?.lastMessage?.text;
    })
    .toBe(welcome);
  await fan.goto('/messages');
  await fan.getByRole('link', { name: new RegExp(creator.name) }).click();
  await expect(thread(fan).getByText(welcome, { exact: true })).toBeVisible();

  // A quick reply is made, inserted by a slash, and only sent on request.
  await studio.goto('/messages');
  await studio.getByRole('link', { name: new RegExp(person.name) }).click();
  await studio.getByRole('button', { name: 'More ways to write' }).click();
  await studio.getByRole('menuitem', { name: 'Quick replies' }).click();
  const dialog = studio.getByRole('dialog');
  await dialog.getByRole('button', { name: 'New quick reply' }).click();
  await dialog.getByLabel('Title').fill('Question');
  await dialog.getByLabel('Text').fill('What would you like to see, {name}?');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByRole('button', { name: /What would you like to see/ })).toBeVisible();
  await dialog.getByRole('button', { name: 'Close' }).click();
  const field = studio.getByLabel(`Message to ${person.name}`);
  await field.pressSequentially('/que');
  await expect(studio.getByRole('option', { name: /Question/ })).toBeVisible();
  await field.press('Enter');
  const question = `What would you like to see, ${person.name}?`;
  await expect(field).toHaveValue(question);
  await expect(thread(studio).getByText(question, { exact: true })).toHaveCount(0);
  await field.press('Enter');
  await expect(thread(fan).getByText(question, { exact: true })).toBeVisible();

  // What the creator keeps about the fan outlasts a reload.
  await call(studio, 'POST /fan-lists', { name: 'Regulars' });
  await studio.getByRole('button', { name: `About ${person.name}` }).click();
  await studio.getByLabel('Private note').fill('Likes glazes');
  await studio.getByRole('button', { name: 'Save note' }).click();
  await expect(studio.getByText('Saved', { exact: true })).toBeVisible();
  await studio.getByLabel('Regulars').click();
  await expect(studio.getByLabel('Regulars')).toBeChecked();
  await studio.reload();
  await studio.getByRole('button', { name: `About ${person.name}` }).click();
  await expect(studio.getByLabel('Private note')).toHaveValue('Likes glazes');
  await expect(studio.getByLabel('Regulars')).toBeChecked();
  await studio.getByRole('button', { name: 'Close' }).click();

  // Scheduled for tomorrow, then sent at once; the fan sees nothing before.
  await field.fill('See you at the fair');
  await studio.getByRole('button', { name: 'More ways to write' }).click();
  await studio.getByRole('menuitem', { name: 'Send later' }).click();
  const tomorrow = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);
  await fillDate(studio, 'Send at', `${tomorrow} 18:30`);
  await dialog.getByRole('button', { name: 'Schedule message' }).click();
  await expect(field).toHaveValue('');
  await studio.getByRole('button', { name: /1 scheduled message, next/ }).click();
  await expect(dialog.getByText('See you at the fair')).toBeVisible();
  await expect(thread(fan).getByText('See you at the fair')).toHaveCount(0);
  await dialog.getByRole('button', { name: 'Send now' }).click();
  await expect(thread(fan).getByText('See you at the fair', { exact: true })).toBeVisible();
  await expect(studio.getByRole('button', { name: /scheduled message/ })).toHaveCount(0);
});
