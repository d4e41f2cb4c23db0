import type { MessageQuote } from '#contract/talk/messages/messages.ts';
import type { Tokens } from '#lib/units.ts';
import { hintKey, isHinted } from './recording-flag.ts';

/** A recording on this device that the server doesn't have as a message yet. */
export interface KeptRecording {
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
const table = 'recordings';
/** Older ones are forgotten: nobody waits a week for a message to be sent. */
const mostDays = 7;

const held = new Map<string, KeptRecording>();

const settled = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error('IndexedDB refused'));
  });

/** A private window may have no IndexedDB; then recordings last as long as the tab. */
async function within<T>(
  mode: IDBTransactionMode,
  work: (recordings: IDBObjectStore) => IDBRequest<T>,
): Promise<T | undefined> {
  try {
    const opening = indexedDB.open(databaseName, 1);
    opening.onupgradeneeded = () => opening.result.createObjectStore(table, { keyPath: 'clientId' });
    const database = await settled(opening);
    try {
      return await settled(work(database.transaction(table, mode).objectStore(table)));
    } finally {
      database.close();
    }
  } catch {
    return undefined;
  }
}

function hint(value: '1' | null): void {
  try {
    if (value) localStorage.setItem(hintKey, value);
    else localStorage.removeItem(hintKey);
  } catch {
    // Storage is full or blocked; IndexedDB is then as well.
  }
}
/** Keeps a recording until the server has it, also over a reload. */
export async function keepRecording(recording: KeptRecording): Promise<void> {
  held.set(recording.clientId, recording);
  hint('1');
  await within('readwrite', (recordings) => recordings.put(recording));
}

export const recordingOf = async (clientId: string): Promise<KeptRecording | undefined> =>
  held.get(clientId) ??
  (await within(
    'readonly',
    (recordings) => recordings.get(clientId) as IDBRequest<KeptRecording | undefined>,
  ));

export async function dropRecording(clientId: string): Promise<void> {
  if (!held.delete(clientId) && !isHinted()) return;
  await within('readwrite', (recordings) => recordings.delete(clientId));
  if ((await within('readonly', (recordings) => recordings.count())) === 0) hint(null);
}

/** The account's unsent recordings of a conversation, oldest first. */
export async function recordingsOf(senderId: string, conversationId: string): Promise<KeptRecording[]> {
  if (!isHinted()) return [];
  const all =
    (await within('readonly', (recordings) => recordings.getAll() as IDBRequest<KeptRecording[]>)) ?? [];
  const since = new Date(Date.now() - mostDays * 86_400_000).toISOString();
  await Promise.all(all.filter(({ at }) => at < since).map(({ clientId }) => dropRecording(clientId)));
  return all
    .filter(
      (each) => each.at >= since && each.senderId === senderId && each.conversationId === conversationId,
    )
    .sort((a, b) => a.at.localeCompare(b.at));
}

/** Forgets everything, for the next person on this device. */
export async function forgetRecordings(): Promise<void> {
  held.clear();
  if (!isHinted()) return;
  hint(null);
  await within('readwrite', (recordings) => recordings.clear());
}
