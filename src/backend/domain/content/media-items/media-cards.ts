import type { MediaCard } from '#contract/content/reactions.ts';
import type { Ctx } from '../../../kernel/context.ts';
import {
  type Item,
  loadAccessFacts,
  decideAccess,
  decideReading,
  isShown,
} from '../../base/access/access.ts';
import { performerCards } from '../../people/accounts/profile-cards.ts';
import { fileView } from '../../base/files/presenters.ts';
import { filesById } from '../../base/files/queries.ts';
import { type CardRow, type CardType, findCards } from './media-cards-query.ts';

export type { CardType } from './media-cards-query.ts';

const toItem = (row: CardRow): Item => ({
  kind: row.kind,
  id: row.item,
  ownerId: row.owner,
  audience: row.audience,
  price: Number(row.price),
  includedInSubscription: row.included,
  isPublished: row.published,
  fileIds: row.files,
});

const toIso = (moment: Date | string | null): string | null =>
  moment === null ? null : new Date(moment).toISOString();

/**
 * Items of one kind as list entries, by id. Locked items have a blurred image; items that don't exist for the
 * viewer are omitted.
 */
export async function mediaCards(
  ctx: Ctx,
  type: CardType,
  ids: readonly string[],
): Promise<Map<string, MediaCard>> {
  if (ids.length === 0) return new Map();
  const rows = await findCards(ctx.db, type, ids);
  const [facts, people, covers] = await Promise.all([
    loadAccessFacts(ctx, { items: rows.map(toItem) }),
    performerCards(
      ctx,
      rows.map(({ owner }) => owner),
    ),
    filesById(
      ctx,
      rows.flatMap(({ cover }) => cover ?? []),
    ),
  ]);
  const cards = new Map<string, MediaCard>();
  for (const row of rows) {
    const access = decideAccess(facts, toItem(row));
    const performer = people.get(row.owner);
    const cover = row.cover === null ? undefined : covers.get(row.cover);
    if (!performer || !isShown({ access })) continue;
    cards.set(row.id, {
      _id: row.id,
      objectType: type,
      title: row.title,
      performer,
      access,
      price: Number(row.shown_price),
      numOfItems: row.num_of_items,
      duration: row.duration,
      galleryId: row.gallery_id,
      endsAt: toIso(row.ends_at),
      cover: cover ? fileView(ctx, cover, decideReading(facts, access, cover.id)) : null,
    });
  }
  return cards;
}
