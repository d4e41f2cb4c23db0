import type { Reacted, ReactionBody } from '#contract/content/reactions.ts';
import { problemMessage } from '#lib/problem.ts';
import { untilLoaded } from '#lib/device/until-loaded.ts';
import { toProblem } from '#services/http/problem.ts';
import { react, unreact } from '#services/content/reactions.ts';
import { toastProblem } from '../notify.ts';
import { actionKept, actionKey } from '../pending-actions/pending-actions.ts';
import { sendOrKeep, whenSettled } from '../pending-actions/send-or-keep.ts';
import type { Around } from '../query/cache-updates.ts';
import { selectAuthUser } from '../session/auth.ts';
import type { AppStore } from '../store.ts';
import { type Reactions, turned } from './reaction-record.ts';
import { postToTabs } from './reactions-between-tabs.ts';

/**
 * Adds or removes a like or bookmark. Resolves with `waiting` if the server can't be reached: then it is sent
 * later, and shown as done until then. Resolves with null if the server refused, after showing why.
 */
export async function reactTo(
  store: AppStore,
  reaction: ReactionBody,
  on: boolean,
): Promise<Reacted | 'waiting' | null> {
  const { deps } = store;
  const userId = selectAuthUser(store.getState())?._id ?? '';
  try {
    const reply = await sendOrKeep(deps, {
      userId,
      action: { do: 'react', reaction, on },
      request: () => (on ? react : unreact)(deps.api, { body: reaction }),
    });
    if (reply === 'waiting') {
      store.dispatch(actionKept());
      void patchReaction(store, reaction, on);
    } else postToTabs(store, { action: reaction.action, reacted: reply });
    return reply;
  } catch (caught) {
    const problem = toProblem(caught);
    toastProblem(deps, problem, problemMessage(problem));
    return null;
  }
}

/** Resolves once the server has answered a reaction that waited, and its answer is shown. */
export const reactionSettled = (reaction: ReactionBody): Promise<void> =>
  whenSettled(actionKey({ do: 'react', reaction, on: true }));

/** The cache code loads on demand, because most pages never need it. */
const cacheCode = () =>
  untilLoaded(async () => {
    const { patchRecord, refreshCollections } = await import('../query/cache-updates.ts');
    return { patchRecord, refreshCollections };
  });

async function patchReaction(around: Around, { objectId, action }: ReactionBody, on: boolean): Promise<void> {
  const { patchRecord } = await cacheCode();
  patchRecord(around, objectId, (record) =>
    Object.assign(record, turned(record as typeof record & Reactions, action, on)),
  );
}

/** Shows every cached record of the item without a reaction that the server refused later. */
export const undoReaction = (around: Around, reaction: ReactionBody, on: boolean): Promise<void> =>
  patchReaction(around, reaction, !on);

/**
 * The record after a reaction. If the response disagrees about the other reaction, that one was changed in
 * the meantime, so only the reaction in question is applied.
 */
export function reactedTo<T extends Reactions>(
  before: T,
  action: ReactionBody['action'],
  { isLiked, isBookmarked, counts: { likes, bookmarks } }: Reactions,
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

/** Updates every cached record of the item. */
export async function spreadReaction(
  around: Around,
  action: ReactionBody['action'],
  reacted: Reacted,
): Promise<void> {
  const { patchRecord, refreshCollections } = await cacheCode();
  // A bookmark that goes leaves its collections.
  if (action === 'bookmark') refreshCollections(around);
  patchRecord(around, reacted.objectId, (record) =>
    Object.assign(record, reactedTo(record as typeof record & Reactions, action, reacted)),
  );
}
