import { createSlice } from '@reduxjs/toolkit';
import type { PayloadAction } from '@reduxjs/toolkit';
import { loggedOut, loginSucceeded } from './auth.ts';

export interface FollowState {
  /** Creators known to be followed, each once. */
  readonly followedIds: readonly string[];
  /** Creators known not to be, whatever an older answer of the server still says. */
  readonly unfollowedIds: readonly string[];
}

const initialState: FollowState = { followedIds: [], unfollowedIds: [] };
const without = (ids: readonly string[], id: string) => ids.filter((each) => each !== id);

const added = (state: FollowState, { payload: id }: PayloadAction<string>): FollowState => ({
  followedIds: state.followedIds.includes(id) ? state.followedIds : [...state.followedIds, id],
  unfollowedIds: without(state.unfollowedIds, id),
});
const removed = (state: FollowState, { payload: id }: PayloadAction<string>): FollowState => ({
  followedIds: without(state.followedIds, id),
  unfollowedIds: state.unfollowedIds.includes(id) ? state.unfollowedIds : [...state.unfollowedIds, id],
});

export const follow = createSlice({
  name: 'follow',
  initialState,
  reducers: {
    /** Shown at once; taken back when the server refuses. Payloads are creator ids. */
    followRequested: added,
    followSucceeded: (state, _action: PayloadAction<string>) => state,
    followFailed: removed,
    unfollowRequested: removed,
    unfollowSucceeded: (state, _action: PayloadAction<string>) => state,
    unfollowFailed: added,
    /** The server has just told what is true for these: the local word is no longer needed. */
    followsLearned: (state, { payload }: PayloadAction<readonly { readonly _id: string; readonly isFollowed: boolean }[]>): FollowState => {
      const told = new Set(payload.map((each) => each._id));
      const followed = payload.filter((each) => each.isFollowed).map((each) => each._id);
      return {
        followedIds: [...new Set([...state.followedIds.filter((id) => !told.has(id)), ...followed])],
        unfollowedIds: state.unfollowedIds.filter((id) => !told.has(id)),
      };
    },
  },
  extraReducers: (builder) => builder.addCase(loggedOut, () => initialState).addCase(loginSucceeded, () => initialState),
  selectors: {
    selectFollowedIds: (state) => state.followedIds,
    /** `fromServer`: what the record at hand says, for a creator nothing newer is known of. */
    selectIsFollowed: (state, id: string, fromServer = false) => state.followedIds.includes(id) || (fromServer && !state.unfollowedIds.includes(id)),
  },
});

export const { followRequested, followSucceeded, followFailed, unfollowRequested, unfollowSucceeded, unfollowFailed, followsLearned } = follow.actions;
export const { selectFollowedIds, selectIsFollowed } = follow.selectors;
