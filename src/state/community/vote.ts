import type { Post } from '#contract/posts.ts';
import { problemMessage } from '#lib/problem.ts';
import { untilLoaded } from '#lib/until-loaded.ts';
import { getPost, votePoll } from '#services/posts.ts';
import { toProblem } from '#services/http/problem.ts';
import { say } from '../notify.ts';
import type { AppStore } from '../store.ts';

type Poll = NonNullable<Post['poll']>;

/** The poll in every list that holds the post. */
async function spread(store: AppStore, feedId: string, poll: Poll): Promise<void> {
  const { patchRecord } = await untilLoaded(() => import('../query/cache-updates.ts'));
  patchRecord(store, feedId, (record) => Object.assign(record, { poll }));
}

/** Votes; null when the server refused, of which the person was told the reason. */
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

/** How the poll stands now: asked once, at its end. What can't be had is as it was. */
export async function pollNow(store: AppStore, feedId: string): Promise<Poll | null> {
  try {
    const { poll } = await getPost(store.deps.api, feedId);
    if (poll) void spread(store, feedId, poll);
    return poll;
  } catch {
    return null;
  }
}
