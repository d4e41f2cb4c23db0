import type { Api } from '../http/api.ts';
import { type ListInput, list, read, write } from '../http/endpoints.ts';
import { type Tag, tagsOfCreators } from '../http/tags.ts';
import type { UploadInput } from '../http/upload.ts';

export type OwnVideoFilter = NonNullable<ListInput<'GET /performer/performer-assets/videos/search'>['query']>;

interface Shown {
  readonly _id: string;
  readonly performer: { readonly _id: string };
}
/** A video is invalidated when it changes, and when the viewer's access to its creator changes. */
const videoTags = (videos: readonly Shown[] = []): Tag[] => [
  ...videos.map(({ _id }): Tag => ({ type: 'Video', id: _id })),
  ...tagsOfCreators(videos),
];
const changed = (
  { params: { id } }: { readonly params: { readonly id: string } },
  { problem }: { readonly problem?: unknown },
): Tag[] => (problem ? [] : ['OwnVideos', 'Videos', { type: 'Video', id }]);

/** Videos as visitors and fans see them. */
export const searchVideos = list('GET /performer-assets/videos/search', {
  tags: (pages) => ['Videos', ...videoTags(pages?.flatMap(({ data }) => data))],
});
export const getVideo = read('GET /performer-assets/videos/:id', {
  tags: (video) => videoTags(video && [video]),
});
export const countVideoView = write('POST /performer-assets/videos/:id/views');
/** To be sent with `keepalive`, because a page saves while it closes. */
export const saveVideoProgress = write('PUT /performer-assets/videos/:id/progress');

/** A creator's own videos. They are uploaded with `uploadVideo`, which reports progress. */
export const listOwnVideos = list('GET /performer/performer-assets/videos/search', { tags: ['OwnVideos'] });
export const getOwnVideo = read('GET /performer/performer-assets/videos/:id/view', {
  tags: (_video, { params: { id } }) => ['OwnVideos', { type: 'Video', id }],
});
/** Takes the file, or `filename` and `path` of an object uploaded to cloud storage. */
export const uploadVideo = (api: Api, input: UploadInput<'POST /performer/performer-assets/videos/upload'>) =>
  api.upload('POST /performer/performer-assets/videos/upload', input);
export const updateVideo = write('PUT /performer/performer-assets/videos/edit/:id', { invalidates: changed });
export const removeVideoFile = write('DELETE /performer/performer-assets/videos/remove-file/:id', {
  invalidates: changed,
});
export const setVideoCaptions = write('PUT /performer/performer-assets/videos/:id/captions', {
  invalidates: changed,
});
export const deleteVideo = write('DELETE /performer/performer-assets/videos/:id', {
  // The video no longer exists, so refetching it would only return a 404.
  invalidates: (_input, { problem }) => (problem ? [] : ['OwnVideos', 'Videos']),
});
