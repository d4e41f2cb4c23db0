import type { SagaDeps } from '../../deps.ts';
import { type OutboxEntry, preStoreQueueKey } from './outbox.ts';

type Local = SagaDeps['storage']['local'];

function read(local: Local, userId: string): OutboxEntry[] {
  try {
    return JSON.parse(local.read(preStoreQueueKey(userId)) ?? '[]') as OutboxEntry[];
  } catch {
    return [];
  }
}

function write(local: Local, userId: string, entries: readonly OutboxEntry[]): void {
  if (entries.length > 0) local.write(preStoreQueueKey(userId), JSON.stringify(entries));
  else local.remove(preStoreQueueKey(userId));
}

/**
 * Messages written before the code has loaded that stores them on the device: without a connection it can't, and the
 * page may be closed meanwhile. Files that wait aren't among them; picking one loads that code as well.
 */
export const preStoreQueue = {
  list: read,
  /** True if it could be kept. */
  add(local: Local, entry: OutboxEntry): boolean {
    if (entry.blobs.length > 0) return false;
    write(local, entry.userId, [...read(local, entry.userId), entry]);
    return read(local, entry.userId).some(({ clientId }) => clientId === entry.clientId);
  },
  /** True if it was kept. */
  remove(local: Local, { userId, clientId }: Pick<OutboxEntry, 'userId' | 'clientId'>): boolean {
    const entries = read(local, userId);
    const others = entries.filter((each) => each.clientId !== clientId);
    if (others.length === entries.length) return false;
    write(local, userId, others);
    return true;
  },
};
