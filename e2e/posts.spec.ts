import { expect, serverReady, test } from './fixtures.ts';
import type { Page } from './fixtures.ts';
import { call, joinAsCreator, joinAsFan } from './people.ts';
import type { Person } from './people.ts';
import { fillDate } from './picking.ts';

const clips = 'src/backend/node/media/seed-clips';
const picture = async (page: Page, name: string) => ({
  name,
  mimeType: 'image/png',
  buffer: await page.screenshot(),
});
const mediaReady = { timeout: 120_000 };

interface Kind {
  readonly name: string;
  /** Fills in the editor, apart from the text. */
  readonly fill: (page: Page) => Promise<void>;
  /** Asserts what a reader sees. */
  readonly seen: (page: Page) => Promise<void>;
}
const choose = (page: Page, kind: string) => page.getByRole('button', { name: kind, exact: true }).click();
const arrived = (page: Page, name: string) =>
  expect(page.getByRole('button', { name: `Remove ${name}` })).toBeVisible(mediaReady);
const drawn = (page: Page, name: string | RegExp) =>
  expect
    .poll(() =>
      page
        .getByRole('img', { name })
        .first()
        .evaluate((image: HTMLImageElement) => image.naturalWidth),
    )
    .toBeGreaterThan(0);
const playable = async (page: Page, selector: string) => {
  await expect(page.locator(selector).first()).toBeAttached();
  const url = await page.locator(selector).first().getAttribute('src');
  expect(url).toBeTruthy();
  expect(
    await page.evaluate(
      async (address) => (await fetch(address, { headers: { range: 'bytes=0-99' } })).status,
      url ?? '',
    ),
  ).toBe(206);
};

const kinds: readonly Kind[] = [
  { name: 'text', fill: async () => {}, seen: async () => {} },
  {
    name: 'photo',
    async fill(page) {
      for (const name of ['one.png', 'two.png', 'three.png']) {
        await page.getByLabel('Add photos').setInputFiles(await picture(page, name));
        await arrived(page, name);
      }
      await page.getByRole('button', { name: 'Move three.png earlier' }).click();
      await page.getByLabel('Description of three.png').fill('The third, now the second');
    },
    async seen(page) {
      await drawn(page, 'The third, now the second');
      const names = await page
        .getByRole('article')
        .first()
        .getByRole('img')
        .evaluateAll((images) => images.map((image) => image.getAttribute('alt')));
      expect(names.filter((name) => /Photo|third/.test(name ?? ''))).toEqual([
        'Photo 1 of 3',
        'The third, now the second',
        'Photo 3 of 3',
      ]);
    },
  },
  {
    name: 'video',
    async fill(page) {
      await choose(page, 'Video');
      await page.getByLabel('Add a video').setInputFiles(`${clips}/waves.mp4`);
      await arrived(page, 'waves.mp4');
      await page.getByLabel('Add a thumbnail').setInputFiles(await picture(page, 'still.png'));
      await arrived(page, 'still.png');
    },
    seen: (page) => playable(page, 'article video'),
  },
  {
    name: 'audio',
    async fill(page) {
      await choose(page, 'Audio');
      await page.getByLabel('Add a recording').setInputFiles(`${clips}/guitar.m4a`);
      await arrived(page, 'guitar.m4a');
    },
    seen: (page) => playable(page, 'article audio'),
  },
  {
    name: 'teaser',
    async fill(page) {
      await choose(page, 'Teaser');
      await page.getByLabel('Add a teaser').setInputFiles(`${clips}/wheel.mp4`);
      await arrived(page, 'wheel.mp4');
    },
    seen: (page) => playable(page, 'article video'),
  },
  {
    name: 'poll',
    async fill(page) {
      await choose(page, 'Poll');
      await page.getByLabel('Question').fill('Which glaze?');
      await page.getByRole('textbox', { name: 'Answer 1' }).fill('Ash');
      await page.getByRole('textbox', { name: 'Answer 2' }).fill('Celadon');
      await page.getByRole('button', { name: 'Add an answer' }).click();
      await page.keyboard.type('Tenmoku');
    },
    async seen(page) {
      await expect(page.getByText('Which glaze?').first()).toBeVisible();
      for (const answer of ['Ash', 'Celadon', 'Tenmoku'])
        await expect(page.getByText(answer).first()).toBeVisible();
    },
  },
];

