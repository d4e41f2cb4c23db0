import Bookmark from 'lucide-react/icons/bookmark';
import Heart from 'lucide-react/icons/heart';
import MessageCircle from 'lucide-react/icons/message-circle';
import Pin from 'lucide-react/icons/pin';
import { useState } from 'react';
import { routes } from '#config/routes.ts';
import type { PostType, OwnPost } from '#contract/content/posts/posts.ts';
import { formatNumber } from '#lib/format.ts';
import { findThumbnail } from '#lib/thumbnail.ts';
import { TableItem } from '#components/content/media-items/table-item.tsx';
import { listOwnPosts } from '#services/content/posts/posts.ts';
import { useList } from '#state/query/hooks.ts';
import { DataTable } from '#ui/antd/data-table.tsx';
import { ButtonLink } from '#ui/content/button-link.tsx';
import { Money, Tokens } from '#ui/content/money.tsx';
import { RelativeTime } from '#ui/content/relative-time.tsx';
import { EmptyState } from '#ui/feedback/states.tsx';
import type { Column } from '#ui/layout/table.tsx';
import { BulkEditDialog } from '#components/content/media-items/bulk-edit-dialog.tsx';
import { BulkBar } from './bulk-actions.tsx';
import { DeletePost, titleOf } from './delete-post.tsx';
import { PostStateLabel } from './post-state-label.tsx';
import { RowMenu } from './post-row-menu.tsx';
import { BulkSeriesField } from './series/bulk-series-field.tsx';
import styles from './studio.module.css';
import { type PostActions, usePostActions } from './use-post-actions.ts';

const audienceLabels = { public: 'Everyone', followers: 'Followers', subscribers: 'Subscribers' } as const;

const What = ({ post }: { post: OwnPost }) => (
  <TableItem
    href={routes.editPost(post._id)}
    title={titleOf(post)}
    isSentence
    picture={post.type === 'text' || post.type === 'poll' ? null : findThumbnail(post)}
  >
    {post.pinned ? (
      <span className={styles.pin}>
        <Pin size={14} aria-hidden="true" />
        Pinned
      </span>
    ) : null}
    {post.reason ? <span className={styles.reason}>{post.reason}</span> : null}
  </TableItem>
);

const Count = ({ icon: Icon, label, value }: { icon: typeof Heart; label: string; value: number }) => (
  <span className={styles.count}>
    <Icon size={14} role="img" aria-label={label} /> {formatNumber(value)}
  </span>
);
const Counts = ({ counts }: OwnPost) => (
  <span className={styles.counts}>
    <Count icon={Heart} label="Likes" value={counts.likes} />
    <Count icon={MessageCircle} label="Comments" value={counts.comments} />
    <Count icon={Bookmark} label="Bookmarks" value={counts.bookmarks} />
  </span>
);

const Earned = ({ sold, earned }: OwnPost) => (
  <span className={styles.earned}>
    <Money cents={earned} />
    {sold > 0 ? <span>{formatNumber(sold)} sold</span> : null}
  </span>
);

/** The relevant date of a post: when it will be published, was published, or was created. */
const When = ({ post }: { post: OwnPost }) => (
  <RelativeTime iso={post.scheduledAt ?? post.publishedAt ?? post.createdAt} />
);

const columnsWith = (actions: PostActions, onDelete: (post: OwnPost) => void): readonly Column<OwnPost>[] => [
  { key: 'what', title: 'Post', main: true, cell: (post) => <What post={post} /> },
  {
    key: 'state',
    title: 'Status',
    cell: (post) => (
      <span className={styles.state}>
        <PostStateLabel post={post} />
        <span>{audienceLabels[post.audience]}</span>
      </span>
    ),
  },
  {
    key: 'price',
    title: 'Price',
    end: true,
    cell: (post) =>
      post.price > 0 ? (
        <span className={styles.price}>
          <Tokens tokens={post.price} />
        </span>
      ) : (
        '–'
      ),
  },
  {
    key: 'views',
    title: 'Views, 28 days',
    from: 1000,
    end: true,
    cell: ({ recentViews }) => formatNumber(recentViews),
  },
  { key: 'counts', title: 'Engagement', from: 800, cell: (post) => <Counts {...post} /> },
  { key: 'earned', title: 'Earned', end: true, cell: (post) => <Earned {...post} /> },
  { key: 'when', title: 'Date', whole: true, cell: (post) => <When post={post} /> },
  {
    key: 'act',
    title: 'Actions',
    menu: true,
    cell: (post) => <RowMenu post={post} actions={actions} onDelete={() => onDelete(post)} />,
  },
];

const Nothing = ({ filtered }: { filtered: boolean }) =>
  filtered ? (
    <EmptyState compact title="No posts found" text="Try another type, status or search." />
  ) : (
    <EmptyState
      title="No posts yet"
      text="Posts you publish appear in your followers’ feeds."
      action={<ButtonLink href={routes.newPost}>New post</ButtonLink>}
    />
  );

export interface PostsFilter {
  readonly type: PostType | null;
  readonly state: OwnPost['state'] | null;
  readonly q: string;
}

function Posts({ type, state, q }: PostsFilter) {
  const query = useList(listOwnPosts, {
    query: {
      ...(type && { type }),
      ...(state && { state }),
      ...(q && { q }),
    },
  });
  const actions = usePostActions();
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const [asked, setAsked] = useState<readonly OwnPost[]>([]);
  const [edited, setEdited] = useState<readonly OwnPost[]>([]);
  const [first, ...others] = asked;
  const none = () => setChosen([]);
  return (
    <>
      <DataTable
        name="posts"
        caption="Posts"
        rowHeight={64}
        columns={columnsWith(actions, (post) => setAsked([post]))}
        query={query}
        empty={<Nothing filtered={type !== null || state !== null || q !== ''} />}
        selection={{
          chosen,
          onChoose: setChosen,
          getRowName: titleOf,
          bar: (posts, onAll) => (
            <BulkBar
              posts={posts}
              onEdit={setEdited}
              onArchive={(archived) => void actions.archive(archived).then(none)}
              onDelete={setAsked}
              onAll={onAll}
              onClear={none}
            />
          ),
        }}
      />
      {edited.length > 0 ? (
        <BulkEditDialog
          noun="post"
          items={edited}
          nameOf={titleOf}
          seriesField={(field) => <BulkSeriesField {...field} />}
          save={({ _id }, body) => actions.save(_id, body)}
          onClose={() => setEdited([])}
          onDone={none}
        />
      ) : null}
      {first ? (
        <DeletePost post={first} others={others} onClose={() => setAsked([])} onDeleted={none} />
      ) : null}
    </>
  );
}

/** The creator's posts, newest first. The key clears the selection when the filters change. */
export const PostsTable = (filter: PostsFilter) => (
  <Posts key={`${filter.type}${filter.state}${filter.q}`} {...filter} />
);
