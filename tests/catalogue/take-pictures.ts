import type { Page } from 'playwright';
import sharp from 'sharp';
import { type ListedEntry, type Look, looks, phone, showLook } from './pages.ts';
import { type Picture, type Pixels, areAlike, isAsAccepted } from './pictures.ts';

/** Where a story is on its page. */
interface Place {
  readonly story: string;
  readonly top: number;
  readonly height: number;
}
/** Pictures are half as large as the page. */
const width = phone.width / 2;
/** Around a story, for the outline of what has focus. */
const margin = 8;

/** Emoji and the controls of videos are drawn in another way on every system. */
async function hideForeignParts(page: Page): Promise<void> {
  await page.addStyleTag({ content: 'video::-webkit-media-controls { display: none !important; }' });
  await page.evaluate(() => {
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let text = texts.nextNode(); text; text = texts.nextNode()) {
      const without = text.nodeValue?.replaceAll(/\p{Extended_Pictographic}\uFE0F?/gu, '*') ?? '';
      if (without !== text.nodeValue) text.nodeValue = without;
    }
  });
}

const findStories = (page: Page): Promise<Place[]> =>
  page.evaluate(() =>
    Array.from(document.querySelectorAll('main > section'), (section) => {
      const { top, height } = section.getBoundingClientRect();
      return { story: section.getAttribute('aria-label') ?? '', top: top + scrollY, height };
    }),
  );

/** Whole pixels, an even number of them, with the margin. */
function around({ top, height }: Place): Omit<Place, 'story'> {
  const start = Math.floor(top) - margin;
  const rows = Math.ceil(top + height) + margin - start;
  return { top: start, height: rows + (rows % 2) };
}

async function cut(png: Buffer, { top, height }: Omit<Place, 'story'>): Promise<Pixels> {
  const { data, info } = await sharp(png)
    .extract({ left: 0, top, width: phone.width, height })
    .resize({ width, height: height / 2 })
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height };
}

async function putSideBySide(parts: readonly Pixels[]): Promise<Pixels> {
  const size = { width: width * parts.length, height: Math.max(...parts.map(({ height }) => height)) };
  const data = await sharp({ create: { ...size, channels: 3, background: '#808080' } })
    .composite(
      parts.map((part, at) => ({
        input: part.data,
        raw: { width: part.width, height: part.height, channels: 3 as const },
        left: at * width,
        top: 0,
      })),
    )
    .removeAlpha()
    .raw()
    .toBuffer();
  return { ...size, data };
}

async function takeOnce(page: Page, { id, alone }: ListedEntry): Promise<Picture[]> {
  const shoot = async (look: Look) => {
    await showLook(page, look);
    const places = await findStories(page);
    return { places, png: await page.screenshot({ fullPage: true, animations: 'disabled' }) };
  };
  const shots: Awaited<ReturnType<typeof shoot>>[] = [];
  for (const look of looks) shots.push(await shoot(look));
  const stories = shots[0]?.places.map(({ story }) => story) ?? [];
  return Promise.all(
    stories.map(async (story, at) => {
      const parts = shots.map(({ png, places }) =>
        cut(png, alone ? { top: 0, height: phone.height } : around(places[at]!)),
      );
      const name = alone ? id : `${id}/${story.toLowerCase().replaceAll(' ', '-')}`;
      return { name, ...(await putSideBySide(await Promise.all(parts))) };
    }),
  );
}

/**
 * Takes pictures of an opened entry's stories. A browser may draw what changed a moment too late, so pictures other than the
 * accepted ones are taken until two in a row are alike.
 */
export async function takePictures(page: Page, entry: ListedEntry): Promise<Picture[]> {
  await hideForeignParts(page);
  let pictures = await takeOnce(page, entry);
  for (let tries = 0; tries < 3; tries += 1) {
    const known = await Promise.all(pictures.map(isAsAccepted));
    if (known.every(Boolean)) break;
    const before = pictures;
    pictures = await takeOnce(page, entry);
    if (pictures.every((picture, at) => areAlike(picture, before[at]!))) break;
  }
  return pictures;
}
