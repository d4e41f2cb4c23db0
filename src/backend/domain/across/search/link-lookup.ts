import type { ReplySource } from '#contract/core/registry.ts';
import type { LinkCard } from '#contract/content/posts/link-cards.ts';
import { limits } from '#config/limits.ts';
import { type SharedKind, previewPath } from '#config/sharing.ts';
import { shortText } from '#lib/short-text.ts';
import { type Ctx, type UserCtx, now } from '../../../kernel/context.ts';
import { AppError, invalid } from '../../../kernel/errors.ts';
import { enqueue } from '../../../kernel/job-queue.ts';
import { limitRate } from '../../../kernel/rate-limit.ts';
import { viewPerformer } from '../../people/creators/queries.ts';
import { type FileRow, fileView } from '../../base/files/presenters.ts';
import { storeImage } from '../../base/files/storing.ts';
import { later } from '../../base/files/upload-names.ts';
import { linkCardView, linkToken } from '../../content/posts/link-cards.ts';
import { viewSeries } from '../../content/posts/series/reading.ts';
import { presentHits } from './hits.ts';
import type { ItemKind } from './items.ts';

const most = { title: 200, description: 300, site: 80 };

/** The kinds of pages of this site, by the first segment of their path, except profiles and series. */
const itemKinds: Readonly<Record<Exclude<SharedKind, 'profile' | 'series'>, ItemKind>> = {
  feeds: 'post',
  videos: 'video',
  galleries: 'gallery',
  products: 'product',
  auctions: 'auction',
  live: 'stream',
};

/** What stands for the site's name on a card of this one. */
const kindNames: Readonly<Record<SharedKind, string>> = {
  profile: 'Creator',
  feeds: 'Post',
  series: 'Series',
  videos: 'Video',
  galleries: 'Gallery',
  products: 'Product',
  auctions: 'Auction',
  live: 'Live stream',
};

interface Found {
  readonly card: LinkCard;
  readonly file: FileRow | null;
}

interface OwnPage {
  readonly kind: SharedKind;
  readonly id: string;
  readonly title: string;
  readonly description: string;
}

async function ownItem(ctx: Ctx, kind: keyof typeof itemKinds, id: string): Promise<OwnPage | null> {
  const [hit] = await presentHits(ctx, itemKinds[kind], { rows: [{ id, createdAt: now(ctx) }], matches: [] });
  if (!hit) return null;
  const title = hit.title || `By ${hit.performer.name}`;
  return { kind, id, title, description: hit.title ? `By ${hit.performer.name}` : '' };
}

/** A page of this site as visitors everywhere see it; null for one that they don't see. */
async function ownPage(ctx: Ctx, { pathname }: URL): Promise<OwnPage | null> {
  const [first = '', second, ...rest] = decodeURIComponent(pathname).replace(/\/$/, '').slice(1).split('/');
  if (rest.length > 0) return null;
  if (second === undefined) {
    const { _id, username, name, bio } = await viewPerformer(ctx, first);
    return { kind: 'profile', id: username || _id, title: name, description: bio };
  }
  if (!/^[\da-f-]{36}$/i.test(second)) return null;
  if (first === 'series') {
    const { title, performer } = await viewSeries(ctx, second);
    return { kind: 'series', id: second, title, description: `A series by ${performer.name}` };
  }
  return Object.hasOwn(itemKinds, first) ? ownItem(ctx, first as keyof typeof itemKinds, second) : null;
}

async function findOwn(ctx: UserCtx, url: URL): Promise<Found | null> {
  const visitor: Ctx = { ...ctx, viewer: null, request: { ...ctx.request, country: null, places: null } };
  const page = await ownPage(visitor, url).catch((error: unknown) => {
    if (error instanceof AppError || error instanceof URIError) return null;
    throw error;
  });
  if (!page) return null;
  const { kind, id, title, description } = page;
  const words = {
    title: shortText(title, most.title),
    description: shortText(description, most.description),
  };
  // Where other sites can't be reached, no pictures of shared links are drawn either.
  const cover = ctx.ports.otherSites ? previewPath(kind, id) : null;
  const path = `${url.pathname}${url.search}${url.hash}`;
  return { card: { url: path, ...words, site: kindNames[kind], cover }, file: null };
}

/** Stores a page's picture for a post that may use it. Null for what isn't an image that this site takes. */
async function keepPicture(ctx: UserCtx, bytes: Uint8Array): Promise<FileRow | null> {
  try {
    const file = await storeImage(ctx, { bytes, type: 'feed-thumbnail', ownerId: ctx.viewer.id });
    const runAt = later(ctx, limits.upload.unusedFileMs);
    await enqueue(ctx, { kind: 'drop-unused-file', payload: { fileId: file.id }, runAt });
    return file;
  } catch (error) {
    if (error instanceof AppError) return null;
    throw error;
  }
}

async function findElsewhere(ctx: UserCtx, url: URL): Promise<Found | null> {
  const page = await ctx.ports.otherSites?.describe(url);
  if (!page) return null;
  const words = {
    title: shortText(page.title, most.title),
    description: shortText(page.description, most.description),
    site: shortText(page.site, most.site),
  };
  const file = page.picture && (await keepPicture(ctx, page.picture));
  return { card: { url: url.href, ...words, cover: null }, file };
}

/**
 * Looks up what a link leads to. A page of this site is described as visitors see it.
 * @throws AppError 422 where there is nothing to show, 429.
 */
export async function findLinkCard(
  ctx: UserCtx,
  written: string,
): Promise<ReplySource<'POST /performer/feeds/link-card'>> {
  await limitRate(ctx, `link-card:${ctx.viewer.id}`, { max: 120, seconds: 3600 });
  const url = new URL(written);
  const isOwn = url.host === new URL(ctx.config.publicUrl).host;
  const found = await (isOwn ? findOwn(ctx, url) : findElsewhere(ctx, url));
  if (!found) throw invalid('url', 'No preview for this link.');
  const { card, file } = found;
  return {
    card: linkCardView(card, file && fileView(ctx, file, { readable: true })),
    token: linkToken(ctx, { card, fileId: file?.id ?? null }),
  };
}
