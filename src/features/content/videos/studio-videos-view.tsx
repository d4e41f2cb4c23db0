import Play from 'lucide-react/icons/play';
import { routes } from '#config/routes.ts';
import type { OwnVideo } from '#contract/content/videos.ts';
import { filmStates } from '#components/content/media-items/media-states.tsx';
import { TableItem } from '#components/content/media-items/table-item.tsx';
import {
  dateColumn,
  earnedColumn,
  priceColumn,
  soldColumn,
  stateAndAudienceColumn,
  viewsColumn,
} from '#components/content/studio/studio-columns.tsx';
import { type FilteredList, readStateAndSearch } from '#components/content/studio/studio-kind.ts';
import { StudioPage } from '#components/content/studio/studio-page.tsx';
import { pickStill } from '#components/content/videos/video-card.tsx';
import { formatDuration, plural } from '#lib/format.ts';
import { listCoCreations } from '#services/content/co-creators.ts';
import { type OwnVideoFilter, listOwnVideos } from '#services/content/videos.ts';
import { useAppSelector } from '#state/hooks.ts';
import { selectFileStates } from '#state/live/file-states.ts';
import { useList } from '#state/query/hooks.ts';
import { latestTotal } from '#state/query/pages.ts';
import { listQuestion } from '#services/http/endpoints.ts';
import { ButtonLink } from '#ui/content/button-link.tsx';
import { VisuallyHidden } from '#ui/content/visually-hidden.tsx';
import { Progress } from '#ui/feedback/progress.tsx';
import styles from './studio-videos.module.css';
import { videoKind } from './video-kind.tsx';

/** Processing progress of the file, or why it failed. */
function FileState({ video: { file } }: { video: OwnVideo }) {
  const heard = useAppSelector(selectFileStates)[file?._id ?? ''];
  if (!file || file.state === 'ready') return null;
  if (file.state === 'failed') return <span className={styles.problem}>{file.reason}</span>;
  const percent = heard?.percent || file.percent || null;
  return <Progress label="Processing" percent={percent} />;
}

const VideoCell = ({ item: video }: { item: OwnVideo }) => (
  <TableItem
    href={routes.editVideo(video._id)}
    title={video.title}
    picture={pickStill(video)?.thumbnails[0]?.url}
    shape="film"
    icon={<Play size={20} aria-hidden="true" />}
    length={video.duration ? formatDuration(video.duration) : null}
  >
    <FileState video={video} />
  </TableItem>
);

const videos: FilteredList<OwnVideo, OwnVideoFilter> = {
  kind: videoKind,
  pinned: 'videos',
  states: filmStates.options,
  readQuery: (get) => readStateAndSearch(get, filmStates.of),
  items: (query) => listQuestion(listOwnVideos, { query }),
  ItemCell: VideoCell,
  columns: [
    stateAndAudienceColumn(videoKind.StateLabel),
    priceColumn,
    viewsColumn,
    soldColumn,
    earnedColumn,
    dateColumn,
  ],
  emptyText: 'Upload your first video. It’s prepared for every screen and published when you choose.',
};

/** Link to co-creator requests, with a dot if any are pending. The dot doesn't change its size. */
function RequestsLink() {
  const { data } = useList(listCoCreations, { query: { state: 'pending', limit: 1 } });
  const waiting = latestTotal(data);
  return (
    <span className={styles.requests}>
      <ButtonLink href={routes.coCreations}>
        Requests
        {waiting > 0 ? (
          <VisuallyHidden>
            , {plural(waiting, 'creator waits', 'creators wait')} for your answer
          </VisuallyHidden>
        ) : null}
      </ButtonLink>
      {waiting > 0 ? <span className={styles.dot} aria-hidden="true" /> : null}
    </span>
  );
}

/** What the server loads the page's state with. */
export const loadStudioVideos = async () =>
  (await import('#components/content/studio/preload-studio.ts')).preloadStudio(videos);

/** `/creator/videos`: the creator's videos with state and revenue. */
export const StudioVideosView = () => <StudioPage list={videos} links={<RequestsLink />} />;
