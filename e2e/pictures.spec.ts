import { readFileSync } from 'node:fs';
import { everything, onceAtRest } from './axe.ts';
import { expect, serverReady, test } from './fixtures.ts';
import type { Page } from './fixtures.ts';
import { joinAsCreator } from './people.ts';

/** A picture whose left half is red and whose right half is blue, wider than any frame. */
async function twoColors(page: Page, type: 'image/png' | 'image/jpeg'): Promise<Buffer> {
  const text = await page.evaluate(async (mime) => {
    const canvas = document.createElement('canvas');
    Object.assign(canvas, { width: 1600, height: 400 });
    const context = canvas.getContext('2d')!;
    context.fillStyle = '#e00000';
    context.fillRect(0, 0, 800, 400);
    context.fillStyle = '#0000e0';
    context.fillRect(800, 0, 800, 400);
    return canvas.toDataURL(mime).split(',')[1]!;
  }, type);
  return Buffer.from(text, 'base64');
}

/** Marks a JPEG as turned by 90 degrees, as cameras do that were held upright. */
function turned(jpeg: Buffer): Buffer {
  const exif = Buffer.from(
    '457869660000' + '4d4d002a00000008' + '0001' + '0112000300000001' + '00060000' + '00000000',
    'hex',
  );
  const size = Buffer.alloc(2);
  size.writeUInt16BE(exif.length + 2);
  return Buffer.concat([jpeg.subarray(0, 2), Buffer.from([0xff, 0xe1]), size, exif, jpeg.subarray(2)]);
}

/** What the account's picture shows at some places, given in parts of its width and height. */
const colorsAt = (page: Page, picture: string, places: readonly (readonly [number, number])[]) =>
  page.evaluate(
    async ({ selector, at }) => {
      const shown = document.querySelector<HTMLImageElement>(selector)!;
      const image = new Image();
      image.src = shown.currentSrc || shown.src;
      await image.decode();
      const canvas = document.createElement('canvas');
      Object.assign(canvas, { width: image.naturalWidth, height: image.naturalHeight });
      const context = canvas.getContext('2d')!;
      context.drawImage(image, 0, 0);
      return at.map(([x, y]) => {
        const [red = 0, , blue = 0] = context.getImageData(
          Math.floor(canvas.width * x),
          Math.floor(canvas.height * y),
          1,
          1,
        ).data;
        return red > 150 && blue < 80 ? 'red' : blue > 150 && red < 80 ? 'blue' : 'other';
      });
    },
    { selector: picture, at: places },
  );

test('a cover and a profile picture are cut as they were positioned', async ({ page, target }) => {
  await page.goto('/');
  await serverReady(page, target);
  await joinAsCreator(page);
  await page.goto('/creator/account');
  await serverReady(page, target);
  const wide = await twoColors(page, 'image/png');
  const picker = page.getByLabel('Choose a profile picture');
  await picker.setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer: wide });
  const dialog = page.getByRole('dialog', { name: 'Position your profile picture' });
  await expect(dialog.getByRole('button', { name: 'Save' })).toBeEnabled();
  await onceAtRest(page, everything, 'the dialog that cuts a picture');
  // Nothing has been sent yet, and canceling sends nothing.
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByText('Changes saved')).toHaveCount(0);

  await picker.setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer: wide });
  await expect(dialog.getByRole('button', { name: 'Save' })).toBeEnabled();
  // With the keyboard alone: the frame at the left end of the picture, which is red.
  await dialog.getByRole('application', { name: 'Position of the picture' }).focus();
  for (let press = 0; press < 200; press += 1) await page.keyboard.press('ArrowRight');
  await dialog.getByRole('button', { name: 'Save' }).press('Enter');
  await expect(page.getByText('Changes saved').first()).toBeVisible();
  const avatar = 'main img[src*="/256.webp"]';
  await expect(page.locator(avatar).first()).toBeVisible();
  expect(
    await colorsAt(page, avatar, [
      [0.1, 0.5],
      [0.9, 0.5],
    ]),
  ).toEqual(['red', 'red']);

  // An upright JPEG is turned as it is shown: what was left is on top.
  await page.getByLabel('Choose a cover').setInputFiles({
    name: 'kiln.jpg',
    mimeType: 'image/jpeg',
    buffer: turned(await twoColors(page, 'image/jpeg')),
  });
  const cover = page.getByRole('dialog', { name: 'Position your cover' });
  await expect(cover.getByRole('button', { name: 'Save' })).toBeEnabled();
  await cover.getByRole('slider', { name: 'Zoom' }).press('ArrowRight');
  await expect(cover.getByRole('slider', { name: 'Zoom' })).toHaveAttribute('aria-valuetext', '105%');
  await cover.getByRole('button', { name: 'Save' }).click();
  await expect(cover).toHaveCount(0);
  const picture = 'main picture img, main img[src*="/1280.webp"]';
  await expect(page.locator(picture).first()).toBeVisible();
  expect(
    await colorsAt(page, picture, [
      [0.5, 0.1],
      [0.5, 0.9],
    ]),
  ).toEqual(['red', 'blue']);
});

test('a file that is no picture is refused in the dialog', async ({ page, loginAs, target }) => {
  await loginAs(page, 'demo-fan');
  await page.goto('/user/account');
  await serverReady(page, target);
  const picker = page.getByLabel('Choose a profile picture');
  const dialog = page.getByRole('dialog');
  const text = Buffer.from('no picture');
  await picker.setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer: text });
  await expect(dialog.getByText('This picture can’t be opened')).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Save' })).toBeDisabled();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await picker.setInputFiles({ name: 'IMG_0001.HEIC', mimeType: '', buffer: heic.subarray(0, 500) });
  await expect(dialog.getByText('This HEIC photo can’t be opened')).toBeVisible();
});

const heic = readFileSync(new URL('../tests/fixtures/turned.heic', import.meta.url));

test('a HEIC photo is a profile picture, and a photo of a post, the right way up', async ({
  page,
  target,
}) => {
  await page.goto('/');
  await serverReady(page, target);
  await joinAsCreator(page);
  await page.goto('/creator/account');
  await serverReady(page, target);
  // Browsers on systems that don't know HEIC give it no type.
  await page
    .getByLabel('Choose a profile picture')
    .setInputFiles({ name: 'IMG_0001.HEIC', mimeType: '', buffer: heic });
  const dialog = page.getByRole('dialog', { name: 'Position your profile picture' });
  await expect(dialog.getByRole('button', { name: 'Save' })).toBeEnabled();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Changes saved').first()).toBeVisible();
  const avatar = 'main img[src*="/256.webp"]';
  await expect(page.locator(avatar).first()).toBeVisible();
  const ends = [
    [0.5, 0.1],
    [0.5, 0.9],
  ] as const;
  expect(await colorsAt(page, avatar, ends)).toEqual(['red', 'blue']);

  await page.goto('/creator/feeds/new');
  await serverReady(page, target);
  await page
    .getByLabel('Add photos')
    .setInputFiles({ name: 'IMG_0002.heic', mimeType: 'image/heic', buffer: heic });
  await expect(page.getByRole('button', { name: 'Remove IMG_0002.jpg' })).toBeVisible();
  await expect(page.getByRole('progressbar')).toHaveCount(0, { timeout: 30_000 });
  const photo = 'main li img[src*="/media/"], main li img[src^="blob:"]';
  await expect(page.locator(photo).first()).toBeVisible();
  expect(await colorsAt(page, photo, ends)).toEqual(['red', 'blue']);
});
