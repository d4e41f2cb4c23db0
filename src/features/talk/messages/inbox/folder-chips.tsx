import ChevronDown from 'lucide-react/icons/chevron-down';
import type { ConversationFilter } from '#state/messages/conversation-list.ts';
import {
  conversationsRequested,
  selectConversationList,
  selectWaiting,
} from '#state/messages/conversation.ts';
import { useApi, useAppDispatch, useAppSelector } from '#state/hooks.ts';
import { ChipButton, ChipRow } from '#ui/content/chip.tsx';
import { VisuallyHidden } from '#ui/content/visually-hidden.tsx';
import { Menu } from '#ui/overlays/menu.tsx';
import styles from './inbox.module.css';

const labels: Readonly<Record<ConversationFilter, string>> = {
  all: 'All',
  unread: 'Unread',
  requests: 'Requests',
  archived: 'Archived',
};
const filters = Object.keys(labels) as ConversationFilter[];

/** The number of requests that wait, counted up to 100. */
const Waiting = ({ count }: { count: number }) =>
  count === 0 ? null : (
    <span className={styles.waiting}>
      {count > 99 ? '99+' : count}
      <VisuallyHidden> waiting</VisuallyHidden>
    </span>
  );

/** A creator's lists of fans as folders. */
function Lists({ listId, show }: { listId: string | null; show: (listId: string) => void }) {
  const api = useApi();
  const items = async () => (await import('./list-items.ts')).listItems(api, { listId, show });
  return (
    <Menu
      label="Fan lists"
      items={items}
      trigger={(props) => (
        <ChipButton {...props} pressed={listId !== null} className={styles.chip}>
          Lists <ChevronDown size={16} aria-hidden="true" />
        </ChipButton>
      )}
    />
  );
}

/** Chooses which conversations are listed. Only creators receive requests and have lists of fans. */
export function FolderChips({ isPerformer }: { isPerformer: boolean }) {
  const dispatch = useAppDispatch();
  const { filter, listId, q } = useAppSelector(selectConversationList);
  const { requests } = useAppSelector(selectWaiting);
  return (
    <ChipRow label="Show conversations" className={styles.chips}>
      {filters
        .filter((each) => isPerformer || each !== 'requests')
        .map((each) => (
          <ChipButton
            key={each}
            pressed={listId === null && filter === each}
            className={styles.chip}
            onClick={() => dispatch(conversationsRequested({ q, filter: each, listId: null }))}
          >
            {labels[each]}
            {each === 'requests' ? <Waiting count={requests} /> : null}
          </ChipButton>
        ))}
      {isPerformer ? (
        <Lists
          listId={listId}
          show={(id) => dispatch(conversationsRequested({ q, filter: 'all', listId: id }))}
        />
      ) : null}
    </ChipRow>
  );
}
