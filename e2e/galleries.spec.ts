import { expect, serverReady, test } from './fixtures.ts';
import type { Page } from './fixtures.ts';
import { call, joinAsFan, topUp } from './people.ts';

/**
 * Pictures drawn in the browser, each slightly wider than the previous one, so that their order can be read
 * from their widths.
 */
async function drawn(page: Page, count: number, wide = 640) {
  const pictures = await page.evaluate(
    async ({ count: many, wide: from }) => {
      const made: string[] = [];
      for (let at = 0; at < many; at += 1) {
        const canvas = new OffscreenCanvas(from + at * 4, 480);
        const context = canvas.getContext('2d') as OffscreenCanvasRenderingContext2D;
        const sky = context.createLinearGradient(0, 0, 0, 480);
        sky.addColorStop(0, `hsl(${at * 18} 45% 62%)`);
        sky.addColorStop(1, `hsl(${at * 18 + 40} 55% 32%)`);
        context.fillStyle = sky;
        context.fillRect(0, 0, canvas.width, 480);
        context.fillStyle = '#fff';
        context.font = '160px sans-serif';
        context.fillText(String(at + 1), 40, 300);
        const bytes = new Uint8Array(await (await canvas.convertToBlob({ type: 'image/png' })).arrayBuffer());
        made.push(btoa(bytes.reduce((text, byte) => text + String.fromCharCode(byte), '')));
      }
      return made;
    },
    { count, wide },
  );
  return pictures.map((base64, at) => ({
    name: `drawn-${at + 1}.png`,
    mimeType: 'image/png',
    buffer: Buffer.from(base64, 'base64'),
  }));
}

interface OwnPhotos {
  data: { _id: string; isCover: boolean; file: { width: number; alt: string | null } }[];
  total: number;
}
const photosOf = async (page: Page, galleryId: string) =>
  (
    await call<OwnPhotos>(
      page,
      `GET /performer/performer-assets/photos/search?limit=100&galleryId=${galleryId}`,
    )
  ).data.data;
/** The order of the photos, as the numbers in which they were drawn, from 1. */
const orderOf = async (page: Page, galleryId: string) =>
  (await photosOf(page, galleryId)).map(({ file }) => (file.width - 640) / 4 + 1);
const upTo = (count: number) => Array.from({ length: count }, (_, at) => at + 1);

