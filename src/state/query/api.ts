import type { Middleware } from 'redux';
import { isAnyOf } from '@reduxjs/toolkit';
import type { WithSlice } from '@reduxjs/toolkit';
import { createApi } from '@reduxjs/toolkit/query/react';
import { addMiddleware } from '../lazy.ts';
import { rootReducer } from '../root-reducer.ts';
import { loggedOut, loginSucceeded } from '../session/auth.ts';
import { baseQuery } from './base-query.ts';
import { invalidateAfter } from './cache-invalidation.ts';
import { tagTypes } from '#services/http/tags.ts';

/**
 * The RTK Query API for all server data that isn't in a slice. Endpoints join it when they are first used (`inject.ts`);
 * a page that asks nothing never loads it.
 */
export const api = createApi({
  reducerPath: 'api',
  baseQuery,
  tagTypes,
  endpoints: () => ({}),
});

/** Cached data must not leak from one account to the next. */
const personChanged = isAnyOf(loggedOut, loginSucceeded);

/**
 * Invalidates records that an action or event has outdated: those on screen are refetched, others dropped.
 */
const staleness: Middleware =
  ({ dispatch }) =>
  (next) =>
  (action) => {
    const result = next(action);
    if (personChanged(action)) dispatch(api.util.resetApiState());
    const tags = invalidateAfter(action);
    if (tags.length > 0) dispatch(api.util.invalidateTags([...tags]));
    return result;
  };

declare module '../root-reducer.ts' {
  export interface LazyLoadedSlices extends WithSlice<typeof api> {}
}
rootReducer.inject(api);
addMiddleware(api.middleware, staleness);
