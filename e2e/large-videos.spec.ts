import { makeFilm } from './film.ts';
import type { Film } from './film.ts';
import { expect, serverReady, test } from './fixtures.ts';
import type { Page } from './fixtures.ts';
import { call, joinAsCreator, joinAsFan } from './people.ts';

const megabyte = 1024 * 1024;
/** Processing time depends on the machine. */
const inTime = { timeout: 120_000 };

/** A video of three parts: a short one, followed by 40 MB that players skip. */
async function largeFilm(page: Page): Promise<Film> {
  const film = await makeFilm(page, 2);
  test.skip(film === null, 'this browser makes no films');
  const filling = Buffer.alloc(40 * megabyte);
  // An EBML element that holds nothing: its id, and its length in eight bytes.
  filling[0] = 0xec;
  filling[1] = 0x01;
  filling.writeUIntBE(filling.length - 9, 3, 6);
  return { ...film!, buffer: Buffer.concat([film!.buffer, filling]) };
}

/**
 * While `cut` is set in its session, this tab gets no further than the first part of a file. Cutting the whole
 * connection would keep the page from reloading, and on the mock there is none. Also notes which parts were begun.
 */
const makeCuttable = (page: Page) =>
  page.addInitScript(() => {
    const real = window.fetch;
    window.fetch = (input, init) => {
      const address = input instanceof Request ? input.url : String(input);
      if (init?.method !== 'POST' || !/\/uploads\/[^/]+\/parts$/.test(address)) return real(input, init);
      const { number } = JSON.parse(init.body as string) as { number: number };
      if (number > 1 && sessionStorage.getItem('cut') !== null)
        return Promise.reject(new TypeError('Failed to fetch'));
      sessionStorage.setItem('parts', `${sessionStorage.getItem('parts') ?? ''}${number}`);
      return real(input, init);
    };
  });
const cut = (page: Page, is: boolean) =>
  page.evaluate((on) => (on ? sessionStorage.setItem('cut', '1') : sessionStorage.removeItem('cut')), is);
const partsOf = (page: Page) => page.evaluate(() => sessionStorage.getItem('parts'));

test.beforeEach(async ({ page, expectedProblems }) => {
  test.slow();
  expectedProblems.push(/Failed to fetch/, /cloud upload failed/);
  await makeCuttable(page);
});

const thread = (page: Page) => page.getByRole('region', { name: 'Messages' });

/** A fan on `page` in a conversation with a creator on `other`. */
async function pair(page: Page, other: Page, target: 'server' | 'mock'): Promise<string> {
  for (const each of [page, other]) {
    await each.goto('/');
    await serverReady(each, target);
  }
  const creator = await joinAsCreator(other);
  await joinAsFan(page);
  await page.goto(`/${creator.username}`);
  await page.getByRole('button', { name: `Message ${creator.name}` }).click();
  await page.waitForURL(/\/messages\/[0-9a-f-]{36}/);
  return new URL(page.url()).pathname.split('/').at(-1) ?? '';
}

const videosIn = async (page: Page, conversationId: string) => {
  const { data } = await call<{ data: { type: string; files: { state: string; bytes: number }[] }[] }>(
    page,
    `GET /messages/conversations/${conversationId}`,
  );
  return data.data.map(({ type, files }) => [type, files.map(({ state }) => state)]);
};

test('a large video of a message goes on after an interruption, also when the message waits and the page is reloaded', async ({
  page,
  newPerson,
  target,
}) => {
  const other = await newPerson();
  const conversationId = await pair(page, other, target);
  const film = await largeFilm(page);
  const send = page.getByRole('button', { name: 'Send', exact: true });
  const picker = page.getByLabel('Photos or videos', { exact: true });

  // Before the message is sent.
  await cut(page, true);
  await picker.setInputFiles(film);
  await expect(page.getByText(/^Waiting for a connection · 3\d% of 42 MB/)).toBeVisible(inTime);
  await cut(page, false);
  await expect(page.getByRole('button', { name: 'Remove glaze.webm' })).toBeVisible(inTime);
  await expect(send).toBeEnabled(inTime);
  expect(await partsOf(page)).toBe('123');
  await send.click();
  const sent = thread(page).getByText('Sent', { exact: true });
  await expect(sent).toBeVisible();

  // Sent while it waits, and again by the next page.
  await page.evaluate(() => sessionStorage.removeItem('parts'));
  await cut(page, true);
  await picker.setInputFiles({ ...film, name: 'second.webm' });
  await expect(page.getByText(/^Waiting for a connection · 3\d% of 42 MB/)).toBeVisible(inTime);
  await send.click();
  const waiting = thread(page).getByText('Waiting for connection');
  await expect(waiting).toBeVisible();
  await page.reload();
  await serverReady(page, target);
  await expect(waiting).toBeVisible();
  await cut(page, false);
  await expect
    .poll(() => videosIn(other, conversationId), inTime)
    .toEqual([
      ['video', ['ready']],
      ['video', ['ready']],
    ]);
  await expect(waiting).toHaveCount(0);
  expect(await partsOf(page)).toBe('123');

  // Canceled while it waits: nothing is sent, and nothing is left of it.
  await cut(page, true);
  await picker.setInputFiles({ ...film, name: 'third.webm' });
  await expect(page.getByText(/^Waiting for a connection · 3\d% of 42 MB/)).toBeVisible(inTime);
  await send.click();
  await expect(waiting).toBeVisible();
  await thread(page).getByRole('button', { name: 'Cancel' }).click();
  await expect(waiting).toHaveCount(0);
  await expect.poll(() => page.evaluate(() => localStorage.getItem('unfinished-uploads'))).toBeNull();
  expect(await videosIn(other, conversationId)).toHaveLength(2);
});

test('a large welcome video goes on after an interruption, and visitors can play it', async ({
  page,
  target,
}) => {
  await page.goto('/');
  await serverReady(page, target);
  const creator = await joinAsCreator(page);
  const film = await largeFilm(page);
  await page.goto('/creator/account');
  await serverReady(page, target);
  await cut(page, true);
  await page.getByLabel('Add a welcome video').setInputFiles(film);
  await expect(page.getByText(/^Waiting for a connection · 3\d% of 42 MB/)).toBeVisible(inTime);
  await cut(page, false);
  await expect(page.getByRole('button', { name: 'Remove glaze.webm' })).toBeVisible(inTime);
  expect(await partsOf(page)).toBe('123');
  await expect(page.getByLabel(/^Your welcome video/).first()).toBeVisible(inTime);
  await page.goto(`/${creator.username}`);
  await expect(page.getByLabel(`Welcome from ${creator.name}`).first()).toBeVisible();
});
