import { useState } from 'react';
import type { FormEvent } from 'react';
import { limits } from '#config/limits';
import type { Comment } from '#contract/comments';
import { problemMessage } from '#lib/problem';
import { useEditCommentMutation } from '#state/api-comments';
import type { Thread } from '#state/comment-pages';
import { Button } from '#ui/button';
import { Row } from '#ui/stack';
import { TextArea } from '#ui/text-input';
import { toast } from '#ui/toast';
import styles from './comments.module.css';

/** Changes an own comment in its place. */
export function CommentEdit({ comment, thread, onClose }: { comment: Comment; thread: Thread; onClose: (saved: boolean) => void }) {
  const [text, setText] = useState(comment.text);
  const [edit] = useEditCommentMutation();
  const save = async (event: FormEvent) => {
    event.preventDefault();
    const words = text.trim();
    if (!words) return;
    onClose(words !== comment.text);
    if (words === comment.text) return;
    const { error } = await edit({ id: comment._id, text: words, thread });
    if (error) toast.error(problemMessage(error));
  };
  return (
    <form className={styles.composer} onSubmit={(event) => void save(event)}>
      <TextArea
        label="Your comment"
        hideLabel
        compact
        counted
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- it was opened by a press just now
        autoFocus
        maxLength={limits.text.comment}
        value={text}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => event.key === 'Escape' && onClose(false)}
      />
      <Row justify="end">
        <Button variant="quiet" onClick={() => onClose(false)}>Cancel</Button>
        <Button type="submit" variant="primary" disabled={!text.trim()}>Save</Button>
      </Row>
    </form>
  );
}
