import { eq } from 'drizzle-orm';
import { routes } from '#config/routes.ts';
import { shortPost } from '#lib/markup/post-text.ts';
import { type Ctx, now, transaction } from '../../../kernel/context.ts';
import { accounts } from '../../../db/schema/accounts.ts';
import { feeds } from '../../../db/schema/posts.ts';
import type { JobPayloads } from '../../../kernel/job-payloads.ts';
import { enqueue } from '../../../kernel/job-queue.ts';
import { lockAccess } from '../../base/access/block-rules.ts';
import { alertedOfPosts } from '../../base/access/interested.ts';
import { notify } from '../../people/notifications/notify.ts';
import { stateAt } from './states.ts';

const BATCH = 200;

/** The job: tells a batch of the followers and subscribers who asked for it, and queues the next batch. */
export function announcePost(ctx: Ctx, { feedId, after }: JobPayloads['post-announce']): Promise<void> {
  return transaction(ctx, async (tx) => {
    const [found] = await tx.db
      .select({ post: feeds, name: accounts.name, suspendedAt: accounts.suspendedAt })
      .from(feeds)
      .innerJoin(accounts, eq(accounts.id, feeds.performerId))
      .where(eq(feeds.id, feedId));
    if (!found || found.suspendedAt !== null || stateAt(found.post, now(tx)) !== 'published') return;
    const { performerId, text } = found.post;
    await lockAccess(tx, [performerId]);
    const people = await alertedOfPosts(tx, performerId, { after, limit: BATCH });
    const opening = shortPost(text, 60);
    for (const to of people)
      await notify(tx, {
        to,
        type: 'new-post',
        actor: { id: performerId, name: found.name },
        text: opening ? `${found.name} posted: “${opening}”` : `${found.name} published a new post.`,
        href: routes.feed(feedId),
        group: { key: `new-post:${feedId}` },
        once: true,
      });
    const last = people.length === BATCH ? people.at(-1) : undefined;
    if (last !== undefined) await enqueue(tx, { kind: 'post-announce', payload: { feedId, after: last } });
  });
}
