import { expect, serverReady, test } from './fixtures.ts';
import { makeOperator } from './operator.ts';
import { call, joinAsCreator, joinAsFan, protect, publish } from './people.ts';

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

test('a creator sends documents, an operator approves them at the desk, and the page is public', async ({
  page,
  newPerson,
  target,
}) => {
  const [studio, visitor] = [await newPerson(), await newPerson()];
  for (const each of [page, studio, visitor]) {
    await each.goto('/');
    await serverReady(each, target);
  }
  const creator = await joinAsCreator(studio);
  await publish(studio, { text: 'From the studio', audience: 'public' });
  const operator = await joinAsFan(page);
  await makeOperator(page, operator.username);
  await protect(page);
  // In the demo, a new creator is approved right away, so the approval is withdrawn first.
  const withdrawn = await call(page, `POST /operator/creators/${creator.id}/reject`, {
    reason: 'We need both sides of your ID.',
  });
  expect(withdrawn.status, withdrawn.message).toBe(200);
  await visitor.goto(`/${creator.username}`);
  await expect(visitor.getByText('From the studio')).toHaveCount(0);

  await studio.goto('/creator/account?tab=payouts');
  await serverReady(studio, target);
  await expect(studio.getByText('We need both sides of your ID.').first()).toBeVisible();
  const form = studio.getByRole('region', { name: 'Identity verification' });
  await form
    .locator('input[type=file]')
    .first()
    .setInputFiles({ name: 'id.png', mimeType: 'image/png', buffer: png });
  for (const statement of await form.getByRole('checkbox').all()) await statement.check();
  await form.getByRole('button', { name: 'Send documents' }).click();
  await expect(studio.getByText('Your documents were sent for review')).toBeVisible();

  await page.goto('/operator/creators');
  await page.getByRole('link', { name: `@${creator.username}` }).click();
  await page.getByRole('button', { name: 'Show documents' }).click();
  await expect(page.getByRole('img', { name: /^idFront/ }).first()).toHaveJSProperty('complete', true);
  await page.getByRole('button', { name: 'Approve' }).click();
  await page.getByLabel(/^Note/).fill('Checked with the register.');
  await page.getByLabel(/^Message to the creator/).fill('Welcome back!');
  await page.getByRole('button', { name: 'Approve creator' }).click();
  await expect(page.getByText(`@${creator.username} is approved`)).toBeVisible();

  // Visitors' pages may be a few seconds old.
  await expect(async () => {
    await visitor.goto(`/${creator.username}`);
    await expect(visitor.getByText('From the studio')).toBeVisible({ timeout: 5_000 });
  }).toPass({ timeout: 30_000 });
  await studio.reload();
  await expect(studio.getByText('Welcome back!')).toBeVisible();
  await expect(studio.getByText('Checked with the register.')).toHaveCount(0);
});
