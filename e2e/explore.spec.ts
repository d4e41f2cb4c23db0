import { expect, serverReady, test } from './fixtures.ts';
import { call, joinAsCreator, joinAsFan, publish } from './people.ts';

test('explore shows categories, trending and new creators; a category has its creators and posts, and its own address', async ({
  page,
  newPerson,
  target,
}) => {
  await page.goto('/');
  await serverReady(page, target);
  const creator = await joinAsCreator(page);
  const category = `craft ${creator.username.replaceAll(/[^a-z0-9]/g, '').slice(0, 20)}`;
  await call(page, `PUT /performers/${creator.id}`, { categories: [category] });
  await publish(page, { text: `Made in ${category}`, audience: 'public' });
  await publish(page, { text: `Not for everyone in ${category}`, audience: 'subscribers' });
  const reader = await newPerson();
  await reader.goto('/explore');
  await serverReady(reader, target);
  await expect(reader.getByRole('region', { name: 'Trending creators' })).toBeVisible();
  await expect(
    reader.getByRole('region', { name: 'New' }).getByRole('link', { name: creator.name }),
  ).toBeVisible();
  await expect(reader.getByRole('region', { name: 'Free to join' })).toBeVisible();
  const nav = reader.getByRole('navigation', { name: 'Categories' });
  const first = nav.getByRole('link').first();
  const busiest = ((await first.textContent()) ?? '').trim().split(/\s+\d/)[0]!;
  await nav.getByRole('button', { name: /^Show all/ }).click();
  // All of them can be reached without scrolling sideways.
  const outside = await nav
    .getByRole('link')
    .evaluateAll(
      (all) =>
        all
          .map((each) => each.getBoundingClientRect())
          .filter(({ left, right }) => left < 0 || right > innerWidth).length,
    );
  expect(outside).toBe(0);
  await first.click();
  await expect(reader).toHaveURL(/\/explore\/[^/]+$/);
  await expect(reader.getByRole('heading', { level: 1 })).toHaveText(new RegExp(`^${busiest}$`, 'i'));
  await reader.goto(`/explore/${encodeURIComponent(category)}`);
  await serverReady(reader, target);
  await expect(reader.getByRole('link', { name: creator.name })).toBeVisible();
  await reader.getByRole('button', { name: 'Newest' }).click();
  await expect(reader).toHaveURL(/sort=newest/);
  await reader.getByRole('tab', { name: 'Posts' }).click();
  await expect(reader).toHaveURL(/tab=posts/);
  await expect(reader.getByText(`Made in ${category}`)).toBeVisible();
  await expect(reader.getByText(`Not for everyone in ${category}`)).toHaveCount(0);
  await reader.reload();
  await expect(reader.getByText(`Made in ${category}`)).toBeVisible();
});

test('a category without creators leads back to the others', async ({ page, target }) => {
  await page.goto('/explore/nobody-does-this');
  await serverReady(page, target);
  await expect(page.getByRole('heading', { name: /^No creators in/ })).toBeVisible();
  await page.getByRole('link', { name: 'All categories' }).first().click();
  await expect(page).toHaveURL(/\/explore$/);
});

test('whom followers of a creator also follow is shown to someone who follows that creator', async ({
  page,
  newPerson,
  target,
}) => {
  await page.goto('/');
  await serverReady(page, target);
  const near = await joinAsCreator(page);
  const page2 = await newPerson();
  await page2.goto('/');
  await serverReady(page2, target);
  const followed = await joinAsCreator(page2);
  for (let at = 0; at < 2; at += 1) {
    const other = await newPerson();
    await other.goto('/');
    await serverReady(other, target);
    await joinAsFan(other);
    for (const { id } of [near, followed]) await call(other, `POST /follows/${id}`);
  }
  const reader = await newPerson();
  await reader.goto('/');
  await serverReady(reader, target);
  await joinAsFan(reader);
  await call(reader, `POST /follows/${followed.id}`);
  await reader.goto('/explore');
  await serverReady(reader, target);
  await expect(
    reader
      .getByRole('region', { name: `Because you follow ${followed.name}` })
      .getByRole('link', { name: near.name }),
  ).toBeVisible();
  // The same on the creator's page, once it has been used; there, also for a visitor.
  await reader.goto(`/${followed.username}`);
  await serverReady(reader, target);
  const similar = reader.getByRole('region', { name: 'Similar creators' });
  await expect(similar).toHaveCount(0);
  await reader.mouse.wheel(0, 200);
  await expect(similar.getByRole('link', { name: near.name })).toBeVisible();
});

