import { type SQL, sql } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';

/**
 * SQL condition: the account hasn't muted the creator. A mute hides a creator from what is suggested to an
 * account, and silences their news; it changes nothing about who may see whom. `account` may be null, as a
 * value or a placeholder, for a visitor.
 */
export const unmuted = (account: AnyPgColumn | SQL | null, creator: AnyPgColumn | SQL): SQL =>
  account === null
    ? sql`true`
    : sql`NOT EXISTS (SELECT 1 FROM creator_mutes mute WHERE mute.account_id = ${account} AND mute.performer_id = ${creator})`;

/** The same for a request's viewer. */
export const unmutedBy = (viewer: { readonly id: string } | null, creator: AnyPgColumn | SQL): SQL =>
  unmuted(viewer && sql`${viewer.id}::uuid`, creator);
