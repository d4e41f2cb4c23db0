import { IdbFs, type PGlite } from '@electric-sql/pglite';

/**
 * PGlite's files in IndexedDB, written only on request. By default, PGlite would scan all files after every
 * query, but a request makes a dozen queries and only its end matters.
 */
export class SavedFiles extends IdbFs {
  override async syncToFs(): Promise<void> {}

  /** Writes what has changed. No query may run meanwhile, or the files would be inconsistent. */
  write(): Promise<void> {
    return super.syncToFs();
  }
}

/** Calls made during a write share the next one, which includes all changes. */
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
