import AntTable from 'antd/es/table';
import type { ColumnsType } from 'antd/es/table';
import Link from 'next/link';
import { useRouter } from 'next/router';
import { useState } from 'react';
import { routes } from '#config/routes';
import type { FeedType, OwnFeed } from '#contract/feeds';
import { formatNumber } from '#lib/format';
import { problemMessage } from '#lib/problem';
import { thumbnailOf } from '#lib/thumbnail';
import { useListOwnFeedsInfiniteQuery } from '#state/api-studio';
import { AntdProvider } from '#ui/antd-provider';
import { Button } from '#ui/button';
import { ButtonLink } from '#ui/button-link';
import { Menu } from '#ui/menu';
import { Money, Tokens } from '#ui/money';
import { RelativeTime } from '#ui/relative-time';
import { Stack } from '#ui/stack';
import { EmptyState, ErrorState } from '#ui/states';
import { DeletePost, titleOf } from './delete-post.tsx';
import { FeedState } from './feed-states.tsx';
import styles from './studio.module.css';
import { TableBones } from './table-bones.tsx';

const audienceWords = { public: 'Everybody', followers: 'Followers', subscribers: 'Subscribers' } as const;

const What = ({ feed }: { feed: OwnFeed }) => (
  <Link href={routes.editFeed(feed._id)} className={styles.what}>
    {feed.type === 'text' || feed.type === 'poll' ? null : <img src={thumbnailOf(feed)} alt="" width={48} height={48} loading="lazy" className={styles.thumb} />}
    <span className={styles.words}>
      <span className={styles.title}>{titleOf(feed)}</span>
      {/* Stands for the column that a phone has no room for. */}
      <span className={styles.narrow}><FeedState state={feed.state} /></span>
    </span>
  </Link>
);

function RowMenu({ feed, onDelete }: { feed: OwnFeed; onDelete: () => void }) {
  const router = useRouter();
  return (
    <Menu
      label={`Actions for “${titleOf(feed)}”`}
      items={[
        { label: 'See the post', href: routes.feed(feed._id) },
        { label: 'Edit', onSelect: () => void router.push(routes.editFeed(feed._id)) },
        { label: 'Delete', danger: true, divided: true, onSelect: onDelete },
      ]}
    />
  );
}

const columnsWith = (onDelete: (feed: OwnFeed) => void): ColumnsType<OwnFeed> => [
  { key: 'what', title: 'Post', render: (_, feed) => <What feed={feed} /> },
  { key: 'state', title: 'State', responsive: ['sm'], render: (_, feed) => <FeedState state={feed.state} /> },
  { key: 'audience', title: 'For', responsive: ['lg'], render: (_, feed) => audienceWords[feed.audience] },
  { key: 'price', title: 'Price', responsive: ['md'], align: 'end', render: (_, feed) => (feed.price > 0 ? <Tokens tokens={feed.price} /> : '–') },
  { key: 'sold', title: 'Sold', responsive: ['sm'], align: 'end', render: (_, feed) => formatNumber(feed.sold) },
  { key: 'earned', title: 'Earned', responsive: ['sm'], align: 'end', render: (_, feed) => <Money cents={feed.earned} /> },
  { key: 'when', title: 'When', responsive: ['md'], className: styles.whole ?? '', render: (_, feed) => <RelativeTime iso={feed.publishedAt ?? feed.createdAt} /> },
  { key: 'act', title: <span className={styles.srOnly}>Actions</span>, width: 56, render: (_, feed) => <RowMenu feed={feed} onDelete={() => onDelete(feed)} /> },
];

const Nothing = ({ filtered }: { filtered: boolean }) =>
  filtered ? <EmptyState compact title="No post of this kind" text="Choose another type or state." /> : (
    <EmptyState title="Nothing published yet" text="Your first post appears in your followers’ feeds." action={<ButtonLink href={routes.newFeed} variant="primary">Write a post</ButtonLink>} />
  );

/** The own posts, newest first. Loaded by `next/dynamic`: antd comes with it. */
export function FeedsTable({ type, state }: { type: FeedType | null; state: OwnFeed['state'] | null }) {
  const { currentData, error, isFetching, hasNextPage, fetchNextPage, refetch } = useListOwnFeedsInfiniteQuery({ ...(type && { type }), ...(state && { state }) });
  const [asked, setAsked] = useState<OwnFeed | null>(null);
  if (!currentData) return error && !isFetching ? <ErrorState text={problemMessage(error)} onRetry={() => void refetch()} /> : <TableBones />;
  const rows = [...new Map(currentData.pages.flatMap((page) => page.data).map((feed) => [feed._id, feed])).values()];
  if (rows.length === 0) return <Nothing filtered={type !== null || state !== null} />;
  return (
    <AntdProvider>
      <Stack gap={12}>
        <AntTable<OwnFeed> rowKey="_id" columns={columnsWith(setAsked)} dataSource={rows} pagination={false} scroll={{ x: true }} aria-label="Posts" />
        {hasNextPage ? <Button variant="quiet" block busy={isFetching} onClick={() => void fetchNextPage()}>Show more</Button> : null}
      </Stack>
      {asked ? <DeletePost feed={asked} onClose={() => setAsked(null)} /> : null}
    </AntdProvider>
  );
}
