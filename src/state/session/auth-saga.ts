import { race } from 'redux-saga/effects';
import { limits } from '#config/limits.ts';
import { routes, samePathOnly } from '#config/routes.ts';
import type { CurrentUser } from '#contract/accounts.ts';
import { texts } from '#lib/problem.ts';
import { login, logout } from '#services/auth.ts';
import { sentPassword } from '#services/password-hash.ts';
import { ApiProblem, toProblem } from '#services/http/problem.ts';
import { getMe } from '#services/accounts.ts';
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
  sessionRefused,
  tokenReceived,
} from './auth.ts';
import type { LoginRequest } from './auth.ts';
import { onEvery, onLeading, pause, read, send, wait } from '../effects.ts';
import type { Saga } from '../effects.ts';
import { isComplete, serverDataOf } from '../server-data.ts';
import { selectSettings } from './settings.ts';
import type { SagaDeps } from '../deps.ts';

const returnKey = 'returnTo';
const deviceKey = 'device';
const logoutPatienceMs = 3_000;
const leavingMs = 5_000;

const isLoginPath = (path: string) => path.startsWith(routes.login);

/** Keeps where the person was, for after the login. */
function rememberPlace({ storage, here }: SagaDeps): void {
  const place = samePathOnly(here());
  if (place && !isLoginPath(place)) storage.session.write(returnKey, place);
}

/**
 * Where the own address of the login page, or of joining, says to go afterwards: somebody came by a link that
 * says so.
 */
const askedPlace = (path: string): string | null =>
  isLoginPath(path) || path.startsWith(routes.register)
    ? samePathOnly(new URLSearchParams(path.split('?')[1]).get('from'))
    : null;

function takePlace({ storage, here }: SagaDeps): string | null {
  const place = askedPlace(here()) ?? samePathOnly(storage.session.read(returnKey));
  storage.session.remove(returnKey);
  return place;
}

/** Who belongs to the token cookie, asked so that a 401 is the caller's to deal with. */
const askWhoIAm = (deps: SagaDeps) => getMe(deps.api, { unauthorized: 'ignore' });

/**
 * What the next login shows, so that strangers' failed ones don't count against this browser. It outlives a
 * logout.
 */
function saveDevice({ storage }: SagaDeps, device: string | null | undefined): void {
  if (device) storage.local.write(deviceKey, device);
}

/** A token has been given: the person is in once the server says who they are. */
function* enter(
  deps: SagaDeps,
  {
    token,
    remember,
    device,
  }: { token: string; remember?: boolean | undefined; device?: string | null | undefined },
): Saga {
  saveDevice(deps, device);
  deps.cookies.storeToken(token, remember === false ? limits.cookieDays.session : limits.cookieDays.remember);
  let user: CurrentUser;
  try {
    user = yield* wait(() => askWhoIAm(deps));
  } catch (problem) {
    deps.cookies.removeToken();
    throw problem;
  }
  yield* send(loginSucceeded(user));
  const place = takePlace(deps);
  deps.navigate(isComplete(user) && place ? place : serverDataOf(user));
}

/** A refused login: the server's sentence, else "Incorrect credentials!". */
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
    yield* enter(deps, { token: session.token, device: session.device, remember });
  } catch (problem) {
    yield* failLogin(problem);
  }
}

function* logOut(deps: SagaDeps): Saga {
  // The server is told first, by the token that is about to go; a slow or absent one holds nobody back.
  yield race([wait(() => logout(deps.api).catch(() => null)), pause(logoutPatienceMs)]);
  deps.cookies.removeToken();
  deps.storage.session.remove(returnKey);
  yield* send(loggedOut());
  deps.navigate(routes.login);
}

/** To the login page, with its sentence and the way back. */
function goToLogin(deps: SagaDeps, say: boolean): void {
  rememberPlace(deps);
  if (say) deps.toast.error(texts.pleaseLogin);
  if (!isLoginPath(deps.here())) deps.navigate(routes.login);
}

/**
 * Nobody there, or somebody who says that they can't tell now: a proxy without its server, a server without
 * its database.
 */
const isNoAnswer = ({ status }: ApiProblem): boolean => status === 0 || (status >= 502 && status <= 504);

/** Asks until the server has answered: no answer at all is no reason to log anybody out. */
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
    // The cookie is another account's by now: another tab logged in.
    if (known && known._id !== answer._id) yield* send(loggedOut());
    yield* send(sessionChecked(answer));
    return;
  }
  deps.cookies.removeToken();
  yield* send(known ? loggedOut() : sessionChecked(null));
  if (from === 'page') goToLogin(deps, answer?.status === 401);
}

const leave = (deps: SagaDeps) => wait(() => deps.navigate(routes.login));

function* refuse(deps: SagaDeps): Saga {
  deps.cookies.removeToken();
  goToLogin(deps, true);
  yield* send(loggedOut());
}

export function* authSaga(deps: SagaDeps): Saga {
  /**
   * Where and until when a person who logged out by choice is on the way to the login page: what that page
   * still asks for is no news.
   */
  let leaving: { at: string; until: number } | null = null;
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
    leaving = { ...leaving, until: deps.now() + leavingMs };
  });
  yield* onEvery(sessionRefused, () => (isLeaving() ? leave(deps) : refuse(deps)));
  yield* onEvery(loginNeeded, () => (isLeaving() ? leave(deps) : wait(() => goToLogin(deps, true))));
  yield* onLeading(sessionCheckRequested, ({ payload }) =>
    checkSession(deps, isLeaving() ? 'shell' : payload.from),
  );
}
