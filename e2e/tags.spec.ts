import { type Page, expect, serverReady, test } from './fixtures.ts';
import { call, joinAsCreator, joinAsFan, publish } from './people.ts';

test.beforeEach(async ({ page, target }) => {
  await page.goto('/');
  await serverReady(page, target);
});

const open = async (page: Page, path: string, target: 'server' | 'mock') => {
  await page.goto(path);
  await serverReady(page, target);
};

test('a tag leads to its page, with the posts that everyone can read and those who use it', async ({
  page,
  newPerson,
  target,
}) => {
  const creator = await joinAsCreator(page);
  const tag = `tag${creator.username.replaceAll(/[^a-z0-9]/g, '')}`;
  const shown = await publish(page, { text: `Everyone’s #${tag}`, audience: 'public' });
  await publish(page, { text: `Subscribers’ #${tag} secret`, audience: 'subscribers' });
  const reader = await newPerson();
  await open(reader, `/feeds/${shown}`, target);
  await reader.getByRole('link', { name: `#${tag}` }).click();
  await reader.waitForURL(`/tags/${tag}`);
  await expect(reader.getByRole('heading', { level: 1, name: `#${tag}` })).toBeVisible();
  await expect(reader.getByText('1 public post')).toBeVisible();
  await expect(reader.getByText('Everyone’s')).toBeVisible();
  await expect(reader.getByText('secret')).toHaveCount(0);
  await expect(reader.getByRole('link', { name: creator.name }).first()).toBeVisible();
  await open(reader, '/tags/nobodyusesthis', target);
  await expect(reader.getByText('No public posts with #nobodyusesthis yet')).toBeVisible();
});

test('tags and people are suggested while typing, by keyboard, and the person mentioned is told', async ({
  page,
  newPerson,
  target,
}) => {
  const creator = await joinAsCreator(page);
  const post = await publish(page, { text: 'Say hello', audience: 'public' });
  const fan = await newPerson();
  await open(fan, '/', target);
  await joinAsFan(fan);
  const other = await newPerson();
  await open(other, '/', target);
  const mentioned = await joinAsCreator(other);
  await open(fan, `/feeds/${post}`, target);
  const box = fan.getByLabel('Write a comment');
  await box.click();
  await box.pressSequentially(`Look, @${mentioned.username.slice(0, -1)}`);
  await expect(fan.getByRole('option', { name: new RegExp(mentioned.username) })).toBeVisible();
  await box.press('Enter');
  await expect(box).toHaveValue(`Look, @${mentioned.username} `);
  await box.press('Control+Enter');
  await expect(fan.getByRole('link', { name: `@${mentioned.username}` })).toHaveAttribute(
    'href',
    `/${mentioned.username}`,
  );
  await expect
    .poll(async () =>
      (await call<{ data: { type: string; href: string }[] }>(other, 'GET /notifications')).data.data
        .filter(({ type }) => type === 'mention')
        .map(({ href }) => href),
    )
    .toEqual([`/feeds/${post}#comments`]);
  await open(other, '/notifications', target);
  await expect(other.getByText(/mentioned you in a comment/).first()).toBeVisible();
  expect(creator.id).not.toBe(mentioned.id);
});
