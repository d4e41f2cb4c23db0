import { randomBytes } from 'node:crypto';
import { chromium } from 'playwright';
import type { Page } from 'playwright';
import sharp from 'sharp';
import { databaseOf } from './calls.ts';
import type { Running } from './calls.ts';
import { observe } from './visit.ts';
import { atMost } from './table.ts';
import type { Section } from './table.ts';

const photos = 500;
/** Number of different pictures; the other photos reuse them. */
const distinct = 60;
const stepsInViewer = 40;

interface Creator {
  readonly server: Running;
  readonly token: string;
}

async function api<Data>(
  { server, token }: Creator,
  path: string,
  { method = 'GET', body }: { method?: string; body?: unknown } = {},
): Promise<Data> {
  const isForm = body instanceof FormData;
  const answer = await fetch(`${server.url}/api/v1${path}`, {
    method,
    headers: {
      ...(token && { authorization: token }),
      ...(isForm ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: isForm ? body : JSON.stringify(body) }),
  });
  const reply = (await answer.json()) as { data: Data; message?: string };
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${reply.message ?? ''}`);
  return reply.data;
}

const shapes = [
  [1600, 1067],
  [1067, 1600],
  [1600, 1200],
  [1400, 1400],
  [1800, 900],
] as const;

/** A picture with some structure and noise, like a photograph, in one of several aspect ratios. */
async function aPhoto(at: number): Promise<Uint8Array<ArrayBuffer>> {
  const [width, height] = shapes[at % shapes.length] ?? [1600, 1200];
  return new Uint8Array(
    await sharp(randomBytes(160 * 120 * 3), { raw: { width: 160, height: 120, channels: 3 } })
      .blur(2)
      .resize(width, height, { fit: 'fill' })
      .jpeg({ quality: 86 })
      .toBuffer(),
  );
}

/** Creates a published gallery of 500 photos, most of them inserted directly into the database. */
async function makeGallery(creator: Creator): Promise<string> {
  const { _id: id } = await api<{ _id: string }>(creator, '/performer/performer-assets/galleries', {
    method: 'POST',
    body: { title: 'Five hundred', audience: 'public' },
  });
  for (let at = 0; at < distinct; at++) {
    const body = new FormData();
    body.set('galleryId', id);
    body.set('file', new File([await aPhoto(at)], `photo-${at}.jpg`, { type: 'image/jpeg' }));
    await api(creator, '/performer/performer-assets/photos/upload', { method: 'POST', body });
  }
  const database = await databaseOf(creator.server);
  await database.query(
    `INSERT INTO photos (id, performer_id, gallery_id, file_id, title, audience, position, state, created_at, updated_at)
     SELECT gen_random_uuid(), p.performer_id, p.gallery_id, p.file_id, 'Photo ' || n, 'subscribers', n, 'published', now(), now()
     FROM generate_series($2::int, $3::int - 1) n JOIN photos p ON p.gallery_id = $1 AND p.position = n % $2::int`,
    [id, distinct, photos],
  );
  await database.query('UPDATE galleries SET num_of_items = $2 WHERE id = $1', [id, photos]);
  await database.end();
  await api(creator, `/performer/performer-assets/galleries/${id}`, {
    method: 'PUT',
    body: { state: 'published' },
  });
  return id;
}

interface Seen {
  readonly cls: number;
  readonly long: readonly { readonly start: number; readonly duration: number }[];
}
const seenOf = (page: Page): Promise<Seen> =>
  page.evaluate(() => (globalThis as unknown as { seen: Seen }).seen);
const longest = ({ long }: Seen, from = 0): number =>
  Math.max(0, ...long.filter(({ start }) => start >= from).map(({ duration }) => duration));

/**
 * Scrolls to the end, most of a window at a time and ten times per second, until every photo is on the page.
 */
async function scrollThrough(page: Page): Promise<number> {
  const tiles = () => page.locator('[data-at]').count();
  await page.mouse.move(200, 500);
  for (let step = 0; step < 1_000; step++) {
    await page.mouse.wheel(0, 600);
    await page.waitForTimeout(100);
    const atEnd =
      step % 10 === 9 &&
      (await page.evaluate(() => innerHeight + scrollY >= document.documentElement.scrollHeight - 4));
    if (atEnd && (await tiles()) >= photos) break;
  }
  return tiles();
}

/** `server` must run with the demo data. */
export async function gallery(server: Running, executablePath: string): Promise<Section> {
  const { token } = await api<{ token: string }>({ server, token: '' }, '/auth/login', {
    method: 'POST',
    body: { credentials: 'demo-creator', password: 'limelight', remember: false },
  });
  const id = await makeGallery({ server, token });
  const browser = await chromium.launch({ executablePath });
  try {
    const context = await browser.newContext({
      viewport: { width: 412, height: 823 },
      deviceScaleFactor: 1.75,
      isMobile: true,
      hasTouch: true,
    });
    await context.addInitScript(observe);
    const page = await context.newPage();
    const devtools = await context.newCDPSession(page);
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: 4 });
    await page.goto(`${server.url}/galleries/${id}`, { waitUntil: 'load' });
    await page.waitForTimeout(2_000);
    const begun = await page.evaluate(() => performance.now());
    const drawn = await scrollThrough(page);
    if (drawn < photos) throw new Error(`Only ${drawn} of ${photos} photos came onto the page.`);
    await page.waitForTimeout(1_000);
    const scrolled = await seenOf(page);
    await page.locator('[data-at="250"]').click();
    await page.getByRole('dialog').waitFor();
    const opened = await page.evaluate(() => performance.now());
    for (let step = 0; step < stepsInViewer; step++) await page.keyboard.press('ArrowRight', { delay: 40 });
    await page.waitForTimeout(500);
    const viewed = await seenOf(page);
    return {
      title: 'A gallery of 500 photos',
      how: `Scrolled to its end, some 6,000 pixels a second, in a 412 × 823 window of Chromium ${browser.version()}, processor slowed four times, from the local server without a slow line, so that pictures come as fast as they can be asked for.`,
      rows: [
        atMost('Longest task while scrolling', longest(scrolled, begun), { most: 200, unit: ' ms' }),
        atMost('Layout shift over the whole way', scrolled.cls, { most: 0.01 }),
        atMost(`Longest task while the viewer goes through ${stepsInViewer}`, longest(viewed, opened), {
          most: 200,
          unit: ' ms',
        }),
      ],
    };
  } finally {
    await browser.close();
  }
}
