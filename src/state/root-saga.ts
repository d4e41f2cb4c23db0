import { runSaga, stdChannel } from 'redux-saga';
import type { UnknownAction } from 'redux';
import { all, call, race, spawn, take } from 'redux-saga/effects';
import { auctionWatchSaga } from './auctions/auction-watch-saga.ts';
import { authSaga } from './session/auth-saga.ts';
import { loggedOut, loginSucceeded, selectLoggedIn, sessionChecked } from './session/auth.ts';
import { connectionSaga } from './live/connection-saga.ts';
import type { Saga } from './effects.ts';
import { read, wait } from './effects.ts';
import { followSaga } from './session/follow-saga.ts';
import { type Concern, type LatePart, messages, streams, withParts } from './lazy-sagas.ts';
import { forgetSaga } from './messages/voice/cleanup-saga.ts';
import { outboxWatchSaga } from './messages/outbox/outbox-watch.ts';
import { notificationSaga } from './live/notification-saga.ts';
import { pendingSaga } from './pending-actions/pending-saga.ts';
import type { SagaBridge } from './saga-bridge.ts';
import { settingsSaga } from './session/settings-saga.ts';
import { userSaga } from './session/user-saga.ts';
import type { SagaDeps } from './deps.ts';

/** Stands in for the sagas of a part until its code is loaded, then runs them. */
const late = ({ concerns }: LatePart): Concern =>
  function* (deps) {
    const here = yield* wait(() => concerns);
    yield all(here.map((concern) => call(lasting, concern, deps)));
  };

/** Sagas that also run for visitors. */
const forEverybody: readonly Concern[] = [authSaga, settingsSaga, followSaga, forgetSaga, late(streams)];
/**
 * Sagas that end with the session, so that pending work of one account can't write into the state of the
 * next.
 */
const forOneAccount: readonly Concern[] = [
  connectionSaga,
  userSaga,
  late(messages),
  notificationSaga,
  auctionWatchSaga,
  outboxWatchSaga,
  pendingSaga,
];

/** Restarts a saga after an unexpected error, which is reported and doesn't stop the others. */
function* lasting(concern: Concern, deps: SagaDeps): Saga {
  for (;;) {
    try {
      // `call` rather than `yield*`, so that errors of forked workers end up here too.
      yield call(concern, deps);
      return;
    } catch (error) {
      reportError(error);
    }
  }
}

function* whileLoggedIn(deps: SagaDeps): Saga {
  for (;;) {
    while (!(yield* read(selectLoggedIn))) yield take([loginSucceeded.type, sessionChecked.type]);
    yield race({
      work: all(forOneAccount.map((concern) => call(lasting, concern, deps))),
      end: take([loggedOut.type, loginSucceeded.type]),
    });
  }
}

function* rootSaga(deps: SagaDeps): Saga {
  for (const concern of forEverybody) yield spawn(lasting, concern, deps);
  yield call(whileLoggedIn, deps);
}

export interface SagaRun {
  readonly deps: SagaDeps;
  readonly dispatch: (action: UnknownAction) => unknown;
  readonly getState: () => unknown;
  readonly open: SagaBridge['open'];
}

/** Starts all sagas, then passes them the actions dispatched so far. Returns a function that stops them. */
export function runRootSaga({ deps, dispatch, getState, open }: SagaRun): () => void {
  const channel = stdChannel<UnknownAction>();
  const task = runSaga({ channel, dispatch, getState }, rootSaga, deps);
  open(withParts(getState, (action) => channel.put(action)));
  return () => task.cancel();
}
