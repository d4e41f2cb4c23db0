import { createAction, createSlice, isAnyOf } from '@reduxjs/toolkit';
import type { ServerEvents } from '#contract/core/events.ts';
import { loggedOut } from '../session/auth.ts';
import { connectionRestored } from './connection.ts';

const initialState: { readonly heard: number } = { heard: 0 };

/**
 * The actions of `live` by name only, because this slice is in the initial bundle and their creators aren't.
 */
const named = (event: keyof ServerEvents) => createAction<unknown>(`live/${event}`);
const isNews = isAnyOf(
  named('access/changed'),
  named('order/changed'),
  named('auction/changed'),
  named('auction/ended'),
  named('notification/created'),
);

/** Counts events after which data rendered by the server may be outdated, because access may have changed. */
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
