// The four pictures of the README: `npm run shots -- --readme`.
import { mkdir } from 'node:fs/promises';
import sharp from 'sharp';
import { inRoot } from './paths.mjs';

const viewport = { width: 1280, height: 800 };
/** Small enough for a README that is read on a phone. */
const width = 960;

const pictures = [
  { name: 'home', viewer: 'demo-fan', theme: 'light', route: '/home' },
  { name: 'profile', viewer: 'visitor', theme: 'dark', route: '/[profileId]' },
  { name: 'conversation', viewer: 'demo-fan', theme: 'dark', route: '/messages/[id]' },
  { name: 'statistics', viewer: 'demo-creator', theme: 'light', route: '/creator/statistics' },
];

/** Writes them to `docs/pictures/`. `visit` resolves with a page of the site as that person sees it. */
export async function readmePictures(visit) {
  await mkdir(inRoot('docs', 'pictures'), { recursive: true });
  for (const { name, ...view } of pictures) {
    const page = await visit({ ...view, viewport });
    const png = await page.screenshot();
    await sharp(png)
      .resize({ width })
      .webp({ quality: 80, effort: 6 })
      .toFile(inRoot('docs', 'pictures', `${name}.webp`));
    await page.context().close();
  }
}
