import { expect, serverReady, test } from './fixtures.ts';
import { call, joinAsCreator, joinAsFan, publish } from './people.ts';

test('a comment with a held word waits for the creator, its author knows, and it appears once approved', async ({
  page,
  newPerson,
  target,
}) => {
  const fan = await newPerson();
  for (const each of [page, fan]) {
    await each.goto('/');
    await serverReady(each, target);
  }
  await joinAsCreator(page);
  const person = await joinAsFan(fan);
  const id = await publish(page, { text: 'The last chapter', audience: 'public' });

  await page.goto('/creator/comments');
  await serverReady(page, target);
  await expect(page.getByText('No comments to review')).toBeVisible();
  await page.getByLabel('Words and phrases').fill('Spoiler\nthe ending');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Changes saved')).toBeVisible();

  await fan.goto(`/feeds/${id}`);
  await serverReady(fan, target);
  await fan.getByLabel('Write a comment').fill('No s p o i l e r please');
  await fan.getByRole('button', { name: 'Comment', exact: true }).click();
  const waiting = fan.getByText('Waiting for review by the creator. Only you can see it until then.');
  await expect(waiting).toBeVisible();
  await expect(fan.getByRole('heading', { name: 'Comments', exact: true })).toBeVisible();

  const held = page.getByRole('article', { name: `Comment by ${person.name}` });
  await expect(held.getByText('No s p o i l e r please')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Waiting for review (1)' })).toBeVisible();
  const seen = await call<{ total: number }>(page, `GET /comments?objectType=feed&objectId=${id}`);
  expect(seen.data.total).toBe(0);
  await held.getByRole('button', { name: `Approve the comment by ${person.name}` }).click();
  await expect(page.getByText('No comments to review')).toBeVisible();

  await expect(waiting).toBeHidden();
  await fan.reload();
  await serverReady(fan, target);
  await expect(fan.getByRole('heading', { name: 'Comments (1)' })).toBeVisible();
});
