import { useState } from 'react';
import { routes } from '#config/routes.ts';
import type { Video } from '#contract/content/videos.ts';
import { formatDuration } from '#lib/format.ts';
import { shortText } from '#lib/short-text.ts';
import { Comments } from '#components/content/community/comments.tsx';
import { LazyClient } from '#components/base/lists/lazy-client.tsx';
import { ItemWords } from '#components/content/media-items/item-words.tsx';
import { LockedMedia } from '#components/content/media-items/locked-media.tsx';
import { VideoPlayer } from '#components/content/videos/players.tsx';
import { Reactions } from '#components/content/community/reactions.tsx';
import { useRestoredFocus } from '#components/base/lists/use-restored-focus.ts';
import { useLive } from '#state/query/use-live.ts';
import { usePurchases } from '#components/money/wallet/use-purchases.ts';
import { VideoCard, viewsText } from '#components/content/videos/video-card.tsx';
import { closedText } from '#components/content/media-items/access-options.ts';
import { lazyPart } from '#ui/layout/lazy-part.ts';
import { PageHead } from '#ui/layout/page-head.tsx';
import { RelativeTime } from '#ui/content/relative-time.tsx';
import { Stack } from '#ui/layout/stack.tsx';
import type { VideoData } from './load-video.ts';
import { useWatching } from './use-watching.ts';
import styles from './video.module.css';
import { MediaItemCards } from '#components/content/media-items/media-card.tsx';
import { Section } from '#ui/layout/page-header.tsx';

/** Other videos by the creator, then videos that share a tag. */
const RelatedVideos = ({ videos }: { videos: readonly Video[] }) =>
  videos.length === 0 ? null : (
    <Section title="More like this">
      <MediaItemCards mediaItems={videos}>{(video) => <VideoCard video={video} named />}</MediaItemCards>
    </Section>
  );

const LiveVideo = lazyPart(async () => (await import('./live-video.ts')).LiveVideo);

const Head = ({ video }: { video: Video }) => (
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
  video: Video & { file: NonNullable<Video['file']> };
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
function Locked({ video }: { video: Video }) {
  const { chooseMediaItem } = usePurchases();
  const { _id, access, performer, teaser, thumbnail, file, duration } = video;
  const price = access.routes.find(({ need }) => need === 'purchase')?.price ?? video.price;
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
        chooseMediaItem(need, {
          kind: 'video',
          _id,
          price,
          inside: duration ? formatDuration(duration) : '',
          performer,
        })
      }
      primary
      priority
    />
  );
}

function Screen({ video, onStale }: { video: Video; onStale: () => void }) {
  const { access, file } = video;
  const kept = useRestoredFocus<HTMLDivElement>(access.allowed);
  const plays = file !== null && file.sources.length > 0;
  return (
    <div {...kept} className={styles.screen}>
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

const Words = ({ video }: { video: Video }) => (
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

/** The page of a video: player, description, comments, and related videos. */
export function VideoContent({ video: initial, related }: VideoData) {
  const [live] = useLive(false);
  const [video, setVideo] = useState(initial);
  const [stale, setStale] = useState(0);
  const { _id, performer, access, title } = video;
  return (
    <>
      <Head video={video} />
      <Stack gap={24}>
        <Screen video={video} onStale={() => setStale(stale + 1)} />
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
      {live || stale > 0 ? (
        <LazyClient skeleton={null}>
          <LiveVideo id={_id} stale={stale} onVideo={setVideo} />
        </LazyClient>
      ) : null}
    </>
  );
}
