import { useRouter } from 'next/router';
import { routes } from '#config/routes.ts';
import type { OwnPost } from '#contract/content/posts/posts.ts';
import { Menu, type MenuItem } from '#ui/overlays/menu.tsx';
import { titleOf } from './delete-post.tsx';
import type { PostActions } from './use-post-actions.ts';

/** The actions available in each state, besides editing and deleting. */
function moves(feed: OwnPost, { pin, publish, archive, restore }: PostActions): MenuItem[] {
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

/** The menu of a row. */
export function RowMenu({
  feed,
  actions,
  onDelete,
}: {
  feed: OwnPost;
  actions: PostActions;
  onDelete: () => void;
}) {
  const router = useRouter();
  const duplicate = async () => {
    const copy = await actions.duplicate(feed);
    if (copy) await router.push(routes.editPost(copy._id));
  };
  return (
    <Menu
      label={`Actions for “${titleOf(feed)}”`}
      items={[
        ...(feed.publishedAt ? [{ label: 'View post', href: routes.feed(feed._id) }] : []),
        { label: 'Edit', onSelect: () => void router.push(routes.editPost(feed._id)) },
        ...(feed.state === 'removed' ? [] : [{ label: 'Duplicate', onSelect: () => void duplicate() }]),
        ...moves(feed, actions),
        { label: 'Delete', danger: true, divided: true, onSelect: onDelete },
      ]}
    />
  );
}
