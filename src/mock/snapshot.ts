/** What `scripts/make-mock-snapshot.ts` writes: the seeded world as it was built. */
export interface Snapshot {
  /** Changes with everything that makes the snapshot. */
  readonly version: string;
  /** Addresses of the database's files and of the folder of seeded objects. */
  readonly data: string;
  readonly objects: string;
  /** Keys of the seeded objects. */
  readonly keys: readonly string[];
}

/** The snapshot beside the pages, or null where none was built: then the world begins empty. */
export async function findSnapshot(): Promise<Snapshot | null> {
  const response = await fetch('/mock/snapshot.json', { cache: 'no-cache' });
  return response.ok && response.headers.get('content-type')?.includes('json')
    ? ((await response.json()) as Snapshot)
    : null;
}

/** The database's files. PGlite tells by the type that they are compressed. */
export async function fetchData(snapshot: Snapshot): Promise<File> {
  const response = await fetch(snapshot.data);
  if (!response.ok)
    throw new Error(
      `The snapshot of the mock’s database is missing: ${snapshot.data} answered ${response.status}.`,
    );
  return new File([await response.arrayBuffer()], 'data.tar.gz', { type: 'application/x-gzip' });
}
