import { useState } from 'react';
import type { OwnPost } from '#contract/content/posts/posts.ts';
import { plural } from '#lib/format.ts';
import { shortText } from '#lib/short-text.ts';
import { plainPost } from '#lib/markup/post-text.ts';
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx';
import { usePostActions } from './use-post-actions.ts';

/** A short name for a post. */
export const titleOf = ({
  text,
  type,
  poll,
}: Pick<OwnPost, 'text' | 'type'> & Partial<Pick<OwnPost, 'poll'>>): string => {
  const line = shortText((plainPost(text).trim() || poll?.question || '').split('\n')[0] ?? '', 48);
  return line || `${type[0]?.toUpperCase()}${type.slice(1)} post`;
};

export interface DeletePostProps {
  readonly feed: OwnPost;
  /** Further posts to delete together with it. */
  readonly others?: readonly OwnPost[];
  readonly onClose: () => void;
  readonly onDeleted?: () => void;
}

/** Names two posts and counts the rest. */
const named = (feeds: readonly OwnPost[]): string => {
  const [first, second, ...rest] = feeds.map((feed) => `“${titleOf(feed)}”`);
  if (!second) return first ?? '';
  return rest.length === 0
    ? `${first} and ${second}`
    : `${first}, ${second} and ${plural(rest.length, 'more post')}`;
};

/** Asks for confirmation, explaining that buyers keep access. */
export function DeletePost({ feed, others = [], onClose, onDeleted }: DeletePostProps) {
  const { remove } = usePostActions();
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
    sold > 0 ? ` The ${plural(sold, 'person', 'people')} who bought ${it} can still see ${it}.` : '';
  return (
    <ConfirmDialog
      open
      title={`Delete ${named(feeds)}?`}
      text={`${disappear} from your page and every feed. This can’t be undone.${kept}`}
      confirmLabel={feeds.length === 1 ? 'Delete post' : `Delete ${plural(feeds.length, 'post')}`}
      busy={busy}
      onConfirm={() => void confirm()}
      onClose={onClose}
    />
  );
}
