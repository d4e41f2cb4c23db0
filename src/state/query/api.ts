import type { Middleware } from 'redux';
import { createApi, fakeBaseQuery } from '@reduxjs/toolkit/query/react';
import type { Problem } from '#services/http/problem.ts';
import { addToStore } from '../late-reducers.ts';
import { invalidateAfter } from './cache-invalidation.ts';
import { tagTypes } from './tags.ts';

/**
 * Everything from the server that no slice owns. It comes with the first page that asks for something (a family's
 * `api-*.ts` adds its operations), so that pages which don't never load it.
 */
export const api = createApi({
  reducerPath: 'api',
  baseQuery: fakeBaseQuery<Problem>(),
  tagTypes,
  endpoints: () => ({}),
});

/** What happened elsewhere makes records here stale: those on the screen are fetched again, the others forgotten. */
const staleness: Middleware =
  ({ dispatch }) =>
  (next) =>
  (action) => {
    const result = next(action);
    const tags = invalidateAfter(action);
    if (tags.length > 0) dispatch(api.util.invalidateTags([...tags]));
    return result;
  };

addToStore({
  reducerPath: api.reducerPath,
  reducer: api.reducer,
  middlewares: [api.middleware as Middleware, staleness],
  reset: api.util.resetApiState,
});
