import { loggedOut, loginSucceeded, sessionChecked } from '../session/auth.ts';
import { createSlice } from '../slice.ts';
import type { PayloadAction } from '../slice.ts';

const initialState: { readonly total: number } = { total: 0 };

/** Unread messages over all conversations: the number in the frame of every page. */
export const unread = createSlice({
  name: 'unread',
  initialState,
  reducers: {
    unreadCounted: (_state, { payload }: PayloadAction<number>) => ({ total: payload }),
    unreadChanged: ({ total }, { payload }: PayloadAction<number>) => ({
      total: Math.max(0, total + payload),
    }),
  },
  extraReducers: (builder) =>
    builder
      .addCase(loginSucceeded, (_state, { payload }) => ({ total: payload.totalNotSeenMessages }))
      .addCase(sessionChecked, (_state, { payload }) => ({ total: payload?.totalNotSeenMessages ?? 0 }))
      .addCase(loggedOut, () => initialState),
  selectors: { selectUnreadTotal: (state) => state.total },
});

export const { unreadCounted, unreadChanged } = unread.actions;
export const { selectUnreadTotal } = unread.selectors;
