import type { Video } from '#contract/content/videos.ts';
import type { QueryOf } from '#services/http/call.ts';
import { getVideo, searchVideos } from '#services/content/videos.ts';
import { queryWith, pagesByKey } from '../query/query-adapter.ts';
import type { Page } from '../query/query-adapter.ts';
import type { Tag } from '#services/http/tags.ts';
import { api } from '../query/api.ts';

export type VideoFilter = Pick<
  QueryOf<'GET /performer-assets/videos/search'>,
  'performerId' | 'q' | 'tag' | 'sort' | 'relatedTo' | 'limit'
>;

/** A video is invalidated when it changes, and when the viewer's access to its creator changes. */
const videoTags = (videos: readonly Video[]): Tag[] => [
  ...videos.map(({ _id }): Tag => ({ type: 'Video', id: _id })),
  ...[...new Set(videos.map(({ performer }) => performer._id))].map((id): Tag => ({ type: 'Creator', id })),
];

/** Videos as visitors and fans see them. */
export const videosApi = api.injectEndpoints({
  endpoints: (build) => ({
    searchVideos: build.infiniteQuery<Page<Video>, VideoFilter, string | null>({
      ...pagesByKey(searchVideos),
      providesTags: (result) => ['Videos', ...videoTags(result?.pages.flatMap(({ data }) => data) ?? [])],
    }),
    getVideo: build.query<Video, string>({
      queryFn: queryWith(getVideo),
      providesTags: (video) => (video ? videoTags([video]) : []),
    }),
  }),
});

export const { useSearchVideosInfiniteQuery, useGetVideoQuery } = videosApi;
