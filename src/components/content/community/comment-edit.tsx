import { useState } from 'react';
import type { FormEvent } from 'react';
import { limits } from '#config/limits.ts';
import type { Comment } from '#contract/content/comments.ts';
import { problemMessage } from '#lib/problem.ts';
import { sendEdit } from '#state/community/comments.ts';
import type { Thread } from '#state/community/comment-pages.ts';
import { useAppStore } from '#state/hooks.ts';
import { Form } from '#ui/forms/form.tsx';
import { isComposing } from '#ui/forms/composing.ts';
import { Button } from '#ui/content/button.tsx';
import { Row } from '#ui/layout/stack.tsx';
import { WritingArea } from '../../base/writing/writing-area.tsx';
import { toast } from '#ui/overlays/toast.ts';
import styles from './comments.module.css';

export interface CommentEditProps {
  readonly comment: Comment;
  readonly thread: Thread;
  /** Text of an earlier edit that the server rejected. */
  readonly draft: string | null;
  readonly onClose: () => void;
  readonly onSaved: () => void;
  /** Called with the text if the server rejects the edit. */
  readonly onRefused: (words: string) => void;
}

/** Edits the viewer's own comment in place. */
export function CommentEdit({ comment, thread, draft, onClose, onSaved, onRefused }: CommentEditProps) {
  const [text, setText] = useState(draft ?? comment.text);
  const store = useAppStore();
  const save = async (event: FormEvent) => {
    event.preventDefault();
    const words = text.trim();
    if (!words) return;
    onClose();
    if (words === comment.text) return;
    const { error } = await sendEdit(store, {
      id: comment._id,
      text: words,
      thread,
      wasHeld: comment.heldBy !== null,
    });
    if (!error) return onSaved();
    onRefused(words);
    toast.error(problemMessage(error));
  };
  return (
    <Form className={styles.composer} onSubmit={(event) => void save(event)}>
      <WritingArea
        label="Your comment"
        hideLabel
        compact
        counted
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- it was opened by a press just now
        autoFocus
        maxLength={limits.text.comment}
        value={text}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => event.key === 'Escape' && !isComposing(event) && onClose()}
      />
      <Row justify="end">
        <Button variant="quiet" onClick={() => onClose()}>
          Cancel
        </Button>
        <Button type="submit" variant="primary" disabled={!text.trim()}>
          Save
        </Button>
      </Row>
    </Form>
  );
}
