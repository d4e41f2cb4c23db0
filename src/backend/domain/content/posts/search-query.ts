import { sql } from 'drizzle-orm';
import type { ParsedInput } from '#contract/core/registry.ts';
import { type Db, fetchRows } from '../../../db/db.ts';
import { matchesText } from '../../../db/matches-text.ts';
import type { PostPricing } from './presenters.ts';

type Query = ParsedInput<'GET /user/feeds'>['query'] & { readonly q: string };

/**
 * The maximum number of a creator's matching posts that are considered, newest first; nobody pages to the end
 * of more.
 */
const LOOKED_AT = 1_000;

export interface Match {
  id: string;
  performer_id: string;
  audience: PostPricing['audience'];
  price: string;
  included: boolean;
  published_at: string;
  expires_at: string | null;
  files: string[] | null;
}

/** A creator's posts with words in their text or poll question, newest first. */
export function matchingPosts(db: Db, { q, performerId, type, free }: Query): Promise<Match[]> {
  const ofType = type ? sql`AND f.type = ${type}` : sql``;
  const ofPrice = free === undefined ? sql`` : free ? sql`AND f.price = 0` : sql`AND f.price > 0`;
  return fetchRows<Match>(
    db.execute(sql`
    SELECT f.id, f.performer_id, f.audience, f.price, f.included_in_subscription AS included, f.published_at, f.expires_at,
      (SELECT json_agg(ff.file_id) FROM feed_files ff WHERE ff.feed_id = f.id) AS files
    FROM feeds f
    WHERE f.performer_id = ${performerId} AND f.state = 'published' ${ofType} ${ofPrice}
      AND (${matchesText(q, sql`f.text`)} OR EXISTS (SELECT 1 FROM polls p WHERE p.feed_id = f.id AND ${matchesText(q, sql`p.question`)}))
    ORDER BY f.published_at DESC, f.id DESC LIMIT ${LOOKED_AT}`),
  );
}
