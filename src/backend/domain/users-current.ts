import { and, eq, gt, sql } from 'drizzle-orm';
import type { CurrentUser } from '#contract/users';
import type { UserCtx } from '../context.ts';
import { prepared } from '../db/prepared.ts';
import { accounts, conversationMembers } from '../db/schema.ts';
import { notLoggedIn } from '../errors.ts';
import { avatarUrl, coverUrl } from './cards.ts';
import { balanceOf } from './ledger.ts';

const accountQuery = prepared((db) => db.select().from(accounts).where(eq(accounts.id, sql.placeholder('id'))).prepare('current_user_account'));
const me = sql`${sql.placeholder('id')}::uuid`;
const other = conversationMembers.otherId;
/** `mayMeet` of the other side, prepared. */
const met = sql`NOT EXISTS (SELECT 1 FROM account_blocks b WHERE (b.blocker_id = ${me} AND b.blocked_id = ${other}) OR (b.blocker_id = ${other} AND b.blocked_id = ${me}))
  AND NOT EXISTS (SELECT 1 FROM country_blocks c WHERE c.blocker_id = ${other} AND c.country = ${sql.placeholder('country')}::text)`;
/** Messages not yet seen, over all conversations with people the account may meet. */
const unreadQuery = prepared((db) =>
  db
    .select({ total: sql<number>`coalesce(sum(${conversationMembers.unread}), 0)::int` })
    .from(conversationMembers)
    .where(and(eq(conversationMembers.accountId, sql.placeholder('id')), gt(conversationMembers.unread, 0), met))
    .prepare('current_user_unread'),
);

/** The present account as the client keeps it: identity, tokens from the ledger, unread messages. */
export async function currentUser(ctx: UserCtx): Promise<CurrentUser> {
  const { id } = ctx.viewer;
  const [[row], balance, [unread]] = await Promise.all([accountQuery(ctx.db).execute({ id }), balanceOf(ctx, 'wallet', id), unreadQuery(ctx.db).execute({ id, country: ctx.request.country })]);
  if (!row) throw notLoggedIn();
  return {
    _id: id,
    avatar: avatarUrl(row),
    cover: coverUrl(row),
    name: row.name,
    email: row.email,
    emailVerified: row.emailVerifiedAt !== null,
    balance,
    isPerformer: row.isPerformer,
    username: row.username,
    bio: row.bio,
    country: row.country,
    totalNotSeenMessages: unread?.total ?? 0,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  };
}
