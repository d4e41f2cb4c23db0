import { eq } from 'drizzle-orm';
import { routes } from '#config/routes.ts';
import { type Ctx, now, transaction } from '../../../kernel/context.ts';
import type { JobPayloads } from '../../../kernel/job-payloads.ts';
import { accounts } from '../../../db/schema/accounts.ts';
import { feeds } from '../../../db/schema/posts.ts';
import { notifyMentioned } from '../community/mentions.ts';
import { stateAt } from './states.ts';

/** The job: tells the people whom a post mentions, if it is still published. */
export function notifyMentionedInPost(ctx: Ctx, { feedId }: JobPayloads['post-mentions']): Promise<void> {
  return transaction(ctx, async (tx) => {
    const [found] = await tx.db
      .select({ post: feeds, name: accounts.name, suspendedAt: accounts.suspendedAt })
      .from(feeds)
      .innerJoin(accounts, eq(accounts.id, feeds.performerId))
      .where(eq(feeds.id, feedId));
    if (!found || found.suspendedAt !== null || stateAt(found.post, now(tx)) !== 'published') return;
    const { performerId, text } = found.post;
    await notifyMentioned(tx, {
      text,
      actor: { id: performerId, name: found.name },
      objectType: 'feed',
      objectId: feedId,
      ownerId: performerId,
      href: routes.feed(feedId),
      said: 'mentioned you in a post',
      key: `mention:post:${feedId}`,
      except: [],
    });
  });
}
