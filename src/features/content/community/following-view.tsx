import Heart from 'lucide-react/icons/heart';
import ListPlus from 'lucide-react/icons/list-plus';
import { useState } from 'react';
import { routes } from '#config/routes.ts';
import { toInfinitePages } from '#components/base/lists/infinite-list.ts';
import { openLists } from '#components/people/creators/add-to-lists.tsx';
import { FollowButton } from '#components/people/creators/follow-button.tsx';
import { Person } from '#components/people/accounts/person.tsx';
import { PostAlerts } from '#components/content/community/post-alerts.tsx';
import { SearchBox } from '#components/base/lists/search-box.tsx';
import { LoadedList } from '#components/base/lists/loaded-list.tsx';
import { type Followed, listFollowing } from '#services/content/follows.ts';
import { listQuestion } from '#services/http/endpoints.ts';
import { useList } from '#state/query/hooks.ts';
import { useAppSelector } from '#state/hooks.ts';
import { selectIsFollowed } from '#state/session/follow.ts';
import { Button, IconButton } from '#ui/content/button.tsx';
import { ButtonLink } from '#ui/content/button-link.tsx';
import { PageHead } from '#ui/layout/page-head.tsx';
import { PageHeader } from '#ui/layout/page-header.tsx';
import { RelativeTime } from '#ui/content/relative-time.tsx';
import { SkeletonPerson, Skeleton } from '#ui/feedback/skeleton.tsx';
import { Stack } from '#ui/layout/stack.tsx';
import { EmptyState } from '#ui/feedback/states.tsx';
import styles from './following.module.css';

const searched = (q: string) => ({ query: q ? { q } : {} });

/** What the page asks first. */
export const followingQuestions = () => [listQuestion(listFollowing, searched(''))];

const PageSkeleton = ({ count }: { count: number }) => (
  <Skeleton label="Loading the creators you follow">
    <Stack gap={24}>
      {Array.from({ length: count }, (_, at) => (
        <SkeletonPerson key={at} />
      ))}
    </Stack>
  </Skeleton>
);

/** Only for those who are still followed. */
function Alerts({ followed }: { followed: Followed }) {
  const isFollowed = useAppSelector((state) => selectIsFollowed(state, followed._id, true));
  return isFollowed ? <PostAlerts creator={followed} isOn={followed.notifyPosts} /> : null;
}

const Row = ({ followed }: { followed: Followed }) => (
  <div className={styles.row}>
    <Person
      person={followed}
      aside={
        <span>
          followed <RelativeTime iso={followed.followedAt} inSentence />
        </span>
      }
    />
    <span className={styles.acts}>
      <Alerts followed={followed} />
      <IconButton label={`Add ${followed.name} to lists`} onClick={() => openLists(followed)}>
        <ListPlus size={20} />
      </IconButton>
      <FollowButton performer={followed} isFollowed />
    </span>
  </div>
);

const Nobody = ({ q, onClear }: { q: string; onClear: () => void }) =>
  q ? (
    <EmptyState
      title="No results"
      text={`No results for “${q}”.`}
      action={<Button onClick={onClear}>Show all</Button>}
    />
  ) : (
    <EmptyState
      icon={<Heart size={28} />}
      title="Not following anyone yet"
      text="Posts from creators you follow appear on your home page."
      action={
        <ButtonLink variant="primary" href={routes.search}>
          Find creators
        </ButtonLink>
      }
    />
  );

/**
 * Someone who was just unfollowed stays in the list until the page is reopened, so that they can be followed
 * again.
 */
function useRemembered(items: readonly Followed[]): readonly Followed[] {
  const [kept, setKept] = useState<readonly Followed[]>([]);
  const ids = new Set(kept.map((each) => each._id));
  const unseen = items.filter((each) => !ids.has(each._id));
  if (unseen.length > 0) setKept([...kept, ...unseen]);
  return kept;
}

function List({ q, onClear }: { q: string; onClear: () => void }) {
  const list = toInfinitePages(useList(listFollowing, searched(q)));
  const shown = useRemembered(list.items);
  return (
    <LoadedList
      list={{ ...list, items: shown, waiting: list.waiting && shown.length === 0 }}
      firstSkeleton={<PageSkeleton count={6} />}
      skeleton={<PageSkeleton count={1} />}
      empty={<Nobody q={q} onClear={onClear} />}
      gap={4}
      estimate={72}
      label="Creators you follow"
    >
      {(followed) => <Row followed={followed} />}
    </LoadedList>
  );
}

/** `/user/following`: the creators that the user follows, newest first. */
export function FollowingView() {
  const [q, setQ] = useState('');
  return (
    <Stack gap={24}>
      <PageHead title="Following" unlisted />
      <PageHeader title="Following" text="Their posts appear on your home page." />
      <Stack>
        <SearchBox label="Search the creators you follow" placeholder="Search" value={q} onChange={setQ} />
        <List key={q} q={q} onClear={() => setQ('')} />
      </Stack>
    </Stack>
  );
}
