// Tells browsers which scripts to compile as they arrive, off the page's own thread, instead of function by
// function while the page wakes: those that a page's HTML names, whose modules are all evaluated at once.
// Chromium reads the line, others take it for a comment. See docs/decisions/waking-in-steps.md.
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

export const hint = '//# allFunctionsCalledOnLoad\n';
/** Below this many bytes there is nothing to gain, and the line weighs something itself. */
const least = 15_000;

/** The scripts that any page's HTML names. */
export const firstScripts = (manifest) =>
  [...new Set(Object.values(manifest.pages).flat())].filter((file) => file.endsWith('.js'));

/** `folder` is a build of Next's. */
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
