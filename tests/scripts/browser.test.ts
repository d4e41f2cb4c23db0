import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

interface Found {
  path: string;
  from: string;
}
type Source = (env: Record<string, string>) => Found | null | Promise<Found | null>;
interface Lookup {
  findBrowser(env: Record<string, string>, sources?: readonly Source[]): Promise<Found>;
  named: Source;
  systems: Source;
  playwrights: Source;
}
const { findBrowser, named, systems, playwrights } = (await import(
  new URL('../../scripts/browser.mjs', import.meta.url).href
)) as Lookup;

describe('the browser for the end-to-end tests', () => {
  let folder = '';
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'limelight-browser-'));
    await writeFile(join(folder, 'chromium'), '#!/bin/sh\n');
    await chmod(join(folder, 'chromium'), 0o755);
  });
  afterAll(() => rm(folder, { recursive: true }));

  test('is the one in CHROMIUM_PATH, before any other', async () => {
    const path = join(folder, 'chromium');
    expect(await findBrowser({ CHROMIUM_PATH: path, PATH: folder })).toEqual({ path, from: 'CHROMIUM_PATH' });
  });
  test("isn't searched elsewhere if CHROMIUM_PATH is wrong", async () => {
    await expect(findBrowser({ CHROMIUM_PATH: '/no/such/browser', PATH: folder })).rejects.toThrow(
      'CHROMIUM_PATH names /no/such/browser, and there is no such file.',
    );
  });
  test("is the system's, before Playwright's", async () => {
    expect(await findBrowser({ PATH: `/nowhere:${folder}` })).toEqual({
      path: join(folder, 'chromium'),
      from: 'the system',
    });
  });
  test("is Playwright's, before the one from npm", async () => {
    const asked: string[] = [];
    const empty =
      (name: string): Source =>
      () => (asked.push(name), null);
    const npm: Source = () => ({ path: '/npm', from: '@sparticuz/chromium' });
    expect(await findBrowser({}, [named, empty('systems'), empty('playwrights'), npm])).toEqual({
      path: '/npm',
      from: '@sparticuz/chromium',
    });
    expect(asked).toEqual(['systems', 'playwrights']);
    expect(await playwrights({})).toSatisfy(
      (found: Found | null) => found === null || found.from === 'Playwright',
    );
  });
  test.skipIf(process.platform !== 'linux')('if there is none, one line says how to get one', async () => {
    const message = await findBrowser({ PATH: '' }, [named, systems]).catch((error: Error) => error.message);
    expect(message).toBe(
      'No browser was found for the end-to-end tests: set CHROMIUM_PATH to a Chromium or Chrome, or run `npx playwright install chromium` once.',
    );
  });
});