async function begin(page: Page, reader: Page, target: 'server' | 'mock'): Promise<Person> {
  for (const each of [page, reader]) {
    await each.goto('/');
    await serverReady(each, target);
  }
  const creator = await joinAsCreator(page);
  await joinAsFan(reader);
  expect((await call(reader, `POST /follows/${creator.id}`)).status).toBeLessThan(300);
  return creator;
}

/** Waits until the newest post of the creator is published; returns its id. */
async function published(page: Page): Promise<string> {
  const newest = async () =>
    (await call<{ data: { _id: string; state: string }[] }>(page, 'GET /performer/feeds?limit=1')).data
      .data[0];
  await expect.poll(async () => (await newest())?.state, { timeout: 120_000 }).toBe('published');
  return (await newest())?._id ?? '';
}

const open = async (page: Page, path: string, target: 'server' | 'mock') => {
  await page.goto(path);
  await serverReady(page, target);
};

async function inMenu(page: Page, text: string, item: string): Promise<void> {
  await page.getByRole('button', { name: `Actions for “${text}”` }).click();
  await page.getByRole('menuitem', { name: item, exact: true }).click();
}

for (const kind of kinds) {
  test(`a ${kind.name} post from the studio to a follower and back`, async ({ page, newPerson, target }) => {
    test.slow();
    const reader = await newPerson();
    const creator = await begin(page, reader, target);
    await open(page, '/creator/feeds/new', target);
    await kind.fill(page);
    await page.getByLabel('Text', { exact: true }).fill(`A ${kind.name} to begin with`);
    await page.getByRole('radio', { name: /Followers/ }).check();
    await page.getByRole('button', { name: 'Publish', exact: true }).click();
    await page.waitForURL(/\/(feeds\/[0-9a-f-]{36}|creator\/feeds)$/);
    const id = await published(page);

    await open(reader, `/feeds/${id}`, target);
    await expect(reader.getByText(`A ${kind.name} to begin with`).first()).toBeVisible();
    await kind.seen(reader);
    await open(reader, `/${creator.username}`, target);
    await expect(reader.getByText(`A ${kind.name} to begin with`).first()).toBeVisible();

    await open(page, `/creator/feeds/${id}`, target);
    await page.getByLabel('Text', { exact: true }).fill(`Another word on the ${kind.name}`);
    await page.getByRole('button', { name: 'Save changes' }).click();
    await expect
      .poll(async () => (await call<{ text: string }>(page, `GET /performer/feeds/${id}`)).data.text)
      .toBe(`Another word on the ${kind.name}`);
    await open(reader, '/home', target);
    await expect(reader.getByText(`Another word on the ${kind.name}`).first()).toBeVisible();
    await kind.seen(reader);

    // The studio treats all kinds alike.
    if (kind.name !== 'photo' && !process.env.DEEP) return;
    await open(page, '/creator/feeds', target);
    await inMenu(page, `Another word on the ${kind.name}`, 'Archive');
    await expect.poll(async () => (await call(reader, `GET /user/feeds/${id}`)).status).toBe(404);
    await inMenu(page, `Another word on the ${kind.name}`, 'Restore');
    await expect(page.getByText('Restored')).toBeVisible();
    expect((await call(reader, `GET /user/feeds/${id}`)).status).toBe(200);

    await inMenu(page, `Another word on the ${kind.name}`, 'Delete');
    await page.getByRole('dialog').getByRole('button', { name: 'Delete post' }).click();
    await expect(page.getByText('Post deleted')).toBeVisible();
    await open(reader, `/feeds/${id}`, target);
    await expect(reader.getByRole('heading', { name: /(Post|Page) not found/ })).toBeVisible();
  });
}

