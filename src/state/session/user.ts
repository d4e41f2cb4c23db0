import { createAction, createSlice } from '@reduxjs/toolkit';
import type { Draft, PayloadAction } from '@reduxjs/toolkit';
import type { ServerEvents } from '#contract/core/events.ts';
import type { CurrentUser } from '#contract/people/accounts.ts';
import type { BodyOf } from '#services/http/call.ts';
import type { Problem } from '#services/http/problem.ts';
import { isAnswerTo } from '../query/answers.ts';
import { loggedOut, loginSucceeded, sessionChecked } from './auth.ts';

interface Update {
  readonly updating: boolean;
  readonly success: boolean;
  readonly error: Problem | null;
}
/** All forms of the page share one update; `sent` tells each whether it was its own. */
interface ProfileUpdating extends Update {
  readonly sent: ProfileUpdate | null;
}
export interface UserState {
  readonly current: CurrentUser | null;
  readonly profile: ProfileUpdating;
  readonly password: Update;
}
/** The new password and, as `source`, the current one unless there is a proof. Both in plain text. */
export type PasswordUpdate = BodyOf<'PUT /auth/users/me/password'>;
/** A creator's fields are sent to the per-id endpoint, a fan's to the own one (specification section 6). */
export type ProfileUpdate = BodyOf<'PUT /users'> &
  BodyOf<'PUT /performers/:id'> & {
    /** The `updatedAt` of the account that the form began with. */ readonly version?: string;
  };

const idle: Update = { updating: false, success: false, error: null };
const initialState: UserState = { current: null, profile: { ...idle, sent: null }, password: idle };

/**
 * `live['balance/updated']` by name only, because this slice is in the initial bundle and the events aren't.
 */
const balanceUpdated = createAction<ServerEvents['balance/updated']>('live/balance/updated');

export const userSlice = createSlice({
  name: 'user',
  initialState,
  reducers: {
    /** Merges changed fields into the account, such as a new avatar or balance. */
    currentUserChanged: ({ current }, { payload }: PayloadAction<Partial<CurrentUser>>) => {
      if (current) Object.assign(current, payload);
    },
    // Ignored while another update is pending.
    profileUpdateRequested: (state, { payload }: PayloadAction<ProfileUpdate>) => {
      if (!state.profile.updating) state.profile = { ...idle, updating: true, sent: payload };
    },
    profileUpdated: ({ profile }) => {
      profile.updating = false;
      profile.success = true;
    },
    profileUpdateFailed: ({ profile }, { payload }: PayloadAction<Problem>) => {
      profile.updating = false;
      profile.error = payload;
    },
    passwordUpdateRequested: (state, _action: PayloadAction<PasswordUpdate>) => {
      state.password = { ...idle, updating: true };
    },
    passwordUpdated: ({ password }) => {
      password.success = true;
      password.error = null;
    },
    passwordUpdateFailed: ({ password }, { payload }: PayloadAction<Problem>) => {
      password.success = false;
      password.error = payload;
    },
    /** Follows every password update, whether it succeeded or not. */
    passwordUpdateEnded: ({ password }) => {
      password.updating = false;
    },
  },
  extraReducers: (builder) => {
    const identified = (state: Draft<UserState>, { payload }: PayloadAction<CurrentUser | null>) => {
      state.current = payload;
    };
    builder
      .addCase(loginSucceeded, identified)
      .addCase(sessionChecked, identified)
      .addCase(loggedOut, () => initialState)
      // Uses the ledger's balance rather than the amount in the event, because the sum would drift if an
      // event is lost or a response has already included it.
      .addCase(balanceUpdated, ({ current }, { payload }) => {
        if (current) current.balance = payload.balance;
      })
      // These answers have the balance before its event arrives.
      .addMatcher(
        isAnswerTo(
          'POST /payment/wallet/top-up',
          'POST /wallet/charges/tip/:id',
          'POST /wallet/charges/:id/undo',
          'POST /wallet/charges/feed/:id',
          'POST /wallet/charges/video/:id',
          'POST /wallet/charges/gallery/:id',
          'POST /wallet/charges/message/:id',
          'POST /wallet/charges/stream/:id',
          'POST /aution-item',
          'POST /wallet/charges/product/:id',
        ),
        ({ current }, { payload }) => {
          if (current) current.balance = payload.balance;
        },
      )
      .addMatcher(isAnswerTo('PUT /users/time-zone'), ({ current }, { payload }) => {
        if (current) Object.assign(current, payload);
      });
  },
  selectors: {
    selectCurrentUser: (state) => state.current,
    selectBalance: (state) => state.current?.balance ?? 0,
    selectProfileUpdate: (state) => state.profile,
    selectPasswordUpdate: (state) => state.password,
  },
});

/** Refetches the current account. */
export const currentUserStale = createAction('user/currentUserStale');

export const {
  currentUserChanged,
  profileUpdateRequested,
  profileUpdated,
  profileUpdateFailed,
  passwordUpdateRequested,
  passwordUpdated,
  passwordUpdateFailed,
  passwordUpdateEnded,
} = userSlice.actions;
export const { selectCurrentUser, selectBalance, selectProfileUpdate, selectPasswordUpdate } =
  userSlice.selectors;
