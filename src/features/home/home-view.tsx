import ArrowUp from 'lucide-react/icons/arrow-up';
import Link from 'next/link';
import { useRouter } from 'next/router';

import { routes } from '#config/routes';
import type { FeedType } from '#contract/feeds';
import { Later } from '#parts/later';
import { PostList, PostSkeleton } from '#parts/post-list';
import { TypeFilter, typeOf } from '#parts/type-filter';
import { useAppSelector } from '#state/hooks';
import { selectCurrentUser } from '#state/user';
import { Avatar } from '#ui/avatar';
import { Button } from '#ui/button';
import { Card } from '#ui/card';
import { lazyPart } from '#ui/lazy-part';
import { PageHead } from '#ui/page-head';
import { VisuallyHidden } from '#ui/visually-hidden';
import type { HomeData } from './load.tsx';
import type { Timeline } from './live-timeline.tsx';
import { useTimeline } from './use-timeline.tsx';
import styles from './home.module.css';

const LiveTimeline = lazyPart(async () => (await import('./live-timeline.tsx')).LiveTimeline);
const NoPosts = lazyPart(async () => (await import('./no-posts.tsx')).NoPosts);

/** For creators: the way to say something stands where others read. */
function Composer() {
  const user = useAppSelector(selectCurrentUser);
  if (!user?.isPerformer) return null;
  return (
    <Card padding="tight" className={styles.composer}>
      <Avatar src={user.avatar} size={40} priority />
      <Link href={routes.newFeed} className={styles.compose}>
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
      <Later skeleton={null}>
        <NoPosts type={type} onAll={onAll} error={error} onRetry={more} />
      </Later>
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
        end="You’ve seen everything."
      />
    </>
  );
}

/** `/home`: what the creators one follows or subscribes to have posted, newest first. */
export function HomeView({ feeds }: Partial<HomeData>) {
  const router = useRouter();
  const type = typeOf(router.query['type']);
  const { live, timeline, takeOver } = useTimeline(type, feeds);
  const choose = (next: FeedType | null) =>
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
        <Later skeleton={null}>
          <LiveTimeline type={type} onTimeline={takeOver} />
        </Later>
      ) : null}
    </>
  );
}
