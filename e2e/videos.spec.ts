import { makeFilm } from './film.ts';
import { expect, serverReady, test } from './fixtures.ts';
import type { Page } from './fixtures.ts';
import { call, joinAsCreator, joinAsFan, topUp } from './people.ts';

/** Processing time depends on the machine. */
const inTime = { timeout: 120_000 };

const timeOf = (page: Page) =>
  page
    .locator('video')
    .first()
    .evaluate((video: HTMLVideoElement) => video.currentTime);
const idIn = (page: Page) => new URL(page.url()).pathname.split('/').at(-1) ?? '';
/** Our controls load once the page is idle. */
const controlsOf = (page: Page) =>
  expect(page.getByRole('slider', { name: 'Seek' }).first()).toBeVisible({ timeout: 20_000 });
const plays = (page: Page) =>
  page.evaluate(() => document.createElement('video').canPlayType('video/mp4; codecs="avc1.42E01E"') !== '');

async function open(pages: readonly Page[], target: 'server' | 'mock'): Promise<void> {
  for (const each of pages) {
    await each.goto('/');
    await serverReady(each, target);
  }
}

interface ShownFile {
  readonly duration: number;
  readonly asUploaded: boolean;
  readonly sources: readonly { readonly url: string; readonly mime: string }[];
  readonly thumbnails: readonly unknown[];
}

/** Publishes a video through the studio's form and waits until the list shows it as published. */
async function publishFilm(
  page: Page,
  { title, seconds = 20 }: { title: string; seconds?: number },
  target: 'server' | 'mock',
): Promise<string> {
  const film = await makeFilm(page, seconds);
  test.skip(film === null, 'this browser makes no films');
  await page.goto('/creator/videos/new');
  await serverReady(page, target);
  await page.getByLabel('Add a video').setInputFiles(film!);
  await page.getByLabel('Title').fill(title);
  await page.getByRole('radio', { name: /Everyone/ }).check();
  await page.getByLabel(/^Tags/).fill('clay, kiln,');
  await expect(page.getByRole('button', { name: 'Remove glaze.webm' })).toBeVisible(inTime);
  await page.getByRole('button', { name: 'Publish' }).click();
  await page.waitForURL((url) => /^\/(creator\/videos|videos\/[0-9a-f-]{36})$/.test(url.pathname), inTime);
  await page.goto('/creator/videos');
  await serverReady(page, target);
  const row = page.getByRole('row', { name: new RegExp(title) });
  await expect(row.getByText('Published').filter({ visible: true }).first()).toBeVisible(inTime);
  await row.getByRole('link', { name: new RegExp(title) }).click();
  await page.waitForURL(/\/creator\/videos\/[0-9a-f-]{36}$/);
  return idIn(page);
}

