import { and, eq, inArray, isNull, ne, notInArray, sql } from 'drizzle-orm';
import type { CoCreatorTag, SharedKind } from '#contract/content/co-creators.ts';
import type { PerformerCard } from '#contract/core/schemas.ts';
import { routes } from '#config/routes.ts';
import { type Ctx, type UserCtx, now } from '../../../kernel/context.ts';
import { idList } from '../../../db/prepared.ts';
import { accounts } from '../../../db/schema/accounts.ts';
import { performers } from '../../../db/schema/creators.ts';
import { coCreators } from '../../../db/schema/media-items.ts';
import { invalid } from '../../../kernel/errors.ts';
import { canMeet } from '../../base/access/block-rules.ts';
import { cardColumns, toPerformerCard } from '../../people/accounts/profile-cards.ts';
import { notify } from '../../people/notifications/notify.ts';
import type { MediaItem } from './publishing.ts';
import { countUpTo } from '../../../kernel/paging.ts';
import { pendingTags } from './co-creators-query.ts';

const ofMediaItem = ({ kind, id }: MediaItem) => and(eq(coCreators.kind, kind), eq(coCreators.itemId, id));

/**
 * Checks that the viewer may tag these creators: approved, not suspended, and not blocked in either
 * direction.
 * @throws AppError 422 on `coCreatorIds`.
 */
async function refuseUntaggable(tx: UserCtx, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  const refuse = (message: string) => invalid('coCreatorIds', message);
  if (new Set(ids).size < ids.length) throw refuse('Each creator can be tagged once.');
  if (ids.includes(tx.viewer.id)) throw refuse('You don’t need to tag yourself.');
  const known = await tx.db
    .select({ id: accounts.id })
    .from(accounts)
    .innerJoin(performers, eq(performers.accountId, accounts.id))
    .where(
      and(
        inArray(accounts.id, [...ids]),
        eq(performers.verified, 'approved'),
        isNull(accounts.suspendedAt),
        canMeet(tx, accounts.id),
      ),
    );
  if (known.length < ids.length)
    throw refuse('One of these creators can’t be tagged. Remove them and try again.');
}

/**
 * Replaces the creators tagged in the viewer's own item. New ones are asked for consent; those left out are
 * removed. A creator who declined isn't asked again for the same item. Lock the item first.
 */
export async function tagCoCreators(
  tx: UserCtx,
  item: MediaItem,
  { title, ids }: { readonly title: string; readonly ids: readonly string[] },
): Promise<void> {
  const present = await tx.db
    .select({ performerId: coCreators.performerId })
    .from(coCreators)
    .where(ofMediaItem(item));
  const added = ids.filter((id) => !present.some(({ performerId }) => performerId === id));
  await refuseUntaggable(tx, added);
  await tx.db
    .delete(coCreators)
    .where(
      and(
        ofMediaItem(item),
        ne(coCreators.state, 'declined'),
        ids.length > 0 ? notInArray(coCreators.performerId, [...ids]) : undefined,
      ),
    );
  if (added.length === 0) return;
  const createdAt = now(tx);
  await tx.db.insert(coCreators).values(
    added.map((performerId) => ({
      id: tx.ports.ids(),
      kind: item.kind,
      itemId: item.id,
      performerId,
      createdAt,
    })),
  );
  const text = `${tx.viewer.name} tagged you in the ${item.kind}${title ? ` “${title}”` : ''}. Accept or decline.`;
  for (const id of added)
    await notify(tx, {
      to: id,
      type: 'co-creator',
      actor: tx.viewer,
      text,
      href: routes.coCreations,
    });
}

/** Asks creators who had accepted again, because the item's content has changed. */
export async function resetApprovals(tx: Ctx, item: MediaItem): Promise<void> {
  await tx.db
    .update(coCreators)
    .set({ state: 'pending', answeredAt: null })
    .where(and(ofMediaItem(item), eq(coCreators.state, 'accepted')));
}

/** Requests that wait for the viewer's answer, as their list shows them, counted up to `most`. */
export const countPendingTags = (ctx: UserCtx, most: number): Promise<number> =>
  countUpTo(ctx, pendingTags(ctx.viewer.id, canMeet(ctx, sql`item.performer_id`) ?? sql`true`), most);

export async function dropPhotoTags(tx: Ctx, ids: readonly string[]): Promise<void> {
  await tx.db
    .delete(coCreators)
    .where(sql`${coCreators.kind} = 'photo' AND ${coCreators.itemId} = ANY (${idList(ids)}::text::uuid[])`);
}

export async function dropTags(tx: Ctx, item: MediaItem): Promise<void> {
  await tx.db.delete(coCreators).where(ofMediaItem(item));
}

const rowsFor = (ctx: Ctx, kind: SharedKind, itemIds: readonly string[]) =>
  ctx.db
    .select({ id: coCreators.id, itemId: coCreators.itemId, state: coCreators.state, card: cardColumns })
    .from(coCreators)
    .innerJoin(accounts, eq(accounts.id, coCreators.performerId))
    .innerJoin(performers, eq(performers.accountId, coCreators.performerId))
    .where(
      and(
        eq(coCreators.kind, kind),
        sql`${coCreators.itemId} = ANY (${idList(itemIds)}::text::uuid[])`,
        eq(performers.verified, 'approved'),
        isNull(accounts.suspendedAt),
        canMeet(ctx, accounts.id),
      ),
    )
    .orderBy(coCreators.createdAt, coCreators.id);

/** All tags in the viewer's own items, by item id. */
export async function tagsOf(
  ctx: UserCtx,
  kind: SharedKind,
  itemIds: readonly string[],
): Promise<Map<string, CoCreatorTag[]>> {
  const byItem = new Map<string, CoCreatorTag[]>();
  if (itemIds.length === 0) return byItem;
  for (const row of await rowsFor(ctx, kind, itemIds))
    byItem.set(row.itemId, [
      ...(byItem.get(row.itemId) ?? []),
      { _id: row.id, performer: toPerformerCard(ctx, row.card), state: row.state },
    ]);
  return byItem;
}

/** The creators who agreed to appear with these items and whom the viewer can see, by item id. */
export async function coCreatorsOf(
  ctx: Ctx,
  kind: SharedKind,
  itemIds: readonly string[],
): Promise<Map<string, PerformerCard[]>> {
  const byItem = new Map<string, PerformerCard[]>();
  if (itemIds.length === 0) return byItem;
  for (const row of await rowsFor(ctx, kind, itemIds)) {
    if (row.state === 'accepted')
      byItem.set(row.itemId, [...(byItem.get(row.itemId) ?? []), toPerformerCard(ctx, row.card)]);
  }
  return byItem;
}
