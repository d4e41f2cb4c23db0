import { expect, serverReady, test } from './fixtures.ts';
import type { Page } from './fixtures.ts';
import { call, joinAsCreator, joinAsFan, send } from './people.ts';
import config from './playwright.config.ts';

const launch = config.use?.launchOptions;
// A microphone that beeps once a second, and a person who always allows it.
test.use({
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

async function pair(page: Page, other: Page, target: 'server' | 'mock') {
  for (const each of [page, other]) {
    await each.goto('/');
    await serverReady(each, target);
  }
  const creator = await joinAsCreator(other);
  const fan = await joinAsFan(page);
  const opened = await call<{ _id: string }>(page, 'POST /conversations', {
    source: 'performer',
    sourceId: creator.id,
  });
  const conversationId = opened.data._id;
  await call(page, `POST /messages/conversations/${conversationId}`, {
    conversationId,
    data: { text: 'Hello' },
  });
  for (const each of [page, other]) {
    await each.goto(`/messages/${conversationId}`);
    await serverReady(each, target);
    await expect(thread(each).getByText('Hello', { exact: true })).toBeVisible();
  }
  return { creator, fan, conversationId };
}
const thread = (page: Page) => page.getByRole('region', { name: 'Messages' });
const recorder = (page: Page) => page.getByRole('group', { name: 'Voice message', exact: true });
/** How far each voice message of the page has been played, in seconds. */
const heard = (page: Page) =>
  thread(page)
    .locator('audio')
    .evaluateAll((all) => (all as HTMLAudioElement[]).map((each) => each.currentTime));

async function record(page: Page) {
  await page.getByRole('button', { name: 'Record a voice message' }).click();
  await expect(recorder(page).getByRole('timer')).toContainText('0:03');
  // The fake microphone is heard.
  await expect
    .poll(() => recorder(page).locator('svg[data-level]').getAttribute('data-level'))
    .not.toBe('0.00');
}

test('a voice message: recorded, heard before it is sent, and played by the other side', async ({
  page,
  newPerson,
  target,
}) => {
  const other = await newPerson();
  const { fan, conversationId } = await pair(page, other, target);
  await record(page);
  await recorder(page).getByRole('button', { name: 'Pause recording' }).click();
  await expect(recorder(page).getByRole('button', { name: 'Resume recording' })).toBeVisible();
  await recorder(page).getByRole('button', { name: 'Resume recording' }).click();
  await recorder(page).getByRole('button', { name: 'Stop recording' }).click();
  const review = recorder(page).getByRole('group', { name: /^Your recording, 0:0/ });
  await review.getByRole('button', { name: 'Play', exact: true }).click();
  await expect(review.getByRole('button', { name: 'Pause' })).toBeVisible();
  // Discarding asks first, and can be called off.
  await recorder(page).getByRole('button', { name: 'Discard recording' }).click();
  const question = page.getByRole('dialog', { name: 'Discard this recording?' });
  await question.getByRole('button', { name: 'Keep' }).click();
  await recorder(page).getByRole('button', { name: 'Send' }).click();
  await expect(recorder(page)).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Record a voice message' })).toBeFocused();

  await expect(thread(page).getByRole('group', { name: /^Your voice message, 0:0/ })).toBeVisible();
  const theirs = thread(other).getByRole('group', {
    name: new RegExp(`^Voice message from ${fan.name}, 0:0`),
  });
  await expect(theirs).toBeVisible();
  // Nothing plays by itself.
  expect(await heard(other)).toEqual([0]);
  await theirs.getByRole('button', { name: 'Playback speed: 1×' }).click();
  await expect(theirs.getByRole('button', { name: 'Playback speed: 1.5×' })).toBeVisible();
  await theirs.getByRole('button', { name: 'Play', exact: true }).press('Enter');
  await expect.poll(async () => (await heard(other))[0] ?? 0).toBeGreaterThan(0.3);
  expect(
    await thread(other)
      .locator('audio')
      .evaluate((audio: HTMLAudioElement) => audio.playbackRate),
  ).toBe(1.5);
  const stored = await call<{ data: { type: string; files: { duration: number; peaks: number[] }[] }[] }>(
    other,
    `GET /messages/conversations/${conversationId}`,
  );
  const [message] = stored.data.data;
  expect(message?.type).toBe('voice');
  expect(message?.files[0]?.duration).toBeGreaterThan(2.5);
  expect(message?.files[0]?.duration).toBeLessThan(20);
  expect(Math.max(...(message?.files[0]?.peaks ?? []))).toBe(100);
});

test('a recording that couldn’t be sent outlives a reload, and the media leads back to it', async ({
  page,
  newPerson,
  target,
}) => {
  const other = await newPerson();
  const { conversationId } = await pair(page, other, target);
  // Uploads fail as they do without a connection.
  await page.evaluate(() => {
    const real = XMLHttpRequest.prototype.open;
    XMLHttpRequest.prototype.open = function open(this: XMLHttpRequest, method: string, url: string | URL) {
      real.call(this, method, url, true);
      this.send = () => void this.dispatchEvent(new ProgressEvent('error'));
    };
  });
  await record(page);
  await recorder(page).getByRole('button', { name: 'Stop recording' }).click();
  await recorder(page).getByRole('button', { name: 'Send' }).click();
  await expect(thread(page).getByText('Waiting for connection')).toBeVisible();
  // The next page sends it.
  await page.reload();
  await serverReady(page, target);
  const own = thread(page).getByRole('group', { name: /^Your voice message/ });
  await expect(own).toHaveCount(1);
  await expect(thread(other).getByRole('group', { name: /^Voice message from/ })).toBeVisible();

  const photo = await send<{ _id: string }>(page, {
    route: 'POST /messages/private/file/photo',
    files: ['file'],
  });
  await call(page, `POST /messages/conversations/${conversationId}`, {
    conversationId,
    data: { files: [photo.data._id] },
  });
  for (let at = 1; at <= 29; at += 1)
    await call(at % 2 ? page : other, `POST /messages/conversations/${conversationId}`, {
      conversationId,
      data: { text: `line ${at}` },
    });
  await page.reload();
  await serverReady(page, target);
  // The device has forgotten what the server has.
  await expect(thread(page).getByText('line 29', { exact: true })).toBeInViewport();
  await expect(own).toHaveCount(0);
  await page.getByRole('button', { name: 'Media in this conversation' }).click();
  const panel = page.getByRole('dialog', { name: 'Media' });
  await expect(panel.getByRole('button', { name: /^Photo from you/ })).toBeVisible();
  await panel.getByRole('tab', { name: 'Voice' }).click();
  await expect(panel.getByRole('button', { name: /^Photo from you/ })).toHaveCount(0);
  await panel.getByRole('button', { name: /^Voice message from you/ }).click();
  await expect(panel).toHaveCount(0);
  await expect(own).toBeInViewport();
  await expect.poll(async () => (await heard(page))[0] ?? 0).toBeGreaterThan(0.3);
  await page.getByRole('button', { name: 'Media in this conversation' }).click();
  await panel.getByRole('button', { name: /^Photo from you/ }).click();
  await expect(page.getByRole('dialog').getByRole('img', { name: /Photo 1 of 1/ })).toBeVisible();
});
