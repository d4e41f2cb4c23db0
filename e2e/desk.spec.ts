import { expect, serverReady, test } from './fixtures.ts';
import { makeOperator } from './operator.ts';
import { call, joinAsCreator, joinAsFan, protect } from './people.ts';

test('the desk opens to named operators with a second factor; two of them verify a creator and ban a fan', async ({
  page,
  newPerson,
  target,
}) => {
  const [second, studio] = [await newPerson(), await newPerson()];
  for (const each of [page, second, studio]) {
    await each.goto('/');
    await serverReady(each, target);
  }
  const one = await joinAsFan(page);
  await page.goto('/operator');
  await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible();
  await makeOperator(page, one.username);
  await page.goto('/operator');
  await expect(page.getByRole('heading', { name: 'Turn on two-factor authentication' })).toBeVisible();
  await protect(page);
  await page.goto('/operator');
  await expect(page.getByRole('list', { name: 'Queues' }).getByRole('link')).not.toHaveCount(0);

  // In the demo, a new creator is approved right away.
  const creator = await joinAsCreator(studio);
  await page.getByRole('link', { name: 'Search', exact: true }).click();
  await page.getByRole('searchbox').fill(creator.username);
  await page.getByRole('link', { name: `@${creator.username}` }).click();
  await page.getByRole('link', { name: 'Verification' }).click();
  await page.getByRole('button', { name: 'Show documents' }).click();
  await expect(page.getByRole('img', { name: /^idFront/ })).toHaveJSProperty('complete', true);
  await page.getByRole('button', { name: 'Reject' }).click();
  await page.getByLabel('Common reasons').selectOption({ index: 1 });
  await page.getByRole('button', { name: 'Reject creator' }).click();
  await expect(page.getByText('Why they were rejected')).toBeVisible();
  await page.getByRole('button', { name: 'Approve' }).click();
  await page.getByRole('button', { name: 'Approve creator' }).click();
  await expect(page.getByText('Why they were rejected')).toBeHidden();

  const other = await joinAsFan(second);
  await makeOperator(page, other.username);
  await protect(second);
  await page.goto(`/operator/people/${creator.id}`);
  await expect(async () => {
    await page.reload();
    await page.getByRole('button', { name: 'Propose ban' }).click({ timeout: 3_000 });
  }).toPass();
  await page.getByLabel('Common reasons').selectOption('spam');
  await page.getByLabel('Facts').fill('Payment fraud.');
  await page.getByRole('button', { name: 'Propose ban' }).last().click();
  await expect(page.getByText('Ban proposed by you')).toBeVisible();
  await second.goto(`/operator/people/${creator.id}`);
  await second.getByRole('button', { name: 'Confirm ban' }).click();
  await second.getByLabel('Reason', { exact: true }).fill('I agree.');
  await second.getByRole('button', { name: 'Ban account' }).click();
  await expect(second.getByText('Banned', { exact: true })).toBeVisible();
  await expect(second.getByText(`Ban confirmed by ${other.username}`)).toBeVisible();
  expect((await call(studio, 'GET /users/me')).status).toBe(401);
});
