import { createSlice } from '@reduxjs/toolkit';
import type { Draft, PayloadAction, WithSlice } from '@reduxjs/toolkit';
import { rootReducer } from '../root-reducer.ts';
import { loggedOut, loginSucceeded } from './auth.ts';

export interface FollowState {
  /** Ids of creators known to be followed, without duplicates. */
  readonly followedIds: readonly string[];
  /** Ids of creators known not to be followed, even if an older response says otherwise. */
  readonly unfollowedIds: readonly string[];
  /** Ids of creators with a pending request, for which responses are ignored. */
  readonly pendingIds: readonly string[];
}

const initialState: FollowState = { followedIds: [], unfollowedIds: [], pendingIds: [] };
type OfCreator = PayloadAction<string>;
const without = (ids: readonly string[], id: string) => ids.filter((each) => each !== id);

function add(state: Draft<FollowState>, id: string): void {
  if (!state.followedIds.includes(id)) state.followedIds.push(id);
  state.unfollowedIds = without(state.unfollowedIds, id);
}
function remove(state: Draft<FollowState>, id: string): void {
  state.followedIds = without(state.followedIds, id);
  if (!state.unfollowedIds.includes(id)) state.unfollowedIds.push(id);
}
function ask(state: Draft<FollowState>, id: string): void {
  if (!state.pendingIds.includes(id)) state.pendingIds.push(id);
}
function answer(state: Draft<FollowState>, id: string): void {
  state.pendingIds = without(state.pendingIds, id);
}

const followSlice = createSlice({
  name: 'follow',
  initialState,
  reducers: {
    /** Updates optimistically and rolls back if the server refuses. Payloads are creator ids. */
    followRequested: (state, { payload }: OfCreator) => {
      add(state, payload);
      ask(state, payload);
    },
    followSucceeded: (state, { payload }: OfCreator) => answer(state, payload),
    followFailed: (state, { payload }: OfCreator) => {
      remove(state, payload);
      answer(state, payload);
    },
    unfollowRequested: (state, { payload }: OfCreator) => {
      remove(state, payload);
      ask(state, payload);
    },
    unfollowSucceeded: (state, { payload }: OfCreator) => answer(state, payload),
    unfollowFailed: (state, { payload }: OfCreator) => {
      add(state, payload);
      answer(state, payload);
    },
    /** What the server knows after a request that had to wait, or after it refused one. */
    followConfirmed: (
      state,
      { payload: { creatorId, isFollowed } }: PayloadAction<{ creatorId: string; isFollowed: boolean }>,
    ) => (isFollowed ? add : remove)(state, creatorId),
    /** The server's current state of these creators, which replaces local assumptions. */
    followsLearned: (
      state,
      { payload }: PayloadAction<readonly { readonly _id: string; readonly isFollowed: boolean }[]>,
    ) => {
      const learned = payload.filter((each) => !state.pendingIds.includes(each._id));
      const told = new Set(learned.map((each) => each._id));
      const followed = learned.filter((each) => each.isFollowed).map((each) => each._id);
      state.followedIds = [...new Set([...state.followedIds.filter((id) => !told.has(id)), ...followed])];
      state.unfollowedIds = state.unfollowedIds.filter((id) => !told.has(id));
    },
  },
  extraReducers: (builder) =>
    builder.addCase(loggedOut, () => initialState).addCase(loginSucceeded, () => initialState),
  selectors: {
    selectFollowedIds: (state) => state.followedIds,
    /** `fromServer` is the value in the record at hand, used if nothing newer is known. */
    selectIsFollowed: (state, id: string, fromServer = false) =>
      state.followedIds.includes(id) || (fromServer && !state.unfollowedIds.includes(id)),
  },
});

declare module '../root-reducer.ts' {
  export interface LazyLoadedSlices extends WithSlice<typeof followSlice> {}
}
const injected = followSlice.injectInto(rootReducer);

export const {
  followRequested,
  followSucceeded,
  followFailed,
  unfollowRequested,
  unfollowSucceeded,
  unfollowFailed,
  followConfirmed,
  followsLearned,
} = followSlice.actions;
export const { selectFollowedIds, selectIsFollowed } = injected.selectors;
