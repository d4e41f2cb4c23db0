import AntTable from 'antd/es/table';
import type { ColumnsType } from 'antd/es/table';
import Bookmark from 'lucide-react/icons/bookmark';
import Heart from 'lucide-react/icons/heart';
import MessageCircle from 'lucide-react/icons/message-circle';
import Pin from 'lucide-react/icons/pin';
import { useState } from 'react';
import { routes } from '#config/routes.ts';
import type { PostType, OwnPost } from '#contract/posts.ts';
import { formatNumber } from '#lib/format.ts';
import { problemMessage } from '#lib/problem.ts';
import { thumbnailOf } from '#lib/thumbnail.ts';
import { TableItem } from '#components/media-items/table-item.tsx';
import { useListOwnPostsInfiniteQuery } from '#state/api/own-posts.ts';
import { AntdProvider } from '#ui/theme/antd-provider.tsx';
import { Button } from '#ui/content/button.tsx';
import { ButtonLink } from '#ui/content/button-link.tsx';
import { Money, Tokens } from '#ui/content/money.tsx';
import { RelativeTime } from '#ui/content/relative-time.tsx';
import { Stack } from '#ui/layout/stack.tsx';
import { EmptyState, ErrorState } from '#ui/feedback/states.tsx';
import { VisuallyHidden } from '#ui/content/visually-hidden.tsx';
import { BulkBar } from './bulk-actions.tsx';
import { DeletePost, titleOf } from './delete-post.tsx';
import { PostStateLabel } from './post-state-label.tsx';
import { RowMenu } from './post-row-menu.tsx';
import styles from './studio.module.css';
import { TableSkeleton } from './posts-table-skeleton.tsx';
import { type PostActions, usePostActions } from './use-post-actions.ts';

const audienceLabels = { public: 'Everyone', followers: 'Followers', subscribers: 'Subscribers' } as const;

const What = ({ feed }: { feed: OwnPost }) => (
  <TableItem
    href={routes.editPost(feed._id)}
    title={titleOf(feed)}
    isSentence
    picture={feed.type === 'text' || feed.type === 'poll' ? null : thumbnailOf(feed)}
    narrow={
      <>
        <PostStateLabel feed={feed} />
        {feed.sold > 0 ? (
          <span>
            {formatNumber(feed.sold)} sold, <Money cents={feed.earned} />
          </span>
        ) : null}
      </>
    }
  >
    {feed.pinned ? (
      <span className={styles.pin}>
        <Pin size={14} aria-hidden="true" />
        Pinned
      </span>
    ) : null}
    {feed.reason ? <span className={styles.reason}>{feed.reason}</span> : null}
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

/** What matters of its times: when it goes out, else when it went out or was begun. */
const When = ({ feed }: { feed: OwnPost }) => (
  <RelativeTime iso={feed.scheduledAt ?? feed.publishedAt ?? feed.createdAt} />
);

const columnsWith = (actions: PostActions, onDelete: (feed: OwnPost) => void): ColumnsType<OwnPost> => [
  { key: 'what', title: 'Post', render: (_, feed) => <What feed={feed} /> },
  {
    key: 'state',
    title: 'Status',
    responsive: ['sm'],
    render: (_, feed) => (
      <span className={styles.state}>
        <PostStateLabel feed={feed} />
        <span>{audienceLabels[feed.audience]}</span>
      </span>
    ),
  },
  {
    key: 'price',
    title: 'Price',
    responsive: ['md'],
    align: 'end',
    render: (_, feed) =>
      feed.price > 0 ? (
        <span className={styles.price}>
          <Tokens tokens={feed.price} />
        </span>
      ) : (
        '–'
      ),
  },
  { key: 'counts', title: 'Engagement', responsive: ['lg'], render: (_, feed) => <Counts {...feed} /> },
  {
    key: 'earned',
    title: 'Earned',
    responsive: ['sm'],
    align: 'end',
    render: (_, feed) => <Earned {...feed} />,
  },
  {
    key: 'when',
    title: 'Date',
    responsive: ['md'],
    className: styles.whole ?? '',
    render: (_, feed) => <When feed={feed} />,
  },
  {
    key: 'act',
    title: <VisuallyHidden>Actions</VisuallyHidden>,
    width: 56,
    fixed: 'end',
    render: (_, feed) => <RowMenu feed={feed} actions={actions} onDelete={() => onDelete(feed)} />,
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

interface RowsProps {
  readonly rows: readonly OwnPost[];
  readonly hasMore: boolean;
  readonly busy: boolean;
  readonly onMore: () => void;
}

function Rows({ rows, hasMore, busy, onMore }: RowsProps) {
  const actions = usePostActions();
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const [asked, setAsked] = useState<readonly OwnPost[]>([]);
  const [first, ...others] = asked;
  const selected = rows.filter(({ _id }) => chosen.includes(_id));
  // The table draws its head twice, the second time hidden: a box to tick there would take the focus unseen.
  const select = {
    selectedRowKeys: [...chosen],
    hideSelectAll: true,
    columnTitle: <VisuallyHidden>Select</VisuallyHidden>,
    onChange: (keys: readonly unknown[]) => setChosen(keys.map(String)),
    getCheckboxProps: (feed: OwnPost) => ({ 'aria-label': `Select “${titleOf(feed)}”` }),
  };
  return (
    <AntdProvider>
      <Stack gap={12}>
        <BulkBar
          feeds={selected}
          onArchive={(feeds) => void actions.archive(feeds).then(() => setChosen([]))}
          onDelete={setAsked}
          onAll={() => setChosen(rows.map(({ _id }) => _id))}
          onClear={() => setChosen([])}
        />
        <AntTable<OwnPost>
          rowKey="_id"
          columns={columnsWith(actions, (feed) => setAsked([feed]))}
          dataSource={rows}
          pagination={false}
          scroll={{ x: true }}
          aria-label="Posts"
          rowSelection={select}
        />
        {hasMore ? (
          <Button variant="quiet" block busy={busy} onClick={onMore}>
            Show more
          </Button>
        ) : null}
      </Stack>
      {first ? (
        <DeletePost
          feed={first}
          others={others}
          onClose={() => setAsked([])}
          onDeleted={() => setChosen([])}
        />
      ) : null}
    </AntdProvider>
  );
}

/** The own posts, newest first. Loaded by `next/dynamic`: antd comes with it. */
export function PostsTable({ type, state, q }: PostsFilter) {
  const { currentData, error, isFetching, hasNextPage, fetchNextPage, refetch } =
    useListOwnPostsInfiniteQuery({ ...(type && { type }), ...(state && { state }), ...(q && { q }) });
  if (!currentData)
    return error && !isFetching ? (
      <ErrorState text={problemMessage(error)} onRetry={() => void refetch()} />
    ) : (
      <TableSkeleton />
    );
  const rows = [
    ...new Map(currentData.pages.flatMap((page) => page.data).map((feed) => [feed._id, feed])).values(),
  ];
  if (rows.length === 0) return <Nothing filtered={type !== null || state !== null || q !== ''} />;
  return (
    <Rows
      key={`${type}${state}${q}`}
      rows={rows}
      hasMore={hasNextPage}
      busy={isFetching}
      onMore={() => void fetchNextPage()}
    />
  );
}
