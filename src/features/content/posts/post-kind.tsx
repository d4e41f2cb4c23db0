import { routes } from '#config/routes.ts';
import type { OwnPost } from '#contract/content/posts/posts.ts';
import { buyersKeep } from '#components/content/studio/removal-dialog.tsx';
import { backToDraft, saveChanges } from '#components/content/studio/editor-actions.ts';
import type { StudioKind } from '#components/content/studio/studio-kind.ts';
import { deletePost, duplicatePost, updatePost } from '#services/content/posts/posts.ts';
import { useWrite } from '#state/query/hooks.ts';
import { postName } from './post-name.ts';
import { PostStateLabel } from './post-state-label.tsx';
import { lazyPart } from '#ui/layout/lazy-part.ts';

// Belongs to a dialog that is loaded on use.
const BulkSeriesField = lazyPart(
  async () => (await import('./series/bulk-series-field.tsx')).BulkSeriesField,
);

const publishAgain = { label: 'Publish again', requestedState: 'published' } as const;

/** Posts in the studio. */
export const postKind: StudioKind<OwnPost> = {
  noun: 'post',
  plural: 'posts',
  itemName: postName,
  StateLabel: ({ item }) => <PostStateLabel post={item} />,
  listPath: routes.creatorPosts,
  newPath: routes.newPost,
  editPath: routes.editPost,
  pagePath: routes.feed,
  hasPage: ({ publishedAt }) => publishedAt !== null,
  useWrites: () => {
    const [update] = useWrite(updatePost);
    const [remove] = useWrite(deletePost);
    const [duplicate] = useWrite(duplicatePost);
    return {
      update: (id, body) => update({ params: { id }, body }),
      remove: (id) => remove({ params: { id } }),
      duplicate: (id) => duplicate({ params: { id } }),
    };
  },
  publishing: {
    canPublish: ({ state }) => state === 'draft',
    canArchive: ({ state }) => state === 'published' || state === 'expired',
    canRestore: ({ state, expiresAt }) =>
      state === 'published' && (expiresAt === null || Date.parse(expiresAt) > Date.now()),
    restored: ({ pinned }) => ({ state: 'published', ...(pinned && { pinned }) }),
  },
  editorActions: {
    failed: () => [publishAgain, backToDraft],
    expired: () => [publishAgain, saveChanges],
  },
  removal: {
    verb: 'Delete',
    done: 'deleted',
    consequences: (posts) =>
      `${posts.length === 1 ? 'It disappears' : 'They disappear'} from your page and every feed. This can’t be undone.${buyersKeep(posts, 'see')}`,
  },
  menuItems: ({ state, pinned }, change) =>
    state === 'published'
      ? [
          pinned
            ? { label: 'Unpin', onSelect: () => change({ pinned: false }, 'Unpinned') }
            : { label: 'Pin', onSelect: () => change({ pinned: true }, 'Pinned to the top of your page') },
        ]
      : [],
  bulkEdit: { seriesField: (field) => <BulkSeriesField {...field} /> },
};
