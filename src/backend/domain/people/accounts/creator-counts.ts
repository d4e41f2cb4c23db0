import { eq, sql } from 'drizzle-orm';
import type { Ctx } from '../../../kernel/context.ts';
import { performers } from '../../../db/schema/creators.ts';

/** The counters on a creator's row, which let a profile be read without counting. */
const counts = {
  feeds: performers.feeds,
  photos: performers.photos,
  singlePhotos: performers.singlePhotos,
  videos: performers.videos,
  singleVideos: performers.singleVideos,
  galleries: performers.galleries,
  products: performers.products,
  subscribers: performers.subscribers,
  followers: performers.followers,
  likes: performers.likes,
};
type Counted = keyof typeof counts;
export type CreatorCounts = Readonly<Record<Counted, number>>;

/**
 * Adjusts a creator's counters in the transaction that changes what they count; none goes below zero. Returns
 * all of them afterwards, or null when there was nothing to change or no such creator.
 */
export async function addToCreatorCounts(
  tx: Ctx,
  creatorId: string,
  by: Partial<CreatorCounts>,
): Promise<CreatorCounts | null> {
  const changes = (Object.entries(by) as [Counted, number][]).filter(([, amount]) => amount !== 0);
  if (changes.length === 0) return null;
  const set = Object.fromEntries(
    changes.map(([name, amount]) => [name, sql`greatest(0, ${counts[name]} + ${amount})`]),
  );
  const [row] = await tx.db
    .update(performers)
    .set(set)
    .where(eq(performers.accountId, creatorId))
    .returning(counts);
  return row ?? null;
}
