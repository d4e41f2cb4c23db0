import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, serverReady, test } from './fixtures.ts';
import type { Page } from './fixtures.ts';
import { joinAsCreator } from './people.ts';

const megabyte = 1024 * 1024;
const folder = mkdtempSync(join(tmpdir(), 'limelight-large-'));
test.afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A file of three parts that passes for a ZIP. */
function archive(name: string): string {
  const path = join(folder, name);
  writeFileSync(path, Buffer.concat([Buffer.from('PK\u0003\u0004'), randomBytes(40 * megabyte)]));
  return path;
}

/** Opens the form of a new digital product. */
async function openForm(page: Page, target: 'server' | 'mock'): Promise<void> {
  await page.goto('/creator/products/new');
  await serverReady(page, target);
  await page.getByRole('radio', { name: /Digital download/ }).check();
}
const field = (page: Page) => page.getByLabel('Add files');
const arrived = (page: Page, name: string) =>
  expect(page.getByRole('button', { name: `Remove ${name}` })).toBeVisible({ timeout: 60_000 });

/** The numbers of the parts that are sent from now on, in order. */
function partsSent(page: Page): string[] {
  const numbers: string[] = [];
  page.on('request', (request) => {
    const number = /\/media\/upload\/parts\/[^/]+\/(\d+)/.exec(request.url())?.[1];
    if (number && request.method() === 'PUT') numbers.push(number);
  });
  return numbers;
}
const parts = '**/media/upload/parts/**';

test('a large file arrives', async ({ page, target }) => {
  test.slow();
  await page.goto('/');
  await serverReady(page, target);
  await joinAsCreator(page);
  await openForm(page, target);
  await field(page).setInputFiles(archive('glazes.zip'));
  await arrived(page, 'glazes.zip');
});

test.describe('an interrupted upload', () => {
  // In the mock, nothing of an upload goes through the network.
  test.skip(({ target }) => target === 'mock', 'needs a network to cut');

  test('waits for the network and goes on by itself', async ({ page, context, target }) => {
    test.slow();
    await page.goto('/');
    await serverReady(page, target);
    await joinAsCreator(page);
    await openForm(page, target);
    const sent = partsSent(page);
    // The second part fails, and from then on there is no network at all.
    let cut = false;
    await page.route(parts, async (route) => {
      if (cut || !route.request().url().includes('/2?')) return route.continue();
      cut = true;
      await context.setOffline(true);
      await route.abort('connectionreset');
    });
    await field(page).setInputFiles(archive('glazes.zip'));
    await expect(page.getByText('Waiting for a connection')).toBeVisible({ timeout: 60_000 });
    await expect(page.getByText(/3\d% of 42 MB/)).toBeVisible();
    await context.setOffline(false);
    await arrived(page, 'glazes.zip');
    expect(sent).toEqual(['1', '2', '2', '3']);
  });

  test('goes on after a reload when the file is chosen again; canceling deletes it', async ({
    page,
    target,
  }) => {
    test.slow();
    await page.goto('/');
    await serverReady(page, target);
    await joinAsCreator(page);
    await openForm(page, target);
    const path = archive('kiln.zip');
    await page.route(parts, (route) =>
      route.request().url().includes('/2?') ? route.abort('connectionreset') : route.continue(),
    );
    await field(page).setInputFiles(path);
    await expect(page.getByText('Waiting for a connection')).toBeVisible({ timeout: 60_000 });
    page.on('dialog', (dialog) => void dialog.accept());
    await page.reload();
    await serverReady(page, target);
    await page.unroute(parts);
    await openForm(page, target);
    const sent = partsSent(page);
    await field(page).setInputFiles(path);
    await arrived(page, 'kiln.zip');
    expect(sent).toEqual(['2', '3']);

    await page.getByRole('button', { name: 'Remove kiln.zip' }).click();
    await page.route(parts, (route) => route.abort('connectionreset'));
    await field(page).setInputFiles(archive('clay.zip'));
    await expect(page.getByText('Waiting for a connection')).toBeVisible({ timeout: 60_000 });
    const canceled = page.waitForResponse(
      (response) => response.request().method() === 'DELETE' && response.url().includes('/uploads/'),
    );
    await page.getByRole('button', { name: 'Cancel clay.zip' }).click();
    expect((await canceled).status()).toBe(200);
  });
});
