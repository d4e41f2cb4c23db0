import type { Reacted, ReactionBody } from '#contract/reactions.ts';
import { problemMessage } from '#lib/problem.ts';
import { untilLoaded } from '#lib/until-loaded.ts';
import { toProblem } from '#services/http/problem.ts';
import { react, unreact } from '#services/reactions.ts';
import { say } from '../notify.ts';
import type { AppStore } from '../store.ts';

/**
 * Likes or bookmarks, or takes it back; null when the server refused, of which the person was told the
 * reason.
 */
export async function reactTo(
  { deps }: AppStore,
  reaction: ReactionBody,
  on: boolean,
): Promise<Reacted | null> {
  try {
    return await (on ? react : unreact)(deps.api, reaction);
  } catch (caught) {
    const problem = toProblem(caught);
    say(deps, problem, problemMessage(problem));
    return null;
  }
}

type Told = Pick<Reacted, 'isLiked' | 'isBookmarked' | 'counts'>;

/**
 * What came of a press. Where the answer knows another state of what wasn't pressed, that was pressed
 * meanwhile: then it tells only of its own.
 */
export function reactedTo<T extends Told>(
  before: T,
  action: ReactionBody['action'],
  { isLiked, isBookmarked, counts: { likes, bookmarks } }: Told,
): T {
  const like =
    action === 'like' || before.isLiked === isLiked
      ? { isLiked, likes }
      : { isLiked: before.isLiked, likes: before.counts.likes };
  const mark =
    action === 'bookmark' || before.isBookmarked === isBookmarked
      ? { isBookmarked, bookmarks }
      : { isBookmarked: before.isBookmarked, bookmarks: before.counts.bookmarks };
  return {
    ...before,
    isLiked: like.isLiked,
    isBookmarked: mark.isBookmarked,
    counts: { ...before.counts, likes: like.likes, bookmarks: mark.bookmarks },
  };
}

/**
 * Lets every list that holds the thing know. What keeps those lists comes with the first press: pages that
 * nobody presses on go without.
 */
export async function spreadReaction(
  store: AppStore,
  action: ReactionBody['action'],
  reacted: Reacted,
): Promise<void> {
  const { patchRecord } = await untilLoaded(() => import('../query/cache-updates.ts'));
  patchRecord(store, reacted.objectId, (record) =>
    Object.assign(record, reactedTo(record as typeof record & Told, action, reacted)),
  );
}
