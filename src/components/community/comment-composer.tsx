import { Suspense, useRef, useState } from 'react';
import type { FormEvent, KeyboardEvent, MouseEvent } from 'react';
import { useRouter } from 'next/router';
import type { Comment } from '#contract/comments.ts';
import { limits } from '#config/limits.ts';
import { routes } from '#config/routes.ts';
import { problemMessage } from '#lib/problem.ts';
import { useCreateCommentMutation } from '#state/api/comments.ts';
import { selectLoggedIn } from '#state/session/auth.ts';
import { selectCurrentUser } from '#state/session/user.ts';
import type { Thread } from '#state/community/comment-pages.ts';
import { useAppSelector } from '#state/hooks.ts';
import { Button } from '#ui/content/button.tsx';
import { ButtonLink } from '#ui/content/button-link.tsx';
import { Row } from '#ui/layout/stack.tsx';
import { WritingArea } from '../writing/writing-area.tsx';
import { lazyPart } from '#ui/layout/lazy-part.ts';
import { toast } from '#ui/overlays/toast.ts';
import { useAnnouncement } from '../lists/announcement.ts';
import { loginFor } from '../auth/login-first.ts';
import styles from './comments.module.css';

const NewAccountLine = lazyPart(
  async () => (await import('../accounts/new-account-line.tsx')).NewAccountLine,
);

export interface CommentComposerProps {
  readonly thread: Thread;
  readonly label: string;
  /** Initial text. */
  readonly initial?: string;
  /** Takes focus on mount, because the user has just opened it. */
  readonly focused?: boolean;
  /** Called once the comment is published, or waits for a review. */
  readonly onDone?: (comment: Comment) => void;
  readonly onCancel?: () => void;
}

const resumeKey = ({ objectType, objectId }: Thread): string => `comment/${objectType}/${objectId}`;

/** Invites visitors to log in, then brings them back to the comments. */
function LoginToWrite({ thread }: { thread: Thread }) {
  const { asPath, push } = useRouter();
  const back = `${asPath.split('#')[0] ?? ''}#comments`;
  const go = (event: MouseEvent) => {
    event.preventDefault();
    void push(loginFor({ why: 'comment', act: { do: 'resume', key: resumeKey(thread) } }, back));
  };
  return (
    <p>
      <ButtonLink href={`${routes.login}?from=${encodeURIComponent(back)}`} onClick={go}>
        Log in to comment
      </ButtonLink>
    </p>
  );
}

/** Ctrl+Enter or Command+Enter submits; Escape cancels. */
const keysOf =
  ({ send, cancel }: { send: () => void; cancel: (() => void) | undefined }) =>
  (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) send();
    else if (event.key === 'Escape' && cancel) cancel();
  };

function Form({ thread, label, initial = '', focused, onDone, onCancel }: CommentComposerProps) {
  const [text, setText] = useState(initial);
  const [create] = useCreateCommentMutation();
  const isNewAccount = useAppSelector(selectCurrentUser)?.isNewAccount === true;
  const field = useRef<HTMLTextAreaElement>(null);
  useAnnouncement(thread.parentId ? '' : resumeKey(thread), () => field.current?.focus());
  const send = async () => {
    const words = text.trim();
    if (!words) return;
    setText('');
    const { data, error } = await create({ ...thread, text: words });
    if (data) return onDone?.(data);
    // Put the rejected text back, above anything typed since.
    setText((now) => (now ? `${words}\n${now}` : words));
    if (error && (!('status' in error) || error.status !== 401)) toast.error(problemMessage(error));
    return undefined;
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void send();
  };
  return (
    <form className={styles.composer} onSubmit={submit}>
      <WritingArea
        ref={field}
        label={label}
        hideLabel
        compact
        counted
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- it was opened by a press just now
        autoFocus={focused}
        placeholder={label}
        maxLength={limits.text.comment}
        value={text}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={keysOf({ send: () => void send(), cancel: onCancel })}
      />
      {text && isNewAccount ? (
        <Suspense fallback={null}>
          <NewAccountLine what="comments" />
        </Suspense>
      ) : null}
      {text || onCancel ? (
        <Row justify="end">
          {onCancel ? (
            <Button variant="quiet" onClick={onCancel}>
              Cancel
            </Button>
          ) : null}
          <Button type="submit" variant="primary" disabled={!text.trim()}>
            {thread.parentId ? 'Reply' : 'Comment'}
          </Button>
        </Row>
      ) : null}
    </form>
  );
}

/** The form for a comment or a reply. */
export const CommentComposer = (props: CommentComposerProps) =>
  useAppSelector(selectLoggedIn) ? <Form {...props} /> : <LoginToWrite thread={props.thread} />;
