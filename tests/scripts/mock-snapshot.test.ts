import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeEach, expect, test } from 'vitest';

type Stamps = readonly [data: string, all: string];
const { allSources, dataSources, isRecent, stampsOf } = (await import(
  new URL('../../scripts/mock-snapshot.mjs', import.meta.url).href
)) as {
  allSources: readonly string[];
  dataSources: readonly string[];
  stampsOf: (folder: string, now: number) => Stamps;
  isRecent: (made: readonly string[], stamps: Stamps, exact: boolean) => boolean;
};

const root = mkdtempSync(join(tmpdir(), 'limelight-snapshot-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));
const now = Date.parse('2026-12-01');
const nextWeek = Date.parse('2026-12-08');

/** A small project with a file in each of the places that the snapshot depends on. */
let project = '';
beforeEach(() => {
  project = mkdtempSync(join(root, 'project-'));
  change('package.json', readFileSync('package.json', 'utf8'));
  for (const path of [...allSources, ...dataSources])
    change(statSync(path).isDirectory() ? `${path}/file.ts` : path, '');
  change('src/backend/domain/money/wallet.ts', '');
});
function change(file: string, text: string) {
  mkdirSync(dirname(join(project, file)), { recursive: true });
  writeFileSync(join(project, file), text);
}

/** For whom the data is made again: who looks at pages, and tests. */
function isMadeAgain(work: () => void, later = now) {
  const made = stampsOf(project, now);
  work();
  const stamps = stampsOf(project, later);
  return { looking: !isRecent(made, stamps, false), testing: !isRecent(made, stamps, true) };
}

test('the mock’s data stays as long as nothing changes', () => {
  expect(isMadeAgain(() => undefined)).toEqual({ looking: false, testing: false });
});
test('the mock’s data is made for the first time', () => {
  expect(isRecent([], stampsOf(project, now), false)).toBe(false);
});

test.each([
  'src/backend/db/sql/0001_next.sql',
  'src/backend/demo/cast.ts',
  'src/backend/node/media/seed-pictures/new.webp',
  'scripts/make-mock-snapshot.ts',
])('a change of %s makes it again for everybody', (file) => {
  expect(isMadeAgain(() => change(file, 'changed'))).toEqual({ looking: true, testing: true });
});
test('another version of its database makes it again for everybody', () => {
  const manifest = readFileSync(join(project, 'package.json'), 'utf8');
  const changed = manifest.replace(/("@electric-sql\/pglite": ")[^"]+/, '$10.9.9');
  expect(
    isMadeAgain(() => {
      change('package.json', changed);
      change('package-lock.json', changed);
    }),
  ).toEqual({ looking: true, testing: true });
});

test.each(['src/backend/domain/money/wallet.ts', 'src/contract/file.ts', 'package-lock.json'])(
  'a change of %s makes it again for tests only',
  (file) => {
    expect(isMadeAgain(() => change(file, 'changed'))).toEqual({ looking: false, testing: true });
  },
);
test('a new week makes it again for tests only, because it has dates', () => {
  expect(isMadeAgain(() => undefined, nextWeek)).toEqual({ looking: false, testing: true });
});
