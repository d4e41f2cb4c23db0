import type { VerificationState } from '#contract/people/creators.ts';
import { eq, inArray } from 'drizzle-orm';
import type { PerformerCard } from '#contract/core/schemas.ts';
import { noAvatar } from '#lib/thumbnail.ts';
import { type Ctx, now } from '../../../kernel/context.ts';
import { accounts } from '../../../db/schema/accounts.ts';
import { performers } from '../../../db/schema/creators.ts';
import { onlineMs } from '../../../kernel/hub.ts';
import { publicImageUrl } from '../../base/files/presenters.ts';

/** The columns of a card. Select them with a left join on `performers`. */
export const cardColumns = {
  id: accounts.id,
  username: accounts.username,
  name: accounts.name,
  avatar: accounts.avatar,
  isPerformer: accounts.isPerformer,
  lastSeenAt: accounts.lastSeenAt,
  verified: performers.verified,
  isLive: performers.isLive,
};
export interface CardRow {
  readonly id: string;
  readonly username: string | null;
  readonly name: string;
  readonly avatar: string | null;
  readonly isPerformer: boolean;
  readonly lastSeenAt: Date | null;
  /** Null for fans. */
  readonly verified: VerificationState | null;
  readonly isLive: boolean | null;
}

/**
 * The URL of an account's avatar, or of the default picture. A URL's content never changes, so it can be
 * cached forever.
 */
export const avatarUrl = (row: { readonly avatar: string | null }): string =>
  publicImageUrl(row.avatar, 'avatar') ?? noAvatar;
export const coverUrl = (row: { readonly cover: string | null }): string | null =>
  publicImageUrl(row.cover, 'cover');

/** A person as shown beside a post, in a list, or in a conversation. */
export function toPerformerCard(ctx: Ctx, row: CardRow): PerformerCard {
  return {
    _id: row.id,
    // Profile URLs use the username, else the id (specification section 2).
    username: row.username ?? row.id,
    name: row.name,
    avatar: avatarUrl(row),
    isPerformer: row.isPerformer,
    isVerified: row.verified === 'approved',
    isOnline: row.lastSeenAt !== null && now(ctx).getTime() - row.lastSeenAt.getTime() < onlineMs,
    isLive: row.isLive ?? false,
  };
}

/**
 * Cards of accounts, fans as well as creators, by id; unknown ids are missing from the map. Doesn't check who
 * may see whom: ask the access rule first.
 */
export async function performerCards(ctx: Ctx, ids: readonly string[]): Promise<Map<string, PerformerCard>> {
  if (ids.length === 0) return new Map();
  const rows = await ctx.db
    .select(cardColumns)
    .from(accounts)
    .leftJoin(performers, eq(performers.accountId, accounts.id))
    .where(inArray(accounts.id, [...new Set(ids)]));
  return new Map(rows.map((row) => [row.id, toPerformerCard(ctx, row)]));
}
