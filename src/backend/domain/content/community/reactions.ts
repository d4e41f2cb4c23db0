import { and, eq } from 'drizzle-orm';
import { routes } from '#config/routes.ts';
import type { ObjectType } from '#contract/core/schemas.ts';
import type { Reacted, ReactionBody } from '#contract/content/reactions.ts';
import { type Ctx, type UserCtx, now, transaction } from '../../../kernel/context.ts';
import { idList } from '../../../db/prepared.ts';
import { reactions } from '../../../db/schema/community.ts';
import { performers } from '../../../db/schema/creators.ts';
import { notAllowed, notFound } from '../../../kernel/errors.ts';
import { addToCreatorCounts } from '../../people/accounts/creator-counts.ts';
import { notify } from '../../people/notifications/notify.ts';
import { withdraw } from '../../people/notifications/withdrawing.ts';
import {
  type MediaItemObject,
  addToCounts,
  lockObject,
  objectOf,
  objectLabels,
  ownerOf,
} from '../media-items/objects.ts';
import { pageOf } from '../media-items/pages.ts';
import { ownQuery } from './reactions-query.ts';

export interface OwnReactions {
  readonly isLiked: boolean;
  readonly isBookmarked: boolean;
}
const none: OwnReactions = { isLiked: false, isBookmarked: false };

/**
 * The viewer's own reactions to some items of one kind, in one small query (none for visitors). The returned
 * function looks up an id.
 */
export async function reactionsOf(
  ctx: Ctx,
  objectType: ObjectType,
  ids: readonly string[],
): Promise<(id: string) => OwnReactions> {
  if (!ctx.viewer || ids.length === 0) return () => none;
  const rows = await ownQuery(ctx.db, { viewer: ctx.viewer.id, type: objectType, ids: idList(ids) });
  const own = new Map(
    rows.map((row): [string, OwnReactions] => [row.id, { isLiked: row.liked, isBookmarked: row.bookmarked }]),
  );
  return (id) => own.get(id) ?? none;
}

type Reaction = ReactionBody;
const pastTense = { like: 'liked', bookmark: 'bookmarked' } as const;

/** Liking requires read access. Bookmarking only requires that the item is visible, even if locked. */
function refuseClosed(object: MediaItemObject, action: Reaction['action']): void {
  const word = objectLabels[object.objectType];
  if (action === 'like' && !object.access.allowed)
    throw notAllowed(`This ${word} is locked. Unlock it to like it.`);
  if (action === 'like' && !object.isOpen)
    throw notAllowed(`This ${word} isn’t available anymore, so it can’t be ${pastTense[action]}.`);
}

/**
 * Locks the rows a reaction changes in a fixed order (creator, then item) to prevent deadlocks. Deleting an
 * item uses the same order.
 */
async function lock(tx: UserCtx, { objectType, objectId, action }: Reaction, ownerId: string): Promise<void> {
  if (action === 'like')
    await tx.db
      .select({ id: performers.accountId })
      .from(performers)
      .where(eq(performers.accountId, ownerId))
      .for('no key update');
  await lockObject(tx, { objectType, id: objectId });
}

async function count(
  tx: UserCtx,
  { objectType, objectId, action }: Reaction,
  { ownerId, by }: { ownerId: string; by: 1 | 0 | -1 },
): Promise<Reacted> {
  const [counts, own] = [
    await addToCounts(
      tx,
      { objectType, id: objectId },
      action === 'like' ? { likes: by } : { bookmarks: by },
    ),
    await reactionsOf(tx, objectType, [objectId]),
  ];
  if (action === 'like') await addToCreatorCounts(tx, ownerId, { likes: by });
  return { objectType, objectId, ...own(objectId), counts };
}

const groupOf = (objectId: string) => `like:${objectId}`;

async function notifyLiked(tx: UserCtx, { objectType, id, ownerId }: MediaItemObject): Promise<void> {
  const phrase = `liked your ${objectLabels[objectType]}`;
  await notify(tx, {
    to: ownerId,
    type: 'like',
    actor: tx.viewer,
    text: `${tx.viewer.name} ${phrase}.`,
    href: pageOf(objectType, id) ?? routes.creatorPhotos,
    group: { key: groupOf(id), phrase },
  });
}

/** Likes or bookmarks. Repeating it has no further effect. */
export async function react(ctx: UserCtx, reaction: Reaction): Promise<Reacted> {
  const { objectType, objectId, action } = reaction;
  const object = await objectOf(ctx, objectType, objectId);
  refuseClosed(object, action);
  return transaction(ctx, async (tx) => {
    await lock(tx, reaction, object.ownerId);
    const added = await tx.db
      .insert(reactions)
      .values({ accountId: ctx.viewer.id, action, objectType, objectId, createdAt: now(tx) })
      .onConflictDoNothing()
      .returning({ id: reactions.objectId });
    const reacted = await count(tx, reaction, { ownerId: object.ownerId, by: added.length > 0 ? 1 : 0 });
    if (action === 'like' && added.length > 0) await notifyLiked(tx, object);
    return reacted;
  });
}

/** Removes a like or bookmark, even from an item the viewer can no longer see. */
export async function unreact(ctx: UserCtx, reaction: Reaction): Promise<Reacted> {
  const { objectType, objectId, action } = reaction;
  const ownerId = await ownerOf(ctx, objectType, objectId);
  if (ownerId === null) throw notFound();
  const removed = await transaction(ctx, async (tx) => {
    await lock(tx, reaction, ownerId);
    const mine = and(
      eq(reactions.accountId, ctx.viewer.id),
      eq(reactions.action, action),
      eq(reactions.objectType, objectType),
      eq(reactions.objectId, objectId),
    );
    const deleted = await tx.db.delete(reactions).where(mine).returning({ id: reactions.objectId });
    if (deleted.length === 0) return null;
    const left = await count(tx, reaction, { ownerId, by: -1 });
    if (action === 'like')
      await withdraw(tx, { to: ownerId, key: groupOf(objectId), actorId: ctx.viewer.id });
    return left;
  });
  if (removed) return removed;
  await objectOf(ctx, objectType, objectId);
  return count(ctx, reaction, { ownerId, by: 0 });
}
