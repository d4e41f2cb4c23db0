import { cleanNow, cleanOnPhone } from './axe.ts';
import { expect, serverReady, test } from './fixtures.ts';
import type { Page } from './fixtures.ts';
import { call, joinAsCreator, joinAsFan, publish } from './people.ts';

const dialogOf = (page: Page) => page.getByRole('dialog');

test('a list of creators: made on a profile, read by itself, filled, renamed and deleted', async ({
  page: fan,
  newPerson,
  target,
}) => {
  test.slow();
  const [painter, potter] = [await newPerson(), await newPerson()];
  for (const each of [fan, painter, potter]) {
    await each.goto('/');
    await serverReady(each, target);
  }
  const [ada, ben] = [await joinAsCreator(painter), await joinAsCreator(potter)];
  await joinAsFan(fan);
  await publish(painter, { text: 'Ultramarine, ground by hand', audience: 'public' });
  await publish(potter, { text: 'Twelve glazes', audience: 'public' });
  for (const { username } of [ada, ben]) {
    const { data } = await call<{ _id: string }>(fan, `GET /performers/${username}`);
    expect((await call(fan, `POST /follows/${data._id}`)).status).toBe(200);
  }

  // From a profile's menu into a new list.
  await fan.goto(`/${ada.username}`);
  await serverReady(fan, target);
  await fan
    .getByRole('button', { name: /^(More|Options)/ })
    .first()
    .click();
  await fan.getByRole('menuitem', { name: 'Add to lists…' }).click();
  await dialogOf(fan).getByLabel('New list').fill('Painters');
  await dialogOf(fan).getByRole('button', { name: 'Create list' }).click();
  await expect(dialogOf(fan).getByRole('checkbox', { name: /Painters/ })).toBeChecked();
  await dialogOf(fan).getByRole('button', { name: 'Done' }).click();

  await fan.goto('/user/lists');
  await serverReady(fan, target);
  await expect(fan.getByText('1 creator')).toBeVisible();
  await cleanNow(fan, 'lists of creators');
  await cleanOnPhone(fan, 'lists of creators');
  await fan.getByRole('link', { name: 'Painters' }).click();
  await expect(fan.getByRole('heading', { name: 'Painters', level: 1 })).toBeVisible();
  await fan.getByRole('tab', { name: 'Posts' }).click();
  await expect(fan.getByText('Ultramarine, ground by hand')).toBeVisible();
  await expect(fan.getByText('Twelve glazes')).toHaveCount(0);

  // On the list's page, another one of those who are followed; their posts join.
  await fan.getByRole('button', { name: 'Add creators' }).click();
  await dialogOf(fan).getByRole('button', { name: /^Add / }).click();
  await expect(dialogOf(fan).getByText('Added')).toBeVisible();
  await dialogOf(fan).getByRole('button', { name: 'Done' }).click();
  await expect(fan.getByText('Twelve glazes')).toBeVisible();
  await fan.getByRole('tab', { name: 'Creators' }).click();
  await expect(fan.getByRole('button', { name: /from this list$/ })).toHaveCount(2);
  await cleanNow(fan, 'a list of creators');
  await cleanOnPhone(fan, 'a list of creators');
  await fan
    .getByRole('button', { name: /from this list$/ })
    .first()
    .click();
  await expect(fan.getByText('Removed from this list')).toBeVisible();
  await fan.getByRole('button', { name: /^Undo/ }).click();
  await expect(fan.getByRole('button', { name: /from this list$/ })).toHaveCount(2);

  // The page of those one follows puts them in and out, too.
  await fan.goto('/user/following');
  await serverReady(fan, target);
  await fan
    .getByRole('button', { name: /^Add .+ to lists$/ })
    .first()
    .click();
  await dialogOf(fan)
    .getByRole('checkbox', { name: /Painters/ })
    .uncheck();
  await expect(dialogOf(fan).getByText('1 creator')).toBeVisible();
  await dialogOf(fan).getByRole('button', { name: 'Done' }).click();

  await fan.goto('/user/lists');
  await serverReady(fan, target);
  await fan.getByRole('link', { name: 'Painters' }).click();
  await fan.getByRole('button', { name: 'Options for this list' }).click();
  await fan.getByRole('menuitem', { name: 'Rename list' }).click();
  await dialogOf(fan).getByLabel('Name').fill('Read on Sunday');
  await dialogOf(fan).getByRole('button', { name: 'Rename list' }).click();
  await expect(fan.getByRole('heading', { name: 'Read on Sunday', level: 1 })).toBeVisible();
  await fan.getByRole('button', { name: 'Options for this list' }).click();
  await fan.getByRole('menuitem', { name: 'Delete list' }).click();
  await fan.getByRole('button', { name: 'Delete list' }).click();
  await expect(fan).toHaveURL(/\/user\/lists$/);
  await expect(fan.getByText('No lists yet')).toBeVisible();
  const followed = await call<{ total: number }>(fan, 'GET /follows/following');
  expect(followed.data.total).toBe(2);
});
