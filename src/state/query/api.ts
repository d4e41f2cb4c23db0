import type { Middleware } from 'redux';
import { isAnyOf } from '@reduxjs/toolkit';
import type { WithSlice } from '@reduxjs/toolkit';
import { createApi, fakeBaseQuery } from '@reduxjs/toolkit/query/react';
import type { Problem } from '#services/http/problem.ts';
import { addMiddleware } from '../late-middleware.ts';
import { rootReducer } from '../root-reducer.ts';
import { loggedOut, loginSucceeded } from '../session/auth.ts';
import { invalidateAfter } from './cache-invalidation.ts';
import { tagTypes } from './tags.ts';

/**
 * Everything from the server that no slice owns. It comes with the first page that asks for something (a
 * family's `api-*.ts` adds its operations), so that pages which don't never load it.
 */
export const api = createApi({
  reducerPath: 'api',
  baseQuery: fakeBaseQuery<Problem>(),
  tagTypes,
  endpoints: () => ({}),
});

/** Another person is at the screen: what was fetched for the one before is none of theirs. */
const personChanged = isAnyOf(loggedOut, loginSucceeded);

/**
 * What happened elsewhere makes records here stale: those on the screen are fetched again, the others
 * forgotten.
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
