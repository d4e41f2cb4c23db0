import Hourglass from 'lucide-react/icons/hourglass';
import Lock from 'lucide-react/icons/lock';
import LockOpen from 'lucide-react/icons/lock-open';
import Pin from 'lucide-react/icons/pin';
import Users from 'lucide-react/icons/users';
import { Link } from '#ui/content/link.tsx';
import Router from 'next/router';
import { type MouseEvent, memo } from 'react';
import { routes } from '#config/routes.ts';
import type { Post } from '#contract/content/posts/posts.ts';
import { timeLeft } from '#lib/format-time.ts';
import { Card } from '#ui/layout/card.tsx';
import { RelativeTime, useNow } from '#ui/content/relative-time.tsx';
import { FormattedText } from '#ui/content/formatted-text.tsx';
import { LongText } from '#ui/content/rich-text.tsx';
import { soldPost } from '../media-items/access-options.ts';
import { LockedMedia } from '../media-items/locked-media.tsx';
import { Person } from '../../people/accounts/person.tsx';
import { PostLinkCard } from './post-link-card.tsx';
import { PostMedia } from './post-media.tsx';
import { PostPoll } from './post-poll.tsx';
import { SeriesLine } from './series-line.tsx';
import { useRestoredFocus } from '../../base/lists/use-restored-focus.ts';
import { usePurchases } from '../../money/wallet/use-purchases.ts';
import styles from './post-card.module.css';
import { Reactions } from '../community/reactions.tsx';
import { useAppStore } from '#state/hooks.ts';
import { Menu } from '#ui/overlays/menu.tsx';

function PostMenu({ post }: { post: Post }) {
  const store = useAppStore();
  return (
    <Menu
      label="More options for this post"
      items={async () => (await import('../../base/lists/item-menus.tsx')).postItems(post, store)}
    />
  );
}

/** The reactions and actions below a post. */
const PostActions = ({ post }: { post: Post }) => (
  <Reactions
    objectType="feed"
    record={post}
    access={post.access}
    performer={post.performer}
    href={routes.feed(post._id)}
    title={`A post by ${post.performer.name}`}
    tipFor={post._id}
  />
);

export interface PostCardProps {
  readonly post: Post;
  /** Above the fold, so its picture loads eagerly. */
  readonly priority?: boolean;
  /** On the post's own page: shows the full text, without a link to itself. */
  readonly whole?: boolean;
  /** Shows a "pinned" label, on the creator's profile. */
  readonly showPinned?: boolean;
  /** The series whose page the post is on. */
  readonly ofSeries?: string | undefined;
}

/** A label that says how the viewer got access, such as "Unlocked". */
function Terms({ reason }: Post['access']) {
  if (reason === 'purchased')
    return (
      <span className={styles.terms}>
        <LockOpen size={13} aria-hidden="true" />
        Unlocked
      </span>
    );
  if (reason === 'subscriber' || reason === 'included')
    return (
      <span className={styles.terms}>
        <Lock size={13} aria-hidden="true" />
        Subscribers
      </span>
    );
  if (reason === 'follower')
    return (
      <span className={styles.terms}>
        <Users size={13} aria-hidden="true" />
        Followers
      </span>
    );
  return null;
}

const standing: Partial<Record<Post['state'], string>> = {
  draft: 'Draft',
  processing: 'Processing',
  scheduled: 'Scheduled',
  expired: 'Expired',
  archived: 'Archived',
  failed: 'Failed',
  removed: 'Removed',
};

/** For posts that aren't published, their state; else when the post expires. */
function Standing({ post: { state, expiresAt } }: { post: Post }) {
  const now = useNow();
  if (standing[state]) return <span className={styles.terms}>{standing[state]}</span>;
  if (expiresAt === null) return null;
  const left = timeLeft(expiresAt, now);
  return (
    <span className={styles.terms} suppressHydrationWarning>
      <Hourglass size={13} aria-hidden="true" />
      {left === 'now' ? 'Ended' : `Ends in ${left}`}
    </span>
  );
}

const Head = ({ post, priority, showPinned, ofSeries }: Omit<PostCardProps, 'whole'>) => (
  <header>
    {showPinned && post.pinned ? (
      <p className={styles.pinned}>
        <Pin size={14} aria-hidden="true" />
        Pinned
      </p>
    ) : null}
    <div className={styles.head}>
      <Person
        person={post.performer}
        priority={priority}
        aside={
          <>
            <Link href={routes.feed(post._id)} className={styles.when}>
              <RelativeTime iso={post.publishedAt ?? post.createdAt} />
            </Link>
            <Terms {...post.access} />
            <Standing post={post} />
          </>
        }
      />
      <PostMenu post={post} />
    </div>
    {post.series ? <SeriesLine series={post.series} isUntitled={post.series._id === ofSeries} /> : null}
  </header>
);

/**
 * The current text of a post that was edited after the viewer bought it. The text they bought is shown above.
 */
const Edited = ({ text }: { text: string }) => (
  <details className={styles.edited}>
    <summary>Edited since you bought it</summary>
    {text ? <FormattedText text={text} /> : <p>The text was removed.</p>}
  </details>
);

/** What of a text is pressed for its own sake. */
const ownPress = 'a, button, summary, input, textarea';

/** In a list, pressing the text opens the post, unless a link is pressed or words are selected. */
function PostText({ post, whole }: { post: Post; whole: boolean | undefined }) {
  if (whole) return <FormattedText text={post.text} className={styles.text} />;
  const open = ({ target, metaKey, ctrlKey, shiftKey }: MouseEvent) => {
    const isOwn = target instanceof Element && target.closest(ownPress) !== null;
    const isSelecting = (window.getSelection()?.toString() ?? '') !== '';
    if (isOwn || isSelecting) return;
    const href = routes.feed(post._id);
    if (metaKey || ctrlKey || shiftKey) window.open(href, '_blank', 'noopener');
    else void Router.push(href);
  };
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions -- a shortcut for hands: the time beside the name is the link
    <div className={styles.opens} onClick={open}>
      <LongText text={post.text} className={styles.text} as={FormattedText} />
    </div>
  );
}

function Content({ post, priority, whole }: Omit<PostCardProps, 'showPinned' | 'ofSeries'>) {
  const { choose } = usePurchases();
  return (
    <>
      {post.text ? <PostText post={post} whole={whole} /> : null}
      {post.editedText === undefined ? null : <Edited text={post.editedText} />}
      {post.linkCard ? <PostLinkCard card={post.linkCard} /> : null}
      {post.poll ? <PostPoll post={post} poll={post.poll} /> : null}
      {post.access.allowed ? (
        <PostMedia {...post} resumes={post} priority={priority} />
      ) : (
        <LockedMedia
          post={post}
          onWay={(need) => choose(need, soldPost(post))}
          primary={whole}
          priority={priority}
        />
      )}
    </>
  );
}

/** A post in a feed, on a profile or on its own page. */
export const PostCard = memo(function PostCard({
  post,
  priority,
  whole,
  showPinned,
  ofSeries,
}: PostCardProps) {
  const focusProps = useRestoredFocus<HTMLDivElement>(post.access.allowed);
  return (
    <Card
      as="article"
      padding="none"
      className={styles.card}
      aria-label={`Post by ${post.performer.name}`}
      {...focusProps}
    >
      <Head post={post} priority={priority} showPinned={showPinned} ofSeries={ofSeries} />
      <Content post={post} priority={priority} whole={whole} />
      <PostActions post={post} />
    </Card>
  );
});
