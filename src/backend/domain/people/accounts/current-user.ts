import { eq, sql } from 'drizzle-orm';
import type { CurrentUser } from '#contract/people/accounts.ts';
import { type UserCtx, now } from '../../../kernel/context.ts';
import { prepared } from '../../../db/prepared.ts';
import { accounts } from '../../../db/schema/accounts.ts';
import { notLoggedIn } from '../../../kernel/errors.ts';
import { placeList } from '../../../kernel/whereabouts.ts';
import { openToPlaces, unblocked } from '../../base/access/block-rules.ts';
import { avatarUrl, coverUrl } from './profile-cards.ts';
import { hasConsentDue } from './approval/agreed-pages.ts';
import { findNewness, verifiedState } from './new-accounts/newness.ts';
import { unreadNotifications } from './unread-notifications.ts';
import { balanceSum } from '../../base/ledger/ledger-query.ts';

const me = sql`${sql.placeholder('id')}::uuid`;
/** `canMeet` for the other participant of a conversation, as part of a prepared query. */
const canMeetOther = sql`${unblocked(me, sql`m.other_id`)} AND ${openToPlaces(sql`m.other_id`, sql`${sql.placeholder('places')}::text::text[]`)}`;

/** A single query, because every page of a logged-in user needs it. */
const query = prepared((db) =>
  db
    .select({
      avatar: accounts.avatar,
      cover: accounts.cover,
      name: accounts.name,
      email: accounts.email,
      emailVerifiedAt: accounts.emailVerifiedAt,
      isPerformer: accounts.isPerformer,
      username: accounts.username,
      bio: accounts.bio,
      country: accounts.country,
      timeZone: accounts.timeZone,
      createdAt: accounts.createdAt,
      updatedAt: accounts.updatedAt,
      pendingEmail: sql<
        string | null
      >`(SELECT e.new_email FROM email_changes e WHERE e.account_id = ${me} AND e.state = 'open')`,
      verified: verifiedState(me),
      balance: balanceSum('wallet', me),
      unreadNotifications: unreadNotifications(me, sql`${sql.placeholder('places')}::text::text[]`),
      consentDue: hasConsentDue(me),
      /** Unread messages in all conversations with people the account may see. */
      unread: sql<number>`(SELECT coalesce(sum(greatest(m.unread, m.is_marked_unread::int)), 0)::int FROM conversation_members m WHERE m.account_id = ${me} AND m.folder = 'inbox' AND (m.unread > 0 OR m.is_marked_unread) AND ${canMeetOther})`,
    })
    .from(accounts)
    .where(eq(accounts.id, sql.placeholder('id')))
    .prepare('current_user'),
);

/** The logged-in account as the client stores it: identity, token balance, and unread messages. */
export async function currentUser(ctx: UserCtx): Promise<CurrentUser> {
  const { id } = ctx.viewer;
  const [row] = await query(ctx.db).execute({ id, places: placeList(ctx.request) });
  if (!row) throw notLoggedIn();
  return {
    _id: id,
    avatar: avatarUrl(row),
    cover: coverUrl(row),
    name: row.name,
    email: row.email,
    emailVerified: row.emailVerifiedAt !== null,
    pendingEmail: row.pendingEmail,
    balance: Number(row.balance),
    isPerformer: row.isPerformer,
    username: row.username,
    bio: row.bio,
    country: row.country,
    timeZone: row.timeZone,
    totalNotSeenMessages: row.unread,
    consentDue: row.consentDue,
    unreadNotifications: row.unreadNotifications,
    isNewAccount: findNewness(row, { settings: await ctx.settings.all(), time: now(ctx) }) !== null,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  };
}
