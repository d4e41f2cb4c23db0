import { useDeferredValue, useState } from 'react';
import type { BlockedPerson } from '#contract/across/blocks.ts';
import type { PerformerCard } from '#contract/core/schemas.ts';
import { problemMessage } from '#lib/problem.ts';
import { BlockDialog } from '#components/people/accounts/block-dialog.tsx';
import { PersonPicker } from '#components/people/accounts/person-picker.tsx';
import { toInfinitePages } from '#components/base/lists/infinite-list.ts';
import { listBlockedPeople, unblockPerson } from '#services/across/blocks.ts';
import { useList, useWrite } from '#state/query/hooks.ts';
import { Avatar } from '#ui/content/avatar.tsx';
import { Button } from '#ui/content/button.tsx';
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx';
import { RelativeTime } from '#ui/content/relative-time.tsx';
import { SkeletonPerson, Skeleton } from '#ui/feedback/skeleton.tsx';
import { Stack } from '#ui/layout/stack.tsx';
import { EmptyState, ErrorState } from '#ui/feedback/states.tsx';
import { TextInput } from '#ui/forms/text-input.tsx';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { toast } from '#ui/overlays/toast.ts';
import styles from './account.module.css';

function Person({ person }: { person: BlockedPerson }) {
  const [unblock, { isLoading }] = useWrite(unblockPerson);
  const [asking, setAsking] = useState(false);
  const confirm = async () => {
    const { error } = await unblock({ params: { id: person._id } });
    setAsking(false);
    if (error) toast.error(problemMessage(error));
    else toast.success(`${person.name} is unblocked.`);
  };
  return (
    <li className={styles.person}>
      <Avatar src={person.avatar} size={40} />
      <span className={styles.who}>
        <strong>{person.name}</strong>
        <span className={styles.quiet}>
          @{person.username} · blocked <RelativeTime iso={person.blockedAt} inSentence />
        </span>
      </span>
      <Button onClick={() => setAsking(true)} aria-label={`Unblock ${person.name}`}>
        Unblock
      </Button>
      {asking ? (
        <ConfirmDialog
          open
          destructive={false}
          title={`Unblock ${person.name}?`}
          text="You’ll see each other again. Follows and subscriptions that ended aren’t restored."
          confirmLabel={`Unblock ${person.name}`}
          onConfirm={() => void confirm()}
          onClose={() => setAsking(false)}
          busy={isLoading}
        />
      ) : null}
    </li>
  );
}

const skeleton = (
  <Skeleton label="Loading blocked people">
    <Stack gap={12}>
      <SkeletonPerson />
      <SkeletonPerson />
    </Stack>
  </Skeleton>
);
const nobody = (
  <p className={styles.quiet}>
    You haven’t blocked anyone. You can also block someone in the menu on their page or in your conversation.
  </p>
);

/** Chooses someone to block, and asks for confirmation. */
function BlockSomeone() {
  const [isChoosing, setChoosing] = useState(false);
  const [chosen, setChosen] = useState<PerformerCard | null>(null);
  return (
    <div>
      <Button onClick={() => setChoosing(true)}>Block a person</Button>
      {isChoosing ? (
        <Dialog open onClose={() => setChoosing(false)} title="Block a person">
          <PersonPicker
            onPick={(person) => {
              setChoosing(false);
              setChosen(person);
            }}
          />
        </Dialog>
      ) : null}
      {chosen ? <BlockDialog person={chosen} onClose={() => setChosen(null)} /> : null}
    </div>
  );
}

/** Each with a button to unblock them. */
function BlockedList() {
  const [typed, setTyped] = useState('');
  const q = useDeferredValue(typed.trim());
  const { items, known, waiting, error, hasMore, loading, more } = toInfinitePages(
    useList(listBlockedPeople, { query: q ? { q } : {} }),
  );
  if (error && !known) return <ErrorState compact level={3} text={error} onRetry={more} />;
  if (items.length === 0 && !typed) return waiting ? skeleton : nobody;
  return (
    <Stack gap={12}>
      <TextInput
        label="Search blocked people"
        hideLabel
        placeholder="Search"
        type="search"
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
      {items.length === 0 && !waiting ? (
        <EmptyState compact level={3} title={`No results for “${q}”`} />
      ) : null}
      <ul className={styles.people}>
        {items.map((person) => (
          <Person key={person._id} person={person} />
        ))}
      </ul>
      {hasMore ? (
        <Button variant="quiet" block busy={loading} onClick={more}>
          Show more
        </Button>
      ) : null}
    </Stack>
  );
}

/** The people that the user has blocked, and a way to block another. */
export const BlockedPeople = () => (
  <Stack gap={12}>
    <BlockSomeone />
    <BlockedList />
  </Stack>
);
