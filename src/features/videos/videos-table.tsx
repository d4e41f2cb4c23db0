import AntTable from 'antd/es/table';
import type { ColumnsType } from 'antd/es/table';
import Play from 'lucide-react/icons/play';
import { useState } from 'react';
import { routes } from '#config/routes.ts';
import type { MediaItemState } from '#contract/core/schemas.ts';
import type { OwnVideo } from '#contract/videos.ts';
import { formatDuration, formatNumber } from '#lib/format.ts';
import { problemMessage } from '#lib/problem.ts';
import { infiniteListOf } from '#components/lists/infinite-list.ts';
import { TableItem } from '#components/media-items/table-item.tsx';
import { stillOf } from '#components/videos/video-card.tsx';
import { MediaItemStateChip, audienceLabels } from '#components/media-items/media-states.tsx';
import { useListOwnVideosInfiniteQuery } from '#state/api/own-videos.ts';
import { selectFileStates } from '#state/live/file-states.ts';
import { useAppSelector } from '#state/hooks.ts';
import { AntdProvider } from '#ui/theme/antd-provider.tsx';
import { Button } from '#ui/content/button.tsx';
import { ButtonLink } from '#ui/content/button-link.tsx';
import { Money, Tokens } from '#ui/content/money.tsx';
import { Progress } from '#ui/feedback/progress.tsx';
import { RelativeTime } from '#ui/content/relative-time.tsx';
import { Stack } from '#ui/layout/stack.tsx';
import { EmptyState, ErrorState } from '#ui/feedback/states.tsx';
import { VisuallyHidden } from '#ui/content/visually-hidden.tsx';
import { DeleteVideos } from './delete-videos.tsx';
import { useVideoActions, type VideoActions } from './use-video-actions.ts';
import { VideosBar } from './videos-toolbar.tsx';
import { VideoMenu } from './video-menu.tsx';
import { TableSkeleton } from './videos-table-skeleton.tsx';
import styles from './studio-videos.module.css';

/** How far the server is with its film, or why it gave up. */
function FileState({ video: { file } }: { video: OwnVideo }) {
  const heard = useAppSelector(selectFileStates)[file?._id ?? ''];
  if (!file || file.state === 'ready') return null;
  if (file.state === 'failed') return <span className={styles.problem}>{file.reason}</span>;
  const percent = heard?.percent || file.percent || null;
  return <Progress label="Processing" percent={percent} />;
}

const What = ({ video }: { video: OwnVideo }) => (
  <TableItem
    href={routes.editVideo(video._id)}
    title={video.title}
    picture={stillOf(video)?.thumbnails[0]?.url}
    shape="film"
    icon={<Play size={20} aria-hidden="true" />}
    length={video.duration ? formatDuration(video.duration) : null}
    narrow={<MediaItemStateChip state={video.state} />}
  >
    <FileState video={video} />
  </TableItem>
);

const columnsWith = (actions: VideoActions, onDelete: (video: OwnVideo) => void): ColumnsType<OwnVideo> => [
  { key: 'what', title: 'Video', render: (_, video) => <What video={video} /> },
  {
    key: 'state',
    title: 'Status',
    responsive: ['sm'],
    render: (_, video) => <MediaItemStateChip state={video.state} />,
  },
  {
    key: 'audience',
    title: 'Audience',
    responsive: ['xxl'],
    render: (_, video) => (video.price > 0 ? 'Buyers' : audienceLabels[video.audience]),
  },
  {
    key: 'price',
    title: 'Price',
    responsive: ['md'],
    align: 'end',
    className: styles.whole ?? '',
    render: (_, video) => (video.price > 0 ? <Tokens tokens={video.price} /> : '–'),
  },
  {
    key: 'views',
    title: 'Views',
    responsive: ['xl'],
    align: 'end',
    render: (_, video) => formatNumber(video.views),
  },
  {
    key: 'sold',
    title: 'Sold',
    responsive: ['sm'],
    align: 'end',
    render: (_, video) => formatNumber(video.sold),
  },
  {
    key: 'earned',
    title: 'Earned',
    responsive: ['sm'],
    align: 'end',
    render: (_, video) => <Money cents={video.earned} />,
  },
  {
    key: 'when',
    title: 'Date',
    responsive: ['md'],
    className: styles.whole ?? '',
    render: (_, video) => <RelativeTime iso={video.scheduledAt ?? video.publishedAt ?? video.createdAt} />,
  },
  {
    key: 'act',
    title: <VisuallyHidden>Actions</VisuallyHidden>,
    width: 56,
    render: (_, video) => <VideoMenu video={video} actions={actions} onDelete={() => onDelete(video)} />,
  },
];

interface RowsProps {
  readonly rows: readonly OwnVideo[];
  readonly hasMore: boolean;
  readonly busy: boolean;
  readonly onMore: () => void;
}

function Rows({ rows, hasMore, busy, onMore }: RowsProps) {
  const actions = useVideoActions();
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const [asked, setAsked] = useState<readonly OwnVideo[]>([]);
  const [first, ...others] = asked;
  const none = () => setChosen([]);
  // The table draws its head twice, the second time hidden: a box to tick there would take the focus unseen.
  const select = {
    selectedRowKeys: [...chosen],
    hideSelectAll: true,
    columnTitle: <VisuallyHidden>Choose</VisuallyHidden>,
    onChange: (keys: readonly unknown[]) => setChosen(keys.map(String)),
    getCheckboxProps: (video: OwnVideo) => ({ 'aria-label': `Select “${video.title}”` }),
  };
  return (
    <AntdProvider>
      <Stack gap={12}>
        <VideosBar
          videos={rows.filter(({ _id }) => chosen.includes(_id))}
          actions={actions}
          onDelete={setAsked}
          onDone={none}
          onAll={() => setChosen(rows.map(({ _id }) => _id))}
        />
        <AntTable<OwnVideo>
          rowKey="_id"
          columns={columnsWith(actions, (video) => setAsked([video]))}
          dataSource={rows}
          pagination={false}
          scroll={{ x: true }}
          aria-label="Videos"
          rowSelection={select}
        />
        {hasMore ? (
          <Button variant="quiet" block busy={busy} onClick={onMore}>
            Show more
          </Button>
        ) : null}
      </Stack>
      {first ? (
        <DeleteVideos videos={[first, ...others]} onClose={() => setAsked([])} onDeleted={none} />
      ) : null}
    </AntdProvider>
  );
}

const Nothing = ({ filtered }: { filtered: boolean }) =>
  filtered ? (
    <EmptyState compact title="No videos found" text="Try another status or search." />
  ) : (
    <EmptyState
      title="No videos yet"
      text="Upload your first video. It’s prepared for every screen and published when you choose."
      action={<ButtonLink href={routes.newVideo}>New video</ButtonLink>}
    />
  );

/** The own videos, newest first. Loaded by `next/dynamic`: antd comes with it. */
export function VideosTable({ state, q }: { state: MediaItemState | null; q: string }) {
  const query = useListOwnVideosInfiniteQuery({ ...(state && { state }), ...(q && { q }) });
  const list = infiniteListOf(query);
  if (!list.known)
    return list.error ? (
      <ErrorState text={problemMessage(query.error)} onRetry={list.more} />
    ) : (
      <TableSkeleton />
    );
  if (list.items.length === 0) return <Nothing filtered={state !== null || q !== ''} />;
  return (
    <Rows
      key={`${state}${q}`}
      rows={list.items}
      hasMore={list.hasMore}
      busy={list.loading}
      onMore={list.more}
    />
  );
}
