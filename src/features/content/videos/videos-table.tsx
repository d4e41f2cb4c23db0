import Play from 'lucide-react/icons/play';
import { useState } from 'react';
import { routes } from '#config/routes.ts';
import type { MediaItemState } from '#contract/core/schemas.ts';
import type { OwnVideo } from '#contract/content/videos.ts';
import { formatDuration, formatNumber } from '#lib/format.ts';
import { TableItem } from '#components/content/media-items/table-item.tsx';
import { stillOf } from '#components/content/videos/video-card.tsx';
import { MediaItemStateChip, audienceLabels } from '#components/content/media-items/media-states.tsx';
import { listOwnVideos } from '#services/content/videos.ts';
import { useList } from '#state/query/hooks.ts';
import { selectFileStates } from '#state/live/file-states.ts';
import { useAppSelector } from '#state/hooks.ts';
import { DataTable } from '#ui/antd/data-table.tsx';
import { ButtonLink } from '#ui/content/button-link.tsx';
import { Money, Tokens } from '#ui/content/money.tsx';
import { Progress } from '#ui/feedback/progress.tsx';
import { RelativeTime } from '#ui/content/relative-time.tsx';
import { EmptyState } from '#ui/feedback/states.tsx';
import type { Column } from '#ui/layout/table.tsx';
import { BulkEditDialog } from '#components/content/media-items/bulk-edit-dialog.tsx';
import { DeleteVideos } from './delete-videos.tsx';
import { useVideoActions, type VideoActions } from './use-video-actions.ts';
import { VideosBar } from './videos-toolbar.tsx';
import { VideoMenu } from './video-menu.tsx';
import styles from './studio-videos.module.css';

/** Processing progress of the file, or why it failed. */
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
  >
    <FileState video={video} />
  </TableItem>
);

const columnsWith = (
  actions: VideoActions,
  onDelete: (video: OwnVideo) => void,
): readonly Column<OwnVideo>[] => [
  { key: 'what', title: 'Video', main: true, cell: (video) => <What video={video} /> },
  { key: 'state', title: 'Status', cell: (video) => <MediaItemStateChip state={video.state} /> },
  {
    key: 'audience',
    title: 'Audience',
    from: 1040,
    cell: (video) => (video.price > 0 ? 'Buyers' : audienceLabels[video.audience]),
  },
  {
    key: 'price',
    title: 'Price',
    from: 700,
    end: true,
    cell: (video) => (video.price > 0 ? <Tokens tokens={video.price} /> : '–'),
  },
  {
    key: 'views',
    title: 'Views, 28 days',
    from: 940,
    end: true,
    cell: ({ recentViews }) => formatNumber(recentViews),
  },
  { key: 'sold', title: 'Sold', from: 700, end: true, cell: (video) => formatNumber(video.sold) },
  { key: 'earned', title: 'Earned', end: true, cell: (video) => <Money cents={video.earned} /> },
  {
    key: 'when',
    title: 'Date',
    whole: true,
    cell: (video) => <RelativeTime iso={video.scheduledAt ?? video.publishedAt ?? video.createdAt} />,
  },
  {
    key: 'act',
    title: 'Actions',
    menu: true,
    cell: (video) => <VideoMenu video={video} actions={actions} onDelete={() => onDelete(video)} />,
  },
];

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

export interface VideosFilter {
  readonly state: MediaItemState | null;
  readonly q: string;
}

function Videos({ state, q }: VideosFilter) {
  const query = useList(listOwnVideos, { query: { ...(state && { state }), ...(q && { q }) } });
  const actions = useVideoActions();
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const [asked, setAsked] = useState<readonly OwnVideo[]>([]);
  const [edited, setEdited] = useState<readonly OwnVideo[]>([]);
  const [first, ...others] = asked;
  const none = () => setChosen([]);
  return (
    <>
      <DataTable
        name="videos"
        caption="Videos"
        rowHeight={72}
        columns={columnsWith(actions, (video) => setAsked([video]))}
        query={query}
        empty={<Nothing filtered={state !== null || q !== ''} />}
        selection={{
          chosen,
          onChoose: setChosen,
          getRowName: ({ title }) => title,
          bar: (videos, onAll) => (
            <VideosBar {...{ videos, actions, onAll }} onEdit={setEdited} onDelete={setAsked} onDone={none} />
          ),
        }}
      />
      {edited.length > 0 ? (
        <BulkEditDialog
          noun="video"
          items={edited}
          nameOf={({ title }) => title}
          tagged
          save={({ _id }, body) => actions.save(_id, body)}
          onClose={() => setEdited([])}
          onDone={none}
        />
      ) : null}
      {first ? (
        <DeleteVideos videos={[first, ...others]} onClose={() => setAsked([])} onDeleted={none} />
      ) : null}
    </>
  );
}

/** The creator's videos, newest first. The key clears the selection when the filters change. */
export const VideosTable = (filter: VideosFilter) => (
  <Videos key={`${filter.state}${filter.q}`} {...filter} />
);
