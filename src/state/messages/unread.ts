import { loggedOut, loginSucceeded, sessionChecked } from '../session/auth.ts';
import { createSlice } from '@reduxjs/toolkit';
import type { PayloadAction } from '@reduxjs/toolkit';

const initialState: { readonly total: number } = { total: 0 };

/** Number of unread messages in all conversations, shown in the navigation. */
export const unreadSlice = createSlice({
  name: 'unread',
  initialState,
  reducers: {
    unreadCounted: (state, { payload }: PayloadAction<number>) => {
      state.total = payload;
    },
    unreadChanged: (state, { payload }: PayloadAction<number>) => {
      state.total = Math.max(0, state.total + payload);
    },
  },
  extraReducers: (builder) =>
    builder
      .addCase(loginSucceeded, (state, { payload }) => {
        state.total = payload.totalNotSeenMessages;
      })
      .addCase(sessionChecked, (state, { payload }) => {
        state.total = payload?.totalNotSeenMessages ?? 0;
      })
      .addCase(loggedOut, () => initialState),
  selectors: { selectUnreadTotal: (state) => state.total },
});

export const { unreadCounted, unreadChanged } = unreadSlice.actions;
export const { selectUnreadTotal } = unreadSlice.selectors;
