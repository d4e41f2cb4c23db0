import { expect, serverReady, test } from './fixtures.ts';
import type { Page } from './fixtures.ts';
import { call, joinAsCreator, joinAsFan } from './people.ts';

/** Lets likes, bookmarks, follows and votes reach the server only while `cut` isn't set, across reloads. */
const makeCuttable = (page: Page) =>
  page.addInitScript(() => {
    const real = window.fetch;
    window.fetch = (input, init) => {
      const address = input instanceof Request ? input.url : String(input);
      const isCut = sessionStorage.getItem('cut') !== null && init?.method !== 'GET';
      return isCut && /\/(reactions|follows|feeds\/vote)\b/.test(address)
        ? Promise.reject(new TypeError('Failed to fetch'))
        : real(input, init);
    };
  });

test('likes, bookmarks, follows and votes made without a connection arrive after a reload', async ({
  page,
  newPerson,
  target,
  expectedProblems,
}) => {
  expectedProblems.push(/Failed to fetch/);
  await makeCuttable(page);
  const other = await newPerson();
  for (const each of [page, other]) {
    await each.goto('/');
    await serverReady(each, target);
  }
  const creator = await joinAsCreator(other);
  await joinAsFan(page);
  const text = `Glaze day ${Date.now().toString(36)}`;
  const { data } = await call<{ _id: string; slug: string }>(other, 'POST /performer/feeds/polls', {
    text,
    audience: 'public',
    poll: { question: 'Which glaze?', options: ['Ash', 'Celadon'], multiple: false },
  });
  await page.goto(`/${creator.username}`);
  await serverReady(page, target);
  const post = page.getByRole('article').filter({ hasText: text });
  await expect(post).toBeVisible();
  await page.evaluate(() => sessionStorage.setItem('cut', '1'));

  await post.getByRole('button', { name: /^Like/ }).click();
  await expect(page.getByText('Not sent yet. We’ll try again when the connection is back.')).toBeVisible();
  await post.getByRole('button', { name: /^Bookmark/ }).click();
  await post.getByRole('radio', { name: 'Celadon' }).check();
  await post.getByRole('button', { name: 'Vote' }).click();
  await page.getByRole('button', { name: `Follow ${creator.name}` }).click();
  const shownAsDone = async () => {
    for (const name of [/^Like/, /^Bookmark/])
      await expect(post.getByRole('button', { name })).toHaveAttribute('aria-pressed', 'true');
    await expect(page.getByRole('button', { name: `Following ${creator.name}` })).toBeVisible();
    await expect(post.getByRole('button', { name: 'Change vote' })).toBeVisible();
  };
  await shownAsDone();
  const onServer = async () => {
    const [{ data: seen }, { data: followed }] = [
      await call<{ isLiked: boolean; isBookmarked: boolean; poll: { ownVotes: string[] } }>(
        page,
        `GET /user/feeds/${data._id}`,
      ),
      await call<{ isFollowed: boolean }>(page, `GET /performers/${creator.username}`),
    ];
    return [seen.isLiked, seen.isBookmarked, seen.poll.ownVotes.length, followed.isFollowed];
  };
  expect(await onServer()).toEqual([false, false, 0, false]);

  await page.evaluate(() => sessionStorage.removeItem('cut'));
  await page.reload();
  await serverReady(page, target);
  await expect.poll(onServer, { timeout: 20_000 }).toEqual([true, true, 1, true]);
  await shownAsDone();
  await expect
    .poll(() => page.evaluate(() => Object.keys(localStorage).join()))
    .not.toContain('pending-actions');
});
