import { and, sql } from 'drizzle-orm';
import { routes } from '#config/routes.ts';
import { shortPost } from '#lib/markup/post-text.ts';
import { type Ctx, now, transaction } from '../../../kernel/context.ts';
import { feeds } from '../../../db/schema/posts.ts';
import { filesState } from './files.ts';
import { type ItemNews, advance } from '../media-items/advance.ts';
import { publishingState } from '../media-items/publishing.ts';
import { type PostRecord, postStates, stateAt } from './states.ts';
import { findDue } from './publish-due-query.ts';

const formatPostName = ({ text, type }: PostRecord): string =>
  shortPost(text, 40) ? `“${shortPost(text, 40)}”` : `Your ${type} post`;

/** What the creator is told of what happened without them. */
function describeNews(post: PostRecord, state: PostRecord['state']): ItemNews | null {
  if (state === 'published')
    return { kind: 'post', text: `${formatPostName(post)} is published.`, href: routes.feed(post.id) };
  if (state === 'failed')
    return {
      kind: 'post',
      text: `${formatPostName(post)} couldn’t be published: a file failed.`,
      href: routes.editPost(post.id),
    };
  return null;
}

/** The state a post should have now; unchanged when nothing is due. */
async function dueState(tx: Ctx, post: PostRecord): Promise<PostRecord['state']> {
  const time = now(tx);
  if (post.state === 'published') return stateAt(post, time);
  if (post.state !== 'processing' && post.state !== 'failed' && post.state !== 'scheduled') return post.state;
  return publishingState(post, await filesState(tx, post), time);
}

/** Advances a post. One published past its end expires in the next step. */
async function advancePost(tx: Ctx, id: string): Promise<void> {
  const publishing = { states: postStates, dueState, news: describeNews };
  if ((await advance(tx, publishing, id)) === 'published') await advance(tx, publishing, id);
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
  for (const { id } of waiting) await advancePost(tx, id);
}

/** Publishes or expires a post when it is due. A job runs this at that time. */
export const publishDuePost = (ctx: Ctx, feedId: string): Promise<void> =>
  transaction(ctx, (tx) => advancePost(tx, feedId));

/** Advances posts whose own job was lost. Runs every minute. */
export async function publishDuePosts(ctx: Ctx): Promise<void> {
  for (const { id } of await findDue(ctx.db, now(ctx))) await publishDuePost(ctx, id);
}
