import { eq } from 'drizzle-orm';
import type { AccessView, PerformerCard } from '#contract/core/schemas.ts';
import type { Photo } from '#contract/content/photos.ts';
import type { Ctx } from '../../../kernel/context.ts';
import { accounts } from '../../../db/schema/accounts.ts';
import { performers } from '../../../db/schema/creators.ts';
import { files } from '../../../db/schema/files.ts';
import { galleries, photos } from '../../../db/schema/galleries.ts';
import { type Facts, type Item, loadAccessFacts, decideAccess, readsFile } from '../../base/access/access.ts';
import { type CardRow, cardColumns, toPerformerCard } from '../../people/accounts/profile-cards.ts';
import { coCreatorsOf } from '../media-items/co-creator-tags.ts';
import { type FileFacts, fileColumns, fileView } from '../../base/files/presenters.ts';
import { type GalleryPricing, galleryItems } from './gallery-items.ts';
import { type OwnReactions, reactionsOf } from '../community/reactions.ts';
import { presentItem } from '../media-items/item-view.ts';

export type PhotoRow = typeof photos.$inferSelect;
type PhotoGallery = GalleryPricing & { readonly title: string; readonly coverPhotoId: string | null };
export interface PhotoParts {
  readonly photo: PhotoRow;
  readonly card: CardRow;
  readonly file: FileFacts;
  readonly gallery: PhotoGallery | null;
}

const galleryColumns = {
  id: galleries.id,
  performerId: galleries.performerId,
  audience: galleries.audience,
  price: galleries.price,
  includedInSubscription: galleries.includedInSubscription,
  state: galleries.state,
  title: galleries.title,
  coverPhotoId: galleries.coverPhotoId,
};

/** Selects photos with everything their view needs; add `where` and an order. */
export const selectPhotos = (ctx: Ctx) =>
  ctx.db
    .select({ photo: photos, card: cardColumns, file: fileColumns, gallery: galleryColumns })
    .from(photos)
    .innerJoin(accounts, eq(accounts.id, photos.performerId))
    .innerJoin(performers, eq(performers.accountId, photos.performerId))
    .innerJoin(files, eq(files.id, photos.fileId))
    .leftJoin(galleries, eq(galleries.id, photos.galleryId));

/** A photo as an access rule item: a single one with its own audience, otherwise with its gallery's terms. */
const asPhotoItem = (
  photo: Pick<PhotoRow, 'id' | 'performerId' | 'audience' | 'state' | 'fileId'>,
): Item => ({
  kind: 'photo',
  id: photo.id,
  ownerId: photo.performerId,
  audience: photo.audience,
  price: 0,
  includedInSubscription: false,
  isPublished: photo.state === 'published',
  fileIds: [photo.fileId],
});

interface Around {
  readonly access: AccessView;
  readonly readable: boolean;
  readonly own: OwnReactions;
  readonly coCreators: PerformerCard[];
}

function photoView(
  ctx: Ctx,
  { photo, card, file, gallery }: PhotoParts,
  { access, readable, own, coCreators }: Around,
): Photo {
  return {
    ...presentItem(photo),
    performer: toPerformerCard(ctx, card),
    gallery: gallery && { _id: gallery.id, title: gallery.title },
    title: readable ? photo.title : '',
    description: readable ? photo.description : '',
    tags: photo.tags,
    file: fileView(ctx, file, { readable, by: access.allowed ? access.reason : 'purchased' }),
    audience: photo.audience,
    position: photo.position,
    ...own,
    coCreators,
    access,
    state: photo.state,
  };
}

/** The access facts for a page of photos, and the item that stands for each in the access rule. */
async function loadFacts(
  ctx: Ctx,
  rows: readonly PhotoParts[],
): Promise<{ facts: Facts; itemOf: (row: PhotoParts) => Item }> {
  const inGalleries = new Map(
    rows.flatMap(({ gallery }) => (gallery ? [[gallery.id, gallery] as const] : [])),
  );
  const items = await galleryItems(ctx, [...inGalleries.values()]);
  const itemOf = (row: PhotoParts): Item =>
    (row.gallery && items.get(row.gallery.id)) ?? asPhotoItem(row.photo);
  return {
    facts: await loadAccessFacts(ctx, {
      items: [...items.values(), ...rows.filter((row) => !row.gallery).map(itemOf)],
    }),
    itemOf,
  };
}

/**
 * Photos as the viewer may see them, in the given order. The query decides whether a photo in a gallery is
 * visible; here the gallery's access is decided.
 */
export async function presentPhotos(ctx: Ctx, rows: readonly PhotoParts[]): Promise<Photo[]> {
  if (rows.length === 0) return [];
  const ids = rows.map(({ photo }) => photo.id);
  // Photos in a gallery show the gallery's co-creators instead of their own.
  const single = rows.filter(({ gallery }) => !gallery).map(({ photo }) => photo.id);
  const [{ facts, itemOf }, own, together] = await Promise.all([
    loadFacts(ctx, rows),
    reactionsOf(ctx, 'photo', ids),
    coCreatorsOf(ctx, 'photo', single),
  ]);
  return rows.map((row) => {
    const access = decideAccess(facts, itemOf(row));
    return photoView(ctx, row, {
      access,
      readable: readsFile(facts, access, row.photo.fileId),
      own: own(row.photo.id),
      coCreators: together.get(row.photo.id) ?? [],
    });
  });
}
