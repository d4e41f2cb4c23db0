import ArrowUp from 'lucide-react/icons/arrow-up';
import Link from 'next/link';
import { useRouter } from 'next/router';
import { routes } from '#config/routes';
import type { FeedType } from '#contract/feeds';
import { PostList, PostSkeleton } from '#parts/post-list';
import { TypeFilter, typeLabels, typeOf } from '#parts/type-filter';
import { useAppSelector } from '#state/hooks';
import { selectCurrentUser } from '#state/user';
import { Avatar } from '#ui/avatar';
import { Button } from '#ui/button';
import { ButtonLink } from '#ui/button-link';
import { Card } from '#ui/card';
import { PageHead } from '#ui/page-head';
import { EmptyState, ErrorState } from '#ui/states';
import { VisuallyHidden } from '#ui/visually-hidden';
import type { HomeData } from './load.tsx';
import { useTimeline } from './use-timeline.tsx';
import styles from './home.module.css';

/** For creators: the way to say something stands where others read. */
function Composer() {
  const user = useAppSelector(selectCurrentUser);
  if (!user?.isPerformer) return null;
  return (
    <Card padding="tight" className={styles.composer}>
      <Avatar src={user.avatar} size={40} priority />
      <Link href={routes.newFeed} className={styles.compose}>Write a post…</Link>
    </Card>
  );
}

const Nothing = ({ type, onAll }: { type: FeedType | null; onAll: () => void }) =>
  type ? (
    <EmptyState title={`No ${typeLabels[type].toLowerCase()} here`} text="None of the creators you follow has posted any yet." action={<Button onClick={onAll}>Show all posts</Button>} />
  ) : (
    <EmptyState
      title="Your home is empty"
      text="Posts of the creators you follow or subscribe to stand here, newest first."
      action={<ButtonLink variant="primary" href={routes.search}>Find creators</ButtonLink>}
    />
  );

function Timeline({ type, first, onAll }: { type: FeedType | null; first: HomeData['feeds'] | undefined; onAll: () => void }) {
  const { feeds, hasMore, waiting, loading, error, more, hasNewer, showNewer } = useTimeline(type, first);
  if (feeds.length === 0 && waiting) return <PostSkeleton count={3} />;
  if (feeds.length === 0 && error) return <ErrorState text={error} onRetry={more} />;
  if (feeds.length === 0) return <Nothing type={type} onAll={onAll} />;
  const newest = () => {
    window.scrollTo({ top: 0 });
    showNewer();
  };
  return (
    <>
      <div role="status" className={styles.newer}>
        {hasNewer ? <Button variant="primary" icon={<ArrowUp size={18} aria-hidden="true" />} onClick={newest}>New posts</Button> : null}
      </div>
      <PostList feeds={feeds} hasMore={hasMore} loading={loading} error={error} onMore={more} label="Posts" end="You’ve seen everything." />
    </>
  );
}

/** `/home`: what the creators one follows or subscribes to have posted, newest first. */
export function HomeView({ feeds }: Partial<HomeData>) {
  const router = useRouter();
  const type = typeOf(router.query['type']);
  const choose = (next: FeedType | null) => void router.replace(next ? `${routes.home}?type=${next}` : routes.home, undefined, { shallow: true, scroll: false });
  return (
    <>
      <PageHead title="Home" unlisted />
      <h1><VisuallyHidden>Home</VisuallyHidden></h1>
      <Composer />
      <TypeFilter value={type} onChange={choose} className={styles.filter} />
      <Timeline key={type} type={type} first={feeds} onAll={() => choose(null)} />
    </>
  );
}
