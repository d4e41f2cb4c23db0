import { type SQL, and, desc, eq, sql } from 'drizzle-orm';
import type { BlockedPerson, CountryPreview, blocks } from '#contract/across/blocks.ts';
import type { ParsedInput, ReplySource } from '#contract/core/registry.ts';
import { matchesText } from '../../../db/matches-text.ts';
import { isClosedTo } from '../../../kernel/country-block.ts';
import type { Ctx, UserCtx } from '../../../kernel/context.ts';
import { accounts } from '../../../db/schema/accounts.ts';
import { accountBlocks } from '../../../db/schema/blocks.ts';
import { performers } from '../../../db/schema/creators.ts';
import { AppError } from '../../../kernel/errors.ts';
import type { HandlersOf } from '../../../kernel/handlers.ts';
import { isUntilStated, placeCodes } from '../../../kernel/whereabouts.ts';
import { block, unblock } from './blocking.ts';
import { closePlaces, closedPlaces } from './blocked-countries.ts';
import { type Views, mustState, statePlace } from './stating.ts';
import { placesClosedBy } from '../../base/access/block-rules.ts';
import { type CardRow, cardColumns, toPerformerCard } from '../../people/accounts/profile-cards.ts';
import { cutPage, encodeCursor, readCursor } from '../../../kernel/keyset.ts';
import { viewPerformer } from '../../people/creators/queries.ts';
import { listPosts } from '../../content/posts/timeline.ts';
import { viewPost } from '../../content/posts/viewing.ts';
import { viewAuction } from '../../trade/auctions/presenters.ts';
import { viewGallery } from '../../content/galleries/gallery-presenters.ts';
import { getProduct } from '../../trade/shop/product-lists.ts';
import { viewStream } from '../../talk/streams/presenters.ts';
import { viewVideo } from '../../content/videos/viewing.ts';
import { cappedTotal } from '../../../kernel/paging.ts';

const isSiteClosed = (ctx: Ctx): Promise<boolean> => isClosedTo(ctx.settings, ctx.request.country);

/** Neither may see whether the other is online anymore. */
const personView = (ctx: Ctx, row: CardRow & { blockedAt: Date }): BlockedPerson => ({
  ...toPerformerCard(ctx, row),
  isOnline: false,
  isLive: false,
  blockedAt: row.blockedAt.toISOString(),
});
const columns = { ...cardColumns, blockedAt: accountBlocks.createdAt };
const people = (ctx: UserCtx) =>
  ctx.db
    .select(columns)
    .from(accountBlocks)
    .innerJoin(accounts, eq(accounts.id, accountBlocks.blockedId))
    .leftJoin(performers, eq(performers.accountId, accounts.id))
    .$dynamic();

async function blockedPerson(ctx: UserCtx, id: string): Promise<BlockedPerson> {
  const [row] = await people(ctx).where(
    and(eq(accountBlocks.blockerId, ctx.viewer.id), eq(accountBlocks.blockedId, id)),
  );
  if (!row) throw new Error('a block vanished');
  return personView(ctx, row);
}

function afterCursor(cursor: string | undefined): SQL | undefined {
  if (cursor === undefined) return undefined;
  const { createdAt, id } = readCursor(cursor);
  return sql`(${accountBlocks.createdAt}, ${accountBlocks.blockedId}) < (${createdAt.toISOString()}::timestamptz, ${id}::uuid)`;
}

/**
 * The accounts the viewer blocked. They exist for the viewer nowhere else, so this list shows them whatever
 * their state.
 */
async function listBlocked(
  ctx: UserCtx,
  query: ParsedInput<'GET /block/users'>['query'],
): Promise<ReplySource<'GET /block/users'>> {
  const mine = and(
    eq(accountBlocks.blockerId, ctx.viewer.id),
    query.q ? matchesText(query.q, accounts.name, accounts.username) : undefined,
  );
  const found = await people(ctx)
    .where(and(mine, afterCursor(query.cursor)))
    .orderBy(desc(accountBlocks.createdAt), desc(accountBlocks.blockedId))
    .offset(query.cursor === undefined ? query.offset : 0)
    .limit(query.limit + 1);
  const { rows, nextCursor } = cutPage(found, query.limit, (last) =>
    encodeCursor({ createdAt: last.blockedAt, id: last.id }),
  );
  const all = ctx.db
    .select({ one: sql`1` })
    .from(accountBlocks)
    .innerJoin(accounts, eq(accounts.id, accountBlocks.blockedId))
    .where(mine);
  return {
    data: rows.map((row) => personView(ctx, row)),
    total: await cappedTotal(ctx, all.getSQL(), query),
    nextCursor,
  };
}

/** Why the viewer's own page is closed to a place, which a visitor there isn't told. */
async function reasonFor(ctx: UserCtx, places: readonly string[]): Promise<CountryPreview['closed']> {
  const closed = await placesClosedBy(ctx, ctx.viewer.id);
  const hit = places.filter((code) => closed.has(code));
  if (hit.length === 0) return 'unpublished';
  return hit.every(isUntilStated) ? 'asks' : 'country';
}

/** What a visitor from a place would see, by running the real queries as that visitor. */
async function previewFrom(
  ctx: UserCtx,
  {
    country,
    state,
    vpn: isVpn = false,
  }: { country: string; state?: string | undefined; vpn?: boolean | undefined },
): Promise<CountryPreview> {
  const places = placeCodes({ country, state: state ?? null, isVpn, stated: null });
  const visitor: Ctx = { ...ctx, viewer: null, request: { ...ctx.request, country, places } };
  const nothing = (closed: CountryPreview['closed']): CountryPreview => ({
    country,
    closed,
    performer: null,
    feeds: [],
  });
  if (await isSiteClosed(visitor)) return nothing('site');
  try {
    const performer = await viewPerformer(visitor, ctx.viewer.id);
    const { data: feeds } = await listPosts(visitor, { performerId: ctx.viewer.id, limit: 10, offset: 0 });
    return { country, closed: null, performer, feeds };
  } catch (error) {
    if (!(error instanceof AppError) || error.status !== 404) throw error;
    return nothing(await reasonFor(ctx, places));
  }
}

const views: Views = {
  profile: viewPerformer,
  items: {
    feeds: viewPost,
    videos: viewVideo,
    galleries: viewGallery,
    products: getProduct,
    auctions: viewAuction,
    live: viewStream,
  },
};

export const blockHandlers: HandlersOf<typeof blocks> = {
  'GET /block/countries/check': async (ctx) => ({ blocked: await isSiteClosed(ctx) }),
  'GET /block/countries': (ctx) => closedPlaces(ctx),
  'POST /block/countries': (ctx, { body }) => closePlaces(ctx, body),
  'GET /block/countries/preview/:country': (ctx, { params, query }) =>
    previewFrom(ctx, { ...params, ...query }),
  'GET /block/place': (ctx, { query }) => mustState(ctx, query.path, views),
  'POST /block/place': (ctx, { body }) => statePlace(ctx, body),
  async 'POST /block/users'(ctx, { body }) {
    await block(ctx, body.userId);
    return blockedPerson(ctx, body.userId);
  },
  async 'DELETE /block/users/:id'(ctx, { params }) {
    await unblock(ctx, params.id);
    return { success: true };
  },
  'GET /block/users': (ctx, { query }) => listBlocked(ctx, query),
};
