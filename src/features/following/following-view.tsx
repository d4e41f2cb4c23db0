import Heart from 'lucide-react/icons/heart';
import { useState } from 'react';
import { routes } from '#config/routes';
import { endless } from '#parts/endless';
import { FollowButton } from '#parts/follow-button';
import { Person } from '#parts/person';
import { SearchBox } from '#parts/search-box';
import { type Followed, useListFollowingInfiniteQuery } from '#state/api-follows';
import { Button } from '#ui/button';
import { ButtonLink } from '#ui/button-link';
import { InfiniteList } from '#ui/infinite-list';
import { PageHead } from '#ui/page-head';
import { PageHeader } from '#ui/page-header';
import { RelativeTime } from '#ui/relative-time';
import { BonePerson, Skeleton } from '#ui/skeleton';
import { Stack } from '#ui/stack';
import { EmptyState, ErrorState } from '#ui/states';
import styles from './following.module.css';

const Bones = ({ count }: { count: number }) => (
  <Skeleton label="Loading the creators you follow">
    <Stack gap={24}>
      {Array.from({ length: count }, (_, at) => (
        <BonePerson key={at} />
      ))}
    </Stack>
  </Skeleton>
);

const Row = ({ followed }: { followed: Followed }) => (
  <div className={styles.row}>
    <Person
      person={followed}
      aside={
        <span>
          followed <RelativeTime iso={followed.followedAt} />
        </span>
      }
    />
    <FollowButton performer={followed} isFollowed />
  </div>
);

const Nobody = ({ q, onClear }: { q: string; onClear: () => void }) =>
  q ? (
    <EmptyState
      title="Nobody found"
      text={`You follow nobody called “${q}”.`}
      action={<Button onClick={onClear}>Show everybody</Button>}
    />
  ) : (
    <EmptyState
      icon={<Heart size={28} />}
      title="You follow nobody yet"
      text="The posts of creators you follow stand on your home page."
      action={
        <ButtonLink variant="primary" href={routes.search}>
          Find creators
        </ButtonLink>
      }
    />
  );

/** Somebody just unfollowed stays in place, with the way to take it back, until the page is opened again. */
function useKept(items: readonly Followed[]): readonly Followed[] {
  const [kept, setKept] = useState<readonly Followed[]>([]);
  const ids = new Set(kept.map((each) => each._id));
  const unseen = items.filter((each) => !ids.has(each._id));
  if (unseen.length > 0) setKept([...kept, ...unseen]);
  return kept;
}

function List({ q, onClear }: { q: string; onClear: () => void }) {
  const { items, hasMore, waiting, loading, error, more } = endless(
    useListFollowingInfiniteQuery(q ? { q } : {}),
  );
  const shown = useKept(items);
  if (shown.length === 0 && waiting) return <Bones count={6} />;
  if (shown.length === 0 && error) return <ErrorState text={error} onRetry={more} />;
  if (shown.length === 0) return <Nobody q={q} onClear={onClear} />;
  return (
    <InfiniteList
      items={shown}
      keyOf={idOf}
      hasMore={hasMore}
      loading={loading}
      onMore={more}
      error={error}
      skeleton={<Bones count={1} />}
      gap={4}
      estimate={72}
      label="Creators you follow"
    >
      {(followed) => <Row followed={followed} />}
    </InfiniteList>
  );
}

const idOf = (each: Followed) => each._id;

/** `/user/following`: whom one follows, the newest first. */
export function FollowingView() {
  const [q, setQ] = useState('');
  return (
    <Stack gap={24}>
      <PageHead title="Following" unlisted />
      <PageHeader title="Following" text="Creators whose posts stand on your home page." />
      <Stack>
        <SearchBox
          label="Find among the creators you follow"
          placeholder="Find among them"
          value={q}
          onChange={setQ}
        />
        <List key={q} q={q} onClear={() => setQ('')} />
      </Stack>
    </Stack>
  );
}
