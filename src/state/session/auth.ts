import { createAction, createSlice } from '@reduxjs/toolkit';
import type { Draft, PayloadAction } from '@reduxjs/toolkit';
import type { CurrentUser } from '#contract/people/accounts.ts';
import type { Problem } from '#services/http/problem.ts';

export interface AuthUser {
  readonly _id: string;
  readonly username: string | null;
  readonly isPerformer: boolean;
}
export interface LoginRequest {
  readonly credentials: string;
  readonly password: string;
  /** Defaults to true. */
  readonly remember?: boolean;
}
export interface AuthState {
  /** Whether the token has been checked. Nobody is redirected before that. */
  readonly checked: boolean;
  readonly loggedIn: boolean;
  readonly authUser: AuthUser | null;
  readonly login: { readonly requesting: boolean; readonly success: boolean; readonly error: Problem | null };
}

const idle: AuthState['login'] = { requesting: false, success: false, error: null };
const initialState: AuthState = { checked: false, loggedIn: false, authUser: null, login: idle };

/**
 * Sets the account after a login, a registration or a successful check of the token; null if there is none.
 */
function identify(state: Draft<AuthState>, user: CurrentUser | null): void {
  state.checked = true;
  state.loggedIn = user !== null;
  state.authUser = user && { _id: user._id, username: user.username, isPerformer: user.isPerformer };
}

export const authSlice = createSlice({
  name: 'auth',
  initialState,
  reducers: {
    loginRequested: (state, _action: PayloadAction<LoginRequest>) => {
      state.login = { ...idle, requesting: true };
    },
    loginSucceeded: (state, { payload }: PayloadAction<CurrentUser>) => {
      identify(state, payload);
      state.login = { ...idle, success: true };
    },
    loginFailed: (state, { payload }: PayloadAction<Problem>) => {
      state.login = { ...idle, error: payload };
    },
    /** Resets the login form's error when the form is closed. */
    loginFormLeft: (state) => {
      state.login = idle;
    },
    /** The token has been checked; the payload is its account or null. */
    sessionChecked: (state, { payload }: PayloadAction<CurrentUser | null>) => identify(state, payload),
    loggedOut: () => ({ ...initialState, checked: true }),
  },
  selectors: {
    selectAuth: (state) => state,
    selectLoggedIn: (state) => state.loggedIn,
    selectAuthUser: (state) => state.authUser,
    selectLogin: (state) => state.login,
  },
});

/**
 * Checks the token. If it is invalid, a `page` that requires a login redirects to the login page, while the
 * `shell` only removes the token (specification section 8).
 */
export const sessionCheckRequested = createAction<{ from: 'page' | 'shell' }>('auth/sessionCheckRequested');
/** A token was obtained without the login form, by registering or a social login. */
export const tokenReceived = createAction<{
  token: string;
  remember?: boolean;
  device?: string | null;
  deletionCancelled?: boolean;
}>('auth/tokenReceived');
/** A device token from a password reset, to use for the next login. */
export const deviceReceived = createAction<string>('auth/deviceReceived');
export const logoutRequested = createAction('auth/logoutRequested');
/** An action requires a login: opens the login page and returns here afterwards. */
export const loginNeeded = createAction('auth/loginNeeded');
/** A request was answered with a 401. */
export const sessionRefused = createAction('auth/sessionRefused');
/**
 * This page is about to end its own session. Losing it must not lead away from what the page says about it.
 */
export const sessionEndsHere = createAction('auth/sessionEndsHere');

export const { loginRequested, loginSucceeded, loginFailed, loginFormLeft, sessionChecked, loggedOut } =
  authSlice.actions;
export const { selectAuth, selectLoggedIn, selectAuthUser, selectLogin } = authSlice.selectors;
