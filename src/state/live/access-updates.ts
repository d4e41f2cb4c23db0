import { createAction, createSlice, isAnyOf } from '@reduxjs/toolkit';
import type { ServerEvents } from '#contract/core/events.ts';
import { loggedOut } from '../session/auth.ts';
import { connectionRestored } from './connection.ts';

const initialState: { readonly heard: number } = { heard: 0 };

/**
 * The actions of `live` by their names alone: every page's first load has this slice, and not what makes
 * them.
 */
const named = (event: keyof ServerEvents) => createAction<unknown>(`live/${event}`);
const isNews = isAnyOf(
  named('access/changed'),
  named('order/changed'),
  named('auction/changed'),
  named('auction/ended'),
  named('notification/created'),
);

/**
 * How often something may have opened, closed or changed since the page came: what the server drew is no
 * longer sure.
 */
export const accessNewsSlice = createSlice({
  name: 'accessNews',
  initialState,
  reducers: {},
  extraReducers: (builder) =>
    builder
      .addCase(connectionRestored, (state, { payload }) => {
        if (!payload.first) state.heard += 1;
      })
      .addCase(loggedOut, () => initialState)
      .addMatcher(isNews, (state) => {
        state.heard += 1;
      }),
  selectors: { selectAccessNews: (state) => state.heard },
});

export const { selectAccessNews } = accessNewsSlice.selectors;
