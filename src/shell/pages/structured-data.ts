import { routes } from '#config/routes.ts';
import { previewPath } from '#config/sharing.ts';
import type { PerformerCard } from '#contract/core/schemas.ts';
import type { Performer } from '#contract/people/creators.ts';
import type { Gallery } from '#contract/content/galleries.ts';
import type { Post } from '#contract/content/posts/posts.ts';
import type { PostSeries } from '#contract/content/posts/series.ts';
import type { Product } from '#contract/trade/products.ts';
import type { Video } from '#contract/content/videos.ts';
import { shortText } from '#lib/short-text.ts';
import { shortPost } from '#lib/markup/post-text.ts';
import type { ShellProps } from './page-props.ts';

/** What the pages with structured data were rendered from, with the names of their loaders. */
export interface DescribedProps {
  readonly shell?: ShellProps;
  readonly performer?: Performer;
  readonly post?: Post;
  readonly series?: PostSeries;
  /** The first posts of the series. */
  readonly first?: { readonly data: readonly Post[] };
  readonly video?: Video;
  readonly gallery?: Gallery;
  readonly product?: Product;
}
type Described = Readonly<Record<string, unknown>>;

const person = (
  { name, username, _id }: Pick<PerformerCard, 'name' | 'username' | '_id'>,
  origin: string,
): Described => ({
  '@type': 'Person',
  name,
  alternateName: `@${username}`,
  url: origin + routes.profile(username || _id),
});

/** Seconds as an ISO 8601 duration. */
const duration = (seconds: number | null): string | undefined =>
  seconds === null ? undefined : `PT${Math.round(seconds)}S`;

const interactions = (likes: number, comments: number): readonly Described[] =>
  [
    ['LikeAction', likes],
    ['CommentAction', comments],
  ].map(([type, count]) => ({
    '@type': 'InteractionCounter',
    interactionType: `https://schema.org/${type}`,
    userInteractionCount: count,
  }));

function ofProfile(performer: Performer, origin: string): Described {
  const { bio, username, createdAt, counts } = performer;
  return {
    '@type': 'ProfilePage',
    dateCreated: createdAt,
    mainEntity: {
      ...person(performer, origin),
      description: shortText(bio, 500) || undefined,
      image: origin + previewPath('profile', username),
      interactionStatistic: {
        '@type': 'InteractionCounter',
        interactionType: 'https://schema.org/FollowAction',
        userInteractionCount: counts.followers,
      },
    },
  };
}

const postHeadline = ({ text, performer }: Post): string =>
  shortPost(text, 110) || `A post by ${performer.name}`;

const ofPost = (post: Post, origin: string): Described => {
  const { _id, performer, publishedAt, updatedAt, counts, access } = post;
  return {
    '@type': 'SocialMediaPosting',
    url: origin + routes.feed(_id),
    headline: postHeadline(post),
    author: person(performer, origin),
    image: origin + previewPath('feeds', _id),
    datePublished: publishedAt,
    dateModified: updatedAt,
    isAccessibleForFree: access.reason === 'free',
    interactionStatistic: interactions(counts.likes, counts.comments),
  };
};

/** A locked post's text isn't in the reply, so the list names it by its creator. */
const ofSeries = ({ series, posts }: { series: PostSeries; posts: readonly Post[] }, origin: string) => ({
  '@type': 'CollectionPage',
  url: origin + routes.series(series._id),
  name: series.title,
  description: shortText(series.description, 500) || undefined,
  author: person(series.performer, origin),
  image: origin + previewPath('series', series._id),
  dateCreated: series.createdAt,
  dateModified: series.updatedAt,
  mainEntity: {
    '@type': 'ItemList',
    itemListOrder: 'https://schema.org/ItemListOrderAscending',
    numberOfItems: series.posts,
    itemListElement: posts.map((post, at) => ({
      '@type': 'ListItem',
      position: at + 1,
      url: origin + routes.feed(post._id),
      name: postHeadline(post),
    })),
  },
});

const ofVideo = (video: Video, origin: string): Described => ({
  '@type': 'VideoObject',
  url: origin + routes.video(video._id),
  name: video.title,
  description: shortText(video.description, 500) || `A video by ${video.performer.name}.`,
  author: person(video.performer, origin),
  thumbnailUrl: origin + previewPath('videos', video._id),
  uploadDate: video.publishedAt,
  duration: duration(video.duration),
  isAccessibleForFree: video.access.reason === 'free',
  interactionStatistic: interactions(video.counts.likes, video.counts.comments),
});

const ofGallery = (gallery: Gallery, origin: string): Described => ({
  '@type': 'ImageGallery',
  url: origin + routes.gallery(gallery._id),
  name: gallery.title,
  description: shortText(gallery.description, 500) || undefined,
  author: person(gallery.performer, origin),
  image: origin + previewPath('galleries', gallery._id),
  datePublished: gallery.publishedAt,
  isAccessibleForFree: gallery.access.reason === 'free',
});

/** Without an offer: search engines would show a price that may have changed since. */
const ofProduct = (product: Product, origin: string): Described => ({
  '@type': 'Product',
  url: origin + routes.product(product._id),
  name: product.title,
  description: shortText(product.description, 500) || undefined,
  image: origin + previewPath('products', product._id),
  brand: person(product.performer, origin),
});

function describe(
  { performer, post, series, first, video, gallery, product }: DescribedProps,
  origin: string,
): Described | null {
  if (video) return ofVideo(video, origin);
  if (gallery) return ofGallery(gallery, origin);
  if (product) return ofProduct(product, origin);
  if (post) return ofPost(post, origin);
  if (series) return ofSeries({ series, posts: first?.data ?? [] }, origin);
  return performer ? ofProfile(performer, origin) : null;
}

/**
 * A page's JSON-LD, for the document of a page that the server renders; null for pages that have none. In the
 * document rather than in the page, because only search engines read it and they don't navigate.
 */
export function structuredData(props: DescribedProps): string | null {
  const described = describe(props, props.shell?.origin ?? '');
  return (
    described && JSON.stringify({ '@context': 'https://schema.org', ...described }).replaceAll('<', '\\u003c')
  );
}
