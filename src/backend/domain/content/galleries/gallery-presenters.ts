import { eq, inArray, sql } from 'drizzle-orm';
import type { AccessView, PerformerCard } from '#contract/core/schemas.ts';
import type { Gallery } from '#contract/content/galleries.ts';
import type { Ctx } from '../../../kernel/context.ts';
import { accounts } from '../../../db/schema/accounts.ts';
import { performers } from '../../../db/schema/creators.ts';
import { galleries } from '../../../db/schema/galleries.ts';
import { notFound } from '../../../kernel/errors.ts';
import {
  type Facts,
  loadAccessFacts,
  hasBought,
  decideAccess,
  decideReading,
  isShown,
} from '../../base/access/access.ts';
import { type CardRow, cardColumns, toPerformerCard } from '../../people/accounts/profile-cards.ts';
import { coCreatorsOf } from '../media-items/co-creator-tags.ts';
import { fileById } from '../posts/presenters.ts';
import { type FileFacts, fileView } from '../../base/files/presenters.ts';
import { galleryItems, savedCounts } from './gallery-items.ts';
import { ownedByBuyer } from './photos-query.ts';
import { type OwnReactions, reactionsOf } from '../community/reactions.ts';
import { presentItem, presentOffer } from '../media-items/item-view.ts';

export type GalleryRow = typeof galleries.$inferSelect;
export interface GalleryParts {
  readonly gallery: GalleryRow;
  readonly card: CardRow;
  readonly cover: FileFacts | null;
}

/** The chosen photo, else the first; for buyers of a gallery that has no photos left, the first they keep. */
const coverFile = (viewerId: string | null) => sql`coalesce(
  (SELECT p.file_id FROM photos p WHERE p.id = ${galleries.coverPhotoId} AND p.gallery_id = ${galleries.id} AND p.state = 'published'),
  (SELECT p.file_id FROM photos p WHERE p.gallery_id = ${galleries.id} AND p.state = 'published' ORDER BY p.position, p.id LIMIT 1),
  (SELECT p.file_id FROM photos p WHERE p.gallery_id = ${galleries.id} AND ${ownedByBuyer(viewerId)} ORDER BY p.position, p.id LIMIT 1))`;

/** Selects galleries with everything their view needs; add `where` and an order. */
export const selectGalleries = (ctx: Ctx) =>
  ctx.db
    .select({ gallery: galleries, card: cardColumns, cover: fileById(coverFile(ctx.viewer?.id ?? null)) })
    .from(galleries)
    .innerJoin(accounts, eq(accounts.id, galleries.performerId))
    .innerJoin(performers, eq(performers.accountId, galleries.performerId));

interface Around {
  readonly facts: Facts;
  readonly access: AccessView;
  readonly own: OwnReactions;
  /** Photos that only buyers still see. */
  readonly savedPhotos: number;
  readonly coCreators: PerformerCard[];
}

function galleryView(
  ctx: Ctx,
  { gallery, card, cover }: GalleryParts,
  { facts, access, own, savedPhotos, coCreators }: Around,
): Gallery {
  return {
    ...presentItem(gallery),
    performer: toPerformerCard(ctx, card),
    title: gallery.title,
    description: access.allowed ? gallery.description : '',
    tags: gallery.tags,
    cover: cover && fileView(ctx, cover, decideReading(facts, access, cover.id)),
    numOfItems: gallery.numOfItems + savedPhotos,
    ...presentOffer(gallery),
    ...own,
    coCreators,
    access,
    state: gallery.state,
  };
}

/**
 * Galleries as the viewer may see them, in the given order. Hidden ones are included; filter with
 * `isShown`.
 */
export async function presentGalleries(ctx: Ctx, rows: readonly GalleryParts[]): Promise<Gallery[]> {
  if (rows.length === 0) return [];
  const items = await galleryItems(
    ctx,
    rows.map(({ gallery }) => gallery),
  );
  const ids = [...items.keys()];
  const [facts, own, together] = await Promise.all([
    loadAccessFacts(ctx, { items: [...items.values()] }),
    reactionsOf(ctx, 'gallery', ids),
    coCreatorsOf(ctx, 'gallery', ids),
  ]);
  const saved = await savedCounts(
    ctx,
    ids.filter((id) => hasBought(facts, { kind: 'gallery', id })),
  );
  return rows.flatMap((row) => {
    const { id } = row.gallery;
    const item = items.get(id);
    return item
      ? [
          galleryView(ctx, row, {
            facts,
            access: decideAccess(facts, item),
            own: own(id),
            savedPhotos: saved.get(id) ?? 0,
            coCreators: together.get(id) ?? [],
          }),
        ]
      : [];
  });
}

/**
 * Galleries as the viewer may see them, in the given order, without those that don't exist for the viewer.
 */
export async function galleriesById(ctx: Ctx, ids: readonly string[]): Promise<Gallery[]> {
  if (ids.length === 0) return [];
  const views = await presentGalleries(
    ctx,
    await selectGalleries(ctx).where(inArray(galleries.id, [...ids])),
  );
  const byId = new Map(views.filter(isShown).map((view) => [view._id, view]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

/**
 * One gallery as the viewer may see it.
 * @throws AppError 404 when it doesn't exist for the viewer, whatever the reason.
 */
export async function viewGallery(ctx: Ctx, id: string): Promise<Gallery> {
  const [view] = await galleriesById(ctx, [id]);
  if (!view) throw notFound();
  return view;
}
