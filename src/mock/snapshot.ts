/** What `scripts/make-mock-snapshot.ts` writes: the demo data at build time. */
export interface Snapshot {
  /** Changes with everything the snapshot is made from. */
  readonly version: string;
  /** URLs of the database's files and of the folder of seeded objects. */
  readonly data: string;
  readonly objects: string;
  /** Keys of the seeded objects. */
  readonly keys: readonly string[];
}

/** The snapshot built with the pages; null if there is none, in which case the database starts empty. */
export async function findSnapshot(): Promise<Snapshot | null> {
  const response = await fetch('/mock/snapshot.json', { cache: 'no-cache' });
  return response.ok && response.headers.get('content-type')?.includes('json')
    ? ((await response.json()) as Snapshot)
    : null;
}

/** The database's files. PGlite detects from the type that they are compressed. */
export async function fetchData(snapshot: Snapshot): Promise<File> {
  const response = await fetch(snapshot.data);
  if (!response.ok)
    throw new Error(
      `The snapshot of the mock’s database is missing: ${snapshot.data} answered ${response.status}.`,
    );
  return new File([await response.arrayBuffer()], 'data.tar.gz', { type: 'application/x-gzip' });
}
