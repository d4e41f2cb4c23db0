import type { Tokens } from '#lib/units.ts';
import type { Audience } from '#contract/core/schemas.ts';

interface Row {
  readonly id: string;
  readonly likes: number;
  readonly comments: number;
  readonly bookmarks: number;
  readonly publishedAt: Date | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** The fields that posts, videos, galleries, photos and products have in common. */
export const presentItem = (row: Row) => ({
  _id: row.id,
  counts: { likes: row.likes, comments: row.comments, bookmarks: row.bookmarks },
  publishedAt: row.publishedAt?.toISOString() ?? null,
  createdAt: row.createdAt.toISOString(),
  updatedAt: row.updatedAt.toISOString(),
});

interface Offer {
  readonly audience: Audience;
  readonly price: Tokens;
  readonly includedInSubscription: boolean;
  readonly commentsEnabled: boolean;
}

/** The fields of whatever has an audience and can be sold separately. */
export const presentOffer = ({ audience, price, includedInSubscription, commentsEnabled }: Offer) => ({
  audience,
  price,
  isSale: price > 0,
  includedInSubscription,
  commentsEnabled,
});
