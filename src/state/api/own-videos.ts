import type { OwnVideo } from '#contract/content/videos.ts';
import type { BodyOf, QueryOf } from '#services/http/call.ts';
import {
  deleteVideo,
  getOwnVideo,
  listOwnVideos,
  removeVideoFile,
  setVideoCaptions,
  updateVideo,
} from '#services/content/videos.ts';
import { queryWith, pagesByKey } from '../query/query-adapter.ts';
import type { Page } from '../query/query-adapter.ts';
import type { Tag } from '#services/http/tags.ts';
import { api } from '../query/api.ts';

export type OwnVideoFilter = Pick<
  QueryOf<'GET /performer/performer-assets/videos/search'>,
  'state' | 'q' | 'tag' | 'limit'
>;
export type VideoChange = BodyOf<'PUT /performer/performer-assets/videos/edit/:id'>;

const changed = (id: string): Tag[] => ['OwnVideos', 'Videos', { type: 'Video', id }];

/** A creator's own videos. They are uploaded with `uploadVideo`, which reports progress. */
export const ownVideosApi = api.injectEndpoints({
  endpoints: (build) => ({
    listOwnVideos: build.infiniteQuery<Page<OwnVideo>, OwnVideoFilter, string | null>({
      ...pagesByKey(listOwnVideos),
      providesTags: ['OwnVideos'],
    }),
    getOwnVideo: build.query<OwnVideo, string>({
      queryFn: queryWith(getOwnVideo),
      providesTags: (_video, _problem, id) => ['OwnVideos', { type: 'Video', id }],
    }),
    updateVideo: build.mutation<
      OwnVideo,
      { readonly id: string; readonly body: VideoChange; readonly version?: string | undefined }
    >({
      queryFn: queryWith((services, { id, body, version }) =>
        updateVideo(services, id, { ...body, ...(version && { version }) }),
      ),
      invalidatesTags: (_video, problem, { id }) => (problem ? [] : changed(id)),
    }),
    removeVideoFile: build.mutation<
      OwnVideo,
      {
        readonly id: string;
        readonly body: BodyOf<'DELETE /performer/performer-assets/videos/remove-file/:id'>;
      }
    >({
      queryFn: queryWith((services, { id, body }) => removeVideoFile(services, id, body)),
      invalidatesTags: (_video, problem, { id }) => (problem ? [] : changed(id)),
    }),
    setVideoCaptions: build.mutation<
      OwnVideo,
      { readonly id: string; readonly body: BodyOf<'PUT /performer/performer-assets/videos/:id/captions'> }
    >({
      queryFn: queryWith((services, { id, body }) => setVideoCaptions(services, id, body)),
      invalidatesTags: (_video, problem, { id }) => (problem ? [] : changed(id)),
    }),
    deleteVideo: build.mutation<{ success: true }, string>({
      queryFn: queryWith(deleteVideo),
      // The video no longer exists, so refetching it would only return a 404.
      invalidatesTags: (_done, problem) => (problem ? [] : ['OwnVideos', 'Videos']),
    }),
  }),
});

export const {
  useListOwnVideosInfiniteQuery,
  useGetOwnVideoQuery,
  useUpdateVideoMutation,
  useRemoveVideoFileMutation,
  useSetVideoCaptionsMutation,
  useDeleteVideoMutation,
} = ownVideosApi;
