// Tells browsers which scripts to compile on a background thread as they arrive, instead of function by
// function during hydration: those that a page's HTML names, whose modules are all evaluated at once.
// Chromium reads the hint; others treat it as a comment. See docs/decisions/0016-waking-in-steps.md.
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

export const hint = '//# allFunctionsCalledOnLoad\n';
/** Smaller files (in bytes) gain nothing, and the hint adds to their size. */
const least = 15_000;

/** The scripts that the HTML of any page names. */
export const firstScripts = (manifest) =>
  [...new Set(Object.values(manifest.pages).flat())].filter((file) => file.endsWith('.js'));

/** Adds the hint to the scripts in a Next build folder. */
export async function hintFirstScripts(folder) {
  const manifest = JSON.parse(await readFile(join(folder, 'build-manifest.json'), 'utf8'));
  await Promise.all(
    firstScripts(manifest).map(async (file) => {
      const path = join(folder, file);
      const source = await readFile(path, 'utf8');
      if (source.length >= least && !source.startsWith(hint)) await writeFile(path, hint + source);
    }),
  );
}
