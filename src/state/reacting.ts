import type { ObjectType } from '#contract/common';
import type { Reacted, ReactionBody } from '#contract/reactions';
import { problemMessage } from '#lib/problem';
import { toProblem } from '#services/problem';
import { react, unreact } from '#services/reactions';
import { say } from './say.ts';
import type { AppStore } from './store.ts';

/** Likes or bookmarks, or takes it back; null when the server refused, of which the person was told the reason. */
export async function reactTo({ world }: AppStore, reaction: ReactionBody, on: boolean): Promise<Reacted | null> {
  try {
    return await (on ? react : unreact)(world.api, reaction);
  } catch (caught) {
    const problem = toProblem(caught);
    say(world, problem, problemMessage(problem));
    return null;
  }
}

/** Lets every list that holds the thing know. What keeps those lists comes with the first press: pages that nobody presses on go without. */
export async function spreadReaction(store: AppStore, reacted: Reacted & { objectType: ObjectType }): Promise<void> {
  const { patchRecord } = await import('./api-patching.ts');
  const { objectId, isLiked, isBookmarked, counts } = reacted;
  patchRecord(store, objectId, (record) => Object.assign(record, { isLiked, isBookmarked, counts }));
}
