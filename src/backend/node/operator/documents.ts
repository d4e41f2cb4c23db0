import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { SentDocument } from '../../domain/across/operator/documents.ts';
import { StartError } from '../process/start-error.ts';

/**
 * Creates a folder that only this user can read.
 * @throws StartError when it isn't empty.
 */
export async function emptyFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  if ((await readdir(folder)).length > 0)
    throw new StartError(`${folder} isn’t empty. Name a folder that is empty or doesn’t exist.`);
}

/** Writes documents into a folder, readable by this user only, and returns their paths. */
export async function saveDocuments(documents: readonly SentDocument[], folder: string): Promise<string[]> {
  const paths: string[] = [];
  for (const document of documents) {
    const path = join(folder, document.name);
    await writeFile(path, await document.open(), { flag: 'wx', mode: 0o600 });
    paths.push(path);
  }
  return paths;
}
