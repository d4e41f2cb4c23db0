import { combineSlices } from '@reduxjs/toolkit';
import { accessNewsSlice } from './live/access-updates.ts';
import { connectionSlice } from './live/connection.ts';
import { unreadSlice } from './messages/unread.ts';
import { authSlice } from './session/auth.ts';
import { settingsSlice } from './session/settings.ts';
import { uiSlice } from './session/ui.ts';
import { userSlice } from './session/user.ts';

/** Filled in by the modules of the slices that come later: `declare module`. */
export interface LazyLoadedSlices {}

/**
 * What every page begins with. A slice that few pages need injects itself as its module loads; its selectors
 * show its initial state to a store that has none of it yet.
 */
export const rootReducer = combineSlices(
  authSlice,
  userSlice,
  settingsSlice,
  uiSlice,
  connectionSlice,
  unreadSlice,
  accessNewsSlice,
).withLazyLoadedSlices<LazyLoadedSlices>();

export type RootState = ReturnType<typeof rootReducer>;
