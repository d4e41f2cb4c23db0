import type { Post } from '#contract/posts.ts';
import { problemMessage } from '#lib/problem.ts';
import { untilLoaded } from '#lib/until-loaded.ts';
import { getPost, votePoll } from '#services/posts.ts';
import { toProblem } from '#services/http/problem.ts';
import { say } from '../notify.ts';
import type { AppStore } from '../store.ts';

type Poll = NonNullable<Post['poll']>;

/** Updates the poll in every cached record of the post. */
async function spread(store: AppStore, feedId: string, poll: Poll): Promise<void> {
  const { patchRecord } = await untilLoaded(() => import('../query/cache-updates.ts'));
  patchRecord(store, feedId, (record) => Object.assign(record, { poll }));
}

/** Votes. Resolves with null if the server refused, after showing why. */
export async function vote(store: AppStore, feedId: string, optionIds: string[]): Promise<Poll | null> {
  try {
    const poll = await votePoll(store.deps.api, feedId, optionIds);
    void spread(store, feedId, poll);
    return poll;
  } catch (caught) {
    const problem = toProblem(caught);
    say(store.deps, problem, problemMessage(problem));
    return null;
  }
}

/** Fetches the current poll; null if that fails. */
export async function pollNow(store: AppStore, feedId: string): Promise<Poll | null> {
  try {
    const { poll } = await getPost(store.deps.api, feedId);
    if (poll) void spread(store, feedId, poll);
    return poll;
  } catch {
    return null;
  }
}
