import { type SQL, sql } from 'drizzle-orm';
import type { ObjectType } from '#contract/core/schemas.ts';
import type { MediaCard } from '#contract/content/reactions.ts';
import type { Post } from '#contract/content/posts/posts.ts';
import { shortText } from '#lib/short-text.ts';
import type { UserCtx } from '../../../kernel/context.ts';
import { type CardType, mediaCards } from '../media-items/media-cards.ts';
import { objectTables } from '../media-items/objects.ts';
import { bookmarkTypes, canSee, postsById } from './bookmarks.ts';

/** A bookmark in a collection. */
export interface Collected {
  readonly type: ObjectType;
  readonly id: string;
}

const selectShown = (type: ObjectType, where: SQL) => sql`
  SELECT c.collection_id, c.object_type, c.object_id, c.created_at
  FROM bookmark_collection_items c JOIN ${objectTables[type]} w ON w.id = c.object_id
  WHERE ${where} AND c.object_type = ${sql.raw(`'${type}'`)} AND ${canSee(type)}`;

/**
 * The bookmarks of every kind in collections that the viewer can still see, as a subquery with placeholders
 * `viewer` and `places`. `where` chooses rows of `bookmark_collection_items`, which is `c`.
 */
export const shownIn = (where: SQL): SQL =>
  sql`(${sql.join(
    bookmarkTypes.map((type) => selectShown(type, where)),
    sql` UNION ALL `,
  )})`;

const titleLength = 120;

/** The image of a post: what the timeline shows first of it. */
const pickCover = ({ thumbnail, files, teaser }: Post): MediaCard['cover'] =>
  thumbnail ?? files[0] ?? teaser ?? null;

const cardOfPost = (post: Post): MediaCard => ({
  _id: post._id,
  objectType: 'feed',
  title: shortText(post.text, titleLength),
  performer: post.performer,
  cover: pickCover(post),
  access: post.access,
  price: post.price,
  numOfItems: null,
  duration: null,
  galleryId: null,
  endsAt: null,
});

/** Items of every kind as list entries, by id. */
export async function cardsOf(ctx: UserCtx, items: readonly Collected[]): Promise<Map<string, MediaCard>> {
  const collectIds = (type: ObjectType) => items.flatMap((item) => (item.type === type ? [item.id] : []));
  const kinds = bookmarkTypes.filter((type): type is CardType => type !== 'feed');
  const [posts, ...others] = await Promise.all([
    postsById(ctx, collectIds('feed')),
    ...kinds.map((type) => mediaCards(ctx, type, collectIds(type))),
  ]);
  return new Map([
    ...[...posts].map(([id, post]): [string, MediaCard] => [id, cardOfPost(post)]),
    ...others.flatMap((cards) => [...cards]),
  ]);
}
