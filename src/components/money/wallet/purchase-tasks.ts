import type { PerformerCard } from '#contract/core/schemas.ts';
import type { Collectable } from '#services/content/collections.ts';
import type { ReportedThing } from '../../content/community/report-dialog.tsx';
import type { SoldItem } from './unlock-dialog.tsx';

/**
 * A dialog that can open on any page. Subscribing isn't included because its dialog is controlled by a slice.
 */
export type OpenTask =
  | {
      readonly kind: 'tip';
      readonly performer: PerformerCard;
      readonly postId?: string;
      readonly conversationId?: string;
      readonly streamId?: string;
    }
  | { readonly kind: 'unlock'; readonly item: SoldItem }
  | { readonly kind: 'report'; readonly target: ReportedThing }
  /** `path` is a path of this site, or a whole URL. */
  | { readonly kind: 'share'; readonly path: string; readonly title: string }
  /** Putting a creator into lists. */
  | { readonly kind: 'lists'; readonly creator: Pick<PerformerCard, '_id' | 'name'> }
  /** Putting a bookmark into collections. */
  | { readonly kind: 'collect'; readonly item: Collectable }
  /** A logout while messages wait to be sent. */
  | { readonly kind: 'unsent' }
  | {
      readonly kind: 'block';
      readonly person: Pick<PerformerCard, '_id' | 'name'>;
      readonly leaveTo: string;
    };

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
