import { expect, serverReady, test } from './fixtures.ts';
import { call, joinAsCreator, joinAsFan, publish } from './people.ts';

test('a muted creator’s posts leave Home at once, their page stays, and they are unmuted in the account', async ({
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
  await publish(page, { text: 'Twelve glazes', audience: 'public', photo: true });
  expect((await call(fan, `POST /follows/${creator.id}`)).status).toBeLessThan(300);

  await fan.goto('/home');
  await serverReady(fan, target);
  const post = fan.getByRole('article').filter({ hasText: 'Twelve glazes' });
  await post.getByRole('button', { name: 'More options for this post' }).click();
  await fan.getByRole('menuitem', { name: `Mute ${creator.name}` }).click();
  await expect(fan.getByText(`${creator.name} is muted.`, { exact: false })).toBeVisible();
  await expect(post).toBeHidden();
  await fan.reload();
  await serverReady(fan, target);
  await expect(post).toBeHidden();

  await fan.goto(`/${creator.username}`);
  await serverReady(fan, target);
  await expect(post).toBeVisible();
  await fan.getByRole('button', { name: `More options for ${creator.name}` }).click();
  await expect(fan.getByRole('menuitem', { name: `Unmute ${creator.name}` })).toBeVisible();

  await fan.goto('/user/account?tab=privacy');
  await serverReady(fan, target);
  await fan.getByRole('button', { name: `Unmute ${creator.name}` }).click();
  await expect(fan.getByText(/You haven’t muted anyone/)).toBeVisible();
  await fan.goto('/home');
  await serverReady(fan, target);
  await expect(post).toBeVisible();
});
