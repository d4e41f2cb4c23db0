import { loggedOut, loginSucceeded, sessionChecked } from '../session/auth.ts';
import { createAction, createSlice } from '@reduxjs/toolkit';
import type { PayloadAction } from '@reduxjs/toolkit';

const initialState: { readonly total: number } = { total: 0 };

/** The number of unread notifications, shown in the frame of every page. */
export const unreadNotificationsSlice = createSlice({
  name: 'unreadNotifications',
  initialState,
  reducers: {
    notificationsCounted: (state, { payload }: PayloadAction<number>) => {
      state.total = payload;
    },
  },
  extraReducers: (builder) =>
    builder
      .addCase(loginSucceeded, (state, { payload }) => {
        state.total = payload.unreadNotifications;
      })
      .addCase(sessionChecked, (state, { payload }) => {
        state.total = payload?.unreadNotifications ?? 0;
      })
      .addCase(loggedOut, () => initialState),
  selectors: { selectUnreadNotifications: (state) => state.total },
});

export const { notificationsCounted } = unreadNotificationsSlice.actions;
export const { selectUnreadNotifications } = unreadNotificationsSlice.selectors;

/** A list shows more unread notifications than were counted: one was created before the page was connected. */
export const notificationsMiscounted = createAction('unreadNotifications/miscounted');
