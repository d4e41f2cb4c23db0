import { useRouter } from 'next/router';
import { routes } from '#config/routes.ts';
import type { OwnPost } from '#contract/content/posts/posts.ts';
import { Menu, type MenuItem } from '#ui/overlays/menu.tsx';
import { titleOf } from './delete-post.tsx';
import type { PostActions } from './use-post-actions.ts';

/** The actions available in each state, besides editing and deleting. */
function moves(post: OwnPost, { pin, publish, archive, restore }: PostActions): MenuItem[] {
  if (post.state === 'published')
    return [
      { label: post.pinned ? 'Unpin' : 'Pin', onSelect: () => pin(post, !post.pinned) },
      { label: 'Archive', onSelect: () => void archive([post]) },
    ];
  if (post.state === 'archived') return [{ label: 'Restore', onSelect: () => restore(post) }];
  if (post.state === 'draft') return [{ label: 'Publish', onSelect: () => void publish(post) }];
  if (post.state === 'expired') return [{ label: 'Archive', onSelect: () => void archive([post]) }];
  return [];
}

/** The menu of a row. */
export function RowMenu({
  post,
  actions,
  onDelete,
}: {
  post: OwnPost;
  actions: PostActions;
  onDelete: () => void;
}) {
  const router = useRouter();
  const duplicate = async () => {
    const copy = await actions.duplicate(post);
    if (copy) await router.push(routes.editPost(copy._id));
  };
  return (
    <Menu
      label={`Actions for “${titleOf(post)}”`}
      items={[
        ...(post.publishedAt ? [{ label: 'View post', href: routes.feed(post._id) }] : []),
        { label: 'Edit', onSelect: () => void router.push(routes.editPost(post._id)) },
        ...(post.state === 'removed' ? [] : [{ label: 'Duplicate', onSelect: () => void duplicate() }]),
        ...moves(post, actions),
        { label: 'Delete', danger: true, divided: true, onSelect: onDelete },
      ]}
    />
  );
}
