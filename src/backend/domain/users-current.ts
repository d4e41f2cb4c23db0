import { eq, sql } from 'drizzle-orm';
import type { CurrentUser } from '#contract/users';
import type { UserCtx } from '../context.ts';
import { accounts, conversationMembers } from '../db/schema.ts';
import { notLoggedIn } from '../errors.ts';
import { avatarUrl, coverUrl } from './cards.ts';
import { balanceOf } from './ledger.ts';

/** Messages not yet seen, over all conversations. */
async function unreadOf(ctx: UserCtx): Promise<number> {
  const [row] = await ctx.db
    .select({ total: sql<number>`coalesce(sum(${conversationMembers.unread}), 0)::int` })
    .from(conversationMembers)
    .where(eq(conversationMembers.accountId, ctx.viewer.id));
  return row?.total ?? 0;
}

/** The present account as the client keeps it: identity, tokens from the ledger, unread messages. */
export async function currentUser(ctx: UserCtx): Promise<CurrentUser> {
  const { id } = ctx.viewer;
  const [[row], balance, totalNotSeenMessages] = await Promise.all([
    ctx.db.select().from(accounts).where(eq(accounts.id, id)),
    balanceOf(ctx, 'wallet', id),
    unreadOf(ctx),
  ]);
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
    totalNotSeenMessages,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  };
}
