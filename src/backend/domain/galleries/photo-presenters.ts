import { eq } from 'drizzle-orm';
import type { AccessView, PerformerCard } from '#contract/core/schemas.ts';
import type { Photo } from '#contract/photos.ts';
import type { Ctx } from '../../kernel/context.ts';
import { accounts } from '../../db/schema/accounts.ts';
import { performers } from '../../db/schema/creators.ts';
import { files } from '../../db/schema/files.ts';
import { galleries, photos } from '../../db/schema/galleries.ts';
import { type Facts, type Item, gatherFacts, judge, readsFile } from '../access/access.ts';
import { type CardRow, cardColumns, cardOf } from '../accounts/profile-cards.ts';
import { coCreatorsOf } from '../media-items/co-creator-tags.ts';
import { type FileFacts, fileColumns, fileView } from '../files/presenters.ts';
import { type GalleryPricing, galleryItems } from './gallery-items.ts';
import { type OwnReactions, reactionsOf } from '../community/reactions.ts';

export type PhotoRow = typeof photos.$inferSelect;
type PhotoGallery = GalleryPricing & { readonly title: string; readonly coverPhotoId: string | null };
/** A photo with what a view of it is made of. */
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

/**
 * Photos with their parts; add a `where` and an order. `from`: rows with the id of each, where the page was
 * chosen before.
 */
export const selectPhotos = (ctx: Ctx) =>
  ctx.db
    .select({ photo: photos, card: cardColumns, file: fileColumns, gallery: galleryColumns })
    .from(photos)
    .innerJoin(accounts, eq(accounts.id, photos.performerId))
    .innerJoin(performers, eq(performers.accountId, photos.performerId))
    .innerJoin(files, eq(files.id, photos.fileId))
    .leftJoin(galleries, eq(galleries.id, photos.galleryId));

/** A photo by itself goes by its own audience; one in a gallery by the gallery's terms. */
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
    _id: photo.id,
    performer: cardOf(ctx, card),
    gallery: gallery && { _id: gallery.id, title: gallery.title },
    title: readable ? photo.title : '',
    description: readable ? photo.description : '',
    tags: photo.tags,
    file: fileView(ctx, file, { readable, by: access.allowed ? access.reason : 'purchased' }),
    audience: photo.audience,
    position: photo.position,
    counts: { likes: photo.likes, comments: photo.comments, bookmarks: photo.bookmarks },
    ...own,
    coCreators,
    access,
    state: photo.state,
    publishedAt: photo.publishedAt?.toISOString() ?? null,
    createdAt: photo.createdAt.toISOString(),
    updatedAt: photo.updatedAt.toISOString(),
  };
}

/** Of a page of photos: what each goes by, and what the rule has to know. */
async function factsOf(
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
    facts: await gatherFacts(ctx, {
      items: [...items.values(), ...rows.filter((row) => !row.gallery).map(itemOf)],
    }),
    itemOf,
  };
}

/**
 * Photos as the viewer may see them, in the order given. Whether a photo is out at all is the query's to say:
 * in a gallery it is the gallery that is judged here.
 */
export async function presentPhotos(ctx: Ctx, rows: readonly PhotoParts[]): Promise<Photo[]> {
  if (rows.length === 0) return [];
  const ids = rows.map(({ photo }) => photo.id);
  // Photos of a gallery have its co-creators, not some of their own.
  const single = rows.filter(({ gallery }) => !gallery).map(({ photo }) => photo.id);
  const [{ facts, itemOf }, own, together] = await Promise.all([
    factsOf(ctx, rows),
    reactionsOf(ctx, 'photo', ids),
    coCreatorsOf(ctx, 'photo', single),
  ]);
  return rows.map((row) => {
    const access = judge(facts, itemOf(row));
    return photoView(ctx, row, {
      access,
      readable: readsFile(facts, access, row.photo.fileId),
      own: own(row.photo.id),
      coCreators: together.get(row.photo.id) ?? [],
    });
  });
}

/**
 * A photo that is locked is shown as such; one that is blocked, closed to the country or not published
 * doesn't exist for the viewer.
 */
export const isPhotoShown = ({ access }: Pick<Photo, 'access'>): boolean =>
  access.allowed || access.reason === 'locked';
