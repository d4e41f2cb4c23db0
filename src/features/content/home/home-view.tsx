import ArrowUp from 'lucide-react/icons/arrow-up';
import { Link } from '#ui/content/link.tsx';
import { routes } from '#config/routes.ts';
import { LazyClient } from '#components/base/lists/lazy-client.tsx';
import { useQueryParams } from '#components/base/lists/query-params.ts';
import { PostList } from '#components/content/posts/post-list.tsx';
import { PostSkeleton } from '#components/content/posts/post-skeleton.tsx';
import { TypeFilter, typeOf } from '#components/content/posts/type-filter.tsx';
import { useAppSelector } from '#state/hooks.ts';
import { selectCurrentUser } from '#state/session/user.ts';
import { Avatar } from '#ui/content/avatar.tsx';
import { Button } from '#ui/content/button.tsx';
import { Card } from '#ui/layout/card.tsx';
import { lazyPart } from '#ui/layout/lazy-part.ts';
import { PageHead } from '#ui/layout/page-head.tsx';
import { Tabs } from '#ui/layout/tabs.tsx';
import { VisuallyHidden } from '#ui/content/visually-hidden.tsx';
import { LiveRow } from './live-row.tsx';
import { homeTabs, tabOf } from './home-tabs.ts';
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
  const { tab, type, items, hasMore, waiting, loading, error, more, hasNewer, showNewer } = timeline;
  if (items.length === 0 && waiting) return <PostSkeleton count={3} />;
  if (items.length === 0)
    return (
      <LazyClient skeleton={null}>
        <NoPosts tab={tab} type={type} onAll={onAll} error={error} onRetry={more} />
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
        posts={items}
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

/**
 * `/home`: posts by creators whom the user follows or subscribes to, or by others who are trending, newest
 * first. The tab and the type are kept in the URL.
 */
export function HomeView({ posts, live: streams = [] }: Partial<HomeData>) {
  const params = useQueryParams();
  const [tab, type] = [tabOf(params.get('tab')), typeOf(params.get('type'))];
  const { live, timeline, takeOver } = useTimeline({ tab, type }, posts);
  return (
    <>
      <PageHead title="Home" unlisted />
      <h1>
        <VisuallyHidden>Home</VisuallyHidden>
      </h1>
      <Composer />
      <LiveRow streams={streams} />
      <Tabs
        label="Feeds"
        items={homeTabs}
        value={tab}
        onChange={(next) => params.set({ tab: next === 'following' ? '' : next })}
      >
        <TypeFilter
          value={type}
          onChange={(next) => params.set({ type: next ?? '' })}
          className={styles.filter}
        />
        <Posts timeline={timeline} onAll={() => params.set({ type: '' })} />
      </Tabs>
      {live ? (
        <LazyClient skeleton={null}>
          <LiveTimeline tab={tab} type={type} onTimeline={takeOver} />
        </LazyClient>
      ) : null}
    </>
  );
}
