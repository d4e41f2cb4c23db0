import type { UnknownAction } from 'redux';
import type { EventChannel } from 'redux-saga';
import { call, fork, race, take } from 'redux-saga/effects';
import { limits } from '#config/limits.ts';
import type { Ack } from '#contract/core/events.ts';
import { sessionChecked, sessionCheckRequested } from '../session/auth.ts';
import {
  connectionInitialized,
  connectionRestored,
  connectionSignalled,
  selectConnection,
} from './connection.ts';
import { onEvery, onLatest, pause, read, send, wait } from '../effects.ts';
import type { Saga } from '../effects.ts';
import { missingPart } from '../lazy-parts.ts';
import { liveChannel } from './live-channel.ts';
import type { LiveNews } from './live-channel.ts';
import { repeatCatchUps } from './catching-up.ts';
import { live, liveEventAnswered, liveEventSent } from './live-events.ts';
import type { LiveSocket } from './live-socket.ts';
import type { SagaDeps } from '../deps.ts';

const ackPatienceMs = 10_000;
/** Every open page refetches after a reconnect, so spread that over this many milliseconds. */
const catchUpWithinMs = 3_000;
/**
 * socket.io's reason for a disconnect by the server, the only one after which it doesn't reconnect by itself.
 */
const endedByServer = 'io server disconnect';

/** Loading the socket's code can fail too, so it is retried like the connection. */
function* openSocket(deps: SagaDeps): Saga<LiveSocket> {
  for (
    let delay: number = limits.reconnection.initialDelayMs;
    ;
    delay = Math.min(delay * 2, limits.reconnection.maximumDelayMs)
  ) {
    try {
      return yield* wait(() => deps.connect(deps.cookies.readToken()));
    } catch {
      yield* send(connectionSignalled('error'));
    }
    yield* pause(delay);
    yield* send(connectionSignalled('reconnecting'));
  }
}

const answerTo = (socket: LiveSocket, event: string, payload: unknown) =>
  new Promise<Ack>((resolve) => socket.emit(event, payload, (ack: Ack) => resolve(ack)));

/** Sends an event. Returns undefined if the server doesn't acknowledge it in time. */
function* emitEvent(socket: LiveSocket, event: string, payload: unknown): Saga<Ack | undefined> {
  const { ack } = (yield race({
    ack: call(answerTo, socket, event, payload),
    late: call(pause, ackPatienceMs),
  })) as { ack?: Ack };
  return ack;
}

/**
 * Authenticates the socket. Once acknowledged, it receives all events of the account; earlier ones have to be
 * fetched. If the server rejects the token, the session is checked.
 */
function* greet(deps: SagaDeps, socket: LiveSocket, first: boolean): Saga {
  const ack = yield* emitEvent(socket, 'auth/login', { token: deps.cookies.readToken() ?? '' });
  if (ack?.ok !== false) return yield* send(connectionRestored({ first }));
  if (ack.code === 'not_logged_in') return yield* send(sessionCheckRequested({ from: 'page' }));
  // The server couldn't check the token because its database is unavailable, so the session may be fine.
  yield* pause(limits.reconnection.initialDelayMs);
  return (yield* read(selectConnection)) === 'connected' ? yield* greet(deps, socket, first) : undefined;
}

/**
 * The server closed the connection, either because the session has ended (then the check ends this saga) or
 * because it wants a new connection.
 */
function* comeBack(socket: LiveSocket): Saga {
  yield* send(sessionCheckRequested({ from: 'page' }));
  yield take(sessionChecked.type);
  yield* pause(limits.reconnection.initialDelayMs);
  yield* send(connectionSignalled('reconnecting'));
  yield* wait(() => void socket.connect());
}

/** Dispatches a server event, after loading the slice that it fills. */
function* pass(event: UnknownAction): Saga {
  const part = missingPart(event);
  if (part) yield* wait(part.load);
  yield* send(event);
}

function* listen(deps: SagaDeps, socket: LiveSocket, channel: EventChannel<LiveNews>): Saga {
  // True while nothing has failed yet, so that only the moments between page load and connection can have
  // been missed.
  let [greeted, atOnce] = [false, true];
  for (;;) {
    const news = (yield take(channel)) as LiveNews;
    if (news.kind === 'event') {
      yield* pass(news.action);
      continue;
    }
    yield* send(connectionSignalled(news.signal));
    if (news.signal === 'disconnect' || news.signal === 'error') greeted = false;
    if (news.signal === 'error') atOnce = false;
    // On every reconnect (specification section 4), and on the first connection, to know from when on events
    // are received.
    if (news.signal === 'reconnect' || (news.signal === 'connect' && !greeted)) {
      yield fork(greet, deps, socket, atOnce);
      [greeted, atOnce] = [true, false];
    }
    if (news.reason === endedByServer) yield fork(comeBack, socket);
  }
}

function* say(socket: LiveSocket, { payload: { event, payload } }: ReturnType<typeof liveEventSent>): Saga {
  if ((yield* read(selectConnection)) !== 'connected') return;
  const ack = yield* emitEvent(socket, event, payload);
  if (ack?.ok) yield* send(liveEventAnswered(event, payload));
}

/** The live connection of one login. The root saga cancels it on logout. */
export function* connectionSaga(deps: SagaDeps): Saga {
  yield* send(connectionInitialized());
  const socket = yield* openSocket(deps);
  const channel = liveChannel(socket);
  try {
    yield* onEvery(liveEventSent, (action) => say(socket, action));
    yield* onLatest(live['events/missed'], function* () {
      yield* pause(Math.random() * catchUpWithinMs);
      yield* send(connectionRestored({ first: false }));
    });
    yield fork(repeatCatchUps, deps.now);
    yield* listen(deps, socket, channel);
  } finally {
    channel.close();
  }
}
