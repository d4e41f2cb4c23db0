import { delay, race, take } from 'redux-saga/effects';
import { untilLoaded } from '#lib/device/until-loaded.ts';
import type { SagaDeps } from '../deps.ts';
import { type Saga, onEvery, read, send, wait } from '../effects.ts';
import { connectionRestored } from '../live/connection.ts';
import { logoutRequested, selectAuthUser } from '../session/auth.ts';
import { followKept } from '../session/follow.ts';
import { actionKept, pendingActions } from './pending-actions.ts';
import { settleDelivered } from './send-or-keep.ts';

/** Pauses between attempts while the server can't be reached, in milliseconds. */
const attempts = { first: 5_000, longest: 60_000 };

const load = async () => (await import('./deliver-pending.ts')).deliverPending;

/**
 * Sends the actions kept on this device: on every page of the account, and again when the connection is back
 * or after a while. What sends them is loaded only if there are any. Logging out drops them.
 */
export function* pendingSaga(deps: SagaDeps): Saga {
  const user = yield* read(selectAuthUser);
  if (!user) return;
  const pending = pendingActions(deps.storage.local, user._id);
  yield* onEvery(logoutRequested, function* () {
    yield* wait(() => pending.clear());
  });
  // Pages read likes and votes with their items; a follow stands on many of them.
  for (const action of pending.list())
    if (action.do === 'follow')
      yield* send(followKept({ creatorId: action.creatorId, isFollowed: action.on }));
  for (let ms = attempts.first; ; ms = Math.min(ms * 2, attempts.longest)) {
    if (pending.list().length > 0) {
      const deliver = yield* wait(() => untilLoaded(load));
      yield* deliver(deps, pending);
    } else settleDelivered(pending);
    if (pending.list().length === 0) {
      yield take(actionKept.type);
      ms = attempts.first;
    }
    const { back } = (yield race({ back: take(connectionRestored.type), later: delay(ms) })) as {
      back?: object;
    };
    if (back) ms = attempts.first / 2;
  }
}
