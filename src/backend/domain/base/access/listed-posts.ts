import { type SQL, sql } from 'drizzle-orm';

/**
 * Whether a post counts in its series, for readers and in every number that is shown: it is published, and its end
 * hasn't come. `feed` is the alias of its row. Whether a reader sees the creator at all is for `decideAccess` to decide,
 * and the same for all posts of a series.
 */
export const isListed = (feed: SQL, moment: SQL): SQL =>
  sql`(${feed}.state = 'published' AND (${feed}.expires_at IS NULL OR ${feed}.expires_at > ${moment}::timestamptz))`;

/** `isFreeToAll` as an SQL condition on a post. `feed` is the alias of its row. */
export const isFreePost = (feed: SQL): SQL => sql`(${feed}.audience = 'public' AND ${feed}.price = 0)`;
