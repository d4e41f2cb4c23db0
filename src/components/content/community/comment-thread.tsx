import { type ReactNode, Suspense, useState } from 'react';
import type { ObjectType, PerformerCard } from '#contract/core/schemas.ts';
import type { ReplyOf } from '#contract/core/registry.ts';
import type { Comment } from '#contract/content/comments.ts';
import { listComments } from '#services/content/comments.ts';
import { useList } from '#state/query/hooks.ts';
import { selectAuthUser } from '#state/session/auth.ts';
import { useAppSelector } from '#state/hooks.ts';
import { Button, TextButton } from '#ui/content/button.tsx';
import { lazyPart } from '#ui/layout/lazy-part.ts';
import { Stack } from '#ui/layout/stack.tsx';
import { ErrorState } from '#ui/feedback/states.tsx';
import { CommentComposer } from './comment-composer.tsx';
import { CommentSkeleton } from './comment-skeleton.tsx';
import { CommentItem } from './comment-item.tsx';
import type { CommentContext } from './comment-row.tsx';
import { toInfinitePages } from '../../base/lists/infinite-list.ts';
import { useWindowReturn } from './use-window-return.ts';
import styles from './comments.module.css';
import { VisuallyHidden } from '#ui/content/visually-hidden.tsx';

/** A live region that announces the outcome of an action to screen readers. */
function useLiveRegion(): { readonly region: ReactNode; readonly say: (text: string) => void } {
  const [said, setSaid] = useState({ text: '', times: 0 });
  const region = (
    <VisuallyHidden role="status">
      <span key={said.times}>{said.text}</span>
    </VisuallyHidden>
  );
  return { region, say: (text) => setSaid(({ times }) => ({ text, times: times + 1 })) };
}

// Only the creator can open it.
const CommentBans = lazyPart(async () => (await import('./comment-bans.tsx')).CommentBans);

const closedText = {
  off: 'Comments are turned off.',
  banned: 'You can’t comment on this creator’s content.',
} as const;

/**
 * Most pages that are refetched when the viewer returns to the tab. Someone who has loaded more is still
 * reading, and refetching all of them would be expensive.
 */
const lookedAtAgain = 3;

const List = ({ comments, context }: { comments: readonly Comment[]; context: CommentContext }) => (
  <ul className={styles.list} aria-label="Comments">
    {comments.map((comment) => (
      <CommentItem key={comment._id} comment={comment} context={context} />
    ))}
  </ul>
);

type CommentPage = ReplyOf<'GET /comments'>;

/** Why commenting is closed, as of the latest page; null if it is open. */
const findClosure = ({ pages }: { readonly pages: readonly CommentPage[] }): CommentPage['closed'] =>
  pages.at(-1)?.closed ?? null;

export interface CommentThreadProps {
  readonly objectType: ObjectType;
  readonly objectId: string;
  readonly owner: PerformerCard;
}

/** The comment form, or the reason why commenting is closed. */
function Writing({
  closed,
  context,
  isEmpty,
}: {
  closed: CommentPage['closed'];
  context: CommentContext;
  isEmpty: boolean;
}) {
  if (closed) return <p className={styles.quiet}>{closedText[closed]}</p>;
  return (
    <>
      <CommentComposer
        thread={context.thread}
        label="Write a comment"
        onDone={({ heldBy }) => context.say(heldBy ? 'Your comment is waiting for review' : 'Comment posted')}
      />
      {isEmpty ? <p className={styles.quiet}>No comments yet.</p> : null}
    </>
  );
}

/** Opens the list of banned commenters. Shown to the creator. */
function Bans() {
  const [open, setOpen] = useState(false);
  return (
    <p className={styles.quiet}>
      <TextButton onClick={() => setOpen(true)}>Banned commenters</TextButton>
      {open ? (
        <Suspense fallback={null}>
          <CommentBans onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </p>
  );
}

/** The comments of a media item. */
export function CommentThread({ objectType, objectId, owner }: CommentThreadProps) {
  const query = useList(listComments, { query: { objectType, objectId } });
  const { items, waiting, loading, hasMore, error, more } = toInfinitePages(query);
  const viewerId = useAppSelector(selectAuthUser)?._id ?? null;
  const { region, say } = useLiveRegion();
  useWindowReturn(() => (query.currentData?.pages.length ?? 0) <= lookedAtAgain && void query.refetch());
  if (waiting) return <CommentSkeleton />;
  if (!query.currentData) return <ErrorState compact level={3} text={error ?? undefined} onRetry={more} />;
  const closed = findClosure(query.currentData);
  const context: CommentContext = {
    thread: { objectType, objectId },
    ownerId: owner._id,
    viewerId,
    mayWrite: viewerId !== null && closed === null,
    say,
  };
  return (
    <Stack>
      <Writing closed={closed} context={context} isEmpty={items.length === 0} />
      <List comments={items} context={context} />
      {error ? (
        <p role="alert" className={styles.quiet}>
          {error}
        </p>
      ) : null}
      {hasMore ? (
        <Button variant="quiet" block busy={loading} onClick={more}>
          Show more comments
        </Button>
      ) : null}
      {viewerId === owner._id ? <Bans /> : null}
      {region}
    </Stack>
  );
}
