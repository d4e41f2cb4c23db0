import { inArray } from 'drizzle-orm';
import type { Post } from '#contract/content/posts/posts.ts';
import type { MediaCard } from '#contract/content/reactions.ts';
import type { SearchHit } from '#contract/across/search/search.ts';
import type { Stream } from '#contract/talk/streams/streams.ts';
import { findExcerpt } from '#lib/search/excerpt.ts';
import { plainPost } from '#lib/markup/post-text.ts';
import type { Ctx } from '../../../kernel/context.ts';
import { streams } from '../../../db/schema/streams/streams.ts';
import { type CardType, mediaCards } from '../../content/media-items/media-cards.ts';
import { postsById } from '../../content/posts/search.ts';
import { presentStreams, selectStreams } from '../../talk/streams/presenters.ts';
import type { FoundItems, ItemKind } from './items.ts';
import { isShown } from '../../base/access/access.ts';

/** When it was published is known to the index. */
type Hit = Omit<SearchHit, 'publishedAt'>;

const plain = { numOfItems: null, duration: null, startsAt: null, endsAt: null, isLive: false };

/** A post as a hit. Its picture is the thumbnail, else that of its first file. */
function hitOfPost(post: Post, matches: ReadonlySet<string>): Hit {
  const text = [plainPost(post.text), post.poll?.question].filter(Boolean).join(' ');
  return {
    ...plain,
    _id: post._id,
    kind: 'post',
    title: findExcerpt(text, matches),
    performer: post.performer,
    cover: post.thumbnail ?? post.files[0] ?? null,
    access: post.access,
    price: post.price,
    duration: post.media.duration > 0 ? post.media.duration : null,
  };
}

/** Only posts that the viewer can read: what a locked one says must not show in what finds it. */
async function postHits(ctx: Ctx, ids: readonly string[], matches: ReadonlySet<string>): Promise<Hit[]> {
  return (await postsById(ctx, ids)).map((post) => hitOfPost(post, matches));
}

const hitOfStream = (stream: Stream): Hit => ({
  ...plain,
  _id: stream._id,
  kind: 'stream',
  title: stream.title,
  performer: stream.performer,
  cover: null,
  access: stream.access,
  price: stream.price,
  startsAt: stream.state === 'scheduled' ? stream.scheduledAt : null,
  isLive: stream.state !== 'scheduled',
});

async function streamHits(ctx: Ctx, ids: readonly string[]): Promise<Hit[]> {
  const found = await presentStreams(ctx, await selectStreams(ctx, inArray(streams.id, [...ids])));
  return found.filter(isShown).map((stream) => hitOfStream(stream));
}

const hitOfCard = (kind: ItemKind, { _id, ...card }: MediaCard): Hit => ({
  ...plain,
  _id,
  kind,
  title: card.title,
  performer: card.performer,
  cover: card.cover,
  access: card.access,
  price: card.price,
  numOfItems: card.numOfItems,
  duration: card.duration,
  endsAt: card.endsAt,
});

async function cardHits(ctx: Ctx, kind: ItemKind & CardType, ids: readonly string[]): Promise<Hit[]> {
  const cards = await mediaCards(ctx, kind, ids);
  return [...cards.values()].map((card) => hitOfCard(kind, card));
}

/** Items of one kind as the viewer may see them, in the order of the index. */
export async function presentHits(
  ctx: Ctx,
  kind: ItemKind,
  { rows, matches }: Pick<FoundItems, 'rows' | 'matches'>,
): Promise<SearchHit[]> {
  if (rows.length === 0) return [];
  const ids = rows.map(({ id }) => id);
  const hits = await (kind === 'post'
    ? postHits(ctx, ids, new Set(matches))
    : kind === 'stream'
      ? streamHits(ctx, ids)
      : cardHits(ctx, kind, ids));
  const byId = new Map(hits.map((hit) => [hit._id, hit]));
  return rows.flatMap(({ id, createdAt }) => {
    const hit = byId.get(id);
    return hit ? [{ ...hit, publishedAt: createdAt.toISOString() }] : [];
  });
}
