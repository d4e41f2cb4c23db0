import { expect, serverReady, test } from './fixtures.ts';
import type { Page } from './fixtures.ts';
import { call, joinAsCreator, joinAsFan, publish, topUp } from './people.ts';

/** Opens a post and waits until it is interactive. */
async function open(page: Page, id: string, target: 'server' | 'mock'): Promise<void> {
  await page.goto(`/feeds/${id}`);
  await serverReady(page, target);
  await expect(page.getByRole('article').first()).toBeVisible();
}
const comments = (page: Page) => page.getByRole('list', { name: 'Comments' });

test("a poll from creation to its results: voted with the keyboard, changed, and its result seen by someone who didn't vote", async ({
  page,
  newPerson,
  target,
}) => {
  test.slow();
  const [fan, watcher] = [await newPerson(), await newPerson()];
  for (const each of [page, fan, watcher]) {
    await each.goto('/');
    await serverReady(each, target);
  }
  await joinAsCreator(page);
  await joinAsFan(fan);
  await joinAsFan(watcher);
  const made = await call<{ _id: string }>(page, 'POST /performer/feeds/polls', {
    audience: 'public',
    text: 'Help me choose',
    poll: {
      question: 'Which glaze?',
      options: ['Celadon', 'Tenmoku', 'Shino'],
      resultsVisible: 'afterEnd',
      expiresAt: new Date(Date.now() + 35_000).toISOString(),
    },
  });
  expect(made.status, made.message).toBe(201);
  await open(watcher, made.data._id, target);
  const seen = watcher.getByRole('region', { name: 'Poll: Which glaze?' });
  await expect(seen.getByText(/Results appear when the poll ends/)).toBeVisible();

  await open(fan, made.data._id, target);
  const poll = fan.getByRole('region', { name: 'Poll: Which glaze?' });
  await poll.getByRole('radio', { name: 'Celadon' }).focus();
  await fan.keyboard.press('Space');
  await fan.keyboard.press('Tab');
  await fan.keyboard.press('Enter');
  await expect(
    poll.getByRole('listitem').filter({ hasText: 'Celadon' }).getByRole('img', { name: 'Your vote' }),
  ).toBeVisible();
  await poll.getByRole('button', { name: 'Change vote' }).click();
  await poll.getByRole('radio', { name: 'Shino' }).check();
  await poll.getByRole('button', { name: 'Vote', exact: true }).click();
  await expect(
    poll.getByRole('listitem').filter({ hasText: 'Shino' }).getByRole('img', { name: 'Your vote' }),
  ).toBeVisible();
  // A vote is shown before the server has it, so wait before reloading.
  const voted = async () => {
    const {
      data: {
        poll: { options, ownVotes },
      },
    } = await call<{ poll: { options: { _id: string; text: string }[]; ownVotes: string[] } }>(
      fan,
      `GET /user/feeds/${made.data._id}`,
    );
    return options.filter(({ _id }) => ownVotes.includes(_id)).map(({ text }) => text);
  };
  await expect.poll(voted).toEqual(['Shino']);
  await fan.reload();
  await serverReady(fan, target);
  await expect(
    poll.getByRole('listitem').filter({ hasText: 'Shino' }).getByRole('img', { name: 'Your vote' }),
  ).toBeVisible();

  // The page of the viewer who didn't vote refetches at the end by itself.
  await expect(seen.getByText('1 voter · Ended')).toBeVisible({ timeout: 60_000 });
  await expect(seen.getByRole('listitem').filter({ hasText: 'Shino' })).toContainText('100%');
  expect((await call(fan, `POST /user/feeds/vote/${made.data._id}`, { optionIds: [] })).status).toBe(422);
});

