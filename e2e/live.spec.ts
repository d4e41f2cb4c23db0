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
test.describe.configure({ timeout: 240_000 });

async function arrive(pages: readonly Page[], target: 'server' | 'mock'): Promise<void> {
  for (const page of pages) {
    await page.goto('/');
    await serverReady(page, target);
  }
}

/** The creator goes live through the page; returns the stream's id. */
async function goLive(studio: Page, { title, ticket }: { title: string; ticket?: number }): Promise<string> {
  await studio.goto('/creator/live');
  await studio.getByRole('textbox', { name: 'Title' }).fill(title);
  if (ticket) {
    await studio.getByLabel('Sell this stream').check();
    await studio.getByLabel('Price', { exact: true }).fill(String(ticket));
    await studio.getByLabel('Included for subscribers').uncheck();
  } else {
    await studio.getByLabel('Set a tip goal').check();
    await studio.getByLabel('Goal', { exact: true }).fill('60');
  }
  await studio.getByRole('button', { name: 'Go live', exact: true }).click();
  await expect(studio.getByRole('button', { name: 'End stream' })).toBeVisible();
  const link = await studio.getByRole('link', { name: 'View as a fan' }).getAttribute('href');
  return link?.split('/').at(-1) ?? '';
}

/** Frames that the page has shown since it began to play. */
const frames = (page: Page): Promise<number> =>
  page
    .locator('video')
    .evaluate((video: HTMLVideoElement) => video.getVideoPlaybackQuality().totalVideoFrames);
/** What has moved on the page by itself: the text of each element, and by how much. */
const layoutShifts = (page: Page): Promise<string[]> =>
  page.evaluate(
    () =>
      new Promise<string[]>((resolve) => {
        const moved: string[] = [];
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries() as (PerformanceEntry & {
            value: number;
            hadRecentInput: boolean;
            sources: readonly { node: Node | null; previousRect: DOMRect; currentRect: DOMRect }[];
          })[])
            if (!entry.hadRecentInput)
              for (const { node, previousRect: from, currentRect: to } of entry.sources)
                moved.push(
                  `${entry.value}: ${node?.nodeName} “${node?.textContent?.slice(0, 60)}” from ${JSON.stringify(from)} to ${JSON.stringify(to)}`,
                );
        }).observe({ type: 'layout-shift', buffered: true });
        setTimeout(() => resolve(moved), 100);
      }),
  );
async function watch(page: Page, id: string): Promise<void> {
  await page.goto(`/live/${id}`);
  await page.getByRole('button', { name: 'Watch live' }).click();
  await expect.poll(() => frames(page), { timeout: 30_000 }).toBeGreaterThan(10);
}
async function end(studio: Page): Promise<void> {
  await studio.getByRole('button', { name: 'End stream' }).click();
  await studio.getByRole('dialog').getByRole('button', { name: 'End stream' }).click();
  await expect(studio.getByRole('heading', { name: 'Your stream has ended' })).toBeVisible();
}

test('a creator goes live to two viewers, who chat and tip; everyone sees it end', async ({
  page: ada,
  newPerson,
  target,
}) => {
  const [ben, studio] = [await newPerson(), await newPerson()];
  await arrive([ada, ben, studio], target);
  await joinAsCreator(studio);
  for (const fan of [ada, ben]) await joinAsFan(fan);
  await topUp(ada, 2_000);
  // A second try of this test finds the first one's stream still live, so titles differ.
  const title = `Throwing vase ${Date.now().toString(36)}`;
  const id = await goLive(studio, { title });

  await ada.goto('/live');
  await expect(ada.getByRole('article', { name: title })).toBeVisible();
  for (const fan of [ada, ben]) await watch(fan, id);
  await expect(ada.getByRole('textbox', { name: 'Message to the chat' })).toBeVisible();
  if (target === 'server') {
    expect(await layoutShifts(ada)).toEqual([]);
    await cleanNow(ada, 'a stream');
    for (const each of [ben, studio])
      await cleanOnPhone(each, each === ben ? 'a stream' : 'the creator’s stream');
  }

  await ben.getByRole('textbox', { name: 'Message to the chat' }).fill('Hello from Ben');
  await ben.keyboard.press('Enter');
  for (const each of [ada, studio]) await expect(each.getByText('Hello from Ben')).toBeVisible();

  await ada.getByRole('button', { name: 'Tip', exact: true }).click();
  await ada.getByLabel('Tokens', { exact: true }).fill('60');
  await ada.getByRole('button', { name: /^Tip 60 tokens/ }).click();
  for (const each of [ada, ben, studio])
    await expect(each.getByText('Goal reached: 60 tokens')).toBeVisible();

  await end(studio);
  for (const fan of [ada, ben])
    await expect(fan.getByRole('heading', { name: 'The stream has ended' })).toBeVisible({ timeout: 60_000 });
});

