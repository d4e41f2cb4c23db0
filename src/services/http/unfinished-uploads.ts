/* Which files have an upload that isn't finished, so that choosing one again after a reload goes on with it. Only a
   hash of each is kept: names of files are nobody else's business. */

const storeKey = 'unfinished-uploads';
const most = 50;
/** Of both ends, which differ even between two recordings of one length with the same name. */
const sampleBytes = 256 * 1024;

type Entry = readonly [fingerprint: string, id: string];

function entries(): Entry[] {
  try {
    const read: unknown = JSON.parse(localStorage.getItem(storeKey) ?? '[]');
    return Array.isArray(read) ? (read as Entry[]) : [];
  } catch {
    return [];
  }
}

function write(list: readonly Entry[]): void {
  try {
    if (list.length === 0) localStorage.removeItem(storeKey);
    else localStorage.setItem(storeKey, JSON.stringify(list.slice(-most)));
  } catch {
    // Without storage, an upload goes on after a lost connection but not after a reload.
  }
}

/** Name, type, size, date and both ends of a file, hashed. Null where the browser can't hash. */
export async function hashFile(file: File): Promise<string | null> {
  if (!globalThis.crypto?.subtle) return null;
  const about = JSON.stringify([file.name, file.type, file.size, file.lastModified]);
  const sample = new Blob([about, file.slice(0, sampleBytes), file.slice(-sampleBytes)]);
  const hash = await crypto.subtle.digest('SHA-256', await sample.arrayBuffer());
  return [...new Uint8Array(hash)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

export const unfinishedUpload = (fingerprint: string | null): string | null =>
  entries().find(([each]) => each === fingerprint)?.[1] ?? null;

export function rememberUpload(fingerprint: string | null, id: string): void {
  if (fingerprint) write([...entries().filter(([each]) => each !== fingerprint), [fingerprint, id]]);
}

export const forgetUpload = (id: string): void => write(entries().filter(([, each]) => each !== id));
