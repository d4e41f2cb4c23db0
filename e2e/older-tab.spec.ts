import { expect, serverReady, test } from './fixtures.ts';
import type { Page } from './fixtures.ts';
import { type Around, readerOf } from './readers.ts';

test.use({ expectedProblems: [/ChunkLoadError|Failed to load chunk/] });

const code = /\/_next\/static\/.*\.(?:js|css)/;

async function opened(page: Page, around: Around): Promise<void> {
  await readerOf(page, around);
  await expect(page.getByRole('article').first()).toBeVisible();
}
const tip = (page: Page) => page.getByRole('button', { name: /^Tip/ }).first();

test('the site was updated: the first press says so, and a reload helps', async ({
  page,
  newPerson,
  target,
}) => {
  await opened(page, { newPerson, target });
  let asked = 0;
  await page.route(code, (route) => {
    asked += 1;
    return route.fulfill({ status: 404, body: 'gone' });
  });
  await tip(page).click();
  await expect(page.getByText('This site has been updated.')).toBeVisible({ timeout: 10_000 });
  await page.waitForTimeout(8_000);
  expect(asked).toBeLessThan(60);
  await page.unroute(code);
  await page.getByRole('button', { name: 'Reload' }).click();
  await page.waitForEvent('load');
  await serverReady(page, target);
  await tip(page).click();
  await expect(page.getByRole('dialog')).toBeVisible();
});

test('code that doesn’t arrive is said within ten seconds, and trying again helps', async ({
  page,
  newPerson,
  target,
}) => {
  await opened(page, { newPerson, target });
  let isDown = true;
  await page.route(code, (route) => (isDown ? route.abort() : route.continue()));
  await tip(page).click();
  await expect(page.getByText('Part of this page didn’t load.')).toBeVisible({ timeout: 10_000 });
  await page.getByRole('button', { name: 'Try again' }).focus();
  // By keyboard, because a pointer could miss the button when the code arrives by itself at that moment.
  isDown = false;
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog')).toBeVisible();
});
