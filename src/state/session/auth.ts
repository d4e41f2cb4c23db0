import { createAction, createSlice } from '@reduxjs/toolkit';
import type { Draft, PayloadAction } from '@reduxjs/toolkit';
import type { CurrentUser } from '#contract/accounts.ts';
import type { Problem } from '#services/http/problem.ts';

export interface AuthUser {
  readonly _id: string;
  readonly username: string | null;
  readonly isPerformer: boolean;
}
export interface LoginRequest {
  readonly credentials: string;
  readonly password: string;
  /** Left out, the person is remembered. */
  readonly remember?: boolean;
}
export interface AuthState {
  /** Has the token cookie been looked at: until then nobody is sent anywhere. */
  readonly checked: boolean;
  readonly loggedIn: boolean;
  readonly authUser: AuthUser | null;
  readonly login: { readonly requesting: boolean; readonly success: boolean; readonly error: Problem | null };
}

const idle: AuthState['login'] = { requesting: false, success: false, error: null };
const initialState: AuthState = { checked: false, loggedIn: false, authUser: null, login: idle };

/**
 * Who is here is known: the account after a login, a registration, or a token that proved valid; or nobody.
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
    /** Leaves a login form: its error goes with it. */
    loginFormLeft: (state) => {
      state.login = idle;
    },
    /** The token cookie has been looked at; the account it belongs to, or nobody. */
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
 * Asks whether the token cookie is worth something. A `page` that needs a login sends the person there when
 * it isn't; the app's `shell` only removes the token (specification section 8).
 */
export const sessionCheckRequested = createAction<{ from: 'page' | 'shell' }>('auth/sessionCheckRequested');
/** A token came without the login form: a registration, a social login. */
export const tokenReceived = createAction<{ token: string; remember?: boolean; device?: string | null }>(
  'auth/tokenReceived',
);
/** What a new password by mail left for this browser to show when it logs in. */
export const deviceReceived = createAction<string>('auth/deviceReceived');
export const logoutRequested = createAction('auth/logoutRequested');
/** Something here is for people who are logged in: to the login page, and back here afterwards. */
export const loginNeeded = createAction('auth/loginNeeded');
/** A call was answered 401. */
export const sessionRefused = createAction('auth/sessionRefused');

export const { loginRequested, loginSucceeded, loginFailed, loginFormLeft, sessionChecked, loggedOut } =
  authSlice.actions;
export const { selectAuth, selectLoggedIn, selectAuthUser, selectLogin } = authSlice.selectors;
