// Creates `x.js.br` (brotli 11) and `x.js.gz` next to every file worth compressing. Takes ten seconds of two
// cores, once per build, and makes every download a seventh smaller. `npm start` runs it as a program of its own,
// beside the server.
import { readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const brotli = promisify(brotliCompress);
const gz = promisify(gzip);
const textual = new Set([
  '.js',
  '.css',
  '.svg',
  '.json',
  '.html',
  '.txt',
  '.map',
  '.wasm',
  '.ico',
  '.webmanifest',
]);
/** Below this many bytes, the header costs more than compression saves. */
const least = 600;

/** The file of a build that says that all of its files are compressed. */
export const compressedStamp = 'limelight-compressed';

/** Compresses the static files of a build's folder. */
export async function precompress(build) {
  const folder = join(build, 'static');
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries
    .filter((entry) => entry.isFile() && textual.has(extname(entry.name)))
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name));
  const total = { files: 0, before: 0, after: 0 };
  // zlib runs on its own threads; a few files at a time keep them busy.
  const queue = files.values();
  await Promise.all(
    Array.from({ length: 8 }, async () => {
      for (const file of queue) {
        const bytes = await readFile(file);
        if (bytes.length < least) continue;
        const [small, older] = await Promise.all([
          brotli(bytes, {
            params: {
              [constants.BROTLI_PARAM_QUALITY]: 11,
              [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
            },
          }),
          gz(bytes, { level: 9 }),
        ]);
        await Promise.all([writeWhole(`${file}.br`, small), writeWhole(`${file}.gz`, older)]);
        total.files += 1;
        total.before += bytes.length;
        total.after += small.length;
      }
    }),
  );
  await writeFile(join(build, compressedStamp), '');
  return total;
}

/** A running server reads these files, and another process may be compressing too, so they appear complete. */
async function writeWhole(path, bytes) {
  const unfinished = `${path}.${process.pid}.part`;
  await writeFile(unfinished, bytes);
  await rename(unfinished, path);
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) await precompress(process.argv[2]);
