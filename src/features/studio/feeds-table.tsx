import AntTable from 'antd/es/table';
import type { ColumnsType } from 'antd/es/table';
import Bookmark from 'lucide-react/icons/bookmark';
import Heart from 'lucide-react/icons/heart';
import MessageCircle from 'lucide-react/icons/message-circle';
import Pin from 'lucide-react/icons/pin';
import { useState } from 'react';
import { routes } from '#config/routes';
import type { FeedType, OwnFeed } from '#contract/feeds';
import { formatNumber } from '#lib/format';
import { problemMessage } from '#lib/problem';
import { thumbnailOf } from '#lib/thumbnail';
import { TableWork } from '#parts/table-work';
import { useListOwnFeedsInfiniteQuery } from '#state/api-studio';
import { AntdProvider } from '#ui/antd-provider';
import { Button } from '#ui/button';
import { ButtonLink } from '#ui/button-link';
import { Money, Tokens } from '#ui/money';
import { RelativeTime } from '#ui/relative-time';
import { Stack } from '#ui/stack';
import { EmptyState, ErrorState } from '#ui/states';
import { VisuallyHidden } from '#ui/visually-hidden';
import { BulkBar } from './bulk-bar.tsx';
import { DeletePost, titleOf } from './delete-post.tsx';
import { FeedState } from './feed-states.tsx';
import { RowMenu } from './row-menu.tsx';
import styles from './studio.module.css';
import { TableBones } from './table-bones.tsx';
import { type FeedActions, useFeedActions } from './use-feed-actions.tsx';

const audienceWords = { public: 'Everybody', followers: 'Followers', subscribers: 'Subscribers' } as const;

const What = ({ feed }: { feed: OwnFeed }) => (
  <TableWork
    href={routes.editFeed(feed._id)}
    title={titleOf(feed)}
    isSentence
    picture={feed.type === 'text' || feed.type === 'poll' ? null : thumbnailOf(feed)}
    narrow={
      <>
        <FeedState feed={feed} />
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
  </TableWork>
);

const Count = ({ icon: Icon, label, value }: { icon: typeof Heart; label: string; value: number }) => (
  <span className={styles.count}>
    <Icon size={14} role="img" aria-label={label} /> {formatNumber(value)}
  </span>
);
const Counts = ({ counts }: OwnFeed) => (
  <span className={styles.counts}>
    <Count icon={Heart} label="Likes" value={counts.likes} />
    <Count icon={MessageCircle} label="Comments" value={counts.comments} />
    <Count icon={Bookmark} label="Bookmarks" value={counts.bookmarks} />
  </span>
);

const Earned = ({ sold, earned }: OwnFeed) => (
  <span className={styles.earned}>
    <Money cents={earned} />
    {sold > 0 ? <span>{formatNumber(sold)} sold</span> : null}
  </span>
);

/** What matters of its times: when it goes out, else when it went out or was begun. */
const When = ({ feed }: { feed: OwnFeed }) => (
  <RelativeTime iso={feed.scheduledAt ?? feed.publishedAt ?? feed.createdAt} />
);

const columnsWith = (actions: FeedActions, onDelete: (feed: OwnFeed) => void): ColumnsType<OwnFeed> => [
  { key: 'what', title: 'Post', render: (_, feed) => <What feed={feed} /> },
  {
    key: 'state',
    title: 'State',
    responsive: ['sm'],
    render: (_, feed) => (
      <span className={styles.state}>
        <FeedState feed={feed} />
        <span>{audienceWords[feed.audience]}</span>
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
  { key: 'counts', title: 'Reactions', responsive: ['lg'], render: (_, feed) => <Counts {...feed} /> },
  {
    key: 'earned',
    title: 'Earned',
    responsive: ['sm'],
    align: 'end',
    render: (_, feed) => <Earned {...feed} />,
  },
  {
    key: 'when',
    title: 'When',
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
    <EmptyState compact title="No such post" text="Choose another type or state, or other words." />
  ) : (
    <EmptyState
      title="Nothing published yet"
      text="Your first post appears in your followers’ feeds."
      action={<ButtonLink href={routes.newFeed}>New post</ButtonLink>}
    />
  );

export interface FeedsFilter {
  readonly type: FeedType | null;
  readonly state: OwnFeed['state'] | null;
  readonly q: string;
}

interface RowsProps {
  readonly rows: readonly OwnFeed[];
  readonly hasMore: boolean;
  readonly busy: boolean;
  readonly onMore: () => void;
}

function Rows({ rows, hasMore, busy, onMore }: RowsProps) {
  const actions = useFeedActions();
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const [asked, setAsked] = useState<readonly OwnFeed[]>([]);
  const [first, ...others] = asked;
  const selected = rows.filter(({ _id }) => chosen.includes(_id));
  // The table draws its head twice, the second time hidden: a box to tick there would take the focus unseen.
  const select = {
    selectedRowKeys: [...chosen],
    hideSelectAll: true,
    columnTitle: <VisuallyHidden>Choose</VisuallyHidden>,
    onChange: (keys: readonly unknown[]) => setChosen(keys.map(String)),
    getCheckboxProps: (feed: OwnFeed) => ({ 'aria-label': `Choose “${titleOf(feed)}”` }),
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
        <AntTable<OwnFeed>
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
export function FeedsTable({ type, state, q }: FeedsFilter) {
  const { currentData, error, isFetching, hasNextPage, fetchNextPage, refetch } =
    useListOwnFeedsInfiniteQuery({ ...(type && { type }), ...(state && { state }), ...(q && { q }) });
  if (!currentData)
    return error && !isFetching ? (
      <ErrorState text={problemMessage(error)} onRetry={() => void refetch()} />
    ) : (
      <TableBones />
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
