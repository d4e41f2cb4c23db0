import { limits } from '#config/limits.ts';
import { list, read, write } from '../../http/endpoints.ts';
import { type Tag, postListTags } from '../../http/tags.ts';

/** The series of a creator that have a published post. */
export const listCreatorSeries = list('GET /post-series', {
  tags: (_pages, { query: { performerId: id } }) => ['PostSeries', { type: 'Creator', id }],
});
export const getSeries = read('GET /post-series/:id', {
  tags: (series): Tag[] => [
    'PostSeries',
    ...(series ? [{ type: 'Creator' as const, id: series.performer._id }] : []),
  ],
});
export const listSeriesPosts = list('GET /post-series/:id/posts', {
  tags: (pages) => postListTags('PostSeries', pages),
});

/** A post's series is part of its record, wherever that is shown. */
const shown: readonly Tag[] = ['PostSeries', 'OwnPosts', 'Timeline'];
const stale = (_input: unknown, { problem }: { readonly problem?: unknown }) => (problem ? [] : shown);

/** A creator's own series. */
export const listOwnSeries = read('GET /performer/post-series', { tags: ['PostSeries'] });
/** Asks for all of them: one can't have more than a page holds. */
export const allOwnSeries = { query: { limit: limits.postSeries.most } };
export const getOwnSeries = read('GET /performer/post-series/:id', { tags: ['PostSeries'] });
export const createSeries = write('POST /performer/post-series', {
  invalidates: (_input, { problem }) => (problem ? [] : ['PostSeries']),
});
export const updateSeries = write('PUT /performer/post-series/:id', { invalidates: stale });
export const deleteSeries = write('DELETE /performer/post-series/:id', { invalidates: stale });
export const listOwnSeriesPosts = list('GET /performer/post-series/:id/posts', {
  tags: ['PostSeries', 'OwnPosts'],
});

/** Without a position, a post that isn't in the series comes last. */
export const placeInSeries = write('PUT /performer/post-series/:id/posts/:postId', {
  // Also after a failure: it may have been changed elsewhere.
  invalidates: shown,
});
export const removeFromSeries = write('DELETE /performer/post-series/:id/posts/:postId', {
  invalidates: shown,
});