test('a draft survives a reload with its photo, is saved, scheduled, unscheduled and published', async ({
  page,
  newPerson,
  target,
}) => {
  test.slow();
  await begin(page, await newPerson(), target);
  await open(page, '/creator/feeds/new', target);
  await page.getByLabel('Text', { exact: true }).fill('Half a thought');
  await page.getByLabel('Add photos').setInputFiles(await picture(page, 'kiln.png'));
  await arrived(page, 'kiln.png');
  await expect(page.getByRole('progressbar')).toHaveCount(0);
  await page.getByLabel('Description of kiln.png').fill('The kiln');
  await page.reload();
  await serverReady(page, target);
  await expect(page.getByLabel('Text', { exact: true })).toHaveValue('Half a thought');
  await expect(page.getByLabel('Description of kiln.png')).toHaveValue('The kiln');
  await expect(page.getByRole('progressbar')).toHaveCount(0);
  await page.getByRole('button', { name: 'Save as draft' }).click();
  await page.waitForURL('**/creator/feeds');
  await expect(
    page
      .getByRole('row', { name: /Half a thought/ })
      .getByText('Draft')
      .first(),
  ).toBeAttached();

  await page.getByRole('link', { name: /Half a thought/ }).click();
  await page.getByRole('radio', { name: /Later/ }).check();
  // A day within a year, which is as far as a post can be scheduled.
  const today = new Date();
  const day = `May 1, ${today.getFullYear() + (today.getMonth() < 4 ? 0 : 1)}`;
  await fillDate(page, 'Publish date', `${day}, 9:30 AM`);
  await page.getByRole('button', { name: 'Schedule' }).click();
  await page.waitForURL('**/creator/feeds');
  await page.getByLabel('Status').selectOption('scheduled');
  await expect(page).toHaveURL(/state=scheduled/);
  await page.getByRole('link', { name: /Half a thought/ }).click();
  await expect(page.getByText(`It will be published on ${day}`)).toBeVisible();
  await page.getByRole('button', { name: 'Move to drafts' }).click();
  await page.waitForURL('**/creator/feeds');
  await inMenu(page, 'Half a thought', 'Edit');
  await page.getByRole('radio', { name: /^Now/ }).check();
  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  await page.waitForURL(/\/feeds\/[0-9a-f-]{36}$/);
  await drawn(page, 'The kiln');
});

test('several posts are archived and deleted at once; the list is searchable', async ({
  page,
  newPerson,
  target,
}) => {
  await begin(page, await newPerson(), target);
  for (const text of ['First of three', 'Second of three', 'Something else'])
    expect((await call(page, 'POST /performer/feeds', { text })).status).toBe(201);
  await open(page, '/creator/feeds', target);
  await page.getByRole('searchbox', { name: 'Search your posts' }).fill('of three');
  await expect(page).toHaveURL(/q=of/);
  await expect(page.getByRole('link', { name: 'Something else' })).toHaveCount(0);
  for (const text of ['First of three', 'Second of three'])
    await page.getByRole('checkbox', { name: `Select “${text}”` }).check();
  await expect(page.getByText('2 posts selected')).toBeVisible();
  await page.getByRole('region', { name: 'Selected posts' }).getByRole('button', { name: 'Archive' }).click();
  await expect(page.getByText('2 posts archived')).toBeVisible();
  for (const text of ['First of three', 'Second of three'])
    await page.getByRole('checkbox', { name: `Select “${text}”` }).check();
  await page.getByRole('region', { name: 'Selected posts' }).getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByRole('dialog')).toContainText('First of three');
  await page.getByRole('dialog').getByRole('button', { name: 'Delete 2 posts' }).click();
  await expect(page.getByText('2 posts deleted')).toBeVisible();
  await expect(page.getByText('No posts found')).toBeVisible();
});

test("a profile's posts are filtered by type and searched", async ({ page, newPerson, target }) => {
  const reader = await newPerson();
  const creator = await begin(page, reader, target);
  for (const text of ['Celadon test tiles', 'Ash, once more'])
    await call(page, 'POST /performer/feeds', { text, audience: 'public' });
  await call(page, 'POST /performer/feeds', { text: 'Celadon, the recipe', audience: 'subscribers' });
  await call(page, 'POST /performer/feeds/polls', {
    poll: { question: 'Best celadon?', options: ['Yours', 'Mine'] },
    audience: 'public',
  });
  await open(reader, `/${creator.username}`, target);
  await reader.getByRole('button', { name: /^Search .* posts$/ }).click();
  await reader.getByRole('searchbox').fill('celadon');
  await expect(reader.getByText('Ash, once more')).toHaveCount(0);
  await expect(reader.getByRole('article')).toHaveCount(2);
  await reader.getByRole('button', { name: 'Polls', exact: true }).click();
  await expect(reader.getByRole('article')).toHaveCount(1);
  await expect(reader.getByText('Best celadon?').first()).toBeVisible();
});
