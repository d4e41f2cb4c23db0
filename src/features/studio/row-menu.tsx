import { useRouter } from 'next/router';
import { routes } from '#config/routes';
import type { OwnFeed } from '#contract/feeds';
import { Menu, type MenuItem } from '#ui/menu';
import { titleOf } from './delete-post.tsx';
import type { FeedActions } from './use-feed-actions.tsx';

/** What each state allows beside editing and deleting. */
function moves(feed: OwnFeed, { pin, publish, archive, restore }: FeedActions): MenuItem[] {
  if (feed.state === 'published')
    return [
      { label: feed.pinned ? 'Unpin' : 'Pin', onSelect: () => pin(feed, !feed.pinned) },
      { label: 'Archive', onSelect: () => void archive([feed]) },
    ];
  if (feed.state === 'archived') return [{ label: 'Restore', onSelect: () => restore(feed) }];
  if (feed.state === 'draft') return [{ label: 'Publish', onSelect: () => void publish(feed) }];
  if (feed.state === 'expired') return [{ label: 'Archive', onSelect: () => void archive([feed]) }];
  return [];
}

/** A row's "…". */
export function RowMenu({
  feed,
  actions,
  onDelete,
}: {
  feed: OwnFeed;
  actions: FeedActions;
  onDelete: () => void;
}) {
  const router = useRouter();
  return (
    <Menu
      label={`Actions for “${titleOf(feed)}”`}
      items={[
        ...(feed.publishedAt ? [{ label: 'See the post', href: routes.feed(feed._id) }] : []),
        { label: 'Edit', onSelect: () => void router.push(routes.editFeed(feed._id)) },
        ...moves(feed, actions),
        { label: 'Delete', danger: true, divided: true, onSelect: onDelete },
      ]}
    />
  );
}
