import type { OwnFeed } from '#contract/feeds';
import { plural } from '#lib/format';
import { problemMessage } from '#lib/problem';
import { shortText } from '#lib/short-text';
import { useDeleteFeedMutation } from '#state/api-studio';
import { ConfirmDialog } from '#ui/confirm-dialog';
import { toast } from '#ui/toast';

/** A post in a few words, to name it. */
export const titleOf = ({ text, type }: Pick<OwnFeed, 'text' | 'type'>): string => {
  const line = shortText(text.trim().split('\n')[0] ?? '', 48);
  return line || `${type[0]?.toUpperCase()}${type.slice(1)} post`;
};

export interface DeletePostProps {
  readonly feed: OwnFeed;
  readonly onClose: () => void;
  readonly onDeleted?: () => void;
}

/** Asks once, saying what becomes of those who bought it. */
export function DeletePost({ feed, onClose, onDeleted }: DeletePostProps) {
  const [remove, removal] = useDeleteFeedMutation();
  const confirm = async () => {
    const result = await remove(feed._id);
    onClose();
    if (result.error) return void toast.error(problemMessage(result.error));
    toast.success('The post is deleted');
    onDeleted?.();
  };
  const kept = feed.sold > 0 ? ` The ${plural(feed.sold, 'person', 'people')} who bought it can still read it.` : '';
  return (
    <ConfirmDialog
      open
      title={`Delete “${titleOf(feed)}”?`}
      text={`It disappears from your page and every feed. This can’t be undone.${kept}`}
      confirmLabel="Delete the post"
      busy={removal.isLoading}
      onConfirm={() => void confirm()}
      onClose={onClose}
    />
  );
}
