// The initial data of the mock: the demo data in a PGlite database, created once and loaded by every browser
// within a second.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { runtime } from './programs.mjs';
import { inRoot, root } from './paths.mjs';
import { Complaint, step } from './say.mjs';

export const snapshotFolder = inRoot('.cache', 'mock');
const stampFile = inRoot('.cache', 'mock', 'stamp');
const sources = [
  'src/backend',
  'src/config',
  'src/contract',
  'src/lib',
  'src/mock/secrets.ts',
  'scripts/make-mock-snapshot.ts',
  'package-lock.json',
];
/** The data contains dates such as yesterday and next month, so it is recreated every week. */
const WEEK_MS = 7 * 86_400_000;

/** Creates the snapshot if its sources have changed. */
export async function ensureSnapshot() {
  await step('mock world', async (tell) => {
    const stamp = fingerprint();
    if (existsSync(stampFile) && readFileSync(stampFile, 'utf8') === stamp) return 'in place';
    tell('creating demo data …');
    rmSync(snapshotFolder, { recursive: true, force: true });
    await make(stamp.slice(0, 16));
    writeFileSync(stampFile, stamp);
    return 'made';
  });
}

function fingerprint() {
  const hash = createHash('sha256').update(String(Math.floor(Date.now() / WEEK_MS)));
  for (const source of sources)
    for (const file of filesUnder(source))
      hash
        .update(`${file}\0`)
        .update(readFileSync(inRoot(file)))
        .update('\0');
  return hash.digest('hex');
}

function* filesUnder(path) {
  if (statSync(inRoot(path)).isFile()) return yield path;
  for (const name of readdirSync(inRoot(path)).toSorted()) yield* filesUnder(`${path}/${name}`);
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