test('a video of seventy seconds: uploaded, processed, published, streamed in ranges, and resumed from the library', async ({
  page,
  newPerson,
  target,
}) => {
  test.slow();
  const fan = await newPerson();
  await open([page, fan], target);
  const creator = await joinAsCreator(page);
  await joinAsFan(fan);
  const id = await publishFilm(page, { title: 'Seventy seconds of glaze', seconds: 70 }, target);

  // From the beginning: the player fetches the start of a video before it is played.
  const statuses: number[] = [];
  fan.on('response', (response) => {
    if (response.url().includes('/media/f/') && response.request().resourceType() === 'media')
      statuses.push(response.status());
  });
  await fan.goto(`/${creator.username}`);
  await serverReady(fan, target);
  await fan.getByRole('tab', { name: /^Videos/ }).click();
  await fan.getByRole('link', { name: 'Seventy seconds of glaze' }).click();
  await fan.waitForURL(`**/videos/${id}`);
  await controlsOf(fan);
  const { duration, sources, thumbnails, asUploaded } = (
    await call<{ file: ShownFile }>(fan, `GET /performer-assets/videos/${id}`)
  ).data.file;
  expect(Math.round(duration)).toBe(70);
  // What was uploaded is WebM. Only the server has ffmpeg, which makes MP4 of it and takes a picture.
  if (target === 'server') {
    expect([asUploaded, [...new Set(sources.map(({ mime }) => mime))]]).toEqual([false, ['video/mp4']]);
    expect(thumbnails.length).toBeGreaterThan(0);
  }
  const ranged = await fan.evaluate(async (address) => {
    const answer = await fetch(address, { headers: { range: 'bytes=100-199' } });
    return { status: answer.status, bytes: (await answer.arrayBuffer()).byteLength };
  }, sources[0]?.url ?? '');
  expect(ranged).toEqual({ status: 206, bytes: 100 });

  test.skip(!(await plays(fan)), 'this browser plays no H.264');
  await fan.getByRole('button', { name: 'Play', exact: true }).first().click();
  await expect.poll(() => timeOf(fan)).toBeGreaterThan(0);
  if (target === 'server') expect(statuses).toContain(206);
  await fan.keyboard.press('6');
  await expect.poll(() => timeOf(fan)).toBeGreaterThanOrEqual(42);
  await fan.keyboard.press('k');
  await expect(fan.getByRole('button', { name: 'Play', exact: true }).first()).toBeVisible();
  await expect
    .poll(
      async () =>
        (await call<{ progress: number | null }>(fan, `GET /performer-assets/videos/${id}`)).data.progress ??
        0,
    )
    .toBeGreaterThanOrEqual(42);
  expect((await call<{ views: number }>(fan, `GET /performer-assets/videos/${id}`)).data.views).toBe(1);

  await fan.goto('/user/library');
  await serverReady(fan, target);
  const row = fan.getByRole('region', { name: 'Pick up where you left off' });
  await expect(row.getByText(/^0:2[5-8] left$/)).toBeVisible();
  await row.getByRole('link', { name: 'Seventy seconds of glaze' }).click();
  await fan.waitForURL(`**/videos/${id}`);
  await controlsOf(fan);
  await expect(fan.getByText(/^Resumed at 0:4[2-5]$/)).toBeVisible();
  expect(await timeOf(fan)).toBeGreaterThanOrEqual(42);
  await fan.getByRole('button', { name: 'Start over' }).click();
  await expect.poll(() => timeOf(fan)).toBeLessThan(6);
  await fan.getByRole('button', { name: 'Pause' }).first().click();
  await fan.goto('/user/library');
  await serverReady(fan, target);
  await row.getByRole('button', { name: 'Remove Seventy seconds of glaze from this row' }).click();
  await expect(row).toBeHidden();
  await fan.reload();
  await serverReady(fan, target);
  await expect(fan.getByText('No purchases yet')).toBeVisible();
  await expect(row).toBeHidden();
});

test('a sold video: locked, unlocked once, kept after it is archived; deleted for everyone else', async ({
  page,
  newPerson,
  target,
}) => {
  test.slow();
  const [fan, passer] = [await newPerson(), await newPerson()];
  await open([page, fan, passer], target);
  await joinAsCreator(page);
  await joinAsFan(fan);
  const id = await publishFilm(page, { title: 'Six bowls that stack' }, target);
  await page.getByRole('checkbox', { name: /Sell this video/ }).check();
  await page.getByLabel('Price').fill('60');
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(page.getByText('Changes saved')).toBeVisible();

  await topUp(fan, 1_000);
  await fan.goto(`/videos/${id}`);
  await serverReady(fan, target);
  await expect(fan.getByText('1 video · 0:20')).toBeVisible();
  await expect(fan.locator('video')).toHaveCount(0);
  await fan.getByRole('button', { name: /^Unlock for 60 tokens/ }).click();
  await fan
    .getByRole('dialog', { name: 'Unlock this video' })
    .getByRole('button', { name: /^Unlock for 60 tokens/ })
    .click();
  await expect(fan.getByText('Unlocked. It’s yours to keep.')).toBeVisible();
  await expect(fan.locator('video').first()).toBeVisible();

  await page.getByRole('button', { name: 'Archive' }).click();
  await expect(page.getByText('This video is archived')).toBeVisible();
  await fan.reload();
  await serverReady(fan, target);
  await expect(fan.locator('video').first()).toBeVisible();
  await passer.goto(`/videos/${id}`);
  await serverReady(passer, target);
  await expect(passer.getByText(/not found|find/i).first()).toBeVisible();

  await page.getByRole('button', { name: 'Delete' }).click();
  const dialog = page.getByRole('dialog', { name: /Delete “Six bowls that stack”/ });
  await expect(dialog.getByText(/The 1 person who bought it can still watch it\./)).toBeVisible();
  await dialog.getByRole('button', { name: 'Delete video' }).click();
  await page.waitForURL('**/creator/videos');
  expect((await call(fan, `GET /performer-assets/videos/${id}`)).status).toBe(200);
});
