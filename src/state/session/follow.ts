import { createSlice } from '@reduxjs/toolkit';
import type { Draft, PayloadAction, WithSlice } from '@reduxjs/toolkit';
import { rootReducer } from '../root-reducer.ts';
import { loggedOut, loginSucceeded } from './auth.ts';
import { type Learned, followsIn, tellsFollows } from './follows-in-answers.ts';

export interface FollowState {
  /** Ids of creators known to be followed, without duplicates. */
  readonly followedIds: readonly string[];
  /** Ids of creators known not to be followed, even if an older response says otherwise. */
  readonly unfollowedIds: readonly string[];
  /** Ids of creators with a request that is pending or kept on the device, for which responses are ignored. */
  readonly pendingIds: readonly string[];
  /** When the server answered the last request, by the creator's id, in milliseconds since 1970. */
  readonly answeredAt: Readonly<Record<string, number>>;
}

const initialState: FollowState = { followedIds: [], unfollowedIds: [], pendingIds: [], answeredAt: {} };
type OfCreator = PayloadAction<string>;
/** What is shown of a creator. */
interface Follow {
  readonly creatorId: string;
  readonly isFollowed: boolean;
}
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
function learn(state: Draft<FollowState>, { sentAt, creators }: Learned): void {
  for (const { _id, isFollowed } of creators) {
    if (state.pendingIds.includes(_id) || sentAt < (state.answeredAt[_id] ?? 0)) continue;
    if (isFollowed) add(state, _id);
    else state.followedIds = without(state.followedIds, _id);
    state.unfollowedIds = without(state.unfollowedIds, _id);
  }
}

const followSlice = createSlice({
  name: 'follow',
  initialState,
  reducers: {
    /** Updates optimistically. Payloads are creator ids. */
    followRequested: (state, { payload }: OfCreator) => {
      add(state, payload);
      ask(state, payload);
    },
    unfollowRequested: (state, { payload }: OfCreator) => {
      remove(state, payload);
      ask(state, payload);
    },
    /** The server couldn't be reached: it is sent later, and shown as done until then. */
    followKept: (state, { payload: { creatorId, isFollowed } }: PayloadAction<Follow>) => {
      (isFollowed ? add : remove)(state, creatorId);
      ask(state, creatorId);
    },
    /** What the server knows after a request that had to wait, or after it refused one. */
    followConfirmed: (state, { payload: { creatorId, isFollowed } }: PayloadAction<Follow>) => {
      (isFollowed ? add : remove)(state, creatorId);
      state.pendingIds = without(state.pendingIds, creatorId);
    },
    /** The server has answered everything about this creator. */
    followSettled: {
      prepare: (creatorId: string) => ({ payload: creatorId, meta: { at: Date.now() } }),
      reducer: (state, { payload, meta }: PayloadAction<string, string, { at: number }>) => {
        state.pendingIds = without(state.pendingIds, payload);
        state.answeredAt[payload] = meta.at;
      },
    },
    /** The server's state of these creators when it was asked, which replaces older assumptions. */
    followsLearned: (state, { payload }: PayloadAction<Learned>) => learn(state, payload),
  },
  extraReducers: (builder) =>
    builder
      .addCase(loggedOut, () => initialState)
      .addCase(loginSucceeded, () => initialState)
      .addMatcher(tellsFollows, (state, action) => learn(state, followsIn(action))),
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
  unfollowRequested,
  followKept,
  followConfirmed,
  followSettled,
  followsLearned,
} = followSlice.actions;
export const { selectFollowedIds, selectIsFollowed } = injected.selectors;
