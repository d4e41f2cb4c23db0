import { createWriteStream } from 'node:fs';
import { mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream } from 'node:stream/web';
import type { SentDocument } from '../../domain/operator/documents.ts';
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
    const { body } = await document.open();
    await pipeline(
      Readable.fromWeb(body as ReadableStream<Uint8Array>),
      createWriteStream(path, { flags: 'wx', mode: 0o600 }),
    );
    paths.push(path);
  }
  return paths;
}
