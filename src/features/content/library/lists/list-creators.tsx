import ListX from 'lucide-react/icons/list-x';
import Users from 'lucide-react/icons/users';
import { useState } from 'react';
import { routes } from '#config/routes.ts';
import type { ListedCreator } from '#contract/content/creator-lists.ts';
import { Person } from '#components/people/accounts/person.tsx';
import { FollowButton } from '#components/people/creators/follow-button.tsx';
import { toInfinitePages } from '#components/base/lists/infinite-list.ts';
import { LoadedList } from '#components/base/lists/loaded-list.tsx';
import { problemMessage } from '#lib/problem.ts';
import { addToList, listListedCreators, removeFromList } from '#services/content/creator-lists.ts';
import { useList, useWrite } from '#state/query/hooks.ts';
import { Button, IconButton } from '#ui/content/button.tsx';
import { ButtonLink } from '#ui/content/button-link.tsx';
import { VisuallyHidden } from '#ui/content/visually-hidden.tsx';
import { Skeleton, SkeletonPerson } from '#ui/feedback/skeleton.tsx';
import { EmptyState } from '#ui/feedback/states.tsx';
import { Stack } from '#ui/layout/stack.tsx';
import { toast } from '#ui/overlays/toast.ts';
import styles from './creator-lists.module.css';

const PeopleSkeleton = ({ count }: { count: number }) => (
  <Skeleton label="Loading the creators of this list">
    <Stack gap={24}>
      {Array.from({ length: count }, (_, at) => (
        <SkeletonPerson key={at} />
      ))}
    </Stack>
  </Skeleton>
);

/** Someone who was removed stays where they were until the page is reopened, so that they can be put back. */
function Row({ creator, list }: { creator: ListedCreator; list: string }) {
  const [isIn, setIn] = useState(true);
  const [add, adding] = useWrite(addToList);
  const [remove, removing] = useWrite(removeFromList);
  const busy = adding.isLoading || removing.isLoading;
  const turn = async (on: boolean) => {
    const { error } = await (on ? add : remove)({ params: { id: list, performerId: creator._id } });
    if (error) toast.error(problemMessage(error));
    else setIn(on);
  };
  return (
    <div className={styles.row}>
      <Person person={creator} aside={isIn ? undefined : <span role="status">Removed from this list</span>} />
      {isIn ? (
        <>
          <FollowButton
            performer={creator}
            isFollowed={creator.isFollowed}
            isSubscribed={creator.isSubscribed}
          />
          <IconButton
            label={`Remove ${creator.name} from this list`}
            aria-busy={busy || undefined}
            onClick={() => void turn(false)}
          >
            <ListX size={20} />
          </IconButton>
        </>
      ) : (
        <Button variant="soft" busy={busy} onClick={() => void turn(true)}>
          Undo<VisuallyHidden>: put {creator.name} back</VisuallyHidden>
        </Button>
      )}
    </div>
  );
}

const Nothing = () => (
  <EmptyState
    icon={<Users size={28} />}
    title="No creators in this list yet"
    text="Add them from the menu on their profile, or from the creators you follow."
    action={
      <ButtonLink variant="primary" href={routes.following}>
        Creators you follow
      </ButtonLink>
    }
  />
);

/** The creators of a list, last added first. */
export function ListCreators({ id }: { id: string }) {
  const list = toInfinitePages(
    useList(listListedCreators, { params: { id } }, { refetchOnMountOrArgChange: true }),
  );
  return (
    <LoadedList
      list={list}
      firstSkeleton={<PeopleSkeleton count={4} />}
      skeleton={<PeopleSkeleton count={1} />}
      empty={<Nothing />}
      gap={4}
      estimate={72}
      label="Creators in this list"
    >
      {(creator) => <Row creator={creator} list={id} />}
    </LoadedList>
  );
}
