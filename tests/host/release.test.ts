import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, test } from 'vitest';
import { freePort } from '../setup/killing.ts';

/* `npm run test:deep` starts an archive; tests/scripts/release.test.ts always checks what is in one. */
let folder = '';
afterAll(() => folder && rm(folder, { recursive: true, force: true }));

test('the archive of a release installs what it needs and starts without building', async (context) => {
  if (!process.env.DEEP) return context.skip('skipped: npm run test:deep starts the archive');
  const pages = fileURLToPath(new URL('../../.next', import.meta.url));
  if (!existsSync(join(pages, 'BUILD_ID'))) return context.skip('skipped: the pages haven’t been built');
  const { packRelease } = (await import(
    new URL('../../scripts/release-files.mjs', import.meta.url).href
  )) as {
    packRelease: (release: Record<'version' | 'commit' | 'date' | 'pages' | 'to', string>) => Promise<string>;
  };
  folder = await mkdtemp(join(tmpdir(), 'limelight-release-'));
  const about = { version: '9.8.7', commit: 'abc', date: '2026-12-01' };
  const archive = await packRelease({ ...about, pages, to: folder });
  expect(spawnSync('tar', ['-xzf', archive], { cwd: folder }).status).toBe(0);
  const port = String(await freePort());
  const server = spawn(process.execPath, ['scripts/start.mjs'], {
    cwd: join(folder, 'limelight-9.8.7'),
    env: { ...process.env, DEMO: '0', PORT: port, LIVE: 'off', DATA_DIR: join(folder, 'data') },
  });
  let said = '';
  for (const stream of [server.stdout, server.stderr]) stream.on('data', (chunk) => (said += chunk));
  await expect.poll(() => said, { timeout: 500_000 }).toMatch(/^ready /m);
  expect(said).toMatch(/^dependencies +installed/m);
  expect(said).toMatch(/^pages +in place$/m);
  expect((await fetch(`http://127.0.0.1:${port}/posts/help`)).status).toBe(200);
  expect(existsSync(join(folder, 'limelight-9.8.7', 'node_modules', 'vitest'))).toBe(false);
  server.kill('SIGTERM');
  await once(server, 'exit');
});
