import { Form } from '#ui/forms/form.tsx';
import { isComposing } from '#ui/forms/composing.ts';
import { Suspense, useRef, useState } from 'react';
import type { FormEvent, KeyboardEvent, MouseEvent } from 'react';
import { useRouter } from 'next/router';
import type { Comment } from '#contract/content/comments.ts';
import { limits } from '#config/limits.ts';
import { routes } from '#config/routes.ts';
import { problemMessage } from '#lib/problem.ts';
import { sendComment } from '#state/community/comments.ts';
import { selectLoggedIn } from '#state/session/auth.ts';
import { selectCurrentUser } from '#state/session/user.ts';
import type { Thread } from '#state/community/comment-pages.ts';
import { useAppSelector, useAppStore } from '#state/hooks.ts';
import { Button } from '#ui/content/button.tsx';
import { ButtonLink } from '#ui/content/button-link.tsx';
import { useHydrated } from '#ui/hooks/use-hydrated.ts';
import { Row } from '#ui/layout/stack.tsx';
import { readTextDraft, writeTextDraft } from '../../base/writing/text-draft.ts';
import { WritingArea } from '../../base/writing/writing-area.tsx';
import { lazyPart } from '#ui/layout/lazy-part.ts';
import { toast } from '#ui/overlays/toast.ts';
import { useAnnouncement } from '../../base/lists/announcement.ts';
import { loginFor } from '../../people/auth/login-first.ts';
import styles from './comments.module.css';

const NewAccountLine = lazyPart(
  async () => (await import('../../people/accounts/new-account-line.tsx')).NewAccountLine,
);

export interface CommentComposerProps {
  readonly thread: Thread;
  readonly label: string;
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
const handleKeys =
  ({ send, cancel }: { send: () => void; cancel: (() => void) | undefined }) =>
  (event: KeyboardEvent) => {
    if (isComposing(event)) return;
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) send();
    else if (event.key === 'Escape' && cancel) cancel();
  };

/** The text, which the tab keeps until it is posted: a reload or a wrong press loses nothing. */
function useCommentDraft({ objectType, objectId, parentId }: Thread, label: string) {
  const ownId = useAppSelector(selectCurrentUser)?._id ?? '';
  // The label names whom a reply is to: what is meant for one isn't offered for another.
  const place = `comment/${ownId}/${objectType}/${objectId}/${parentId ?? ''}/${label}`;
  const hydrated = useHydrated();
  const [typed, setTyped] = useState<string | null>(null);
  // The server may have rendered the form, and knows no drafts.
  const readSaved = () => (hydrated ? readTextDraft(place) : '');
  const text = typed ?? readSaved();
  const setText = (next: string | ((now: string) => string)) =>
    setTyped((now) => {
      const value = typeof next === 'string' ? next : next(now ?? readSaved());
      writeTextDraft(place, value);
      return value;
    });
  return { text, setText };
}

interface SendingProps {
  readonly label: string;
  readonly isEmpty: boolean;
  readonly onCancel: (() => void) | undefined;
}

const Sending = ({ label, isEmpty, onCancel }: SendingProps) => (
  <Row justify="end">
    {onCancel ? (
      <Button variant="quiet" onClick={onCancel}>
        Cancel
      </Button>
    ) : null}
    <Button type="submit" variant="primary" disabled={isEmpty}>
      {label}
    </Button>
  </Row>
);

function CommentForm({ thread, label, focused, onDone, onCancel }: CommentComposerProps) {
  const { text, setText } = useCommentDraft(thread, label);
  const store = useAppStore();
  const isNewAccount = useAppSelector(selectCurrentUser)?.isNewAccount === true;
  const field = useRef<HTMLTextAreaElement>(null);
  useAnnouncement(thread.parentId ? '' : resumeKey(thread), () => field.current?.focus());
  const send = async () => {
    const words = text.trim();
    if (!words) return;
    setText('');
    const { data, error } = await sendComment(store, { ...thread, text: words });
    if (data) return onDone?.(data);
    // Put the rejected text back, above anything typed since.
    setText((now) => (now ? `${words}\n${now}` : words));
    if (error && (!('status' in error) || error.status !== 401)) toast.error(problemMessage(error));
    return undefined;
  };
  const cancel =
    onCancel &&
    (() => {
      setText('');
      onCancel();
    });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void send();
  };
  return (
    <Form className={styles.composer} onSubmit={submit}>
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
        onKeyDown={handleKeys({ send: () => void send(), cancel })}
      />
      {text && isNewAccount ? (
        <Suspense fallback={null}>
          <NewAccountLine what="comments" />
        </Suspense>
      ) : null}
      {text || cancel ? (
        <Sending label={thread.parentId ? 'Reply' : 'Comment'} isEmpty={!text.trim()} onCancel={cancel} />
      ) : null}
    </Form>
  );
}

/** The form for a comment or a reply. */
export const CommentComposer = (props: CommentComposerProps) =>
  useAppSelector(selectLoggedIn) ? <CommentForm {...props} /> : <LoginToWrite thread={props.thread} />;
