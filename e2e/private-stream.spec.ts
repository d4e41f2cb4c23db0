import { cleanNow, cleanOnPhone } from './axe.ts';
import { expect, serverReady, test } from './fixtures.ts';
import type { Page } from './fixtures.ts';
import { call, joinAsCreator, joinAsFan, topUp } from './people.ts';
import config from './playwright.config.ts';

const launch = config.use?.launchOptions;
// A camera with a moving picture, and a person who always allows it.
test.use({
  // Disables transitions, so that colors aren't checked halfway between themes.
  contextOptions: { reducedMotion: 'reduce' },
  launchOptions: {
    ...launch,
    args: [
      ...(launch?.args ?? []),
      '--use-fake-device-for-media-stream',
      '--use-fake-ui-for-media-stream',
      '--autoplay-policy=no-user-gesture-required',
    ],
  },
});
test.describe.configure({ timeout: 180_000 });

const frames = (page: Page): Promise<number> =>
  page
    .getByLabel(/^Picture of /)
    .evaluate((video: HTMLVideoElement) => video.getVideoPlaybackQuality().totalVideoFrames);

test('a private stream from the request to its statement', async ({ page: fan, newPerson, target }) => {
  const studio = await newPerson();
  for (const each of [fan, studio]) {
    await each.goto('/');
    await serverReady(each, target);
  }
  const creator = await joinAsCreator(studio);
  await joinAsFan(fan);
  await topUp(fan, 2_000);
  await call(studio, 'PUT /streaming/update', { privateEnabled: true, perMinute: 60 });
  const balance = async () => (await call<{ balance: number }>(fan, 'GET /users/me')).data.balance;
  const before = await balance();

  await fan.goto(`/${creator.username}`);
  // Whether a creator takes private streams is asked with the first interaction.
  await fan.getByRole('heading', { level: 1 }).click();
  await fan.getByRole('button', { name: 'Ask for a private stream' }).click();
  const dialog = fan.getByRole('dialog', { name: /^Private stream with / });
  await expect(dialog.getByText('300 tokens')).toBeVisible();
  await dialog.getByLabel('Note').fill('A question about glazing');
  await dialog.getByRole('button', { name: 'Ask for a private stream' }).click();
  await expect(fan).toHaveURL(/\/live\/private\//);

  await studio.goto('/creator/private-streams');
  await expect(studio.getByText('A question about glazing')).toBeVisible();
  await studio.getByRole('button', { name: /^Accept .+ request$/ }).click();
  await expect(studio).toHaveURL(/\/live\/private\//);
  await expect.poll(balance).toBe(before - 300);

  for (const each of [studio, fan]) await each.getByRole('button', { name: 'Join', exact: true }).click();
  for (const each of [studio, fan])
    await expect.poll(() => frames(each), { timeout: 30_000 }).toBeGreaterThan(10);
  await fan.getByRole('textbox', { name: 'Message to the chat' }).fill('Which clay is that?');
  await fan.keyboard.press('Enter');
  await expect(studio.getByText('Which clay is that?')).toBeVisible();

  if (target === 'server') {
    await cleanNow(studio, 'a private stream');
    await cleanOnPhone(fan, 'a private stream');
  }
  await fan.getByRole('button', { name: 'End private stream' }).click();
  await fan.getByRole('dialog').getByRole('button', { name: 'End stream' }).click();
  for (const each of [fan, studio]) {
    await expect(each.getByRole('heading', { name: 'Statement' })).toBeVisible();
    await expect(each.getByText('Charged time')).toBeVisible();
  }
  await expect.poll(balance).toBeGreaterThan(before - 300);
});
