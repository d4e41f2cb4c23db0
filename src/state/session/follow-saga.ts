import { problemMessage } from '#lib/problem.ts';
import { followPerformer, unfollowPerformer } from '#services/follows.ts';
import { toProblem } from '#services/http/problem.ts';
import { onEvery, read, send, wait } from '../effects.ts';
import type { Saga } from '../effects.ts';
import { actionKept, keyOf } from '../pending-actions/pending-actions.ts';
import { sendOrKeep, whenSettled } from '../pending-actions/send-or-keep.ts';
import { selectAuthUser } from './auth.ts';
import {
  followFailed,
  followKept,
  followRequested,
  followSettled,
  unfollowFailed,
  unfollowRequested,
} from './follow.ts';
import { say } from '../notify.ts';
import type { SagaDeps } from '../deps.ts';

function tell(deps: SagaDeps, caught: unknown): void {
  const problem = toProblem(caught);
  say(deps, problem, problemMessage(problem));
}

function* perform(deps: SagaDeps, creatorId: string, on: boolean): Saga {
  const userId = (yield* read(selectAuthUser))?._id ?? '';
  const reply = yield* wait(() =>
    sendOrKeep(deps, {
      userId,
      action: { do: 'follow', creatorId, on },
      request: () => (on ? followPerformer : unfollowPerformer)(deps.api, creatorId),
    }),
  );
  if (reply === 'waiting') {
    yield* send(followKept({ creatorId, isFollowed: on }));
    yield* send(actionKept());
  } else yield* send(followSettled(creatorId));
}

export function* followSaga(deps: SagaDeps): Saga {
  yield* onEvery(followRequested, function* ({ payload: id }) {
    try {
      yield* perform(deps, id, true);
    } catch (caught) {
      yield* send(followFailed(id));
      tell(deps, caught);
    }
  });
  yield* onEvery(unfollowRequested, function* ({ payload: id }) {
    try {
      yield* perform(deps, id, false);
    } catch (caught) {
      yield* send(unfollowFailed(id));
      tell(deps, caught);
    }
  });
  yield* onEvery(followKept, function* ({ payload: { creatorId, isFollowed } }) {
    yield* wait(() => whenSettled(keyOf({ do: 'follow', creatorId, on: isFollowed })));
    yield* send(followSettled(creatorId));
  });
}