test('a ticket lets a fan in, and a stream that ends right away returns it', async ({
  page: fan,
  newPerson,
  target,
}) => {
  const studio = await newPerson();
  await arrive([fan, studio], target);
  await joinAsCreator(studio);
  await joinAsFan(fan);
  await topUp(fan, 2_000);
  const balance = async () => (await call<{ balance: number }>(fan, 'GET /users/me')).data.balance;
  const before = await balance();
  const id = await goLive(studio, { title: 'Evening jazz', ticket: 50 });

  await fan.goto(`/live/${id}`);
  await expect(fan.getByRole('button', { name: 'Watch live' })).toHaveCount(0);
  await fan.getByRole('button', { name: /^Ticket for 50 tokens/ }).click();
  await fan.getByRole('button', { name: /^Buy for 50 tokens/ }).click();
  await fan.getByRole('button', { name: 'Watch live' }).click();
  await expect.poll(() => frames(fan), { timeout: 30_000 }).toBeGreaterThan(10);
  expect(await balance()).toBe(before - 50);

  await end(studio);
  await expect(fan.getByRole('heading', { name: 'The stream has ended' })).toBeVisible();
  await expect.poll(balance).toBe(before);
});

test('a stream waits for its creator, who goes on after a reload; a fan who is blocked is sent out', async ({
  page: fan,
  newPerson,
  target,
}) => {
  const studio = await newPerson();
  await arrive([fan, studio], target);
  await joinAsCreator(studio);
  const { id: userId } = await joinAsFan(fan);
  const id = await goLive(studio, { title: 'Wheel and clay' });
  await watch(fan, id);

  // The question whether to leave while live.
  studio.once('dialog', (dialog) => void dialog.accept());
  await studio.reload();
  await expect(fan.getByText('Back in a moment').first()).toBeVisible({ timeout: 40_000 });
  await studio.getByRole('button', { name: 'Continue here' }).click();
  await expect(fan.getByText('Back in a moment')).toHaveCount(0, { timeout: 40_000 });
  const shown = await frames(fan);
  await expect.poll(() => frames(fan), { timeout: 30_000 }).toBeGreaterThan(shown + 10);

  await call(studio, 'POST /block/users', { userId });
  await expect(fan.getByRole('heading', { name: 'You can’t watch this stream anymore' })).toBeVisible();
  await expect(fan.locator('video')).toHaveCount(0);
  await end(studio);
});

/** Sends a camera by WHIP as OBS does, with nothing but an address and a key. Returns the reply's status. */
const sendByWhip = (page: Page, encoder: { url: string; key: string }): Promise<number> =>
  page.evaluate(async ({ url, key }) => {
    const media = await navigator.mediaDevices.getUserMedia({ video: true, audio: true });
    const pc = new RTCPeerConnection();
    Object.assign(window, { encoder: pc });
    for (const track of media.getTracks()) pc.addTrack(track, media);
    await pc.setLocalDescription();
    const reply = await fetch(new URL(url).pathname, {
      method: 'POST',
      headers: { 'content-type': 'application/sdp', authorization: `Bearer ${key}` },
      body: pc.localDescription?.sdp ?? '',
    });
    if (reply.ok) await pc.setRemoteDescription({ type: 'answer', sdp: await reply.text() });
    return reply.status;
  }, encoder);

test('an encoder sends with its key, and the recording becomes a replay', async ({
  page: fan,
  newPerson,
  target,
}) => {
  test.skip(target === 'mock', 'No media reaches the mock, so it has no address for encoders.');
  const studio = await newPerson();
  await arrive([fan, studio], target);
  await joinAsCreator(studio);
  await joinAsFan(fan);
  const { data: settings } = await call<{ media: { canRecord: boolean } }>(studio, 'GET /streaming/settings');
  const { data: encoder } = await call<{ url: string; key: string }>(studio, 'GET /streaming/encoder');
  expect(await sendByWhip(studio, encoder)).toBe(401);
  const replay = settings.media.canRecord ? 'publish' : 'none';
  const { data } = await call<{ stream: { _id: string } }>(studio, 'POST /streaming/live', {
    title: 'From the kiln',
    replay,
  });
  const { _id: id } = data.stream;
  expect(await sendByWhip(studio, { ...encoder, key: `${encoder.key}x` })).toBe(401);
  expect(await sendByWhip(studio, encoder)).toBe(201);
  await watch(fan, id);
  // Long enough for a recording: it is cut into pieces of about a second.
  await fan.waitForTimeout(6_000);
  await call(studio, `PUT /streaming/live/${id}`, { state: 'ended' });
  await expect(fan.getByRole('heading', { name: 'The stream has ended' })).toBeVisible();
  test.skip(!settings.media.canRecord, 'Recording needs ffmpeg, which this machine doesn’t have.');

  const replayOf = async () =>
    (await call<{ replayVideoId: string | null }>(fan, `GET /streaming/${id}`)).data.replayVideoId;
  await expect.poll(replayOf, { timeout: 90_000 }).not.toBeNull();
  await fan.reload();
  await fan.getByRole('link', { name: 'Watch the replay' }).click();
  await expect(fan.getByRole('heading', { name: 'From the kiln' })).toBeVisible();
});
