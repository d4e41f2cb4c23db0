import { useEffect } from 'react';
import type { Video } from '#contract/content/videos.ts';
import { getVideo } from '#services/content/videos.ts';
import { useRead } from '#state/query/hooks.ts';

export interface LiveVideoProps {
  readonly id: string;
  /** Incremented when the signed URLs have expired, to fetch the record again. */
  readonly stale: number;
  readonly onVideo: (video: Video) => void;
}

/**
 * Keeps the video on the page up to date, so that a purchase here or in another tab unlocks it at once.
 * Renders nothing.
 */
export function LiveVideo({ id, stale, onVideo }: LiveVideoProps) {
  const { data, refetch } = useRead(getVideo, { params: { id } });
  useEffect(() => {
    if (data) onVideo(data);
  }, [data, onVideo]);
  useEffect(() => {
    if (stale > 0) void refetch();
  }, [stale, refetch]);
  return null;
}
