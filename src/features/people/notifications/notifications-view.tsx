import Bell from 'lucide-react/icons/bell';
import { useState } from 'react';
import { routes, samePathOnly } from '#config/routes.ts';
import type { Notification } from '#contract/people/notifications.ts';
import { dayLabel } from '#lib/day-label.ts';
import { problemMessage } from '#lib/problem.ts';
import { toInfinitePages } from '#components/base/lists/infinite-list.ts';
import { LoadedList } from '#components/base/lists/loaded-list.tsx';
import { listNotifications, readAllNotifications, readNotification } from '#services/people/notifications.ts';
import { useList, useWrite } from '#state/query/hooks.ts';
import { useAppSelector } from '#state/hooks.ts';
import { selectUnreadNotifications } from '#state/live/unread-notifications.ts';
import { Button } from '#ui/content/button.tsx';
import { ButtonLink } from '#ui/content/button-link.tsx';
import { SkeletonPerson, Skeleton } from '#ui/feedback/skeleton.tsx';
import { EmptyState } from '#ui/feedback/states.tsx';
import { PageHead } from '#ui/layout/page-head.tsx';
import { PageHeader } from '#ui/layout/page-header.tsx';
import { Stack } from '#ui/layout/stack.tsx';
import { toast } from '#ui/overlays/toast.ts';
import { NotificationRow } from './notification-row.tsx';
import styles from './notifications.module.css';

const PageSkeleton = ({ count }: { count: number }) => (
  <Skeleton label="Loading your notifications">
    <Stack gap={24}>
      {Array.from({ length: count }, (_, at) => (
        <SkeletonPerson key={at} />
      ))}
    </Stack>
  </Skeleton>
);

const Nothing = () => (
  <EmptyState
    icon={<Bell size={28} />}
    title="No notifications yet"
    text="Replies, orders, payments and news from creators you follow appear here."
    action={
      <ButtonLink variant="primary" href={routes.search}>
        Find creators
      </ButtonLink>
    }
  />
);

const notificationDay = (each: Notification | undefined, now: Date): string | null =>
  each ? dayLabel(new Date(each.updatedAt), now) : null;

function List({ onRead }: { onRead: (id: string) => void }) {
  const list = toInfinitePages(useList(listNotifications));
  const [now] = useState(() => new Date());
  return (
    <LoadedList
      list={list}
      firstSkeleton={<PageSkeleton count={6} />}
      skeleton={<PageSkeleton count={1} />}
      empty={<Nothing />}
      gap={4}
      estimate={72}
      label="Notifications"
    >
      {(each, at) => {
        const day = notificationDay(each, now);
        return (
          <>
            {day === notificationDay(list.items[at - 1], now) ? null : <h2 className={styles.day}>{day}</h2>}
            <NotificationRow
              notification={{ ...each, href: samePathOnly(each.href) }}
              onRead={() => onRead(each._id)}
            />
          </>
        );
      }}
    </LoadedList>
  );
}

/** `/notifications`: the user's notifications by day, newest first. */
export function NotificationsView() {
  const unread = useAppSelector(selectUnreadNotifications);
  const [read] = useWrite(readNotification);
  const [readAll, { isLoading }] = useWrite(readAllNotifications);
  const markAll = async () => {
    const { error } = await readAll({ body: { until: new Date().toISOString() } });
    if (error) toast.error(problemMessage(error));
  };
  return (
    <Stack gap={24}>
      <PageHead title="Notifications" unlisted />
      <PageHeader
        title="Notifications"
        actions={
          <>
            {unread > 0 ? (
              <Button onClick={() => void markAll()} busy={isLoading}>
                Mark all as read
              </Button>
            ) : null}
            <ButtonLink variant="quiet" href={`${routes.userAccount}?tab=notifications`}>
              Settings
            </ButtonLink>
          </>
        }
      />
      <List onRead={(id) => void read({ params: { id }, keepalive: true })} />
    </Stack>
  );
}
