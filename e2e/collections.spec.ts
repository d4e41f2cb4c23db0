import { expect, serverReady, test } from './fixtures.ts';
import { call, joinAsCreator, joinAsFan, publish } from './people.ts';

test('a bookmark goes into a new collection, which has its own address, and out again', async ({
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
  await joinAsCreator(page);
  await joinAsFan(fan);
  const id = await publish(page, { text: 'Twelve glazes', audience: 'public', photo: true });

  await fan.goto(`/feeds/${id}`);
  await serverReady(fan, target);
  await fan.getByRole('button', { name: 'Bookmark' }).first().click();
  await fan.getByRole('button', { name: 'Add to collection' }).click();
  const dialog = fan.getByRole('dialog', { name: 'Add to collection' });
  await dialog.getByLabel('New collection').fill('Ceramics');
  await dialog.getByRole('button', { name: 'Create collection' }).click();
  await expect(dialog.getByRole('checkbox', { name: /Ceramics/ })).toBeChecked();
  await dialog.getByRole('button', { name: 'Done' }).click();

  await fan.goto('/user/bookmarks');
  await serverReady(fan, target);
  await fan.getByRole('link', { name: 'Ceramics' }).click();
  await expect(fan).toHaveURL(/\/user\/bookmarks\?collection=/);
  await expect(fan.getByRole('heading', { name: 'Ceramics', level: 1 })).toBeVisible();
  await fan.reload();
  await serverReady(fan, target);
  await expect(fan.getByRole('link', { name: 'Twelve glazes' })).toBeVisible();

  await fan.getByRole('button', { name: 'Options for this collection' }).click();
  await fan.getByRole('menuitem', { name: 'Rename collection' }).click();
  await fan.getByRole('dialog').getByLabel('Name').fill('Glazes');
  await fan.getByRole('button', { name: 'Rename collection' }).click();
  await expect(fan.getByRole('heading', { name: 'Glazes', level: 1 })).toBeVisible();

  await fan.getByRole('button', { name: 'Options for Twelve glazes' }).click();
  await fan.getByRole('menuitem', { name: 'Remove bookmark' }).click();
  await expect(fan.getByText('Bookmark removed')).toBeVisible();
  await fan.getByRole('button', { name: /^Undo/ }).click();
  await expect(fan.getByRole('button', { name: 'Options for Twelve glazes' })).toBeVisible();
  const inside = async () =>
    (await call<{ data: { items: number }[] }>(fan, 'GET /bookmark-collections')).data.data[0]?.items;
  await expect.poll(inside).toBe(1);

  await fan.getByRole('button', { name: 'Options for this collection' }).click();
  await fan.getByRole('menuitem', { name: 'Delete collection' }).click();
  await fan.getByRole('button', { name: 'Delete collection' }).click();
  await expect(fan).toHaveURL(/\/user\/bookmarks$/);
  await expect(fan.getByText('Twelve glazes').first()).toBeVisible();
});
