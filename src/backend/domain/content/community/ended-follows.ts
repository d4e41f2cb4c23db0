import { type SQL, and, eq, or } from 'drizzle-orm';
import type { Ctx } from '../../../kernel/context.ts';
import { follows } from '../../../db/schema/community.ts';
import { addToCreatorCounts } from '../../people/accounts/creator-counts.ts';
import { endAlerts } from './post-alerts.ts';

const matchFollow = (followerId: string, performerId: string): SQL | undefined =>
  and(eq(follows.followerId, followerId), eq(follows.performerId, performerId));

/** Ends the follows between two accounts and their post notifications in both directions, and updates the counters. */
export async function endFollows(tx: Ctx, [one, other]: readonly [string, string]): Promise<void> {
  const ended = await tx.db
    .delete(follows)
    .where(or(matchFollow(one, other), matchFollow(other, one)))
    .returning({ performerId: follows.performerId });
  await endAlerts(tx, [one, other]);
  for (const { performerId } of ended) await addToCreatorCounts(tx, performerId, { followers: -1 });
}
