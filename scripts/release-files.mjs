// What a release consists of: files of the commit, the built pages, and the notes of its version.
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { inRoot, root } from './paths.mjs';
import { Complaint } from './say.mjs';

/** What is needed to develop and test, but not to run. */
const left = [
  /^\.(?!env\.example$|dockerignore$)/,
  /^(tests|e2e|bench|docs\/pictures|programs\/chromium)\//,
  /^(knip|vitest|drizzle)\.config\.ts$/,
];
/** Whether a file of the repository belongs to a release. */
export const belongsToRelease = (file) => !left.some((pattern) => pattern.test(file));

/** Of the built pages, what only another build would use. */
const onlyForBuilding = new Set(['cache', 'diagnostics', 'trace', 'trace-build', 'types', 'dev']);

/**
 * The section of a version in CHANGELOG.md, without its heading. It has to be the newest one, and to have a date.
 *
 * @param {string} changelog
 * @param {string} version
 */
export function releaseNotes(changelog, version) {
  const [, newest = '', ...rest] = changelog.split(/^## /m);
  const [, name, date] = /^\[([^\]]+)\](?: - (\d{4}-\d{2}-\d{2}))?\n/.exec(newest) ?? [];
  if (name !== version)
    throw new Complaint(
      `The newest heading of CHANGELOG.md is “${newest.split('\n', 1)[0]}”. Name it “[${version}] - <date>”, or change the version in package.json.`,
    );
  if (!date) throw new Complaint(`The heading [${version}] in CHANGELOG.md has no date.`);
  if (rest.some((section) => section.startsWith(`[${version}]`)))
    throw new Complaint(`CHANGELOG.md has two headings for ${version}.`);
  return { date, text: newest.slice(newest.indexOf('\n')).trim() };
}

const run = (command, args, cwd = root) => {
  const { status, stdout, stderr, error } = spawnSync(command, args, {
    cwd,
    encoding: 'utf8',
    maxBuffer: 2 ** 26,
  });
  if (error || status !== 0)
    throw new Complaint(`${command} ${args[0]} failed: ${error?.message ?? stderr.trim()}`);
  return stdout;
};
export const git = (...args) => run('git', args).trim();

/**
 * Writes `<to>/limelight-<version>.tar.gz`, which starts without building. Returns its path.
 *
 * @param {{ version: string, commit: string, date: string, pages: string, to: string }} release `pages`: the folder of
 *   the built pages
 */
export async function packRelease({ version, commit, date, pages, to }) {
  const name = `limelight-${version}`;
  const folder = join(to, name);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  for (const file of run('git', ['ls-files', '-z']).split('\0').filter(Boolean).filter(belongsToRelease)) {
    if (!existsSync(inRoot(file))) continue;
    mkdirSync(join(folder, dirname(file)), { recursive: true });
    cpSync(inRoot(file), join(folder, file));
  }
  cpSync(pages, join(folder, '.next'), {
    recursive: true,
    filter: (path) =>
      dirname(path) !== pages.replace(/[/\\]$/, '') ||
      !onlyForBuilding.has(path.slice(dirname(path).length + 1)),
  });
  writeFileSync(join(folder, 'release.json'), `${JSON.stringify({ version, commit, date }, null, 2)}\n`);
  // The same sources, without what git ignores beside them.
  const { fingerprint } = await import(pathToFileURL(join(folder, 'scripts', 'build.mjs')).href);
  writeFileSync(join(folder, '.next', 'limelight-stamp'), fingerprint(false));
  run('tar', ['-czf', `${name}.tar.gz`, name], to);
  rmSync(folder, { recursive: true, force: true });
  return join(to, `${name}.tar.gz`);
}

/** Complains unless `npm test` has passed for this commit. */
export function requireTested(commit) {
  const file = inRoot('reports', 'tested.json');
  const tested = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : null;
  if (tested?.commit !== commit)
    throw new Complaint(
      'This commit hasn’t passed the tests: run `npm test` first, or release with `-- --untested`.',
    );
  return tested.passed;
}
