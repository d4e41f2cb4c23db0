import { type SQL, and, eq, gt, or, sql } from 'drizzle-orm';
import type { IncludedMeter, OwnPerformer, Performer, PerformerRow } from '#contract/performers';
import type { z } from 'zod';
import { type Ctx, type UserCtx, now } from '../context.ts';
import { prepared } from '../db/prepared.ts';
import { accounts, feeds, files, performers } from '../db/schema.ts';
import { notFound } from '../errors.ts';
import { type Facts, gatherFacts, ownerClosed } from './access.ts';
import { cardColumns, cardOf, coverUrl } from './cards.ts';
import { fileView } from './file-views.ts';
import { ownDocuments } from './performers-documents.ts';

const isUuid = (text: string): boolean => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text);

/** The account of `/[profileId]`: the username, else the id. No username is long enough to be an id. */
export const isNamed = (nameOrId: string): SQL | undefined =>
  or(eq(accounts.username, nameOrId.toLowerCase()), isUuid(nameOrId) ? eq(accounts.id, nameOrId) : undefined);

/** What rows in lists are made of. */
export const rowColumns = {
  ...cardColumns,
  bio: accounts.bio,
  cover: accounts.cover,
  country: accounts.country,
  categories: performers.categories,
  monthlyPrice: performers.monthlyPrice,
  yearlyPrice: performers.yearlyPrice,
  isFreeSubscription: performers.isFreeSubscription,
  feeds: performers.feeds,
  photos: performers.photos,
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
  freeDays: performers.freeDays,
  welcomeVideoId: performers.welcomeVideoId,
  suspendedAt: accounts.suspendedAt,
  createdAt: performers.createdAt,
  email: accounts.email,
  verifiedReason: performers.verifiedReason,
};
type Columns = typeof rowColumns;
type SelectedRow = { [K in keyof Columns]: Columns[K]['_']['notNull'] extends true ? Columns[K]['_']['data'] : Columns[K]['_']['data'] | null };

/** One creator in a list, as the viewer of `facts` sees it. */
export function rowView(ctx: Ctx, row: SelectedRow, facts: Facts): PerformerRow {
  const { feeds: posts, photos, videos, galleries, products, subscribers, followers, likes } = row;
  return {
    ...cardOf(ctx, row),
    bio: row.bio,
    cover: coverUrl(row),
    categories: row.categories,
    country: row.country,
    monthlyPrice: row.monthlyPrice,
    yearlyPrice: row.yearlyPrice,
    isFreeSubscription: row.isFreeSubscription,
    counts: { feeds: posts, photos, videos, galleries, products, subscribers, followers, likes },
    isFollowed: facts.follows.has(row.id),
    isSubscribed: facts.subscribes.has(row.id),
  };
}

const METER_DAYS = 30;

const isExtra = sql`${feeds.price} > 0 AND NOT ${feeds.includedInSubscription}`;
const meterQuery = prepared((db) =>
  db
    .select({ extra: sql<number>`(count(*) FILTER (WHERE ${isExtra}))::int`, included: sql<number>`(count(*) FILTER (WHERE NOT (${isExtra})))::int` })
    .from(feeds)
    .where(and(eq(feeds.performerId, sql.placeholder('id')), eq(feeds.state, 'published'), gt(feeds.publishedAt, sql.placeholder('from'))))
    .prepare('included_meter'),
);

/** Of the posts of the last thirty days: how many a subscription opens, how many cost extra. */
async function includedMeter(ctx: Ctx, performerId: string): Promise<z.output<typeof IncludedMeter>> {
  const from = new Date(now(ctx).getTime() - METER_DAYS * 86_400_000);
  const [row] = await meterQuery(ctx.db).execute({ id: performerId, from });
  return { days: METER_DAYS, included: row?.included ?? 0, extra: row?.extra ?? 0 };
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
  (await profileQuery(ctx.db).execute({ name: nameOrId.toLowerCase(), id: isUuid(nameOrId) ? nameOrId : null }))[0];
type ProfileRow = NonNullable<Awaited<ReturnType<typeof findProfile>>>;

async function profileView(ctx: Ctx, row: ProfileRow, facts: Facts): Promise<Performer> {
  const videos = row.welcomeVideoId ? ctx.db.select().from(files).where(and(eq(files.id, row.welcomeVideoId), eq(files.state, 'ready'))) : [];
  const [included, [video]] = await Promise.all([includedMeter(ctx, row.id), videos]);
  return {
    ...rowView(ctx, row, facts),
    languages: row.languages,
    freeDays: row.freeDays,
    welcomeVideo: video ? fileView(ctx, video, { readable: true }) : null,
    included,
    lastSeenAt: row.lastSeenAt?.toISOString() ?? null,
    createdAt: row.createdAt.toISOString(),
  };
}

/**
 * A creator's profile by username, else id. Not approved yet, suspended, blocked either way or closed to the visitor's country:
 * all the same as nobody, except to the creator.
 */
export async function viewPerformer(ctx: Ctx, nameOrId: string): Promise<Performer> {
  const row = await findProfile(ctx, nameOrId);
  if (!row) throw notFound();
  const facts = await gatherFacts(ctx, { ownerIds: [row.id] });
  const isOpen = row.verified === 'approved' && !row.suspendedAt && !ownerClosed(facts, row.id);
  if (!isOpen && facts.viewerId !== row.id) throw notFound();
  return profileView(ctx, row, facts);
}

/** The own profile, with what only its owner sees. */
export async function ownPerformer(ctx: UserCtx): Promise<OwnPerformer> {
  const row = await findProfile(ctx, ctx.viewer.id);
  if (!row) throw notFound();
  const facts = await gatherFacts(ctx, { ownerIds: [row.id] });
  const [profile, documents] = await Promise.all([profileView(ctx, row, facts), ownDocuments(ctx)]);
  return { ...profile, email: row.email, verified: row.verified, verifiedReason: row.verifiedReason, documents };
}
