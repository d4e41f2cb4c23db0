import { readFile } from 'node:fs/promises';
import { BlobReader, TextWriter, ZipReader } from '@zip.js/zip.js';
import { cleanNow, cleanOnPhone } from './axe.ts';
import { expect, serverReady, test } from './fixtures.ts';
import type { Page } from './fixtures.ts';

import { call, joinAsCreator, joinAsFan, topUp } from './people.ts';

const pdfOf = (text: string) =>
  Buffer.from(
    `%PDF-1.4\n% ${text}\n1 0 obj\n<< /Type /Catalog /Pages 2 0 R >>\nendobj\n2 0 obj\n<< /Type /Pages /Kids [] /Count 0 >>\nendobj\ntrailer\n<< /Root 1 0 R >>\n%%EOF\n`,
  );
const files = [
  { name: 'Glasur Übersicht mit allen Brenntemperaturen.pdf', buffer: pdfOf('one') },
  { name: 'Log.pdf', buffer: pdfOf('two') },
  { name: 'log.pdf', buffer: pdfOf('three') },
].map((file) => ({ ...file, mimeType: 'application/pdf' }));

/** Presses a button and returns what the browser downloads. */
async function downloaded(
  page: Page,
  button: string,
  target: 'server' | 'mock',
): Promise<{ name: string; bytes: Buffer }> {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: button }).click(),
  ]);
  // Downloads bypass the service worker that the mock runs in, so there the page fetches the URL itself.
  const bytes =
    target === 'mock'
      ? Buffer.from(
          await page.evaluate(async (url) => {
            const whole = new Uint8Array(await (await fetch(url)).arrayBuffer());
            return btoa(Array.from(whole, (byte) => String.fromCharCode(byte)).join(''));
          }, download.url()),
          'base64',
        )
      : await readFile(await download.path());
  return { name: download.suggestedFilename(), bytes };
}

test('a product of several files: sold, downloaded one by one and all at once as a ZIP', async ({
  page: fan,
  newPerson,
  target,
}) => {
  const studio = await newPerson();
  for (const page of [fan, studio]) {
    await page.goto('/');
    await serverReady(page, target);
  }
  await joinAsCreator(studio);
  await joinAsFan(fan);
  await topUp(fan, 1_000);

  await studio.goto('/creator/products/new');
  await studio.getByRole('radio', { name: /Digital download/ }).check();
  await studio.getByLabel('Title', { exact: true }).fill('Seven glazes');
  await studio.getByLabel('Price').fill('90');
  await studio.getByLabel('Add files').setInputFiles(files);
  await expect(studio.getByRole('button', { name: 'Remove log.pdf', exact: true })).toBeVisible();
  // A long name doesn't push the button that removes its file out of a phone's window.
  const wide = studio.viewportSize()!;
  await studio.setViewportSize({ width: 360, height: 740 });
  for (const button of await studio.getByRole('button', { name: /^Remove .+\.pdf$/ }).all())
    await expect.poll(async () => (await button.boundingBox())!.x).toBeLessThan(316);
  await studio.setViewportSize(wide);
  await studio.getByRole('button', { name: 'Put on sale' }).click();
  await expect(studio.getByRole('heading', { name: 'Seven glazes', level: 1 })).toBeVisible({
    timeout: 20_000,
  });
  const address = new URL(studio.url()).pathname;

  await fan.goto(address);
  await expect(fan.getByText(/^3 files, \d+ B in all$/)).toBeVisible();
  const bought = await call(fan, `POST /wallet/charges/product/${address.split('/').at(-1)}`, {
    quantity: 1,
    expectedPrice: 90,
  });
  expect(bought.status).toBe(201);
  await fan.goto(address);
  const zip = await downloaded(fan, 'Download all as ZIP', target);
  await expect(
    fan.getByRole('status').filter({ hasText: 'Downloading Seven glazes.zip: 3 files' }),
  ).toBeVisible();
  expect(zip.name).toBe('Seven glazes.zip');
  const entries = await new ZipReader(new BlobReader(new Blob([new Uint8Array(zip.bytes)]))).getEntries();
  const texts = await Promise.all(
    entries.map(async (entry) => (entry.directory ? '' : await entry.getData(new TextWriter()))),
  );
  expect(entries.map(({ filename }) => filename)).toEqual([
    'Glasur Übersicht mit allen Brenntemperaturen.pdf',
    'Log.pdf',
    'log (2).pdf',
  ]);
  expect(texts).toEqual(files.map(({ buffer }) => buffer.toString()));
  await cleanNow(fan, 'a product of several files');
  await cleanOnPhone(fan, 'a product of several files');

  // The order lists the same files, and counts each download.
  await fan.goto('/user/orders');
  await fan.getByRole('link', { name: /Seven glazes/ }).click();
  await expect(fan.getByText('Downloaded once')).toBeVisible();
  const one = await downloaded(fan, 'Download Glasur Übersicht mit allen Brenntemperaturen.pdf', target);
  expect([one.name, one.bytes.toString()]).toEqual([
    'Glasur Übersicht mit allen Brenntemperaturen.pdf',
    files[0]!.buffer.toString(),
  ]);
  await expect(fan.getByText('Downloaded 2 times')).toBeVisible();
});
