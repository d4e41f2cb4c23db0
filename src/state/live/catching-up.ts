import { buffers } from 'redux-saga';
import type { EventChannel } from 'redux-saga';
import { actionChannel, flush, take } from 'redux-saga/effects';
import { isPassing, toProblem } from '#services/http/problem.ts';
import { pause, read, send } from '../effects.ts';
import type { Saga } from '../effects.ts';
import { catchUpFailed, connectionRestored, selectConnection } from './connection.ts';

/** Pauses before the page catches up again, in milliseconds. */
const pauses = { first: 1_000, longest: 60_000 };

/**
 * Does work that brings the page up to date. If that fails for a reason that passes, the page catches up again
 * later: no event would ever tell that something is still missing.
 */
export function* orAgain(work: () => Saga): Saga {
  try {
    yield* work();
  } catch (caught) {
    if (isPassing(toProblem(caught))) yield* send(catchUpFailed());
  }
}

/** Catches up again after failures, less and less often while they go on. */
export function* repeatCatchUps(now: () => number): Saga {
  const failures = (yield actionChannel(catchUpFailed.type, buffers.sliding(1))) as EventChannel<object>;
  let ms = pauses.first;
  for (let quietFrom = 0; ; quietFrom = now() + 2 * pauses.longest) {
    yield take(failures);
    ms = now() < quietFrom ? Math.min(ms * 2, pauses.longest) : pauses.first;
    // Every page may have failed at the same moment.
    yield* pause(ms * (0.5 + Math.random() / 2));
    yield flush(failures);
    // Otherwise the next connection catches up.
    if ((yield* read(selectConnection)) === 'connected') yield* send(connectionRestored({ first: false }));
  }
}
