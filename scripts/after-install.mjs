// npm runs this after it has installed the dependencies. Runs on the system's Node without any dependency.
import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { inRoot } from './paths.mjs';
import { ensureNode } from './programs.mjs';
import { Complaint, script } from './say.mjs';

const isSourceMap = (name) => /\.(?:[cm]?js|[cm]?ts|css)\.map$/.test(name);

/** Removes the source maps of packages, a seventh of what is installed. Nobody debugs their sources here. */
export function removeSourceMaps(folder) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) removeSourceMaps(path);
    else if (entry.isFile() && isSourceMap(entry.name)) rmSync(path);
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href)
  await script(async () => {
    removeSourceMaps(inRoot('node_modules'));
    // Without a Node, npm has still installed the rest, and the next script says the same again.
    await ensureNode().catch((error) => {
      if (!(error instanceof Complaint)) throw error;
      console.error(error.message);
    });
  });
