import type { KeyboardEvent } from 'react';
import { routes } from '#config/routes.ts';
import { toInfinitePages } from '#components/base/lists/infinite-list.ts';
import { listNotifications, readNotification } from '#services/people/notifications.ts';
import { useList, useWrite } from '#state/query/hooks.ts';
import { Button } from '#ui/content/button.tsx';
import { Link } from '#ui/content/link.tsx';
import { SkeletonPerson, Skeleton } from '#ui/feedback/skeleton.tsx';
import { Stack } from '#ui/layout/stack.tsx';
import { placeBeside, usePopover } from '#ui/overlays/use-popover.ts';
import { NotificationRow } from './notification-row.tsx';
import styles from './bell-panel.module.css';

/** How many of the newest are shown; the page has the rest. */
const SHOWN = 6;

function Newest({ onClose }: { onClose: () => void }) {
  const { items, waiting, error, more } = toInfinitePages(useList(listNotifications));
  const [markRead] = useWrite(readNotification);
  if (items.length === 0 && waiting)
    return (
      <Skeleton label="Loading your notifications">
        <Stack gap={24}>
          {Array.from({ length: SHOWN }, (_, at) => (
            <SkeletonPerson key={at} />
          ))}
        </Stack>
      </Skeleton>
    );
  if (items.length === 0 && error)
    return (
      <div className={styles.state}>
        <p role="alert">{error}</p>
        <Button onClick={more}>Try again</Button>
      </div>
    );
  if (items.length === 0)
    return <p className={styles.state}>No notifications yet. Replies, orders and news appear here.</p>;
  return (
    <ul className={styles.list}>
      {items.slice(0, SHOWN).map((each) => (
        // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions -- closes after the link or button inside was pressed
        <li key={each._id} onClick={onClose}>
          <NotificationRow
            notification={each}
            onRead={() => void markRead({ params: { id: each._id }, keepalive: true })}
          />
        </li>
      ))}
    </ul>
  );
}

interface BellPanelProps {
  readonly id: string;
  readonly anchor: HTMLElement;
  readonly onClose: () => void;
}

/** The newest notifications beside the bell. Escape, a click elsewhere and going to a page close it. */
export function BellPanel({ id, anchor, onClose }: BellPanelProps) {
  const panel = usePopover({ anchor, onClose, first: (element) => element, place: placeBeside });
  const press = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return;
    event.preventDefault();
    anchor.focus({ preventScroll: true });
    onClose();
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Escape, from wherever the focus is
    <div
      ref={panel}
      id={id}
      popover="manual"
      role="dialog"
      aria-label="Newest notifications"
      tabIndex={-1}
      className={styles.panel}
      onKeyDown={press}
    >
      <div className={styles.head}>
        <h2 className={styles.title}>Notifications</h2>
        <Link href={routes.notifications} className={styles.all} onClick={onClose}>
          See all
        </Link>
      </div>
      <Newest onClose={onClose} />
    </div>
  );
}
