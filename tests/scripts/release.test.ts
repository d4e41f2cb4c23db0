import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, test } from 'vitest';

const script = (name: string) =>
  import(new URL(`../../scripts/${name}`, import.meta.url).href) as Promise<unknown>;
const { belongsToRelease, packRelease, releaseNotes } = (await script('release-files.mjs')) as {
  belongsToRelease: (file: string) => boolean;
  packRelease: (release: Record<'version' | 'commit' | 'date' | 'pages' | 'to', string>) => Promise<string>;
  releaseNotes: (changelog: string, version: string) => { date: string; text: string };
};
const { sources } = (await script('build.mjs')) as { sources: readonly string[] };
const read = (path: string) => readFileSync(fileURLToPath(new URL(`../../${path}`, import.meta.url)), 'utf8');
const { version } = JSON.parse(read('package.json')) as { version: string };
const folder = mkdtempSync(join(tmpdir(), 'limelight-release-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('the notes of a version', () => {
  test('are its section, which is the newest and has a date', () => {
    const changelog =
      '# Changelog\n\n## [1.2.0] - 2026-12-01\n\n### For fans\n\n- New.\n\n## [1.1.0] - 2026-11-01\n\n- Old.\n';
    expect(releaseNotes(changelog, '1.2.0')).toEqual({ date: '2026-12-01', text: '### For fans\n\n- New.' });
  });
  test.each([
    ['another version', '## [1.1.0] - 2026-11-01\n', 'newest heading'],
    ['no version yet', '## [Unreleased]\n\n- New.\n', 'newest heading'],
    ['no date', '## [1.2.0]\n', 'no date'],
    ['the version twice', '## [1.2.0] - 2026-12-01\n\n## [1.2.0] - 2026-11-01\n', 'two headings'],
  ])('complain about %s', (_, sections, complaint) => {
    expect(() => releaseNotes(`# Changelog\n\n${sections}`, '1.2.0')).toThrow(complaint);
  });
  test('are there for the version in package.json', () => {
    expect(releaseNotes(read('CHANGELOG.md'), version).text).toContain('### For ');
    expect((JSON.parse(read('package-lock.json')) as { version: string }).version).toBe(version);
  });
});

test('what the pages are built from and run from belongs to a release, tests don’t', () => {
  for (const file of [
    ...sources,
    'src/backend/node/main.ts',
    'scripts/start.mjs',
    'programs/ffmpeg/package-lock.json',
    'programs/node/package-lock.json',
    '.env.example',
    'LICENSE',
    'Dockerfile',
  ])
    expect(belongsToRelease(file), file).toBe(true);
  for (const file of [
    'tests/setup/backend.ts',
    'programs/chromium/package.json',
    'e2e/help.spec.ts',
    'bench/run.ts',
    'vitest.config.ts',
    '.gitignore',
  ])
    expect(belongsToRelease(file), file).toBe(false);
});

test('the archive has the built pages and no tests', async () => {
  const pages = join(folder, 'pages');
  mkdirSync(join(pages, 'static'), { recursive: true });
  mkdirSync(join(pages, 'cache'));
  writeFileSync(join(pages, 'static', 'page.js'), 'page');
  writeFileSync(join(pages, 'cache', 'old'), 'old');
  const archive = await packRelease({
    version: '9.8.7',
    commit: 'abc',
    date: '2026-12-01',
    pages,
    to: folder,
  });
  const { stdout } = spawnSync('tar', ['-tzf', archive], { encoding: 'utf8', maxBuffer: 2 ** 26 });
  const files = stdout.split('\n').map((file) => file.replace('limelight-9.8.7/', ''));
  for (const file of [
    '.next/static/page.js',
    '.next/limelight-stamp',
    'release.json',
    'package-lock.json',
    'programs/node/package-lock.json',
    'scripts/after-install.mjs',
    'src/backend/node/main.ts',
    'scripts/start.mjs',
  ])
    expect(files).toContain(file);
  expect(
    files.filter((file) => /^(tests|e2e|bench|node_modules|\.next\/cache|\.data|\.env$)/.test(file)),
  ).toEqual([]);
  const kept = spawnSync('tar', ['-xzOf', archive, 'limelight-9.8.7/release.json'], {
    encoding: 'utf8',
  }).stdout;
  expect(JSON.parse(kept)).toEqual({ version: '9.8.7', commit: 'abc', date: '2026-12-01' });
});
