// Builds the pages if their sources have changed, and compresses the files for browsers at the highest level.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ensureInstalled } from './install.mjs';
import { hintFirstScripts } from './lean/compile-hints.mjs';
import { ensureSnapshot } from './mock-snapshot.mjs';
import { inRoot, root } from './paths.mjs';
import { compressedStamp, precompress } from './precompress.mjs';
import { runtime } from './programs.mjs';
import { Complaint, script, step } from './say.mjs';

/**
 * What the bundles are made of. The server's own code isn't included because it runs from source, except in
 * the mock's bundle.
 */
export const sources = [
  'src',
  'pages',
  'public',
  'next.config.js',
  'package.json',
  'package-lock.json',
  'tsconfig.json',
  'instrumentation.ts',
  'instrumentation-client.ts',
  'sentry.client.config.ts',
  'scripts/lean',
];
const serverOnly = new Set(['src/backend', 'src/mock']);

/** @param {{ mock?: boolean, compress?: boolean }} which `compress` also waits for the compressed files */
export async function ensureBuilt({ mock = false, compress = true } = {}) {
  if (mock) await ensureSnapshot({ exact: true });
  const folder = mock ? '.next-mock' : '.next';
  await ensurePages(folder, mock);
  if (!compress || isCompressed(folder)) return;
  await step('compression', async () => {
    const { files, before, after } = await precompress(inRoot(folder));
    return `${files} files from ${kilobytes(before)} to ${kilobytes(after)}`;
  });
}

async function ensurePages(folder, mock) {
  const stampFile = inRoot(folder, 'limelight-stamp');
  await step(mock ? 'mock pages' : 'pages', async (tell) => {
    const stamp = fingerprint(mock);
    if (existsSync(stampFile) && readFileSync(stampFile, 'utf8') === stamp) return 'in place';
    tell('building …');
    for (const old of [stampFile, inRoot(folder, compressedStamp)]) rmSync(old, { force: true });
    await nextBuild({ ...process.env, ...environment(mock) });
    await hintFirstScripts(inRoot(folder));
    writeFileSync(stampFile, stamp);
    return 'built';
  });
}

const isCompressed = (folder) => existsSync(inRoot(folder, compressedStamp));

/**
 * Compresses the pages' files beside whatever else runs, if they aren't yet. It yields to everything else, ends
 * with this process, and the next start begins again with what it left.
 */
export function compressBeside() {
  if (isCompressed('.next')) return;
  const child = spawn(runtime(), [inRoot('scripts', 'precompress.mjs'), inRoot('.next')], {
    stdio: 'ignore',
  });
  // Without the process there is nothing to set; the files stay uncompressed until the next start.
  child.on('error', () => undefined);
  if (child.pid) setPriority(child.pid, constants.priority.PRIORITY_LOW);
  child.unref();
  process.on('exit', () => child.kill());
}

const kilobytes = (bytes) => `${Math.round(bytes / 1000)} kB`;

/** Environment variables that select the mock build or the regular one. */
export const environment = (mock) => ({
  NODE_ENV: 'production',
  NEXT_TELEMETRY_DISABLED: '1',
  ...(mock
    ? { NEXT_PUBLIC_MOCK: '1', NEXT_DIST_DIR: '.next-mock' }
    : { NEXT_PUBLIC_MOCK: '', NEXT_DIST_DIR: '.next' }),
});

/** What the pages are built from, as a digest. */
export function fingerprint(mock) {
  const hash = createHash('sha256');
  for (const source of sources)
    for (const file of filesUnder(source, mock))
      hash
        .update(`${file}\0`)
        .update(readFileSync(inRoot(file)))
        .update('\0');
  // These are compiled into the bundles.
  for (const name of Object.keys(process.env)
    .filter((key) => key.startsWith('NEXT_PUBLIC_'))
    .toSorted())
    hash.update(`${name}=${process.env[name]}\0`);
  return hash.digest('hex');
}

function* filesUnder(path, mock) {
  if (!existsSync(inRoot(path)) || (!mock && serverOnly.has(path))) return;
  if (statSync(inRoot(path)).isFile()) return yield path;
  for (const name of readdirSync(inRoot(path)).toSorted()) yield* filesUnder(`${path}/${name}`, mock);
}

function nextBuild(env) {
  return new Promise((resolve, reject) => {
    const child = spawn(runtime(), [join('node_modules', 'next', 'dist', 'bin', 'next'), 'build'], {
      cwd: root,
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let said = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (said += chunk));
    child.on('close', (code) =>
      code === 0 ? resolve() : reject(new Complaint(`${said}\nThe build failed. See the output above.`)),
    );
  });
}

/**
 * For installations that don't build, such as the image of the Dockerfile and the archive of a release: the pages must
 * be there, built from these sources and settings.
 */
export async function requireBuilt() {
  await step('pages', async () => {
    const stampFile = inRoot('.next', 'limelight-stamp');
    if (existsSync(stampFile) && readFileSync(stampFile, 'utf8') === fingerprint(false)) return 'in place';
    throw new Complaint(
      'The pages were built from other sources or with other NEXT_PUBLIC_ settings: build them again with these. For an image, build the image again, with these as build arguments.',
    );
  });
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  await script(async () => {
    await ensureInstalled();
    await ensureBuilt({ mock: process.argv.includes('--mock') });
  });
}
