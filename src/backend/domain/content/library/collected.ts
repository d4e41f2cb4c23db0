import type { ObjectType } from '#contract/core/schemas.ts';
import type { MediaCard } from '#contract/content/reactions.ts';
import type { Post } from '#contract/content/posts/posts.ts';
import { shortText } from '#lib/short-text.ts';
import type { UserCtx } from '../../../kernel/context.ts';
import { type CardType, mediaCards } from '../media-items/media-cards.ts';
import { postsById } from './bookmarks.ts';
import { bookmarkTypes } from './bookmarks-query.ts';

/** A bookmark in a collection. */
export interface Collected {
  readonly type: ObjectType;
  readonly id: string;
}

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
