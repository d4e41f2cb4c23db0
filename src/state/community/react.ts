import type { Reacted, ReactionBody } from '#contract/reactions.ts';
import { problemMessage } from '#lib/problem.ts';
import { untilLoaded } from '#lib/until-loaded.ts';
import { toProblem } from '#services/http/problem.ts';
import { react, unreact } from '#services/reactions.ts';
import { say } from '../notify.ts';
import type { AppStore } from '../store.ts';

/** Adds or removes a like or bookmark. Resolves with null if the server refused, after showing why. */
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
 * The record after a reaction. If the response disagrees about the other reaction, that one was changed in
 * the meantime, so only the reaction in question is applied.
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
 * Updates every cached record of the item. The cache code loads on demand, because most pages never need it.
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
