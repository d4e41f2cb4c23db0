import ArrowUp from 'lucide-react/icons/arrow-up';
import { Link } from '#ui/content/link.tsx';
import { limits } from '#config/limits.ts';
import { routes } from '#config/routes.ts';
import type { Stream } from '#contract/talk/streams/streams.ts';
import { LazyClient } from '#components/base/lists/lazy-client.tsx';
import { useQueryParams } from '#components/base/lists/query-params.ts';
import { PostList } from '#components/content/posts/post-list.tsx';
import { PostSkeleton } from '#components/content/posts/post-skeleton.tsx';
import { TypeFilter, parsePostType } from '#components/content/posts/type-filter.tsx';
import type { Api } from '#services/http/api.ts';
import { listPosts } from '#services/content/posts/posts.ts';
import { searchStreams } from '#services/talk/streams/streams.ts';
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
import { type TimelineKey, homeTabs, parseTab, timelineQuery } from './home-tabs.ts';
import { type SentPosts, type Timeline, useTimeline } from './use-timeline.ts';
import styles from './home.module.css';

const NoPosts = lazyPart(async () => (await import('./no-posts.tsx')).NoPosts);

interface HomeData {
  /** The newest posts of the tab and the type in the URL. */
  readonly posts: SentPosts;
  /** Who is live, for screens without the rail that shows it. */
  readonly live: readonly Stream[];
}

const liveShown = 8;

/** Loads what the home page is rendered with. */
export async function loadHome({
  api,
  query,
}: {
  api: Api;
  query: Readonly<Record<string, string>>;
}): Promise<HomeData> {
  const shown = { tab: parseTab(query['tab']), type: parsePostType(query['type']) };
  const [first, live] = await Promise.all([
    listPosts(api, { query: { ...timelineQuery(shown), limit: limits.firstPosts.home } }),
    // The posts are worth showing without it.
    searchStreams(api, { query: { state: 'live', limit: liveShown } }).catch(() => ({ data: [] })),
  ]);
  return { posts: { ...shown, first }, live: live.data };
}

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

interface PostsProps {
  readonly shown: TimelineKey;
  readonly timeline: Timeline;
  readonly onAll: () => void;
}

function Posts({ shown, timeline, onAll }: PostsProps) {
  const { items, hasMore, waiting, loading, error, more, hasNewer, showNewer } = timeline;
  if (items.length === 0 && waiting) return <PostSkeleton count={3} />;
  if (items.length === 0)
    return (
      <LazyClient skeleton={null}>
        <NoPosts {...shown} onAll={onAll} error={error} onRetry={more} />
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
export function HomePage({ posts, live: streams = [] }: Partial<HomeData>) {
  const params = useQueryParams();
  const [tab, type] = [parseTab(params.get('tab')), parsePostType(params.get('type'))];
  const timeline = useTimeline({ tab, type }, posts);
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
        <Posts shown={{ tab, type }} timeline={timeline} onAll={() => params.set({ type: '' })} />
      </Tabs>
    </>
  );
}