test('likes and bookmarks can be found again; a comment with its reply in two browsers, pinned, and a commenter banned', async ({
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
  const person = await joinAsFan(fan);
  const id = await publish(page, { text: 'First firing of the year', audience: 'public' });

  await open(fan, id, target);
  await fan.getByRole('button', { name: 'Like' }).click();
  await expect(fan.getByRole('button', { name: 'Like, 1 like', pressed: true })).toBeVisible();
  await fan.getByRole('button', { name: 'Bookmark' }).click();
  await expect(fan.getByRole('button', { name: 'Bookmark, 1 bookmark', pressed: true })).toBeVisible();
  await expect
    .poll(
      async () =>
        (await call<{ isLiked: boolean; isBookmarked: boolean }>(fan, `GET /user/feeds/${id}`)).data,
    )
    .toMatchObject({ isLiked: true, isBookmarked: true });

  await fan.getByLabel('Write a comment').fill('How hot was it? <b>Very</b> <img src=x onerror=alert(1)>');
  await fan.getByRole('button', { name: 'Comment', exact: true }).click();
  await expect(comments(fan).getByText('How hot was it?')).toBeVisible();
  await expect(fan.getByRole('heading', { name: 'Comments (1)' })).toBeVisible();
  expect(await fan.locator('img[src="x"]').count()).toBe(0);

  await open(page, id, target);
  const said = comments(page).getByRole('listitem', { name: `Comment by ${person.name}` });
  await said.getByRole('button', { name: 'Reply' }).click();
  await page.getByLabel(`Reply to ${person.name}`).fill('1260 degrees');
  await page.getByRole('button', { name: 'Reply' }).last().click();
  await expect(page.getByRole('list', { name: 'Replies' }).getByText('1260 degrees')).toBeVisible();
  await said.getByRole('button', { name: `More options for the comment by ${person.name}` }).click();
  await page.getByRole('menuitem', { name: 'Pin to top' }).click();
  await expect(said.getByText('Pinned')).toBeVisible();

  await open(fan, id, target);
  await expect(comments(fan).getByText('Pinned')).toBeVisible();
  await comments(fan).getByRole('button', { name: '1 reply' }).click();
  await expect(fan.getByText('1260 degrees')).toBeVisible();
  await expect(comments(fan).getByText('Creator')).toBeVisible();

  await said.getByRole('button', { name: `More options for the comment by ${person.name}` }).click();
  await page.getByRole('menuitem', { name: 'Ban from commenting' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Ban from commenting' }).click();
  await expect(page.getByText(`${person.name} can’t comment on your content anymore.`)).toBeVisible();
  await open(fan, id, target);
  await expect(fan.getByText('You can’t comment on this creator’s content.')).toBeVisible();
  await page.getByRole('button', { name: 'Banned commenters' }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Unban/ })
    .click();
  await expect(page.getByRole('dialog').getByText('No one is banned')).toBeVisible();

  await fan.goto('/user/bookmarks');
  await serverReady(fan, target);
  await expect(fan.getByRole('article', { name: `Post by ${creator.name}` })).toBeVisible();
  await fan.getByRole('button', { name: /^Bookmark/ }).click();
  await expect(fan.getByRole('button', { name: 'Bookmark', pressed: false })).toBeVisible();
  await fan.reload();
  await serverReady(fan, target);
  await expect(fan.getByText('No bookmarked posts yet')).toBeVisible();
});

test('a purchase stays in the library and opens after its post is archived and the subscription ended', async ({
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
  await call(page, `PUT /performers/${creator.id}`, { isFreeSubscription: true });
  const id = await publish(page, {
    text: 'Twelve glazes and what they cost me',
    audience: 'subscribers',
    price: 40,
    photo: true,
  });
  expect(
    (await call(fan, 'POST /payment/subscribe/performers', { performerId: creator.id, type: 'free' })).status,
  ).toBe(201);
  await topUp(fan, 500);
  expect((await call(fan, `POST /wallet/charges/feed/${id}`, { expectedPrice: 40 })).status).toBe(201);
  expect((await call(page, `PUT /performer/feeds/${id}`, { state: 'archived' })).status).toBe(200);

  await fan.goto('/user/library');
  await serverReady(fan, target);
  await fan.getByLabel('Search your library by title or creator').fill(creator.name);
  const row = fan.getByRole('link', { name: 'Twelve glazes and what they cost me' });
  await expect(row).toBeVisible();
  await expect(fan.getByText('40 tokens').first()).toBeVisible();
  const [subscription] = (await call<{ data: { _id: string }[] }>(fan, 'GET /subscriptions/user/search')).data
    .data;
  const ended = await call(fan, `POST /payment/sandbox/cancel-subscription/${subscription?._id ?? ''}`);
  expect(ended.status, ended.message).toBe(200);
  await row.click();
  await fan.waitForURL(`**/feeds/${id}`);
  await expect(fan.getByText('Twelve glazes and what they cost me').first()).toBeVisible();
  const picture = fan.getByRole('img', { name: /Photo 1 of 1/ });
  await expect
    .poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBeGreaterThan(0);
  // Comments load when they are near the viewport.
  await fan.getByRole('heading', { name: 'Comments' }).scrollIntoViewIfNeeded();
  await expect(fan.getByText('Comments are turned off.')).toBeVisible();
});
