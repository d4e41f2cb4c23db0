import type { Comment } from '#contract/content/comments.ts';
import { listComments } from '#services/content/comments.ts';
import { useList } from '#state/query/hooks.ts';
import { Button } from '#ui/content/button.tsx';
import { ErrorState } from '#ui/feedback/states.tsx';
import { CommentSkeleton } from './comment-skeleton.tsx';
import { CommentComposer } from './comment-composer.tsx';
import { CommentRow, type CommentContext } from './comment-row.tsx';
import { toInfinitePages } from '../../base/lists/infinite-list.ts';
import styles from './comments.module.css';

export interface RepliesProps {
  readonly parentId: string;
  readonly context: CommentContext;
  /** Author being replied to, or null while no reply is being written. */
  readonly answering: string | null;
  readonly onAnswer: ((author: string) => void) | undefined;
  readonly onAnswered: () => void;
}

/** The replies to a comment, oldest first, and the form to add one. */
export function Replies({ parentId, context, answering, onAnswer, onAnswered }: RepliesProps) {
  const thread = { ...context.thread, parentId };
  const query = useList(listComments, { query: thread });
  const { items, waiting, loading, hasMore, error, more } = toInfinitePages(query);
  const done = ({ heldBy }: Comment) => {
    onAnswered();
    context.say(heldBy ? 'Your reply is waiting for review' : 'Reply posted');
  };
  if (waiting) return <CommentSkeleton count={1} />;
  if (!query.currentData) return <ErrorState compact level={3} text={error ?? undefined} onRetry={more} />;
  return (
    <>
      <ul className={styles.list} aria-label="Replies">
        {items.map((comment) => (
          <CommentRow key={comment._id} comment={comment} context={context} onAnswer={onAnswer} />
        ))}
      </ul>
      {hasMore ? (
        <Button variant="quiet" busy={loading} onClick={more}>
          Show more replies
        </Button>
      ) : null}
      {answering === null ? null : (
        <CommentComposer
          key={answering}
          thread={thread}
          label={`Reply to ${answering}`}
          focused
          onDone={done}
          onCancel={onAnswered}
        />
      )}
    </>
  );
}
