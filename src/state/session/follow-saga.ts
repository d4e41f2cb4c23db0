import { problemMessage } from '#lib/problem.ts';
import { followPerformer, unfollowPerformer } from '#services/follows.ts';
import { toProblem } from '#services/http/problem.ts';
import { onEvery, send, wait } from '../effects.ts';
import type { Saga } from '../effects.ts';
import {
  followFailed,
  followRequested,
  followSucceeded,
  unfollowFailed,
  unfollowRequested,
  unfollowSucceeded,
} from './follow.ts';
import { say } from '../notify.ts';
import type { SagaDeps } from '../deps.ts';

function tell(deps: SagaDeps, caught: unknown): void {
  const problem = toProblem(caught);
  say(deps, problem, problemMessage(problem));
}

export function* followSaga(deps: SagaDeps): Saga {
  yield* onEvery(followRequested, function* ({ payload: id }) {
    try {
      yield* wait(() => followPerformer(deps.api, id));
      yield* send(followSucceeded(id));
    } catch (caught) {
      yield* send(followFailed(id));
      tell(deps, caught);
    }
  });
  yield* onEvery(unfollowRequested, function* ({ payload: id }) {
    try {
      yield* wait(() => unfollowPerformer(deps.api, id));
      yield* send(unfollowSucceeded(id));
    } catch (caught) {
      yield* send(unfollowFailed(id));
      tell(deps, caught);
    }
  });
}
