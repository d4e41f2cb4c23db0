import { read, write } from '../http/endpoints.ts';

/** Filters of one of the studio's lists that a creator pinned. */
export const listPinnedViews = read('GET /performer/pinned-views', { tags: ['PinnedViews'] });
export const pinView = write('POST /performer/pinned-views', {
  invalidates: (_input, { problem }) => (problem ? [] : ['PinnedViews']),
});
export const renamePinnedView = write('PUT /performer/pinned-views/:id', {
  invalidates: (_input, { problem }) => (problem ? [] : ['PinnedViews']),
});
// Also after a failure: it may have been removed elsewhere.
export const removePinnedView = write('DELETE /performer/pinned-views/:id', { invalidates: ['PinnedViews'] });
