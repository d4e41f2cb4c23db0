import { type SQL, and, desc, eq, sql } from 'drizzle-orm';
import type { BlockedPerson, ClosedCountries, CountryPreview, blocks } from '#contract/blocks.ts';
import type { ParsedInput, ReplySource } from '#contract/core/registry.ts';
import { unknownCountry } from '#lib/country-names.ts';
import { isClosedTo } from '../../kernel/closed-site.ts';
import { type Ctx, type UserCtx, now, transaction } from '../../kernel/context.ts';
import { accounts } from '../../db/schema/accounts.ts';
import { accountBlocks, countryBlocks } from '../../db/schema/blocks.ts';
import { performers } from '../../db/schema/creators.ts';
import { AppError, invalid } from '../../kernel/errors.ts';
import type { HandlersOf } from '../../kernel/handlers.ts';
import { block, unblock } from './blocking.ts';
import { cappedTotal, likeAnywhere } from '../access/block-rules.ts';
import { type CardRow, cardColumns, cardOf } from '../accounts/profile-cards.ts';
import { isCountry } from '../site/countries.ts';
import { cursorOf, cutPage, readCursor } from '../../kernel/keyset.ts';
import { viewPerformer } from '../creators/queries.ts';
import { listPosts } from '../posts/timeline.ts';

const isSiteClosed = (ctx: Ctx): Promise<boolean> => isClosedTo(ctx.settings, ctx.request.country);

async function closedCodes(ctx: UserCtx): Promise<string[]> {
  const rows = await ctx.db
    .select({ country: countryBlocks.country })
    .from(countryBlocks)
    .where(eq(countryBlocks.blockerId, ctx.viewer.id))
    .orderBy(countryBlocks.country);
  return rows.map(({ country }) => country);
}

/**
 * Visitors whose country is unknown are stored as one more country code, so that all country rules apply to
 * them.
 */
async function closedCountries(ctx: UserCtx): Promise<ClosedCountries> {
  const codes = await closedCodes(ctx);
  return {
    countries: codes.filter((code) => code !== unknownCountry),
    unknownClosed: codes.includes(unknownCountry),
  };
}

/**
 * Replaces the list of blocked countries. Existing followers and subscribers there stay, because people
 * travel; a renewal checks again (`subscriptions/renewal-rules.ts`).
 */
async function closeCountries(
  ctx: UserCtx,
  { countries: given, unknownClosed }: ParsedInput<'POST /block/countries'>['body'],
): Promise<ClosedCountries> {
  const named = [...new Set(given)];
  for (const code of named)
    if (!(await isCountry(code)))
      throw invalid('countries', `There is no country ${code}. Choose from the list.`);
  return transaction(ctx, async (tx) => {
    // When two tabs save at once, one list wins; they are never mixed.
    await tx.db
      .select({ id: accounts.id })
      .from(accounts)
      .where(eq(accounts.id, tx.viewer.id))
      .for('no key update');
    const before = new Set(await closedCodes(tx));
    const wanted = (unknownClosed ?? before.has(unknownCountry)) ? [...named, unknownCountry] : named;
    const dropped = [...before].filter((country) => !wanted.includes(country));
    const added = wanted.filter((country) => !before.has(country));
    for (const country of dropped)
      await tx.db
        .delete(countryBlocks)
        .where(and(eq(countryBlocks.blockerId, tx.viewer.id), eq(countryBlocks.country, country)));
    if (added.length > 0)
      await tx.db
        .insert(countryBlocks)
        .values(added.map((country) => ({ blockerId: tx.viewer.id, country, createdAt: now(tx) })));
    return closedCountries(tx);
  });
}

/** Neither may see whether the other is online anymore. */
const personView = (ctx: Ctx, row: CardRow & { blockedAt: Date }): BlockedPerson => ({
  ...cardOf(ctx, row),
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
  const pattern = query.q ? likeAnywhere(query.q) : null;
  const mine = and(
    eq(accountBlocks.blockerId, ctx.viewer.id),
    pattern ? sql`(${accounts.name} ILIKE ${pattern} OR ${accounts.username} ILIKE ${pattern})` : undefined,
  );
  const found = await people(ctx)
    .where(and(mine, afterCursor(query.cursor)))
    .orderBy(desc(accountBlocks.createdAt), desc(accountBlocks.blockedId))
    .offset(query.cursor === undefined ? query.offset : 0)
    .limit(query.limit + 1);
  const { rows, nextCursor } = cutPage(found, query.limit, (last) =>
    cursorOf({ createdAt: last.blockedAt, id: last.id }),
  );
  const all = sql`SELECT 1 FROM ${accountBlocks} JOIN ${accounts} ON ${accounts.id} = ${accountBlocks.blockedId} WHERE ${mine}`;
  return {
    data: rows.map((row) => personView(ctx, row)),
    total: await cappedTotal(ctx, all, query),
    nextCursor,
  };
}

/** What a visitor from a country would see, by running the real queries as that visitor. */
async function previewFrom(ctx: UserCtx, country: string): Promise<CountryPreview> {
  const visitor: Ctx = { ...ctx, viewer: null, request: { ...ctx.request, country } };
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
    return nothing((await closedCodes(ctx)).includes(country) ? 'country' : 'unpublished');
  }
}

export const blockHandlers: HandlersOf<typeof blocks> = {
  'GET /block/countries/check': async (ctx) => ({ blocked: await isSiteClosed(ctx) }),
  'GET /block/countries': (ctx) => closedCountries(ctx),
  'POST /block/countries': (ctx, { body }) => closeCountries(ctx, body),
  'GET /block/countries/preview/:country': (ctx, { params }) => previewFrom(ctx, params.country),
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
