import { and, asc, eq, isNull, or, sql } from 'drizzle-orm';
import type { users } from '#contract/people/accounts.ts';
import type { PerformerCard } from '#contract/core/schemas.ts';
import { noAvatar } from '#lib/thumbnail.ts';
import { matchesText } from '../../../db/matches-text.ts';
import { type UserCtx, now } from '../../../kernel/context.ts';
import { accounts } from '../../../db/schema/accounts.ts';
import { follows } from '../../../db/schema/community.ts';
import { performers } from '../../../db/schema/creators.ts';
import { subscriptions } from '../../../db/schema/subscriptions.ts';
import { notFound } from '../../../kernel/errors.ts';
import type { HandlersOf } from '../../../kernel/handlers.ts';
import { canMeet } from '../../base/access/block-rules.ts';
import { cardColumns, toPerformerCard } from './profile-cards.ts';
import { currentUser } from './current-user.ts';
import { formerHolder } from './former-usernames.ts';
import { viewLimits } from './new-accounts/limits.ts';
import { isNamed } from '../creators/queries.ts';
import { setInterests, viewInterests } from './first-steps/interests.ts';
import { removePicture, setPicture } from './pictures.ts';
import { updateAccount } from './profile-update.ts';
import { setTimeZone } from './time-zone.ts';
import { cappedTotal } from '../../../kernel/paging.ts';

/** Suspended accounts and unapproved creators are invisible to everyone else. */
const isShown = and(
  isNull(accounts.suspendedAt),
  or(eq(accounts.isPerformer, false), eq(performers.verified, 'approved')),
);

/**
 * Searches people the viewer may want to message: their followers and subscribers, and those they follow or
 * subscribe to.
 */
async function searchPeople(ctx: UserCtx, query: { q?: string; offset: number; limit: number }) {
  const me = ctx.viewer.id;
  const live = sql`state IN ('active', 'past_due', 'cancelled') AND period_end > ${now(ctx).toISOString()}::timestamptz`;
  const connected = sql`${accounts.id} IN (
    SELECT ${follows.followerId} FROM ${follows} WHERE ${follows.performerId} = ${me}
    UNION SELECT ${follows.performerId} FROM ${follows} WHERE ${follows.followerId} = ${me}
    UNION SELECT ${subscriptions.userId} FROM ${subscriptions} WHERE ${subscriptions.performerId} = ${me} AND ${live}
    UNION SELECT ${subscriptions.performerId} FROM ${subscriptions} WHERE ${subscriptions.userId} = ${me} AND ${live})`;
  const named = query.q ? matchesText(query.q, accounts.name, accounts.username) : undefined;
  const where = and(connected, named, isShown, canMeet(ctx, accounts.id));
  const rows = await ctx.db
    .select(cardColumns)
    .from(accounts)
    .leftJoin(performers, eq(performers.accountId, accounts.id))
    .where(where)
    .orderBy(asc(accounts.name), asc(accounts.id))
    .limit(query.limit)
    .offset(query.offset);
  const all = ctx.db
    .select({ one: sql`1` })
    .from(accounts)
    .leftJoin(performers, eq(performers.accountId, accounts.id))
    .where(where)
    .getSQL();
  return { data: rows.map((row) => toPerformerCard(ctx, row)), total: await cappedTotal(ctx, all, query) };
}

/**
 * Another account's card, visible to any logged-in user.
 * @throws AppError 404
 */
async function viewPerson(ctx: UserCtx, nameOrId: string): Promise<PerformerCard> {
  const found = (await personNamed(ctx, nameOrId)) ?? (await formerlyNamed(ctx, nameOrId));
  if (!found) throw notFound();
  return toPerformerCard(ctx, found);
}

async function formerlyNamed(ctx: UserCtx, username: string) {
  const holder = await formerHolder(ctx, username);
  return holder === null ? undefined : personNamed(ctx, holder);
}

async function personNamed(ctx: UserCtx, nameOrId: string) {
  const [row] = await ctx.db
    .select(cardColumns)
    .from(accounts)
    .leftJoin(performers, eq(performers.accountId, accounts.id))
    .where(and(isNamed(nameOrId), or(eq(accounts.id, ctx.viewer.id), isShown), canMeet(ctx, accounts.id)));
  return row;
}

export const userHandlers: HandlersOf<typeof users> = {
  'GET /users/me': (ctx) => currentUser(ctx),
  'GET /users/limits': (ctx) => viewLimits(ctx),
  'PUT /users': (ctx, { body }) => updateAccount(ctx, body).then(() => currentUser(ctx)),
  'PUT /users/time-zone': (ctx, { body }) => setTimeZone(ctx, body),
  'GET /users/interests': (ctx) => viewInterests(ctx),
  'PUT /users/interests': (ctx, { body }) => setInterests(ctx, body.interests),
  'GET /users/search': (ctx, { query }) => searchPeople(ctx, query),
  'GET /users/view/:id': (ctx, { params }) => viewPerson(ctx, params.id),
  'POST /users/avatar/upload': (ctx, { files }) => setPicture(ctx, 'avatar', files),
  'DELETE /users/avatar': (ctx) => removePicture(ctx, 'avatar').then(() => ({ url: noAvatar })),
  'POST /users/:id/avatar/upload': (ctx, { params, files }) => {
    if (params.id !== ctx.viewer.id) throw notFound();
    return setPicture(ctx, 'avatar', files);
  },
};
