import { runSaga, stdChannel } from 'redux-saga';
import type { UnknownAction } from 'redux';
import { all, call, race, spawn, take } from 'redux-saga/effects';
import { auctionWatchSaga } from './auctions/auction-watch-saga.ts';
import { authSaga } from './session/auth-saga.ts';
import { loggedOut, loginSucceeded, selectLoggedIn, sessionChecked } from './session/auth.ts';
import { connectionSaga } from './live/connection-saga.ts';
import { conversationSaga } from './messages/conversation-saga.ts';
import type { Saga } from './effects.ts';
import { read } from './effects.ts';
import { followSaga } from './session/follow-saga.ts';
import { messageSaga } from './messages/message-saga.ts';
import { notificationSaga } from './live/notification-saga.ts';
// Fills by events alone: it has to be there when the first one comes.
import './streams/private-stream.ts';
import type { SagaBridge } from './saga-bridge.ts';
import { settingsSaga } from './session/settings-saga.ts';
import { streamMessageSaga } from './streams/stream-message-saga.ts';
import { userSaga } from './session/user-saga.ts';
import type { SagaDeps } from './deps.ts';

type Concern = (deps: SagaDeps) => Saga;

/** What anyone may set off, logged in or not. */
const forEverybody: readonly Concern[] = [authSaga, settingsSaga, followSaga, streamMessageSaga];
/**
 * What ends with the session: nothing still under way for one account may write into the next one's state.
 */
const forOneAccount: readonly Concern[] = [
  connectionSaga,
  userSaga,
  conversationSaga,
  messageSaga,
  notificationSaga,
  auctionWatchSaga,
];

/**
 * An error of our own in one concern must not end the others: it is reported, and the concern begins anew.
 */
function* lasting(concern: Concern, deps: SagaDeps): Saga {
  for (;;) {
    try {
      // A task of its own: an error in a worker it has forked ends it, and comes out here.
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

/**
 * Starts every saga, then hands them what was dispatched before they were there. Gives a function that ends
 * them.
 */
export function runRootSaga({ deps, dispatch, getState, open }: SagaRun): () => void {
  const channel = stdChannel<UnknownAction>();
  const task = runSaga({ channel, dispatch, getState }, rootSaga, deps);
  open((action) => channel.put(action));
  return () => task.cancel();
}
