import { createServer } from 'node:http';
import { cleanNow, cleanOnPhone } from './axe.ts';
import { expect, serverReady, test } from './fixtures.ts';
import { call, joinAsCreator, joinAsFan } from './people.ts';

/** A PNG of one pixel. */
const pixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

test('a link in a post gets a card, which is removed and added again, and read by everyone', async ({
  page,
  newPerson,
  target,
}) => {
  await page.goto('/');
  await serverReady(page, target);
  const creator = await joinAsCreator(page);
  const { data: shown } = await call<{ _id: string }>(page, 'POST /performer/feeds', {
    text: 'Ash glaze, step by step',
    audience: 'public',
  });
  const link = `${new URL(page.url()).origin}/feeds/${shown._id}`;

  await page.goto('/creator/feeds/new');
  await serverReady(page, target);
  const text = page.getByLabel('Text', { exact: true });
  await text.fill(`Read this first: ${link}`);
  const card = page.getByRole('link', { name: /Ash glaze, step by step/ });
  await expect(card).toContainText(`By ${creator.name}`);
  await cleanNow(page, 'a link card being written');
  await cleanOnPhone(page, 'a link card being written');
  await page.getByRole('button', { name: 'Remove link card' }).click();
  await expect(card).toHaveCount(0);
  await page.getByRole('button', { name: 'Add link card' }).click();
  await expect(card).toBeVisible();
  // The card goes with its link.
  await text.fill('Read this first');
  await expect(card).toHaveCount(0);
  await text.fill(`Read this first: ${link}`);
  await expect(card).toBeVisible();
  await page.getByRole('radio', { name: /^Everyone/ }).check();
  await page.getByRole('button', { name: 'Publish' }).click();
  await page.waitForURL(/\/feeds\/[\w-]{36}$/);
  await expect(card).toBeVisible();

  const fan = await newPerson();
  await fan.goto('/');
  await serverReady(fan, target);
  await joinAsFan(fan);
  await fan.goto(`/${creator.username}`);
  await serverReady(fan, target);
  await fan.getByRole('link', { name: /^Post .*Ash glaze, step by step/ }).click();
  await expect(fan).toHaveURL(new RegExp(`/feeds/${shown._id}$`));
});

test('a card of another site has its picture; a page that can’t be read says so', async ({
  page,
  target,
}) => {
  test.skip(target === 'mock', 'A browser can’t read other sites.');
  const origin = process.env['E2E_LINK_ORIGIN'] ?? '';
  const site = createServer((request, response) => {
    const isPicture = request.url === '/p.png';
    if (request.url === '/gone') return response.writeHead(404).end();
    response.writeHead(200, { 'content-type': isPicture ? 'image/png' : 'text/html' });
    return response.end(
      isPicture
        ? pixel
        : '<title>Kiln notes</title><meta property="og:site_name" content="The Kiln"><meta property="og:image" content="/p.png">',
    );
  }).listen(Number(new URL(origin).port), '127.0.0.1');
  try {
    await page.goto('/');
    await serverReady(page, target);
    await joinAsCreator(page);
    await page.goto('/creator/feeds/new');
    await serverReady(page, target);
    const text = page.getByLabel('Text', { exact: true });
    await text.fill(`${origin}/gone`);
    await expect(page.getByText('No preview for this link.')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible();
    await text.fill(`${origin}/notes`);
    const card = page.getByRole('link', { name: /Kiln notes/ });
    await expect(card).toContainText('The Kiln');
    await expect
      .poll(() => card.locator('img').evaluate((image: HTMLImageElement) => image.naturalWidth))
      .toBe(1);
    await page.getByRole('button', { name: 'Publish' }).click();
    await page.waitForURL(/\/feeds\/[\w-]{36}$/);
    await expect(card).toHaveAttribute('target', '_blank');
    await expect
      .poll(() => card.locator('img').evaluate((image: HTMLImageElement) => image.naturalWidth))
      .toBe(1);
  } finally {
    site.closeAllConnections();
    site.close();
  }
});
