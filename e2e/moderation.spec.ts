import { expect, serverReady, test } from './fixtures.ts';
import { hideByOperator } from './operator.ts';
import { joinAsCreator, joinAsFan, publish } from './people.ts';

test('a reported post is hidden; its creator reads why and appeals, the reporter learns the outcome', async ({
  page,
  newPerson,
  target,
}) => {
  const creator = await newPerson();
  for (const each of [page, creator]) {
    await each.goto('/');
    await serverReady(each, target);
  }
  await joinAsCreator(creator);
  await joinAsFan(page);
  const post = await publish(creator, { text: 'Win a thousand coins today', audience: 'public' });

  await page.goto(`/feeds/${post}`);
  await page
    .getByRole('button', { name: /^More options/ })
    .first()
    .click();
  await page.getByRole('menuitem', { name: 'Report this post' }).click();
  await page.getByRole('radio', { name: /Spam/ }).check();
  await page.getByRole('dialog').getByRole('button', { name: 'Report' }).click();
  await expect(page.getByText('Thanks for your report. We’ll look into it.')).toBeVisible();

  await hideByOperator(page, post, 'It promises prizes.');
  await page.goto('/user/decisions');
  await expect(page.getByText('Action taken')).toBeVisible();
  await page.goto(`/feeds/${post}`);
  await expect(page.getByText('Win a thousand coins today')).toHaveCount(0);

  await creator.goto(`/creator/feeds/${post}`);
  await creator.getByRole('link', { name: 'Read the decision' }).click();
  await expect(creator.getByRole('heading', { name: 'Your post is hidden' })).toBeVisible();
  await expect(creator.getByText('It promises prizes.')).toBeVisible();
  await creator.getByLabel('Why is the decision wrong?').fill('The coins are chocolate.');
  await creator.getByRole('button', { name: 'Send appeal' }).click();
  await expect(creator.getByText('Your appeal is under review')).toBeVisible();
});
