import Pin from 'lucide-react/icons/pin';
import { useState } from 'react';
import type { ReactNode } from 'react';
import type { Comment } from '#contract/content/comments.ts';
import { type Thread, isSending } from '#state/community/comment-pages.ts';
import { Avatar } from '#ui/content/avatar.tsx';
import { Button } from '#ui/content/button.tsx';
import { Chip } from '#ui/content/chip.tsx';
import { cx } from '#ui/theme/class-names.ts';
import { RelativeTime } from '#ui/content/relative-time.tsx';
import { LongText } from '#ui/content/rich-text.tsx';
import { CommentEdit } from './comment-edit.tsx';
import { CommentMenu } from './comment-menu.tsx';
import { PersonName } from '../../people/accounts/person.tsx';
import styles from './comments.module.css';

/** What all comments in a list share: the thread and who is viewing it. */
export interface CommentContext {
  readonly thread: Thread;
  readonly ownerId: string;
  readonly viewerId: string | null;
  readonly mayWrite: boolean;
  /** Announces a message to screen readers. */
  readonly say: (text: string) => void;
}
export interface CommentRowProps {
  readonly comment: Comment;
  readonly context: CommentContext;
  /** Starts a reply. Absent where replies aren't allowed. */
  readonly onAnswer: ((author: string) => void) | undefined;
  /** Shown next to the reply button. */
  readonly tools?: ReactNode;
  /** The replies below the comment. */
  readonly children?: ReactNode;
}

function Head({ comment, ownerId }: { comment: Comment; ownerId: string }) {
  const { author, createdAt, editedAt, pinned } = comment;
  if (!author) return null;
  return (
    <>
      {pinned ? (
        <p className={styles.pinned}>
          <Pin size={13} aria-hidden="true" />
          Pinned
        </p>
      ) : null}
      <div className={styles.head}>
        <PersonName person={author} />
        {author._id === ownerId ? <Chip tone="primary">Creator</Chip> : null}
        <span className={styles.when}>
          {isSending(comment) ? 'sending' : <RelativeTime iso={createdAt} />}
          {editedAt ? ' · edited' : ''}
        </span>
      </div>
    </>
  );
}

const waitingText = {
  creator: 'Waiting for review by the creator. Only you can see it until then.',
  site: 'Waiting for review by our team. Only you can see it until then.',
} as const;

/** The text, or the placeholder of a deleted comment. */
function Body({
  comment,
  context,
  onAnswer,
  tools,
  onEdit,
}: Omit<CommentRowProps, 'children'> & { onEdit: () => void }) {
  const stands = !comment.isDeleted && !isSending(comment);
  const { heldBy } = comment;
  return (
    <div className={styles.body}>
      <div className={styles.words}>
        <Head comment={comment} ownerId={context.ownerId} />
        {comment.isDeleted ? (
          <p className={styles.quiet}>Comment deleted</p>
        ) : (
          <LongText text={comment.text} />
        )}
        {heldBy ? <p className={styles.quiet}>{waitingText[heldBy]}</p> : null}
        <div className={styles.tools}>
          {onAnswer && stands && !heldBy ? (
            <Button
              variant="quiet"
              className={styles.small}
              onClick={() => onAnswer(comment.author?.name ?? '')}
            >
              Reply
            </Button>
          ) : null}
          {tools}
        </div>
      </div>
      {stands ? <CommentMenu comment={comment} context={context} onEdit={onEdit} /> : null}
    </div>
  );
}

/** A comment or reply with its actions. */
export function CommentRow({ comment, context, onAnswer, tools, children }: CommentRowProps) {
  const [editing, setEditing] = useState(false);
  // Text of an edit that the server rejected, shown in the form again.
  const [draft, setDraft] = useState<string | null>(null);
  const refused = (words: string) => {
    setDraft(words);
    setEditing(true);
  };
  const saved = () => {
    setDraft(null);
    context.say('Comment updated');
  };
  return (
    <li
      className={cx(styles.item, isSending(comment) && styles.sending)}
      aria-label={comment.author ? `Comment by ${comment.author.name}` : 'Deleted comment'}
    >
      <span aria-hidden="true">
        <Avatar src={comment.author?.avatar} size={comment.parentId ? 32 : 40} />
      </span>
      <div className={styles.content}>
        {editing ? (
          <CommentEdit
            comment={comment}
            thread={{ ...context.thread, ...(comment.parentId && { parentId: comment.parentId }) }}
            draft={draft}
            onClose={() => setEditing(false)}
            onSaved={saved}
            onRefused={refused}
          />
        ) : (
          <Body
            comment={comment}
            context={context}
            onAnswer={onAnswer}
            tools={tools}
            onEdit={() => setEditing(true)}
          />
        )}
        {children}
      </div>
    </li>
  );
}
