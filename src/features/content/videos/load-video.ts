import type { Video } from '#contract/content/videos.ts';
import type { Api } from '#services/http/api.ts';
import { getVideo, searchVideos } from '#services/content/videos.ts';

export interface VideoData {
  readonly video: Video;
  /** Related videos. */
  readonly related: readonly Video[];
}

export const relatedCount = 6;

/** Loads a video and related ones. */
export async function loadVideo({
  api,
  query,
}: {
  api: Api;
  query: Readonly<Record<string, string>>;
}): Promise<VideoData> {
  const id = query['id'] ?? '';
  const related = searchVideos(api, { query: { relatedTo: id, limit: relatedCount } }).then(
    ({ data }) => data,
    () => [],
  );
  return { video: await getVideo(api, { params: { id } }), related: await related };
}
