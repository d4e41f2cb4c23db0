import { type SQL, and, eq, or, sql } from 'drizzle-orm';
import type { OwnPerformer, Performer, PerformerRow } from '#contract/people/creators.ts';
import type { OwnSubscription } from '#contract/trade/subscriptions.ts';
import { bundlePrice, bundleTypes } from '#lib/plans/bundles.ts';
import { type Ctx, type UserCtx, now } from '../../../kernel/context.ts';
import { prepared } from '../../../db/prepared.ts';
import { accounts } from '../../../db/schema/accounts.ts';
import { performers } from '../../../db/schema/creators.ts';
import { files } from '../../../db/schema/files.ts';
import { notFound } from '../../../kernel/errors.ts';
import {
  type Facts,
  followsIn,
  agreedIn,
  isFreeOpen,
  loadAccessFacts,
  ownerClosed,
  subscribesTo,
} from '../../base/access/access.ts';
import type { AgreedPrices } from '../../base/access/agreed-prices.ts';
import { isListed } from '../../base/access/listed-posts.ts';
import { ownSubscriptions } from '../../base/access/own-subscriptions.ts';
import { formerHolder } from '../accounts/former-usernames.ts';
import { cardColumns, coverUrl, toPerformerCard } from '../accounts/profile-cards.ts';
import { fileView } from '../../base/files/presenters.ts';
import { subscriptionCoverage } from './subscription-coverage.ts';
import { ownDocuments } from './documents.ts';
import { loadVerification } from './verification.ts';

const isUuid = (text: string): boolean => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text);

/** Matches the account of `/[profileId]`, by username or id. Usernames are too short to look like an id. */
export const isNamed = (nameOrId: string): SQL | undefined =>
  or(eq(accounts.username, nameOrId.toLowerCase()), isUuid(nameOrId) ? eq(accounts.id, nameOrId) : undefined);

/** Columns of a creator in a list. */
export const rowColumns = {
  ...cardColumns,
  bio: accounts.bio,
  cover: accounts.cover,
  country: accounts.country,
  categories: performers.categories,
  monthlyPrice: performers.monthlyPrice,
  yearlyPrice: performers.yearlyPrice,
  quarterlyPercent: performers.quarterlyPercent,
  semiannualPercent: performers.semiannualPercent,
  isFreeSubscription: performers.isFreeSubscription,
  feeds: performers.feeds,
  photos: performers.photos,
  singlePhotos: performers.singlePhotos,
  singleVideos: performers.singleVideos,
  videos: performers.videos,
  galleries: performers.galleries,
  products: performers.products,
  subscribers: performers.subscribers,
  followers: performers.followers,
  likes: performers.likes,
};
const profileColumns = {
  ...rowColumns,
  languages: performers.languages,
  pronouns: performers.pronouns,
  freeDays: performers.freeDays,
  welcomeVideoId: performers.welcomeVideoId,
  suspendedAt: accounts.suspendedAt,
  createdAt: performers.createdAt,
  email: accounts.email,
  verifiedReason: performers.verifiedReason,
  submittedAt: performers.submittedAt,
  verifiedUntil: performers.verifiedUntil,
  hasOffer: sql<boolean>`EXISTS (SELECT 1 FROM promotions o WHERE o.performer_id = ${performers.accountId} AND o.kind = 'percent' AND o.ended_at IS NULL
    AND (o.ends_at IS NULL OR o.ends_at > ${sql.placeholder('moment')}::timestamptz) AND (o.max_uses IS NULL OR o.uses < o.max_uses)
    AND (o.audience <> 'returning' OR ${sql.placeholder('viewer')}::uuid IS NOT NULL))`,
  auctions: sql<number>`(SELECT count(*)::int FROM auctions a WHERE a.performer_id = ${performers.accountId} AND a.state <> 'cancelled')`,
  series: sql<number>`(SELECT count(*)::int FROM post_series s WHERE s.performer_id = ${performers.accountId} AND EXISTS (
    SELECT 1 FROM post_series_items i JOIN feeds f ON f.id = i.feed_id WHERE i.series_id = s.id AND ${isListed(sql`f`, sql`${sql.placeholder('moment')}`)}))`,
};
type Columns = typeof rowColumns;
export type SelectedRow = {
  [K in keyof Columns]: Columns[K]['_']['notNull'] extends true
    ? Columns[K]['_']['data']
    : Columns[K]['_']['data'] | null;
};

/** The viewer's relationship to a creator. */
export interface Ties {
  readonly isFollowed: boolean;
  /** The viewer's own; null without one. */
  readonly subscription: OwnSubscription | null;
  /** Whether the creator's free subscription is still open to the viewer, who gets it once. */
  readonly isFreeOpen: boolean;
  /** What the viewer pays instead of the creator's prices. */
  readonly agreed: AgreedPrices;
}

/** The viewer's relationships to several creators, by the facts of access. */
export async function tiesTo(ctx: Ctx, facts: Facts, ids: readonly string[]): Promise<(id: string) => Ties> {
  const own = await ownSubscriptions(
    ctx,
    ids.filter((id) => subscribesTo(facts, id)),
  );
  return (id) => ({
    isFollowed: followsIn(facts, id),
    subscription: own.get(id) ?? null,
    isFreeOpen: isFreeOpen(facts, id),
    agreed: agreedIn(facts, id),
  });
}

