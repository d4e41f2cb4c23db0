import { expect, serverReady, test } from './fixtures.ts';
import { call, joinAsCreator, joinAsFan, publish } from './people.ts';

test('a like comes to the bell at once, is grouped, and leads to its post', async ({
  page,
  newPerson,
  target,
}) => {
  test.slow();
  const [ada, ben] = [await newPerson(), await newPerson()];
  for (const each of [page, ada, ben]) {
    await each.goto('/');
    await serverReady(each, target);
  }
  await joinAsCreator(page);
  const [first, second] = [await joinAsFan(ada), await joinAsFan(ben)];
  const text = 'Fresh out of the kiln';
  const postId = await publish(page, { text, audience: 'public' });
  await page.goto('/notifications');
  await serverReady(page, target);
  await expect(page.getByText('No notifications yet')).toBeVisible();
  const like = { action: 'like', objectType: 'feed', objectId: postId };
  expect((await call(ada, 'POST /reactions', like)).status).toBe(200);
  const list = page.getByRole('list', { name: 'Notifications' });
  await expect(list.getByText(`${first.name} liked your post.`)).toBeVisible();
  expect((await call(ben, 'POST /reactions', like)).status).toBe(200);
  const row = list.getByRole('link', { name: `${second.name} and ${first.name} liked your post.` });
  await expect(row).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Today' })).toBeVisible();
  const bell = page.getByRole('link', { name: 'Notifications 1 unread' });
  await expect(bell.first()).toBeVisible();
  await row.click();
  await expect(page).toHaveURL(new RegExp(`/feeds/${postId}$`));
  await expect(page.getByText(text).first()).toBeVisible();
  await expect(bell).toHaveCount(0);
  await page.goto('/notifications');
  await expect(row).toBeVisible();
  await expect(page.getByText('Unread:')).toHaveCount(0);
});

test('a fan asks for a creator’s new posts, turns a type off, and marks all as read', async ({
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
  const creator = await joinAsCreator(page);
  await joinAsFan(fan);
  expect((await call(fan, `POST /follows/${creator.id}`)).status).toBe(200);
  await fan.goto('/user/following');
  await serverReady(fan, target);
  const alerts = fan.getByRole('button', { name: `Notify me of new posts by ${creator.name}` });
  await alerts.click();
  await expect(alerts).toHaveAttribute('aria-pressed', 'true');
  await publish(page, { text: 'Glaze day', audience: 'public' });
  await fan.goto('/notifications');
  const row = fan.getByRole('link', { name: `Unread: ${creator.name} posted: “Glaze day”` });
  await expect(row).toBeVisible({ timeout: 30_000 });
  await fan.getByRole('button', { name: 'Mark all as read' }).click();
  await expect(fan.getByText('Unread:')).toHaveCount(0);
  await expect(fan.getByRole('button', { name: 'Mark all as read' })).toHaveCount(0);
  await fan.getByRole('link', { name: 'Settings', exact: true }).click();
  const box = fan.getByRole('checkbox', { name: 'New posts from creators you turned on: On the site' });
  await box.uncheck();
  await expect
    .poll(
      async () =>
        (await call<{ channels: Record<string, { app: boolean }> }>(fan, 'GET /notifications/settings')).data
          .channels['new-post']?.app,
    )
    .toBe(false);
  await fan.reload();
  await expect(box).not.toBeChecked();
});
