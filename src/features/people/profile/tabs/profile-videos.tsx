import Clapperboard from 'lucide-react/icons/clapperboard';
import { routes } from '#config/routes.ts';
import type { Video } from '#contract/content/videos.ts';
import { type InfinitePages, toInfinitePages } from '#components/base/lists/infinite-list.ts';
import { VideoSkeleton, VideoGrid } from '#components/content/videos/video-grid.tsx';
import { searchVideos } from '#services/content/videos.ts';
import { useList } from '#state/query/hooks.ts';
import { ButtonLink } from '#ui/content/button-link.tsx';
import { Stack } from '#ui/layout/stack.tsx';
import { ErrorState } from '#ui/feedback/states.tsx';
import { VisuallyHidden } from '#ui/content/visually-hidden.tsx';
import type { MediaItemsProps } from './more-tabs.ts';
import { MediaItemsOrder, useMediaItemsFilter } from './media-items-filter.tsx';
import { NoMediaItems } from './no-media-items.tsx';

function Found({ list, q, performer, own }: MediaItemsProps & { list: InfinitePages<Video>; q: string }) {
  if (list.items.length > 0) return <VideoGrid list={list} />;
  if (list.waiting) return <VideoSkeleton count={4} />;
  if (list.error) return <ErrorState text={list.error} onRetry={list.more} />;
  return (
    <NoMediaItems
      what="videos"
      icon={<Clapperboard size={28} />}
      searched={q !== ''}
      creator={own ? null : performer.name}
      action={<ButtonLink href={routes.newVideo}>Upload a video</ButtonLink>}
    />
  );
}

export function ProfileVideos({ performer, own }: MediaItemsProps) {
  const { q, sort, onSort } = useMediaItemsFilter();
  const list = toInfinitePages(
    useList(searchVideos, { query: { performerId: performer._id, sort, ...(q && { q }) } }),
  );
  return (
    <Stack gap={16}>
      <h2>
        <VisuallyHidden>Videos</VisuallyHidden>
      </h2>
      <MediaItemsOrder sort={sort} onSort={onSort} popular="Most watched" />
      <Found list={list} q={q} performer={performer} own={own} />
    </Stack>
  );
}
