import ArrowUp from 'lucide-react/icons/arrow-up';
import { Link } from '#ui/content/link.tsx';
import { useRouter } from 'next/router';

import { routes } from '#config/routes.ts';
import type { PostType } from '#contract/posts.ts';
import { LazyClient } from '#components/lists/lazy-client.tsx';
import { PostList, PostSkeleton } from '#components/posts/post-list.tsx';
import { TypeFilter, typeOf } from '#components/posts/type-filter.tsx';
import { useAppSelector } from '#state/hooks.ts';
import { selectCurrentUser } from '#state/session/user.ts';
import { Avatar } from '#ui/content/avatar.tsx';
import { Button } from '#ui/content/button.tsx';
import { Card } from '#ui/layout/card.tsx';
import { lazyPart } from '#ui/layout/lazy-part.ts';
import { PageHead } from '#ui/layout/page-head.tsx';
import { VisuallyHidden } from '#ui/content/visually-hidden.tsx';
import type { HomeData } from './load-home.ts';
import type { Timeline } from './live-timeline.ts';
import { useTimeline } from './use-timeline.ts';
import styles from './home.module.css';

const LiveTimeline = lazyPart(async () => (await import('./live-timeline.ts')).LiveTimeline);
const NoPosts = lazyPart(async () => (await import('./no-posts.tsx')).NoPosts);

/** A link to the post editor, for creators. */
function Composer() {
  const user = useAppSelector(selectCurrentUser);
  if (!user?.isPerformer) return null;
  return (
    <Card padding="tight" className={styles.composer}>
      <Avatar src={user.avatar} size={40} priority />
      <Link href={routes.newPost} className={styles.compose}>
        Write a post…
      </Link>
    </Card>
  );
}

function Posts({ timeline, onAll }: { timeline: Timeline; onAll: () => void }) {
  const { type, items, hasMore, waiting, loading, error, more, hasNewer, showNewer } = timeline;
  if (items.length === 0 && waiting) return <PostSkeleton count={3} />;
  if (items.length === 0)
    return (
      <LazyClient skeleton={null}>
        <NoPosts type={type} onAll={onAll} error={error} onRetry={more} />
      </LazyClient>
    );
  const newest = () => {
    window.scrollTo({ top: 0 });
    showNewer();
  };
  return (
    <>
      <div role="status" className={styles.newer}>
        {hasNewer ? (
          <Button variant="primary" icon={<ArrowUp size={18} aria-hidden="true" />} onClick={newest}>
            New posts
          </Button>
        ) : null}
      </div>
      <PostList
        feeds={items}
        hasMore={hasMore}
        loading={loading && hasMore}
        error={error}
        onMore={more}
        label="Posts"
        end="You’re all caught up."
      />
    </>
  );
}

/** `/home`: posts by creators whom the user follows or subscribes to, newest first. */
export function HomeView({ feeds }: Partial<HomeData>) {
  const router = useRouter();
  const type = typeOf(router.query['type']);
  const { live, timeline, takeOver } = useTimeline(type, feeds);
  const choose = (next: PostType | null) =>
    void router.replace(next ? `${routes.home}?type=${next}` : routes.home, undefined, {
      shallow: true,
      scroll: false,
    });
  return (
    <>
      <PageHead title="Home" unlisted />
      <h1>
        <VisuallyHidden>Home</VisuallyHidden>
      </h1>
      <Composer />
      <TypeFilter value={type} onChange={choose} className={styles.filter} />
      <Posts timeline={timeline} onAll={() => choose(null)} />
      {live ? (
        <LazyClient skeleton={null}>
          <LiveTimeline type={type} onTimeline={takeOver} />
        </LazyClient>
      ) : null}
    </>
  );
}
