import { problemMessage } from '#lib/problem.ts';
import { followPerformer, unfollowPerformer } from '#services/content/follows.ts';
import { toProblem } from '#services/http/problem.ts';
import { onEvery, read, send, wait } from '../effects.ts';
import type { Saga } from '../effects.ts';
import { actionKept, actionKey } from '../pending-actions/pending-actions.ts';
import { sendOrKeep, whenSettled } from '../pending-actions/send-or-keep.ts';
import { selectAuthUser } from './auth.ts';
import { followConfirmed, followKept, followRequested, followSettled, unfollowRequested } from './follow.ts';
import { toastProblem } from '../notify.ts';
import type { SagaDeps } from '../deps.ts';

function* perform(deps: SagaDeps, creatorId: string, on: boolean): Saga {
  const userId = (yield* read(selectAuthUser))?._id ?? '';
  try {
    const reply = yield* wait(() =>
      sendOrKeep(deps, {
        userId,
        action: { do: 'follow', creatorId, on },
        request: () => (on ? followPerformer : unfollowPerformer)(deps.api, { params: { id: creatorId } }),
      }),
    );
    if (reply === 'waiting') {
      yield* send(followKept({ creatorId, isFollowed: on }));
      yield* send(actionKept());
    } else yield* send(followSettled(creatorId));
  } catch (caught) {
    const problem = toProblem(caught);
    yield* send(followConfirmed({ creatorId, isFollowed: !on }));
    toastProblem(deps, problem, problemMessage(problem));
  }
}

export function* followSaga(deps: SagaDeps): Saga {
  yield* onEvery(followRequested, ({ payload }) => perform(deps, payload, true));
  yield* onEvery(unfollowRequested, ({ payload }) => perform(deps, payload, false));
  yield* onEvery(followKept, function* ({ payload: { creatorId, isFollowed } }) {
    yield* wait(() => whenSettled(actionKey({ do: 'follow', creatorId, on: isFollowed })));
    yield* send(followSettled(creatorId));
  });
}
