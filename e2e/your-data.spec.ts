import { readFile } from 'node:fs/promises';
import { BlobReader, TextWriter, ZipReader } from '@zip.js/zip.js';
import { cleanNow, cleanOnPhone } from './axe.ts';
import { expect, serverReady, test } from './fixtures.ts';
import { joinAsFan } from './people.ts';

test('a fan asks for a copy of their data, is told when it is ready, and downloads it', async ({
  page,
  target,
}) => {
  await page.goto('/');
  await serverReady(page, target);
  const fan = await joinAsFan(page);
  await page.goto('/user/account?tab=security');
  const ask = page.getByRole('button', { name: 'Request a copy' });
  await ask.focus();
  await page.keyboard.press('Enter');
  const download = page.getByRole('button', { name: 'Download ZIP' });
  await expect(download).toBeVisible({ timeout: 30_000 });
  await expect(page.getByText(/Your copy is ready: \d+ KB, available until/)).toBeVisible();
  await cleanNow(page, 'account with a copy of the data');
  await cleanOnPhone(page, 'account with a copy of the data');

  const [file] = await Promise.all([page.waitForEvent('download'), download.click()]);
  expect(file.suggestedFilename()).toBe('my-data.zip');
  // Downloads bypass the service worker that the mock runs in, so there the page fetches the URL itself.
  const bytes =
    target === 'mock'
      ? Buffer.from(
          await page.evaluate(async (url) => {
            const whole = new Uint8Array(await (await fetch(url)).arrayBuffer());
            return btoa(Array.from(whole, (byte) => String.fromCharCode(byte)).join(''));
          }, file.url()),
          'base64',
        )
      : await readFile(await file.path());
  const entries = await new ZipReader(new BlobReader(new Blob([new Uint8Array(bytes)]))).getEntries();
  const account = entries.find(({ filename }) => filename === 'data/account.json');
  if (!account || account.directory) throw new Error('the ZIP has no account');
  expect(JSON.parse(await account.getData(new TextWriter()))).toMatchObject([
    { username: fan.username, email: fan.email },
  ]);
  await page.goto('/notifications');
  await expect(page.getByText('The copy of your data is ready to download.')).toBeVisible();
});
