import { useState } from 'react';
import type { Comment } from '#contract/content/comments.ts';
import { plural } from '#lib/format.ts';
import { Button } from '#ui/content/button.tsx';
import { Replies } from './comment-replies.tsx';
import { CommentRow, type CommentContext } from './comment-row.tsx';
import styles from './comments.module.css';

/** A comment with its replies, which expand on request or when the viewer replies. */
export function CommentItem({ comment, context }: { comment: Comment; context: CommentContext }) {
  const [open, setOpen] = useState(false);
  const [answering, setAnswering] = useState<string | null>(null);
  const answer = (author: string) => {
    setOpen(true);
    setAnswering(author);
  };
  const onAnswer = context.mayWrite ? answer : undefined;
  const toggle =
    comment.replies > 0 ? (
      <Button variant="quiet" className={styles.small} aria-expanded={open} onClick={() => setOpen(!open)}>
        {open ? 'Hide replies' : plural(comment.replies, 'reply', 'replies')}
      </Button>
    ) : null;
  return (
    <CommentRow comment={comment} context={context} onAnswer={onAnswer} tools={toggle}>
      {open ? (
        <Replies
          parentId={comment._id}
          context={context}
          answering={answering}
          onAnswer={onAnswer}
          onAnswered={() => setAnswering(null)}
        />
      ) : null}
    </CommentRow>
  );
}
