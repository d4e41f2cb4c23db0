import { useState } from 'react';
import type { OwnFeed } from '#contract/feeds';
import { plural } from '#lib/format';
import { shortText } from '#lib/short-text';
import { ConfirmDialog } from '#ui/confirm-dialog';
import { useFeedActions } from './use-feed-actions.tsx';

/** A post in a few words, to name it. */
export const titleOf = ({
  text,
  type,
  poll,
}: Pick<OwnFeed, 'text' | 'type'> & Partial<Pick<OwnFeed, 'poll'>>): string => {
  const line = shortText((text.trim() || poll?.question || '').split('\n')[0] ?? '', 48);
  return line || `${type[0]?.toUpperCase()}${type.slice(1)} post`;
};

export interface DeletePostProps {
  readonly feed: OwnFeed;
  /** Deleted together with it. */
  readonly others?: readonly OwnFeed[];
  readonly onClose: () => void;
  readonly onDeleted?: () => void;
}

/** Names two, counts the rest. */
const named = (feeds: readonly OwnFeed[]): string => {
  const [first, second, ...rest] = feeds.map((feed) => `“${titleOf(feed)}”`);
  if (!second) return first ?? '';
  return rest.length === 0
    ? `${first} and ${second}`
    : `${first}, ${second} and ${plural(rest.length, 'more post')}`;
};

/** Asks once, saying what becomes of those who bought it. */
export function DeletePost({ feed, others = [], onClose, onDeleted }: DeletePostProps) {
  const { remove } = useFeedActions();
  const [busy, setBusy] = useState(false);
  const feeds = [feed, ...others];
  const confirm = async () => {
    setBusy(true);
    const say = await remove(feeds);
    onClose();
    if (say()) onDeleted?.();
  };
  const sold = feeds.reduce((sum, each) => sum + each.sold, 0);
  const [it, disappear] = feeds.length === 1 ? ['it', 'It disappears'] : ['them', 'They disappear'];
  const kept =
    sold > 0 ? ` The ${plural(sold, 'person', 'people')} who bought ${it} can still read ${it}.` : '';
  return (
    <ConfirmDialog
      open
      title={`Delete ${named(feeds)}?`}
      text={`${disappear} from your page and every feed. This can’t be undone.${kept}`}
      confirmLabel={feeds.length === 1 ? 'Delete the post' : `Delete ${plural(feeds.length, 'post')}`}
      busy={busy}
      onConfirm={() => void confirm()}
      onClose={onClose}
    />
  );
}
