import type { Post } from '#contract/content/posts/posts.ts';
import { problemMessage } from '#lib/problem.ts';
import { untilLoaded } from '#lib/device/until-loaded.ts';
import { getPost, votePoll } from '#services/content/posts/posts.ts';
import { toProblem } from '#services/http/problem.ts';
import { toastProblem } from '../notify.ts';
import { actionKept, actionKey } from '../pending-actions/pending-actions.ts';
import { sendOrKeep, whenSettled } from '../pending-actions/send-or-keep.ts';
import type { Around } from '../query/cache-updates.ts';
import { selectAuthUser } from '../session/auth.ts';
import type { AppStore } from '../store.ts';

type Poll = NonNullable<Post['poll']>;

/** Updates the poll in every cached record of the post. */
export async function spreadPoll(around: Around, postId: string, poll: Poll): Promise<void> {
  const { patchRecord } = await untilLoaded(() => import('../query/cache-updates.ts'));
  patchRecord(around, postId, (record) => Object.assign(record, { poll }));
}

/** Resolves once the server has answered a vote that waited, and its answer is shown. */
export const voteSettled = (postId: string): Promise<void> =>
  whenSettled(actionKey({ do: 'vote', feedId: postId, optionIds: [] }));

/**
 * Votes. Resolves with `waiting` if the server can't be reached: then the vote is sent later. Resolves with null
 * if the server refused, after showing why.
 */
export async function vote(
  store: AppStore,
  postId: string,
  optionIds: string[],
): Promise<Poll | 'waiting' | null> {
  const { deps } = store;
  const userId = selectAuthUser(store.getState())?._id ?? '';
  try {
    const poll = await sendOrKeep(deps, {
      userId,
      action: { do: 'vote', feedId: postId, optionIds },
      request: () => votePoll(deps.api, { params: { id: postId }, body: { optionIds } }),
    });
    if (poll === 'waiting') {
      store.dispatch(actionKept());
      return poll;
    }
    void spreadPoll(store, postId, poll);
    return poll;
  } catch (caught) {
    const problem = toProblem(caught);
    toastProblem(store.deps, problem, problemMessage(problem));
    return null;
  }
}

/** Fetches the current poll; null if that fails. */
export async function pollNow(store: AppStore, postId: string): Promise<Poll | null> {
  try {
    const { poll } = await getPost(store.deps.api, { params: { id: postId } });
    if (poll) void spreadPoll(store, postId, poll);
    return poll;
  } catch {
    return null;
  }
}
