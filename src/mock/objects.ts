import type { ObjectStore, StoredObject } from '#backend/ports/ports.ts';
import type { Store } from './store.ts';

interface StoredFile {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly mime: string;
}
type Range = Parameters<ObjectStore['get']>[1];

function answer({ bytes, mime }: StoredFile, range: Range): StoredObject {
  const total = bytes.byteLength;
  const part = range
    ? bytes.subarray(Math.min(range.start, total), Math.min((range.end ?? total) + 1, total))
    : bytes;
  return { body: new Blob([part]).stream(), bytes: part.byteLength, total, mime };
}

/**
 * Stores objects in the browser, on top of the seeded ones, which are static files next to the snapshot and
 * fetched on first use.
 */
export function createBrowserObjects(
  store: Store,
  seeded: { has(key: string): boolean; addressOf(key: string): string },
): ObjectStore {
  async function fetchSeeded(key: string): Promise<StoredFile | null> {
    if (!seeded.has(key)) return null;
    const response = await fetch(seeded.addressOf(key));
    if (!response.ok) return null;
    return {
      bytes: new Uint8Array(await response.arrayBuffer()),
      mime: response.headers.get('content-type') ?? 'application/octet-stream',
    };
  }
  const read = async (key: string): Promise<StoredFile | null> =>
    (await store.get<StoredFile | null>('objects', key)) ?? (await fetchSeeded(key));
  return {
    async put(key, body, mime) {
      const bytes = new Uint8Array(await new Response(body as BodyInit).arrayBuffer());
      await store.put('objects', key, { bytes, mime } satisfies StoredFile);
    },
    async get(key, range) {
      const found = await read(key);
      return found ? answer(found, range) : null;
    },
    async copy(from, to, mime) {
      const found = await read(from);
      if (found) await store.put('objects', to, { bytes: found.bytes, mime } satisfies StoredFile);
      return found !== null;
    },
    remove: (key) => store.remove('objects', key),
  };
}