/** What the creator offers to pay at once, with the price it comes to. */
const offeredBundles = (
  { monthlyPrice: month, ...row }: SelectedRow,
  agreed: AgreedPrices,
): PerformerRow['bundles'] =>
  bundleTypes.flatMap((type) => {
    const percent = row[`${type}Percent`];
    return month === null || percent === null
      ? []
      : [{ type, percent, price: agreed[type] ?? bundlePrice(type, { month, percent }) }];
  });

/** A creator in a list, for a viewer with this relationship. */
export function rowView(
  ctx: Ctx,
  row: SelectedRow,
  { isFollowed, subscription, isFreeOpen: isFree, agreed }: Ties,
): PerformerRow {
  const {
    feeds: posts,
    photos,
    singlePhotos,
    videos,
    singleVideos,
    galleries,
    products,
    subscribers,
    followers,
    likes,
  } = row;
  return {
    ...toPerformerCard(ctx, row),
    bio: row.bio,
    cover: coverUrl(row),
    categories: row.categories,
    country: row.country,
    monthlyPrice: agreed.monthly ?? row.monthlyPrice,
    yearlyPrice: agreed.yearly ?? row.yearlyPrice,
    bundles: offeredBundles(row, agreed),
    isFreeSubscription: row.isFreeSubscription && isFree,
    counts: {
      feeds: posts,
      photos,
      singlePhotos,
      videos,
      singleVideos,
      galleries,
      products,
      subscribers,
      followers,
      likes,
    },
    isFollowed,
    isSubscribed: subscription !== null,
    subscription,
  };
}

const profileQuery = prepared((db) =>
  db
    .select(profileColumns)
    .from(performers)
    .innerJoin(accounts, eq(accounts.id, performers.accountId))
    .where(or(eq(accounts.username, sql.placeholder('name')), eq(accounts.id, sql.placeholder('id'))))
    .prepare('performer_profile'),
);
const findProfile = async (ctx: Ctx, nameOrId: string) =>
  (
    await profileQuery(ctx.db).execute({
      name: nameOrId.toLowerCase(),
      id: isUuid(nameOrId) ? nameOrId : null,
      moment: now(ctx).toISOString(),
      viewer: ctx.viewer?.id ?? null,
    })
  )[0];
type ProfileRow = NonNullable<Awaited<ReturnType<typeof findProfile>>>;

async function profileView(ctx: Ctx, row: ProfileRow, facts: Facts): Promise<Performer> {
  // Until the video is processed, only its creator sees it.
  const shown = row.id === ctx.viewer?.id ? undefined : eq(files.state, 'ready');
  const videos = row.welcomeVideoId
    ? ctx.db
        .select()
        .from(files)
        .where(and(eq(files.id, row.welcomeVideoId), shown))
    : [];
  const [included, [video], ties] = await Promise.all([
    subscriptionCoverage(ctx, row.id),
    videos,
    tiesTo(ctx, facts, [row.id]),
  ]);
  return {
    ...rowView(ctx, row, ties(row.id)),
    languages: row.languages,
    pronouns: row.pronouns,
    freeDays: row.freeDays,
    welcomeVideo: video ? fileView(ctx, video, { readable: true }) : null,
    included,
    auctions: row.auctions,
    series: row.series,
    hasOffer: row.hasOffer,
    lastSeenAt: row.lastSeenAt?.toISOString() ?? null,
    createdAt: row.createdAt.toISOString(),
  };
}

/** By username or id, or by a username that the creator has changed lately. */
async function findAlsoFormer(ctx: Ctx, nameOrId: string) {
  const found = await findProfile(ctx, nameOrId);
  if (found) return found;
  const holder = await formerHolder(ctx, nameOrId);
  return holder === null ? undefined : findProfile(ctx, holder);
}

/**
 * A creator's profile by username, former username or id.
 * @throws AppError 404 when the creator is unapproved, suspended, blocked in either direction, or blocks the
 * visitor's country, except for the creator.
 */
export async function viewPerformer(ctx: Ctx, nameOrId: string): Promise<Performer> {
  const row = await findAlsoFormer(ctx, nameOrId);
  if (!row) throw notFound();
  const facts = await loadAccessFacts(ctx, { ownerIds: [row.id] });
  const isOpen = row.verified === 'approved' && !row.suspendedAt && !ownerClosed(facts, row.id);
  if (!isOpen && facts.viewerId !== row.id) throw notFound();
  return profileView(ctx, row, facts);
}

export async function ownPerformer(ctx: UserCtx): Promise<OwnPerformer> {
  const row = await findProfile(ctx, ctx.viewer.id);
  if (!row) throw notFound();
  const facts = await loadAccessFacts(ctx, { ownerIds: [row.id] });
  const [profile, documents, verification] = await Promise.all([
    profileView(ctx, row, facts),
    ownDocuments(ctx),
    loadVerification(ctx, row.id, row),
  ]);
  return {
    ...profile,
    email: row.email,
    verified: row.verified,
    verifiedReason: row.verifiedReason,
    verification,
    documents,
  };
}
