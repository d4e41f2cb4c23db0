import { race } from 'redux-saga/effects';
import { limits } from '#config/limits.ts';
import { routes, samePathOnly } from '#config/routes.ts';
import type { CurrentUser } from '#contract/people/accounts.ts';
import { texts } from '#lib/problem.ts';
import { login, logout } from '#services/people/auth/auth.ts';
import { sentPassword } from '#services/people/auth/password-hash.ts';
import { ApiProblem, toProblem } from '#services/http/problem.ts';
import { getMe } from '#services/people/accounts.ts';
import {
  deviceReceived,
  loggedOut,
  loginFailed,
  loginNeeded,
  loginRequested,
  loginSucceeded,
  logoutRequested,
  selectAuthUser,
  sessionChecked,
  sessionCheckRequested,
  sessionEndsHere,
  sessionRefused,
  tokenReceived,
} from './auth.ts';
import type { LoginRequest } from './auth.ts';
import { onEvery, onLeading, pause, read, send, wait } from '../effects.ts';
import type { Saga } from '../effects.ts';
import { preStoreQueueKey, waitingKey } from '../messages/outbox/outbox.ts';
import { destinationAfterLogin } from '../login-destination.ts';
import { selectSettings } from './settings.ts';
import type { SagaDeps } from '../deps.ts';

const returnKey = 'returnTo';
const deviceKey = 'device';
const logoutPatienceMs = 3_000;
const leavingMs = 5_000;

const isLoginPath = (path: string) => path.startsWith(routes.login);

/** Remembers the current path, to return to it after the login. */
function rememberPlace({ storage, here }: SagaDeps): void {
  const place = samePathOnly(here());
  if (place && !isLoginPath(place)) storage.session.write(returnKey, place);
}

/** The return path in the URL of the login or join page (`?from=`). */
const requestedPath = (path: string): string | null =>
  isLoginPath(path) || path.startsWith(routes.register)
    ? samePathOnly(new URLSearchParams(path.split('?')[1]).get('from'))
    : null;

function takePlace({ storage, here }: SagaDeps): string | null {
  const place = requestedPath(here()) ?? samePathOnly(storage.session.read(returnKey));
  storage.session.remove(returnKey);
  return place;
}

/** Fetches the account of the current token. A 401 is left to the caller. */
const askWhoIAm = (deps: SagaDeps) => getMe(deps.api, { unauthorized: 'ignore' });

/**
 * Saves the token that marks this device as known, so that failed logins by others don't lock it out.
 * Survives a logout.
 */
function saveDevice({ storage }: SagaDeps, device: string | null | undefined): void {
  if (device) storage.local.write(deviceKey, device);
}

/** The browser kept no cookie, so the next request would be a stranger's. */
const cookiesBlocked = {
  status: 0,
  code: 'cookies_blocked',
  message: 'Your browser blocks cookies for this site. Allow them, then log in again.',
};

/** Logs in with a token, once the server has returned its account. */
function* enter(
  deps: SagaDeps,
  {
    token,
    remember,
    device,
    deletionCancelled,
  }: {
    token: string;
    remember?: boolean | undefined;
    device?: string | null | undefined;
    deletionCancelled?: boolean | undefined;
  },
): Saga {
  saveDevice(deps, device);
  deps.cookies.storeToken(token, remember === false ? limits.cookieDays.session : limits.cookieDays.remember);
  if (deps.cookies.readToken() === null) throw new ApiProblem(cookiesBlocked);
  let user: CurrentUser;
  try {
    user = yield* wait(() => askWhoIAm(deps));
  } catch (problem) {
    deps.cookies.removeToken();
    throw problem;
  }
  yield* send(loginSucceeded(user));
  if (deletionCancelled) deps.toast.success('Welcome back. Your account won’t be deleted.');
  void deps.navigate(destinationAfterLogin(user, takePlace(deps)));
}

/** Shows the server's error message, or "Incorrect credentials!" if there is none. */
function* failLogin(caught: unknown): Saga {
  yield* send(loginFailed(toProblem(caught, texts.wrongCredentials)));
}

function* logIn(deps: SagaDeps, { credentials, password, remember }: LoginRequest): Saga {
  try {
    const { passwordHashing } = yield* read(selectSettings);
    const device = deps.storage.local.read(deviceKey);
    const session = yield* wait(async () =>
      login(deps.api, {
        credentials,
        password: await sentPassword(password, passwordHashing),
        remember: remember ?? true,
        ...(device && { device }),
      }),
    );
    if (!session?.token)
      throw new ApiProblem({ status: 200, code: 'wrong_credentials', message: texts.wrongCredentials });
    const { token, device: known, deletionCancelled } = session;
    yield* enter(deps, { token, device: known, remember, deletionCancelled });
  } catch (problem) {
    yield* failLogin(problem);
  }
}

