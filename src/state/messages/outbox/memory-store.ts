import type { OutboxEntry, OutboxStore } from './outbox.ts';

export const inOrder = (a: OutboxEntry, b: OutboxEntry): number => a.order - b.order;

/** Keeps messages until the page is closed. */
export function memoryStore(): OutboxStore {
  const entries = new Map<string, OutboxEntry>();
  return {
    put: async (entry) => {
      entries.set(entry.clientId, entry);
      return 'memory';
    },
    list: async (userId) => [...entries.values()].filter((each) => each.userId === userId).sort(inOrder),
    change: async (clientId, change) => {
      const known = entries.get(clientId);
      if (!known) return null;
      const changed = { ...known, ...change };
      entries.set(clientId, changed);
      return changed;
    },
    remove: async (clientId, { unlessSending = false } = {}) => {
      const known = entries.get(clientId);
      if (!known) return 'absent';
      if (unlessSending && known.isSending) return 'sending';
      entries.delete(clientId);
      return 'removed';
    },
    clear: async (userId) => {
      for (const { clientId, userId: owner } of entries.values())
        if (owner === userId) entries.delete(clientId);
    },
  };
}
