import Clapperboard from 'lucide-react/icons/clapperboard';
import { useState } from 'react';
import { routes } from '#config/routes';
import type { Video } from '#contract/videos';
import { type Endless, endless } from '#parts/endless';
import { VideoBones, VideoGrid } from '#parts/video-grid';
import { useSearchVideosInfiniteQuery } from '#state/api-videos';
import { ButtonLink } from '#ui/button-link';
import { ChipButton, ChipRow } from '#ui/chip';
import { Stack } from '#ui/stack';
import { EmptyState, ErrorState } from '#ui/states';
import { VisuallyHidden } from '#ui/visually-hidden';
import type { WorksProps } from './more-tabs.tsx';

const sorts = [
  ['newest', 'Newest'],
  ['popular', 'Most watched'],
] as const;

function Found({ list, performer, own }: WorksProps & { list: Endless<Video> }) {
  if (list.items.length > 0) return <VideoGrid list={list} />;
  if (list.waiting) return <VideoBones count={4} />;
  if (list.error) return <ErrorState text={list.error} onRetry={list.more} />;
  return (
    <EmptyState
      icon={<Clapperboard size={28} />}
      title="No videos here"
      text={own ? 'Your next one will stand here.' : `${performer.name} has none at the moment.`}
      action={own ? <ButtonLink href={routes.newVideo}>Upload a video</ButtonLink> : undefined}
    />
  );
}

/** A creator's videos. */
export function ProfileVideos({ performer, own }: WorksProps) {
  const [sort, setSort] = useState<'newest' | 'popular'>('newest');
  const list = endless(useSearchVideosInfiniteQuery({ performerId: performer._id, sort }));
  return (
    <Stack gap={16}>
      <h2>
        <VisuallyHidden>Videos</VisuallyHidden>
      </h2>
      <ChipRow label="Order">
        {sorts.map(([key, label]) => (
          <ChipButton key={key} pressed={key === sort} onClick={() => setSort(key)}>
            {label}
          </ChipButton>
        ))}
      </ChipRow>
      <Found list={list} performer={performer} own={own} />
    </Stack>
  );
}
