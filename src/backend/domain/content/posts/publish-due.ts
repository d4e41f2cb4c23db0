import { type SQL, and, sql } from 'drizzle-orm';
import { routes } from '#config/routes.ts';
import { shortPost } from '#lib/markup/post-text.ts';
import { type Ctx, now, transaction } from '../../../kernel/context.ts';
import { fetchRows } from '../../../db/db.ts';
import { feeds } from '../../../db/schema/posts.ts';
import { filesState } from './files.ts';
import { notify } from '../../people/notifications/notify.ts';
import { type PostRecord, lockPost, setPostState, stateAt, stateOnPublishing } from './states.ts';

const nameOf = ({ text, type }: PostRecord): string =>
  shortPost(text, 40) ? `“${shortPost(text, 40)}”` : `Your ${type} post`;

/** Notifies the creator of what happened without them. */
async function notifyCreator(tx: Ctx, post: PostRecord, next: PostRecord['state']): Promise<void> {
  const text =
    next === 'published'
      ? `${nameOf(post)} is published.`
      : next === 'failed'
        ? `${nameOf(post)} couldn’t be published: a file failed.`
        : null;
  if (text)
    await notify(tx, {
      to: post.performerId,
      type: 'media',
      kind: 'post',
      text,
      href: next === 'failed' ? routes.editPost(post.id) : routes.feed(post.id),
    });
}

/** The state a post should have now; unchanged when nothing is due. */
async function dueState(tx: Ctx, post: PostRecord): Promise<PostRecord['state']> {
  const moment = now(tx);
  if (post.state === 'published') return stateAt(post, moment);
  if (post.state !== 'processing' && post.state !== 'failed' && post.state !== 'scheduled') return post.state;
  return stateOnPublishing(post, await filesState(tx, post), moment);
}

/**
 * Advances a post by one step toward the state it should have. A post published past its end expires in the
 * next step.
 */
async function advance(tx: Ctx, id: string): Promise<void> {
  const post = await lockPost(tx, id);
  if (!post) return;
  const next = await dueState(tx, post);
  if (next === post.state) return;
  await setPostState(tx, post, next);
  await notifyCreator(tx, post, next);
  if (next === 'published') await advance(tx, id);
}

/**
 * Advances the posts that use a file after it became ready, failed, or was retried. Call it in the
 * transaction of the file's change.
 */
export async function advancePostsWithFile(tx: Ctx, fileId: string): Promise<void> {
  const has = sql`(${feeds.thumbnailId} = ${fileId} OR ${feeds.teaserId} = ${fileId} OR EXISTS (SELECT 1 FROM feed_files ff WHERE ff.feed_id = ${feeds.id} AND ff.file_id = ${fileId}))`;
  const waiting = await tx.db
    .select({ id: feeds.id })
    .from(feeds)
    .where(
      and(
        sql`${feeds.state} IN ('processing', 'failed')`,
        sql`${feeds.performerId} = (SELECT owner_id FROM files WHERE id = ${fileId})`,
        has,
      ),
    )
    .orderBy(feeds.id);
  for (const { id } of waiting) await advance(tx, id);
}

/** Publishes or expires a post when it is due. A job runs this at that time. */
export const publishDuePost = (ctx: Ctx, feedId: string): Promise<void> =>
  transaction(ctx, (tx) => advance(tx, feedId));

const AT_ONCE = 500;

/** Posts to check: due by the clock, or waiting for files none of which is being processed anymore. */
const due = (moment: Date): SQL => {
  const stamp = sql`${moment.toISOString()}::timestamptz`;
  return sql`
    SELECT id FROM feeds WHERE state = 'scheduled' AND scheduled_at <= ${stamp}
    UNION ALL SELECT id FROM feeds WHERE state = 'published' AND expires_at IS NOT NULL AND expires_at <= ${stamp}
    UNION ALL SELECT f.id FROM feeds f WHERE f.state = 'processing' AND NOT EXISTS (
      SELECT 1 FROM files fi WHERE fi.state NOT IN ('ready', 'failed')
        AND (fi.id = f.thumbnail_id OR fi.id = f.teaser_id OR EXISTS (SELECT 1 FROM feed_files ff WHERE ff.feed_id = f.id AND ff.file_id = fi.id)))
    LIMIT ${AT_ONCE}`;
};

/** Advances posts whose own job was lost. Runs every minute. */
export async function publishDuePosts(ctx: Ctx): Promise<void> {
  for (const { id } of await fetchRows<{ id: string }>(ctx.db.execute(due(now(ctx)))))
    await publishDuePost(ctx, id);
}
