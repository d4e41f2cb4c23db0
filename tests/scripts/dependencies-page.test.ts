import { globSync, readFileSync, readdirSync, statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const root = fileURLToPath(new URL('../../', import.meta.url));
const page = readFileSync(`${root}docs/decisions/0003-dependencies.md`, 'utf8');
type Packages = Record<string, string>;
type Manifest = Partial<Record<'dependencies' | 'devDependencies' | 'optionalDependencies', Packages>>;
const manifests = ['package.json', ...globSync('programs/*/package.json', { cwd: root })];
const installed = manifests.flatMap((file) => {
  const { dependencies, devDependencies, optionalDependencies } = JSON.parse(
    readFileSync(root + file, 'utf8'),
  ) as Manifest;
  return Object.keys({ ...dependencies, ...devDependencies, ...optionalDependencies });
});

const rows = page
  .split('\n')
  .filter((line) => /^\| (?!Package |What )/.test(line))
  .map((line) => line.split('|').map((cell) => cell.trim()));
const [keptByHand, packages] = [
  rows.filter((row) => /`/.test(row[1] ?? '')),
  rows.filter((row) => !/`/.test(row[1] ?? '')),
];
const namedIn = (cell = '') => cell.split(/[\s,]+/).filter((word) => word !== '' && word !== '◆');

test('every dependency has its line, and every line a dependency', () => {
  const named = packages.flatMap(([, cell]) => namedIn(cell));
  expect(named.toSorted()).toEqual(installed.toSorted());
  for (const [, cell, why = ''] of packages) expect(why.length, cell).toBeGreaterThan(8);
});

const filesIn = (path: string): string[] =>
  statSync(root + path).isDirectory()
    ? readdirSync(root + path).flatMap((name) => filesIn(`${path}/${name}`))
    : [path];
const linesOf = (path: string) =>
  readFileSync(root + path, 'utf8')
    .trimEnd()
    .split('\n').length;

test('code kept by hand has about as many lines as the page says', () => {
  expect(keptByHand.length).toBeGreaterThan(6);
  for (const [, what = '', said] of keptByHand) {
    const files = [...what.matchAll(/`([^`]+)`/g)].flatMap(([, path = '']) => filesIn(path));
    const lines = files.reduce((sum, file) => sum + linesOf(file), 0);
    expect(Math.abs(lines - Number(said)), `${what}: ${lines} lines`).toBeLessThanOrEqual(lines / 10);
  }
});