test('a gallery of twenty photos: created, ordered and published in the studio, bought by a fan, viewed by keyboard, and kept after it is deleted', async ({
  page,
  loginAs,
  newPerson,
  target,
}) => {
  test.setTimeout(240_000);
  await loginAs(page, 'demo-creator');
  await page.goto('/creator/galleries/new');
  const title = `Twenty of it ${Date.now()}`;
  await page.getByLabel('Title').fill(title);
  await page.getByLabel('Sell this gallery').check();
  await page.getByLabel('Price').fill('60');
  await page.getByRole('button', { name: 'Continue to photos' }).click();
  await page.waitForURL(/\/creator\/galleries\/[0-9a-f-]{36}/);
  const id = new URL(page.url()).pathname.split('/').at(-1) ?? '';

  await page.getByLabel('Add photos').setInputFiles(await drawn(page, 20));
  const tiles = page.getByRole('list', { name: 'Photos of this gallery' }).getByRole('listitem');
  await expect(tiles).toHaveCount(20, { timeout: 150_000 });
  await expect.poll(() => orderOf(page, id)).toEqual(upTo(20));
  await expect(page.getByRole('button', { name: /^Cancel drawn/ })).toHaveCount(0);

  // By keyboard: move the first photo to second place.
  await page.getByRole('button', { name: 'Move Photo 1 later' }).focus();
  await page.keyboard.press('Enter');
  await expect.poll(() => orderOf(page, id)).toEqual([2, 1, ...upTo(20).slice(2)]);
  // By mouse: drag the fifth photo to third place.
  const [from, to] = [
    await tiles.nth(4).locator('img').boundingBox(),
    await tiles.nth(2).locator('img').boundingBox(),
  ];
  await page.mouse.move(from!.x + from!.width / 2, from!.y + from!.height / 2);
  await page.mouse.down();
  await page.mouse.move(to!.x + to!.width / 2, to!.y + to!.height / 2, { steps: 12 });
  await page.mouse.up();
  await expect.poll(async () => (await orderOf(page, id)).slice(0, 6)).toEqual([2, 1, 5, 3, 4, 6]);

  await page.getByRole('button', { name: 'Actions for Photo 4' }).click();
  await page.getByRole('menuitem', { name: 'Make cover' }).click();
  await expect(tiles.nth(3).getByText('Cover')).toBeVisible();
  await page.getByRole('button', { name: 'Actions for Photo 1', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Edit' }).click();
  await page.getByLabel('Caption').fill('The first of them');
  await page.getByLabel('Alt text').fill('A large figure two');
  await page.getByRole('button', { name: 'Save changes' }).last().click();
  await expect(tiles.first().getByText('The first of them', { exact: true })).toBeVisible();

  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  await expect(page.getByRole('link', { name: 'View gallery' })).toBeVisible();

  const fan = await newPerson();
  await fan.goto('/auth/login');
  await serverReady(fan, target);
  await joinAsFan(fan);
  await topUp(fan, 500);
  await fan.goto(`/galleries/${id}`);
  await expect(fan.getByRole('heading', { level: 1, name: title })).toBeVisible();
  await expect(fan.getByText('20 photos').first()).toBeVisible();
  await fan.getByRole('button', { name: /^Unlock for 60 tokens/ }).click();
  await fan
    .getByRole('dialog', { name: 'Unlock this gallery' })
    .getByRole('button', { name: /^Unlock for 60 tokens/ })
    .click();
  const wall = fan.getByRole('list', { name: `Photos of ${title}` });
  await expect(wall.getByRole('button')).toHaveCount(20);

  await wall.getByRole('button', { name: 'A large figure two' }).focus();
  await fan.keyboard.press('Enter');
  const viewer = (place: number) => fan.getByRole('dialog', { name: `Photo ${place} of 20` });
  await expect(viewer(1)).toBeVisible();
  await expect(viewer(1).getByText('The first of them · A large figure two · 1 / 20')).toBeVisible();
  await expect
    .poll(() =>
      viewer(1)
        .getByRole('img')
        .evaluate((image: HTMLImageElement) => image.naturalWidth),
    )
    .toBeGreaterThan(0);
  await fan.keyboard.press('ArrowRight');
  await expect(viewer(2)).toBeVisible();
  await fan.keyboard.press('End');
  await expect(viewer(20)).toBeVisible();
  await fan.keyboard.press('ArrowRight');
  await expect(viewer(1)).toBeVisible();
  await fan.keyboard.press('+');
  await expect
    .poll(() =>
      viewer(1)
        .getByRole('img')
        .evaluate((image) => image.style.transform),
    )
    .toContain('scale(1.5)');
  await fan.keyboard.press('Escape');
  await expect(fan.getByRole('dialog')).toHaveCount(0);
  await expect(wall.getByRole('button', { name: 'A large figure two' })).toBeFocused();

  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete gallery' }).click();
  await expect(page).toHaveURL(/\/creator\/galleries$/);
  await expect
    .poll(async () => (await call(page, `GET /performer/performer-assets/galleries/${id}/view`)).status)
    .toBe(404);
  await fan.reload();
  await expect(wall.getByRole('button')).toHaveCount(20);
  await wall.getByRole('button').nth(4).click();
  await expect
    .poll(() =>
      viewer(5)
        .getByRole('img')
        .evaluate((image: HTMLImageElement) => image.naturalWidth),
    )
    .toBeGreaterThan(0);
});

test('standalone photos: added many at once, archived and restored, found on the profile', async ({
  page,
  loginAs,
}) => {
  await loginAs(page, 'demo-creator');
  await page.goto('/creator/photos?where=single');
  await page
    .getByRole('group', { name: 'Who can see new photos' })
    .getByRole('button', { name: 'Everyone' })
    .click();
  const tiles = page.getByRole('list', { name: 'Your photos' }).getByRole('listitem');
  await expect(tiles.first()).toBeVisible();
  const before = await tiles.count();
  await page.getByLabel('Add photos').setInputFiles(await drawn(page, 3, 900));
  await expect(tiles).toHaveCount(before + 3, { timeout: 60_000 });

  await page.getByRole('checkbox', { name: 'Select Photo 1', exact: true }).check();
  await page.getByRole('checkbox', { name: 'Select Photo 2', exact: true }).check();
  await page
    .getByRole('region', { name: 'Selected photos' })
    .getByRole('button', { name: 'Archive' })
    .click();
  await expect(tiles.first().getByText('Archived')).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByRole('list', { name: 'Your photos' }).getByText('Archived')).toHaveCount(0);

  await page.getByRole('combobox', { name: 'Status' }).selectOption('draft');
  await expect(page).toHaveURL(/where=single&state=draft/);
  await page.goto('/demo-creator');
  await page.getByRole('tab', { name: /^Photos/ }).click();
  await expect
    .poll(() =>
      page
        .getByRole('list', { name: /^Photos by/ })
        .getByRole('button')
        .count(),
    )
    .toBeGreaterThanOrEqual(before + 3);
  await page
    .getByRole('list', { name: /^Photos by/ })
    .getByRole('button')
    .first()
    .click();
  await expect(page.getByRole('dialog', { name: /^Photo 1 of/ })).toBeVisible();
});
