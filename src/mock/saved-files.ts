import { IdbFs, type PGlite } from '@electric-sql/pglite';

/**
 * PGlite's files in IndexedDB, written when we say so. By itself it would look through all of them after
 * every query; a request is a dozen queries, and only its end has to be kept.
 */
export class SavedFiles extends IdbFs {
  override async syncToFs(): Promise<void> {}

  /** Writes what has changed. Nobody may query meanwhile, or the files would be from different moments. */
  write(): Promise<void> {
    return super.syncToFs();
  }
}

/** Calls that come while a write is under way share the next one, which takes everything along. */
export function createFlush(
  client: Pick<PGlite, 'runExclusive'>,
  files: Pick<SavedFiles, 'write'>,
): () => Promise<void> {
  let last: Promise<void> = Promise.resolve();
  let next: Promise<void> | null = null;
  const write = () => {
    next = null;
    last = client.runExclusive(() => files.write());
    return last;
  };
  return () => {
    next ??= last.then(write, write);
    return next;
  };
}