test('home has tabs: followed, subscribed, and trending creators to discover, kept in the URL', async ({
  page,
  newPerson,
  target,
}) => {
  await page.goto('/');
  await serverReady(page, target);
  const creator = await joinAsCreator(page);
  const text = `Fresh from ${creator.username}`;
  await publish(page, { text, audience: 'public' });
  const reader = await newPerson();
  await reader.goto('/');
  await serverReady(reader, target);
  await joinAsFan(reader);
  await call(reader, `POST /follows/${creator.id}`);
  await reader.goto('/home');
  await serverReady(reader, target);
  await expect(reader.getByText(text)).toBeVisible();
  await reader.getByRole('tab', { name: 'Subscribed' }).click();
  await expect(reader).toHaveURL(/tab=subscribed/);
  await expect(reader.getByText('No posts from subscriptions yet')).toBeVisible();
  await reader.getByRole('tab', { name: 'Discover' }).click();
  await expect(reader).toHaveURL(/tab=discover/);
  await expect(reader.getByRole('article').first()).toBeVisible();
  await expect(reader.getByText(text)).toHaveCount(0);
  await reader.reload();
  await expect(reader.getByRole('tab', { name: 'Discover' })).toHaveAttribute('aria-selected', 'true');
  await expect(reader.getByRole('article').first()).toBeVisible();
});

test('a new fan chooses interests, follows suggested creators, and finds a full home; interests are in the account', async ({
  page,
  target,
}) => {
  await page.goto('/');
  await serverReady(page, target);
  await joinAsFan(page);
  await page.goto('/welcome');
  await serverReady(page, target);
  const chips = page.getByRole('group', { name: 'Interests' });
  await chips.getByRole('button', { name: 'ceramics', exact: true }).click();
  await expect
    .poll(async () => (await call<{ interests: string[] }>(page, 'GET /users/interests')).data.interests)
    .toEqual(['ceramics']);
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page).toHaveURL(/step=follow/);
  await expect(page.getByRole('heading', { level: 1, name: 'Follow a few creators' })).toBeVisible();
  await expect(page.getByText(/^ceramics · .*follower/).first()).toBeVisible();
  const button = page
    .getByRole('main')
    .getByRole('button', { name: /^Follow / })
    .first();
  const name = ((await button.textContent()) ?? '').replace(/^Follow /, '');
  await button.click();
  await expect(page.getByRole('main').getByRole('button', { name: `Following ${name}` })).toBeVisible();
  await page.getByRole('link', { name: 'Go to your feed' }).click();
  await page.waitForURL('**/home');
  await expect(page.getByRole('article').first()).toBeVisible();
  await page.goto('/user/account');
  await serverReady(page, target);
  await expect(
    page.getByRole('group', { name: 'Interests' }).getByRole('button', { name: 'ceramics', exact: true }),
  ).toHaveAttribute('aria-pressed', 'true');
});

test('an empty home leads to the first steps, until that is dismissed', async ({ page, target }) => {
  await page.goto('/');
  await serverReady(page, target);
  await joinAsFan(page);
  await page.goto('/home');
  await serverReady(page, target);
  await expect(page.getByRole('link', { name: 'Get started' })).toHaveAttribute('href', '/welcome');
  await page.getByRole('button', { name: 'Dismiss' }).click();
  await page.reload();
  await expect(page.getByText('Your feed is empty')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Get started' })).toHaveCount(0);
});
