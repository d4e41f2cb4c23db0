import { rm } from 'node:fs/promises';
import { findOwnBrowser } from './browser.ts';
import { visitEntries } from './pages.ts';
import { acceptPictures } from './pictures.ts';
import { takePictures } from './take-pictures.ts';

/* Run by `npm run catalogue -- --accept`. */
const { path, folder } = await findOwnBrowser();
try {
  const pictures = await visitEntries(path, async ({ page, entry, opened }) => {
    await opened();
    return takePictures(page, entry);
  });
  const { written, removed } = await acceptPictures(pictures.flat());
  process.stdout.write(`${written} pictures written, ${removed} removed, the others left as they are\n`);
} finally {
  if (folder) await rm(folder, { recursive: true, force: true });
}
