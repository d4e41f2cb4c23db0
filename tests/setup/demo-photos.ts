import { readFile } from 'node:fs/promises';
import sharp from 'sharp';
import { creators } from '#backend/demo/cast.ts';
import { type Subject, altTexts } from '#backend/demo/people/plan.ts';

/** The first photo of each subject in the demo. */
const files = new Map<Subject, string>();
for (const { username, posts } of creators)
  for (const [at, { photos = [] }] of posts.entries())
    for (const [index, subject] of photos.entries())
      if (!files.has(subject)) files.set(subject, `${username}-${at}-${index}`);

export const subjects = Object.keys(altTexts) as Subject[];
export const photoSize = { width: 960, height: 720 } as const;

/** A photo of the demo as a PNG. */
export async function photo(subject: Subject): Promise<Uint8Array<ArrayBuffer>> {
  const path = `../../src/backend/node/media/seed-pictures/photos/${files.get(subject)}.webp`;
  const picture = sharp(await readFile(new URL(path, import.meta.url))).resize(photoSize);
  return new Uint8Array(await picture.png().toBuffer());
}

/** A picture that somebody saved smaller, worse, brighter and cut a little. */
export async function altered(bytes: Uint8Array): Promise<Uint8Array<ArrayBuffer>> {
  const { width, height } = photoSize;
  return new Uint8Array(
    await sharp(bytes)
      .extract({ left: 6, top: 4, width: width - 12, height: height - 8 })
      .resize(500)
      .modulate({ brightness: 1.05 })
      .jpeg({ quality: 50 })
      .toBuffer(),
  );
}
