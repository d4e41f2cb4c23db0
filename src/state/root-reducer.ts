import { combineSlices } from '@reduxjs/toolkit';
import { accessNewsSlice } from './live/access-updates.ts';
import { connectionSlice } from './live/connection.ts';
import { unreadSlice } from './messages/unread.ts';
import { unreadNotificationsSlice } from './live/unread-notifications.ts';
import { authSlice } from './session/auth.ts';
import { settingsSlice } from './session/settings.ts';
import { uiSlice } from './session/ui.ts';
import { userSlice } from './session/user.ts';

/** Extended by the modules of lazily loaded slices through `declare module`. */
export interface LazyLoadedSlices {}

/**
 * The slices that every page needs. Others inject themselves when their module loads; until then their
 * selectors return the initial state.
 */
export const rootReducer = combineSlices(
  authSlice,
  userSlice,
  settingsSlice,
  uiSlice,
  connectionSlice,
  unreadSlice,
  unreadNotificationsSlice,
  accessNewsSlice,
).withLazyLoadedSlices<LazyLoadedSlices>();

export type RootState = ReturnType<typeof rootReducer>;
