import { putResolve } from 'redux-saga/effects';
import { problemMessage } from '#lib/problem.ts';
import { followPerformer, unfollowPerformer } from '#services/content/follows.ts';
import { isPassing, toProblem } from '#services/http/problem.ts';
import { getPost, votePoll } from '#services/content/posts/posts.ts';
import { react, unreact } from '#services/content/reactions.ts';
import { spreadReaction, undoReaction } from '../community/react.ts';
import { spreadPoll } from '../community/vote.ts';
import type { SagaDeps } from '../deps.ts';
import { type Saga, wait } from '../effects.ts';
import { toastProblem } from '../notify.ts';
import type { Around } from '../query/cache-updates.ts';
import { followConfirmed } from '../session/follow.ts';
import type { PendingAction, PendingActions } from './pending-actions.ts';
import { inTurn, settleDelivered } from './send-or-keep.ts';

/** What to show once the server has answered. */
type Showing = (around: Around) => unknown;

async function sendNow({ api }: SagaDeps, action: PendingAction): Promise<Showing> {
  if (action.do === 'react') {
    const { reaction, on } = action;
    const reacted = await (on ? react : unreact)(api, { body: reaction });
    return (around) => spreadReaction(around, reaction.action, reacted);
  }
  if (action.do === 'vote') {
    const poll = await votePoll(api, {
      params: { id: action.feedId },
      body: { optionIds: [...action.optionIds] },
    });
    return (around) => spreadPoll(around, action.feedId, poll);
  }
  await (action.on ? followPerformer : unfollowPerformer)(api, { params: { id: action.creatorId } });
  return showFollow(action.creatorId, action.on);
}

const showFollow =
  (creatorId: string, isFollowed: boolean): Showing =>
  ({ dispatch }) =>
    (dispatch as (action: object) => unknown)(followConfirmed({ creatorId, isFollowed }));

/** Shows things as they are on the server, after it refused. */
function undone({ api }: SagaDeps, action: PendingAction): Showing {
  if (action.do === 'follow') return showFollow(action.creatorId, !action.on);
  if (action.do === 'react') return (around) => undoReaction(around, action.reaction, action.on);
  return async (around) => {
    const post = await getPost(api, { params: { id: action.feedId } }).catch(() => null);
    if (post?.poll) await spreadPoll(around, action.feedId, post.poll);
  };
}

/** Sends one. Null if another tab already has, or a later press has replaced it. */
async function deliver(
  deps: SagaDeps,
  pending: PendingActions,
  action: PendingAction,
): Promise<Showing | 'waiting' | null> {
  if (!pending.has(action)) return null;
  try {
    const show = await sendNow(deps, action);
    pending.drop(action);
    return show;
  } catch (caught) {
    const problem = toProblem(caught);
    if (isPassing(problem)) return 'waiting';
    pending.drop(action);
    toastProblem(deps, problem, problemMessage(problem));
    return undone(deps, action);
  }
}

/** Sends what is kept, in order, until the server can't be reached. */
export function* deliverPending(deps: SagaDeps, pending: PendingActions): Saga {
  for (const action of pending.list()) {
    const outcome = yield* wait(() => inTurn(action, () => deliver(deps, pending, action)));
    if (outcome === 'waiting') break;
    // A thunk, which reaches the caches.
    const thunk = (dispatch: unknown, getState: () => unknown) => outcome?.({ dispatch, getState });
    yield putResolve(thunk as never);
  }
  settleDelivered(pending);
}
