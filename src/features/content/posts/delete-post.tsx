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
  readonly post: OwnPost;
  /** Further posts to delete together with it. */
  readonly others?: readonly OwnPost[];
  readonly onClose: () => void;
  readonly onDeleted?: () => void;
}

/** Names two posts and counts the rest. */
const named = (posts: readonly OwnPost[]): string => {
  const [first, second, ...rest] = posts.map((post) => `“${titleOf(post)}”`);
  if (!second) return first ?? '';
  return rest.length === 0
    ? `${first} and ${second}`
    : `${first}, ${second} and ${plural(rest.length, 'more post')}`;
};

/** Asks for confirmation, explaining that buyers keep access. */
export function DeletePost({ post, others = [], onClose, onDeleted }: DeletePostProps) {
  const { remove } = usePostActions();
  const [busy, setBusy] = useState(false);
  const posts = [post, ...others];
  const confirm = async () => {
    setBusy(true);
    const say = await remove(posts);
    onClose();
    if (say()) onDeleted?.();
  };
  const sold = posts.reduce((sum, each) => sum + each.sold, 0);
  const [it, disappear] = posts.length === 1 ? ['it', 'It disappears'] : ['them', 'They disappear'];
  const kept =
    sold > 0 ? ` The ${plural(sold, 'person', 'people')} who bought ${it} can still see ${it}.` : '';
  return (
    <ConfirmDialog
      open
      title={`Delete ${named(posts)}?`}
      text={`${disappear} from your page and every feed. This can’t be undone.${kept}`}
      confirmLabel={posts.length === 1 ? 'Delete post' : `Delete ${plural(posts.length, 'post')}`}
      busy={busy}
      onConfirm={() => void confirm()}
      onClose={onClose}
    />
  );
}
