import Image from 'lucide-react/icons/image';
import { GalleryCard } from '#components/content/galleries/gallery-card.tsx';
import { PhotoWall, WallSkeleton } from '#components/content/galleries/photo-wall.tsx';
import { MediaItemSkeleton } from '#components/content/media-items/media-grid.tsx';
import { MediaItemRowSkeleton, MediaRow } from '#components/content/media-items/media-row.tsx';
import { MediaItemStateChip } from '#components/content/media-items/media-states.tsx';
import { VideoCard } from '#components/content/videos/video-card.tsx';
import { Row } from '#ui/layout/stack.tsx';
import { aCard } from '../../../setup/factories/creators.ts';
import { aFile } from '../../../setup/factories/files.ts';
import { aGallery, aLockedGallery, aLockedPhoto, aPhoto } from '../../../setup/factories/galleries.ts';
import { aLockedVideo, aVideo } from '../../../setup/factories/videos.ts';

const nothing = () => undefined;
const states = [
  'draft',
  'processing',
  'waiting',
  'scheduled',
  'published',
  'archived',
  'failed',
  'removed',
] as const;
const photos = [aPhoto('1'), aLockedPhoto('2'), aPhoto('3', { file: aFile({ width: 600, height: 900 }) })];

export const Galleries = () => (
  <Row top>
    <GalleryCard gallery={aGallery()} named />
    <GalleryCard gallery={aLockedGallery({ _id: 'g2' })} />
  </Row>
);
export const Videos = () => (
  <Row top>
    <VideoCard video={aVideo({ progress: null })} named />
    <VideoCard video={aLockedVideo({ _id: 'v2', views: 0 })} />
  </Row>
);
export const Photos = () => (
  <PhotoWall
    label="Photos"
    total={3}
    list={{ items: photos, hasMore: false, loading: false, more: nothing, error: null }}
    onLocked={nothing}
  />
);
export const PhotosLoading = () => <WallSkeleton count={4} />;
export const Rows = () => (
  <>
    <MediaRow
      href="/videos/v1"
      title="Centring"
      performer={aCard()}
      picture={aFile()}
      icon={<Image size={20} />}
      facts="Video · 120 tokens"
    />
    <MediaRow
      href={null}
      title="No longer there"
      performer={aCard()}
      picture={null}
      icon={<Image size={20} />}
      facts="Photo"
    />
  </>
);
export const RowsLoading = () => <MediaItemRowSkeleton count={2} label="Loading bookmarks" />;
export const CardsLoading = () => <MediaItemSkeleton count={2} ratio={4 / 3} label="Loading galleries" />;
export const States = () => (
  <Row>
    {states.map((state) => (
      <MediaItemStateChip key={state} state={state} />
    ))}
  </Row>
);
