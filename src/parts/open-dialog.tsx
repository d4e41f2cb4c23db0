import type { PerformerCard } from '#contract/common';
import type { Feed } from '#contract/feeds';

/** A task that opens over whatever page it is asked from. Subscribing isn't among them: its window follows the state's own slice. */
export type OpenTask =
  | { readonly kind: 'tip'; readonly performer: PerformerCard; readonly feedId?: string }
  | { readonly kind: 'unlock'; readonly feed: Pick<Feed, '_id' | 'price' | 'media' | 'performer'> };

let current: OpenTask | null = null;
const listeners = new Set<() => void>();

const change = (next: OpenTask | null) => {
  current = next;
  for (const listener of listeners) listener();
};

export const openTask = (task: OpenTask): void => change(task);
export const closeTask = (): void => change(null);

export const taskStore = {
  subscribe: (listener: () => void): (() => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  read: (): OpenTask | null => current,
};