/** Messages that wait on this device don't outlast a logout. Nobody is kept from leaving by a full disk. */
function* forgetUnsent({ storage, outbox }: SagaDeps, userId: string): Saga {
  if (storage.local.read(waitingKey(userId)) === null) return;
  for (const key of [waitingKey(userId), preStoreQueueKey(userId)]) storage.local.remove(key);
  const cleared = wait(async () => (await outbox()).store.clear(userId));
  yield race([cleared, pause(logoutPatienceMs)]);
}

function* logOut(deps: SagaDeps): Saga {
  // The server is told first, while the token is still there. A slow or missing response must not block the
  // logout.
  yield race([wait(() => logout(deps.api).catch(() => null)), pause(logoutPatienceMs)]);
  const user = yield* read(selectAuthUser);
  deps.cookies.removeToken();
  deps.storage.session.remove(returnKey);
  yield* send(loggedOut());
  if (user) yield* forgetUnsent(deps, user._id);
  yield* wait(() => deps.navigate(routes.login));
}

/** Navigates to the login page, remembering the way back; `say` adds a toast. */
function goToLogin(deps: SagaDeps, say: boolean): void {
  rememberPlace(deps);
  if (say) deps.toast.error(texts.pleaseLogin);
  if (!isLoginPath(deps.here())) void deps.navigate(routes.login);
}

/** No response, or one that says the server or its database is temporarily unavailable. */
const isNoAnswer = ({ status }: ApiProblem): boolean => status === 0 || (status >= 502 && status <= 504);

/** Retries until the server responds, because an outage is no reason to log anyone out. */
function* answered(deps: SagaDeps): Saga<CurrentUser | ApiProblem> {
  for (
    let delay: number = limits.reconnection.initialDelayMs;
    ;
    delay = Math.min(delay * 2, limits.reconnection.maximumDelayMs)
  ) {
    try {
      return yield* wait(() => askWhoIAm(deps));
    } catch (caught) {
      if (!(caught instanceof ApiProblem)) throw caught;
      if (!isNoAnswer(caught)) return caught;
    }
    yield* pause(delay);
  }
}

function* checkSession(deps: SagaDeps, from: 'page' | 'shell'): Saga {
  const answer = deps.cookies.readToken() === null ? null : yield* answered(deps);
  const known = yield* read(selectAuthUser);
  if (answer && !(answer instanceof ApiProblem)) {
    // Another tab has logged in with a different account.
    if (known && known._id !== answer._id) yield* send(loggedOut());
    yield* send(sessionChecked(answer));
    return;
  }
  deps.cookies.removeToken();
  yield* send(known ? loggedOut() : sessionChecked(null));
  if (from === 'page') goToLogin(deps, answer?.status === 401);
}

const leave = (deps: SagaDeps) => wait(() => deps.navigate(routes.login));

function* refuse(deps: SagaDeps, { stays }: { stays: boolean }): Saga {
  deps.cookies.removeToken();
  if (!stays) goToLogin(deps, true);
  yield* send(loggedOut());
}

export function* authSaga(deps: SagaDeps): Saga {
  /**
   * Set during a deliberate logout: until the login page is open, 401 responses of the current page are
   * ignored.
   */
  let leaving: { at: string; until: number } | null = null;
  /** The page that ends its own session. */
  let endsAt: string | null = null;
  const endsHere = () => endsAt === deps.here();
  const isLeaving = () => leaving !== null && leaving.at === deps.here() && deps.now() < leaving.until;
  yield* onLeading(loginRequested, ({ payload }) => logIn(deps, payload));
  yield* onLeading(tokenReceived, function* ({ payload }) {
    try {
      yield* enter(deps, payload);
    } catch (problem) {
      yield* failLogin(problem);
    }
  });
  yield* onEvery(deviceReceived, ({ payload }) => wait(() => saveDevice(deps, payload)));
  yield* onLeading(logoutRequested, function* () {
    leaving = { at: deps.here(), until: Infinity };
    yield* logOut(deps);
    // Once the login page is open, going back to this one is a visit like any other.
    leaving = deps.here() === leaving.at ? { ...leaving, until: deps.now() + leavingMs } : null;
  });
  yield* onEvery(sessionEndsHere, function* () {
    endsAt = yield* wait(() => deps.here());
  });
  yield* onEvery(sessionRefused, () => (isLeaving() ? leave(deps) : refuse(deps, { stays: endsHere() })));
  yield* onEvery(loginNeeded, () => (isLeaving() ? leave(deps) : wait(() => goToLogin(deps, true))));
  yield* onLeading(sessionCheckRequested, ({ payload }) =>
    checkSession(deps, isLeaving() || endsHere() ? 'shell' : payload.from),
  );
}
