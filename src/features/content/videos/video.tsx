import { routes } from '#config/routes.ts';
import type { Video as VideoRecord } from '#contract/content/videos.ts';
import { formatDuration } from '#lib/format.ts';
import { shortText } from '#lib/short-text.ts';
import { Comments } from '#components/content/community/comments.tsx';
import { ItemWords } from '#components/content/media-items/item-words.tsx';
import { LockedMedia } from '#components/content/media-items/locked-media.tsx';
import { VideoPlayer } from '#components/content/videos/players.tsx';
import { Reactions } from '#components/content/community/reactions.tsx';
import { useRestoredFocus } from '#components/base/lists/use-restored-focus.ts';
import { usePurchases } from '#components/money/wallet/use-purchases.ts';
import { VideoCard, viewsText } from '#components/content/videos/video-card.tsx';
import { MediaItemCards } from '#components/content/media-items/media-card.tsx';
import { closedText, purchasePrice } from '#components/content/media-items/access-options.ts';
import { searchVideos } from '#services/content/videos.ts';
import { uniqueItems } from '#state/query/pages.ts';
import { useSeededList } from '#state/query/use-seeded.ts';
import { PageHead } from '#ui/layout/page-head.tsx';
import { Section } from '#ui/layout/page-header.tsx';
import { RelativeTime } from '#ui/content/relative-time.tsx';
import { Stack } from '#ui/layout/stack.tsx';
import { useWatching } from './use-watching.ts';
import styles from './video.module.css';

export const relatedCount = 6;

/** Other videos by the creator, then videos that share a tag. */
const RelatedVideos = ({ videos }: { videos: readonly VideoRecord[] }) =>
  videos.length === 0 ? null : (
    <Section title="More like this">
      <MediaItemCards mediaItems={videos}>{(video) => <VideoCard video={video} named />}</MediaItemCards>
    </Section>
  );

const Head = ({ video }: { video: VideoRecord }) => (
  <PageHead
    title={`${video.title} by ${video.performer.name}`}
    description={
      shortText(video.description, 160) ||
      (video.access.allowed
        ? `A video by ${video.performer.name}.`
        : closedText(video.access, video.performer.name))
    }
    preview
    canonical={routes.video(video._id)}
  />
);

const Open = ({
  video,
  onStale,
}: {
  video: VideoRecord & { file: NonNullable<VideoRecord['file']> };
  onStale: () => void;
}) => (
  <VideoPlayer
    file={video.file}
    still={video.thumbnail}
    label={video.title}
    isMain
    onStale={onStale}
    {...useWatching(video)}
  />
);

/** Shown without access: teaser, blurred still and ways to unlock it. */
function Locked({ video }: { video: VideoRecord }) {
  const { choose } = usePurchases();
  const { _id, access, performer, teaser, thumbnail, file, duration } = video;
  return (
    <LockedMedia
      // The still is the video's own because the teaser is shown separately.
      post={{
        access,
        performer,
        teaser,
        thumbnail: thumbnail ?? file,
        files: file ? [file] : [],
        media: { photos: 0, videos: 1, audios: 0, duration: duration ?? 0 },
      }}
      onWay={(need) =>
        choose(need, {
          kind: 'video',
          _id,
          price: purchasePrice(video),
          inside: duration ? formatDuration(duration) : '',
          performer,
        })
      }
      primary
      priority
    />
  );
}

function Screen({ video, onStale }: { video: VideoRecord; onStale: () => void }) {
  const { access, file } = video;
  const focusProps = useRestoredFocus<HTMLDivElement>(access.allowed);
  const plays = file !== null && file.sources.length > 0;
  return (
    <div {...focusProps} className={styles.screen}>
      {plays ? (
        <Open video={{ ...video, file }} onStale={onStale} />
      ) : access.allowed ? (
        <p className={styles.soon}>This video is being processed. Come back in a moment.</p>
      ) : (
        <Locked video={video} />
      )}
    </div>
  );
}

const Words = ({ video }: { video: VideoRecord }) => (
  <ItemWords
    item={video}
    facts={
      <>
        {viewsText(video.views)} · <RelativeTime iso={video.publishedAt ?? video.createdAt} />
      </>
    }
    edit={
      video.access.reason === 'owner' ? { href: routes.editVideo(video._id), label: 'Edit video' } : undefined
    }
  />
);

/** Related videos: those that the server sent, or as they are found. */
function useRelated(id: string, sent: readonly VideoRecord[] | undefined): readonly VideoRecord[] {
  const query = { relatedTo: id, limit: relatedCount };
  const { currentData } = useSeededList(searchVideos, sent ? null : { query }, undefined);
  return sent ?? uniqueItems(currentData);
}

export interface VideoProps {
  readonly video: VideoRecord;
  /** Related videos; if absent, they are loaded at once. */
  readonly related: readonly VideoRecord[] | undefined;
  /** The signed URLs have expired, so the record is needed again. */
  readonly onStale: () => void;
}

/** A video: player, description, comments, and related videos. */
export function Video({ video, related: sentRelated, onStale }: VideoProps) {
  const related = useRelated(video._id, sentRelated);
  const { _id, performer, access, title } = video;
  return (
    <>
      <Head video={video} />
      <Stack gap={24}>
        <Screen video={video} onStale={onStale} />
        <Words video={video} />
        <Reactions
          objectType="video"
          record={video}
          access={access}
          performer={performer}
          href={routes.video(_id)}
          title={title}
        />
        <RelatedVideos videos={related} />
        {video.commentsEnabled ? (
          <Comments
            objectType="video"
            objectId={_id}
            owner={performer}
            access={access}
            count={video.counts.comments}
          />
        ) : null}
      </Stack>
    </>
  );
}
