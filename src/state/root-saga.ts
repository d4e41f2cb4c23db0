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
import type { ActionQueue } from './lazy.ts';
import { type FeatureSaga, type LazyPart, messages, missingPart, streams } from './lazy-parts.ts';
import { recordingCleanupSaga } from './messages/voice/cleanup-saga.ts';
import { outboxWatchSaga } from './messages/outbox/outbox-watch.ts';
import { notificationSaga } from './live/notification-saga.ts';
import { pendingSaga } from './pending-actions/pending-saga.ts';
import { settingsSaga } from './session/settings-saga.ts';
import { userSaga } from './session/user-saga.ts';
import type { SagaDeps } from './deps.ts';

/** Stands in for the sagas of a part until its code is loaded, then runs them. */
const whenLoaded = ({ sagas }: LazyPart): FeatureSaga =>
  function* (deps) {
    const loaded = yield* wait(() => sagas);
    yield all(loaded.map((saga) => call(restarting, saga, deps)));
  };

/** Sagas that also run for visitors. */
const sagasForEveryone: readonly FeatureSaga[] = [
  authSaga,
  settingsSaga,
  followSaga,
  recordingCleanupSaga,
  whenLoaded(streams),
];
/**
 * Sagas that end with the session, so that pending work of one account can't write into the state of the
 * next.
 */
const accountSagas: readonly FeatureSaga[] = [
  connectionSaga,
  userSaga,
  whenLoaded(messages),
  notificationSaga,
  auctionWatchSaga,
  outboxWatchSaga,
  pendingSaga,
];

/** Restarts a saga after an unexpected error, which is reported and doesn't stop the others. */
function* restarting(saga: FeatureSaga, deps: SagaDeps): Saga {
  for (;;) {
    try {
      // `call` rather than `yield*`, so that errors of forked workers end up here too.
      yield call(saga, deps);
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
      work: all(accountSagas.map((saga) => call(restarting, saga, deps))),
      end: take([loggedOut.type, loginSucceeded.type]),
    });
  }
}

function* rootSaga(deps: SagaDeps): Saga {
  for (const saga of sagasForEveryone) yield spawn(restarting, saga, deps);
  yield call(whileLoggedIn, deps);
}

export interface SagaRun {
  readonly deps: SagaDeps;
  readonly dispatch: (action: UnknownAction) => unknown;
  readonly getState: () => object;
  readonly open: ActionQueue['open'];
}

/** Starts all sagas, then passes them the actions dispatched so far. Returns a function that stops them. */
export function runRootSaga({ deps, dispatch, getState, open }: SagaRun): () => void {
  const channel = stdChannel<UnknownAction>();
  const task = runSaga({ channel, dispatch, getState }, rootSaga, deps);
  open({
    missing: (action) => missingPart(action, getState()),
    put: (action) => channel.put(action),
  });
  return () => task.cancel();
}
