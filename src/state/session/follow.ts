import { createSlice } from '../slice.ts';
import type { PayloadAction } from '../slice.ts';
import { addToStore } from '../late-reducers.ts';
import { loggedOut, loginSucceeded } from './auth.ts';

export interface FollowState {
  /** Creators known to be followed, each once. */
  readonly followedIds: readonly string[];
  /** Creators known not to be, whatever an older answer of the server still says. */
  readonly unfollowedIds: readonly string[];
  /** Creators the server is being told of just now: an answer that was on its way before says nothing of them. */
  readonly pendingIds: readonly string[];
}

const initialState: FollowState = { followedIds: [], unfollowedIds: [], pendingIds: [] };
type OfCreator = PayloadAction<string>;
const without = (ids: readonly string[], id: string) => ids.filter((each) => each !== id);

const added = (state: FollowState, id: string): FollowState => ({
  ...state,
  followedIds: state.followedIds.includes(id) ? state.followedIds : [...state.followedIds, id],
  unfollowedIds: without(state.unfollowedIds, id),
});
const removed = (state: FollowState, id: string): FollowState => ({
  ...state,
  followedIds: without(state.followedIds, id),
  unfollowedIds: state.unfollowedIds.includes(id) ? state.unfollowedIds : [...state.unfollowedIds, id],
});

const asked = (state: FollowState, id: string): FollowState => ({
  ...state,
  pendingIds: [...without(state.pendingIds, id), id],
});
const answered = (state: FollowState, id: string): FollowState => ({
  ...state,
  pendingIds: without(state.pendingIds, id),
});

export const follow = addToStore(
  createSlice({
    name: 'follow',
    initialState,
    reducers: {
      /** Shown at once; taken back when the server refuses. Payloads are creator ids. */
      followRequested: (state, { payload }: OfCreator) => asked(added(state, payload), payload),
      followSucceeded: (state, { payload }: OfCreator) => answered(state, payload),
      followFailed: (state, { payload }: OfCreator) => answered(removed(state, payload), payload),
      unfollowRequested: (state, { payload }: OfCreator) => asked(removed(state, payload), payload),
      unfollowSucceeded: (state, { payload }: OfCreator) => answered(state, payload),
      unfollowFailed: (state, { payload }: OfCreator) => answered(added(state, payload), payload),
      /** The server has just told what is true for these: the local word is no longer needed. */
      followsLearned: (
        state,
        { payload }: PayloadAction<readonly { readonly _id: string; readonly isFollowed: boolean }[]>,
      ): FollowState => {
        const learned = payload.filter((each) => !state.pendingIds.includes(each._id));
        const told = new Set(learned.map((each) => each._id));
        const followed = learned.filter((each) => each.isFollowed).map((each) => each._id);
        return {
          ...state,
          followedIds: [...new Set([...state.followedIds.filter((id) => !told.has(id)), ...followed])],
          unfollowedIds: state.unfollowedIds.filter((id) => !told.has(id)),
        };
      },
    },
    extraReducers: (builder) =>
      builder.addCase(loggedOut, () => initialState).addCase(loginSucceeded, () => initialState),
    selectors: {
      selectFollowedIds: (state) => state.followedIds,
      /** `fromServer`: what the record at hand says, for a creator nothing newer is known of. */
      selectIsFollowed: (state, id: string, fromServer = false) =>
        state.followedIds.includes(id) || (fromServer && !state.unfollowedIds.includes(id)),
    },
  }),
);

export const {
  followRequested,
  followSucceeded,
  followFailed,
  unfollowRequested,
  unfollowSucceeded,
  unfollowFailed,
  followsLearned,
} = follow.actions;
export const { selectFollowedIds, selectIsFollowed } = follow.selectors;
