import Clapperboard from 'lucide-react/icons/clapperboard';
import { routes } from '#config/routes.ts';
import type { Video } from '#contract/videos.ts';
import { type InfinitePages, infiniteListOf } from '#components/lists/infinite-list.ts';
import { VideoSkeleton, VideoGrid } from '#components/videos/video-grid.tsx';
import { useSearchVideosInfiniteQuery } from '#state/api/videos.ts';
import { ButtonLink } from '#ui/content/button-link.tsx';
import { ChipButton, ChipRow } from '#ui/content/chip.tsx';
import { Stack } from '#ui/layout/stack.tsx';
import { EmptyState, ErrorState } from '#ui/feedback/states.tsx';
import { VisuallyHidden } from '#ui/content/visually-hidden.tsx';
import type { MediaItemsProps } from './more-tabs.ts';
import { useMediaItemsFilter } from './media-items-filter.tsx';

const sorts = [
  ['newest', 'Newest'],
  ['popular', 'Most watched'],
] as const;

function Found({ list, performer, own }: MediaItemsProps & { list: InfinitePages<Video> }) {
  if (list.items.length > 0) return <VideoGrid list={list} />;
  if (list.waiting) return <VideoSkeleton count={4} />;
  if (list.error) return <ErrorState text={list.error} onRetry={list.more} />;
  return (
    <EmptyState
      icon={<Clapperboard size={28} />}
      title="No videos yet"
      text={own ? 'Your videos appear here.' : `${performer.name} hasn’t published any videos.`}
      action={own ? <ButtonLink href={routes.newVideo}>Upload a video</ButtonLink> : undefined}
    />
  );
}

export function ProfileVideos({ performer, own }: MediaItemsProps) {
  const { sort, onSort } = useMediaItemsFilter();
  const list = infiniteListOf(useSearchVideosInfiniteQuery({ performerId: performer._id, sort }));
  return (
    <Stack gap={16}>
      <h2>
        <VisuallyHidden>Videos</VisuallyHidden>
      </h2>
      <ChipRow label="Order">
        {sorts.map(([key, label]) => (
          <ChipButton key={key} pressed={key === sort} onClick={() => onSort(key)}>
            {label}
          </ChipButton>
        ))}
      </ChipRow>
      <Found list={list} performer={performer} own={own} />
    </Stack>
  );
}
