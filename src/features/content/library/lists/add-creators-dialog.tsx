import Check from 'lucide-react/icons/check';
import { useState } from 'react';
import { routes } from '#config/routes.ts';
import type { CreatorList } from '#contract/content/creator-lists.ts';
import type { PerformerCard } from '#contract/core/schemas.ts';
import { Person } from '#components/people/accounts/person.tsx';
import { toInfinitePages } from '#components/base/lists/infinite-list.ts';
import { RefusalNotice } from '#components/base/lists/refusal-notice.tsx';
import { SearchBox } from '#components/base/lists/search-box.tsx';
import { addToList, listCandidates } from '#services/content/creator-lists.ts';
import { useList, useWrite } from '#state/query/hooks.ts';
import { api } from '#state/query/api.ts';
import { useAppDispatch } from '#state/hooks.ts';
import { Button } from '#ui/content/button.tsx';
import { ButtonLink } from '#ui/content/button-link.tsx';
import { VisuallyHidden } from '#ui/content/visually-hidden.tsx';
import { Skeleton, SkeletonPerson } from '#ui/feedback/skeleton.tsx';
import { EmptyState, ErrorState } from '#ui/feedback/states.tsx';
import { Stack } from '#ui/layout/stack.tsx';
import { Dialog } from '#ui/overlays/dialog.tsx';
import styles from './creator-lists.module.css';

interface Adding {
  readonly list: CreatorList;
  readonly onProblem: (problem: unknown) => void;
}

function Row({ creator, list, onProblem }: Adding & { readonly creator: PerformerCard }) {
  const [add, { isLoading }] = useWrite(addToList);
  const [isIn, setIn] = useState(false);
  const press = async () => {
    const { error } = await add({ params: { id: list._id, performerId: creator._id } });
    onProblem(error ?? null);
    if (!error) setIn(true);
  };
  return (
    <li className={styles.row}>
      <Person person={creator} />
      {isIn ? (
        <span role="status" className={styles.added}>
          <Check size={18} aria-hidden="true" /> Added
        </span>
      ) : (
        <Button variant="soft" busy={isLoading} onClick={() => void press()}>
          Add<VisuallyHidden> {creator.name}</VisuallyHidden>
        </Button>
      )}
    </li>
  );
}

const Nobody = ({ q }: { q: string }) =>
  q ? (
    <EmptyState compact title="No results" text={`No one else you follow matches “${q}”.`} />
  ) : (
    <EmptyState
      compact
      title="No one left to add"
      text="Everyone you follow is in this list. Add others from the menu on their profile."
      action={<ButtonLink href={routes.search}>Find creators</ButtonLink>}
    />
  );

function Candidates({ q, ...adding }: Adding & { readonly q: string }) {
  const { items, hasMore, waiting, loading, error, more } = toInfinitePages(
    useList(
      listCandidates,
      { params: { id: adding.list._id }, query: q ? { q } : {} },
      { refetchOnMountOrArgChange: true },
    ),
  );
  if (waiting)
    return (
      <Skeleton label="Loading the creators you follow">
        <SkeletonPerson />
      </Skeleton>
    );
  if (items.length === 0)
    return error ? <ErrorState level={3} compact text={error} onRetry={more} /> : <Nobody q={q} />;
  return (
    <Stack gap={12}>
      <ul className={styles.candidates} aria-label="Creators you follow">
        {items.map((creator) => (
          <Row key={creator._id} creator={creator} {...adding} />
        ))}
      </ul>
      {hasMore ? (
        <Button busy={loading} onClick={more}>
          Show more
        </Button>
      ) : null}
    </Stack>
  );
}

/** Adds creators one follows to a list, one press each. */
export function AddCreatorsDialog({ list, onClose }: { list: CreatorList; onClose: () => void }) {
  const dispatch = useAppDispatch();
  const [q, setQ] = useState('');
  const [problem, setProblem] = useState<unknown>(null);
  // Only now, so that who was added doesn't vanish from the dialog under the pointer.
  const close = () => {
    dispatch(api.util.invalidateTags(['ListedCreators']));
    onClose();
  };
  return (
    <Dialog
      open
      onClose={close}
      title="Add creators"
      footer={
        <Button variant="primary" onClick={close}>
          Done
        </Button>
      }
    >
      <Stack gap={16}>
        {problem ? <RefusalNotice problem={problem} /> : null}
        <SearchBox label="Search the creators you follow" placeholder="Search" value={q} onChange={setQ} />
        <Candidates key={q} q={q} list={list} onProblem={setProblem} />
      </Stack>
    </Dialog>
  );
}
