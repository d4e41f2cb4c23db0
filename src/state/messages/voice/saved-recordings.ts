import type { MessageQuote } from '#contract/talk/messages/messages.ts';
import type { Tokens } from '#lib/units.ts';
import { recordingFlagKey, hasRecordings } from './recording-flag.ts';

/** A recording on this device that the server doesn't have as a message yet. */
export interface SavedRecording {
  readonly clientId: string;
  readonly conversationId: string;
  readonly senderId: string;
  /** When it was first sent. */
  readonly at: string;
  readonly blob: Blob;
  readonly seconds: number;
  /** From 0 to 100. */
  readonly peaks: readonly number[];
  readonly price: Tokens;
  readonly replyTo: MessageQuote | null;
  /** The file on the server, once it was uploaded. */
  readonly fileId: string | null;
}

const databaseName = 'limelight-recordings';
const storeName = 'recordings';
/** Older ones are forgotten: nobody waits a week for a message to be sent. */
const maxAgeDays = 7;

const inMemory = new Map<string, SavedRecording>();

const toPromise = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error('IndexedDB refused'));
  });

/** A private window may have no IndexedDB; then recordings last as long as the tab. */
async function inTransaction<T>(
  mode: IDBTransactionMode,
  run: (recordings: IDBObjectStore) => IDBRequest<T>,
): Promise<T | undefined> {
  try {
    const opening = indexedDB.open(databaseName, 1);
    opening.onupgradeneeded = () => opening.result.createObjectStore(storeName, { keyPath: 'clientId' });
    const database = await toPromise(opening);
    try {
      return await toPromise(run(database.transaction(storeName, mode).objectStore(storeName)));
    } finally {
      database.close();
    }
  } catch {
    return undefined;
  }
}

function setFlag(value: '1' | null): void {
  try {
    if (value) localStorage.setItem(recordingFlagKey, value);
    else localStorage.removeItem(recordingFlagKey);
  } catch {
    // Storage is full or blocked; IndexedDB is then as well.
  }
}
/** Keeps a recording until the server has it, also over a reload. */
export async function saveRecording(recording: SavedRecording): Promise<void> {
  inMemory.set(recording.clientId, recording);
  setFlag('1');
  await inTransaction('readwrite', (recordings) => recordings.put(recording));
}

export const loadRecording = async (clientId: string): Promise<SavedRecording | undefined> =>
  inMemory.get(clientId) ??
  (await inTransaction(
    'readonly',
    (recordings) => recordings.get(clientId) as IDBRequest<SavedRecording | undefined>,
  ));

export async function deleteRecording(clientId: string): Promise<void> {
  if (!inMemory.delete(clientId) && !hasRecordings()) return;
  await inTransaction('readwrite', (recordings) => recordings.delete(clientId));
  if ((await inTransaction('readonly', (recordings) => recordings.count())) === 0) setFlag(null);
}

/** The account's unsent recordings of a conversation, oldest first. */
export async function loadRecordings(senderId: string, conversationId: string): Promise<SavedRecording[]> {
  if (!hasRecordings()) return [];
  const all =
    (await inTransaction('readonly', (recordings) => recordings.getAll() as IDBRequest<SavedRecording[]>)) ??
    [];
  const since = new Date(Date.now() - maxAgeDays * 86_400_000).toISOString();
  await Promise.all(all.filter(({ at }) => at < since).map(({ clientId }) => deleteRecording(clientId)));
  return all
    .filter(
      (each) => each.at >= since && each.senderId === senderId && each.conversationId === conversationId,
    )
    .sort((a, b) => a.at.localeCompare(b.at));
}

/** Forgets everything, for the next person on this device. */
export async function deleteAllRecordings(): Promise<void> {
  inMemory.clear();
  if (!hasRecordings()) return;
  setFlag(null);
  await inTransaction('readwrite', (recordings) => recordings.clear());
}
