import { useDeferredValue, useState } from 'react';
import type { PerformerCard } from '#contract/core/schemas.ts';
import { toInfinitePages } from '#components/base/lists/infinite-list.ts';
import { searchUsers } from '#services/people/accounts.ts';
import { useList } from '#state/query/hooks.ts';
import { Avatar } from '#ui/content/avatar.tsx';
import { Button } from '#ui/content/button.tsx';
import { Skeleton, SkeletonPerson } from '#ui/feedback/skeleton.tsx';
import { EmptyState, ErrorState } from '#ui/feedback/states.tsx';
import { TextInput } from '#ui/forms/text-input.tsx';
import { Stack } from '#ui/layout/stack.tsx';
import styles from './person-picker.module.css';

interface PersonPickerProps {
  readonly onPick: (person: PerformerCard) => void;
  /** Whether something is being done about a picked person. */
  readonly busy?: boolean;
}

const waitingList = (
  <Skeleton label="Loading people">
    <Stack gap={12}>
      <SkeletonPerson />
      <SkeletonPerson />
      <SkeletonPerson />
    </Stack>
  </Skeleton>
);

function People({ q, onPick, busy = false }: PersonPickerProps & { q: string }) {
  const list = toInfinitePages(useList(searchUsers, q ? { query: { q } } : {}));
  if (list.waiting) return waitingList;
  if (list.items.length === 0)
    return list.error ? (
      <ErrorState compact level={3} text={list.error} onRetry={list.more} />
    ) : (
      <EmptyState
        compact
        level={3}
        title={q ? `No people found for “${q}”` : 'No one yet'}
        text="Creators you follow, and your followers and subscribers, appear here."
      />
    );
  return (
    <>
      <ul className={styles.people} aria-label="People">
        {list.items.map((person) => (
          <li key={person._id}>
            <button type="button" className={styles.person} disabled={busy} onClick={() => onPick(person)}>
              <Avatar src={person.avatar} size={40} online={person.isOnline} />
              <span className={styles.names}>
                <bdi>{person.name}</bdi>
                <span className={styles.username}>@{person.username}</span>
              </span>
            </button>
          </li>
        ))}
      </ul>
      {list.hasMore ? (
        <Button variant="quiet" block busy={list.loading} onClick={list.more}>
          Show more
        </Button>
      ) : null}
    </>
  );
}

/** Finds one of the people that the viewer has to do with: whom they follow or subscribe to, or the other way round. */
export function PersonPicker(props: PersonPickerProps) {
  const [typed, setTyped] = useState('');
  const q = useDeferredValue(typed.trim());
  return (
    <Stack gap={12}>
      <TextInput
        label="Find a person"
        hideLabel
        placeholder="Name or username"
        type="search"
        autoComplete="off"
        maxLength={100}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
      <People q={q} {...props} />
    </Stack>
  );
}
